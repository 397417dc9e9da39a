//! The focused request beside the list, as it would be opened.
//!
//! - It is fetched once the focus rests, where there is room for it; one at a time, whatever keys are held down.
//! - It takes no keys and decides nothing; Enter makes it the form, which was on no screen before.
//! - While an answer is held back it shows what was answered.

use super::effect::BoardEffect;
use super::machine::{Board, Mode, Up};
use super::now::Now;
use super::open::Open;
use super::rows::State;
use crate::form::{Hints, Screen};
use crate::inbox::Command;
use crate::life::RequestId;
use crate::time::Timestamp;

/// The focus rests after so many milliseconds.
const REST: u64 = 120;

/// What is known of the request beside the list.
#[derive(Debug, Default)]
pub(super) struct Peek {
    /// Whether there is room for it.
    room: bool,
    /// On what the focus is, and since when.
    on: Option<(RequestId, Timestamp)>,
    /// What was asked for.
    wanted: Option<RequestId>,
    /// What came of that.
    pub(super) open: Option<Open>,
}

impl Board {
    /// Tells the board, before it is shown, whether the focused request has room beside the list.
    pub fn sized(&mut self, now: Now, beside: bool) {
        self.now = now;
        self.rows.list();
        self.settle_focus();
        self.peek.room = beside;
        self.rest();
    }

    /// Whether the list has its place, and the keys.
    pub(super) fn list_is_up(&self) -> bool {
        self.up == Up::List && !matches!(self.mode, Mode::Help { .. })
    }

    /// Takes notice of where the focus is.
    pub(super) fn rest(&mut self) {
        let on = self.focused();
        if on != self.peek.on.map(|(id, _)| id) {
            self.peek.on = on.map(|id| (id, self.now.at));
        }
    }

    /// When the focused request is to be fetched, where that is still to be done.
    pub(super) fn peek_due(&self) -> Option<Timestamp> {
        let (id, since) = self.peek.on?;
        let known = self.peek.wanted == Some(id) || self.form(id).is_some();
        let waits = self.rows.of(id).is_some_and(|row| matches!(row.state, State::Waits));
        (self.peek.room && self.list_is_up() && waits && !known).then(|| since.plus(REST))
    }

    /// Fetches it.
    pub(super) fn peek_at_it(&mut self, effects: &mut Vec<BoardEffect>) {
        let now = self.now.at;
        let Some((id, _)) = self.peek.on.filter(|_| self.peek_due().is_some_and(|due| due <= now)) else {
            return;
        };
        self.forget_peek(effects);
        self.peek.wanted = Some(id);
        effects.push(BoardEffect::Command(Command::Open(id)));
    }

    /// Lets go of it.
    pub(super) fn forget_peek(&mut self, effects: &mut Vec<BoardEffect>) {
        self.peek.open = None;
        if let Some(before) = self.peek.wanted.take() {
            effects.push(BoardEffect::Command(Command::Shut(before)));
        }
    }

    /// Whether this is what was asked for, to be shown beside the list.
    pub(super) fn peeks_at(&self, id: RequestId) -> bool {
        self.peek.wanted == Some(id)
    }

    /// Takes it out, to be a form.
    pub(super) fn take_peek(&mut self, id: RequestId) -> Option<Open> {
        let open = self.peek.open.take_if(|open| open.id == id)?;
        self.peek.wanted = None;
        Some(open)
    }

    /// What stands beside the list.
    pub(super) fn peeked(&self) -> Option<&Open> {
        let row = self.rows.of(self.focused().filter(|_| self.peek.room && self.list_is_up())?)?;
        let shows = match row.state {
            State::Waits | State::Held { .. } | State::Sent { .. } => true,
            State::Over(_) => false,
        };
        self.known(row.pending.id).filter(|_| shows)
    }

    /// A form that is kept, or what is shown beside the list.
    pub(super) fn known(&self, id: RequestId) -> Option<&Open> {
        self.form(id).or_else(|| self.peek.open.as_ref().filter(|open| open.id == id))
    }

    pub(super) fn known_mut(&mut self, id: RequestId) -> Option<&mut Open> {
        let peek = &mut self.peek.open;
        let form = self.forms.iter_mut().find(|open| open.id == id);
        form.or_else(|| peek.as_mut().filter(|open| open.id == id))
    }
}

/// What stands beside the list: the page without what only a form in use has.
pub(super) fn still(mut screen: Screen<'_>) -> Screen<'_> {
    screen.hints = Hints::default();
    screen.notice = None;
    screen.clock = None;
    // It counts down; what asq says below says until when.
    screen.expires = None;
    screen
}
