//! The focused request next to the list, as Enter would open it.
//!
//! - It is fetched once the focus rests, if the screen has room; one at a time, even while a key is held down.
//! - It takes no keys and decides nothing; Enter turns it into the form, which then counts as new on the screen.
//! - Nothing moves when it opens: it stands where its form will.
//! - While an answer is held back, it shows that answer.

use super::effect::BoardEffect;
use super::machine::{Board, ListMode, Up};
use super::now::Now;
use super::open::OpenForm;
use super::rows::RowState;
use crate::form::Screen;
use crate::life::RequestId;
use crate::text::Shown;
use crate::time::Timestamp;

impl Board {
    /// Tells the board, before each screen, whether there is room next to the list, and for the next requests there.
    pub fn sized(&mut self, now: Now, room: bool, next_up: bool) {
        self.now = now;
        self.rows.list();
        self.settle_focus();
        self.peek.room = room;
        self.zoomed &= room && self.up != Up::List;
        self.glance = self.glance.filter(|_| self.up != Up::List);
        self.next_up.room = room && next_up;
        self.rest();
    }

    /// Whether the list is shown and takes the keys.
    pub(super) fn list_is_up(&self) -> bool {
        let covered = matches!(self.mode, ListMode::Help { .. } | ListMode::Done(_));
        self.up == Up::List && !covered && self.link_is_read().is_none()
    }

    pub(super) fn rest(&mut self) {
        let on = self.focused();
        self.peek.focus(on, self.now.at);
    }

    /// The focused request and when to fetch it, if it isn't fetched yet.
    pub(super) fn peek_due(&self) -> Option<(RequestId, Timestamp)> {
        let (id, due) = self.peek.next()?;
        let waits = self.rows.of(id).is_some_and(|row| matches!(row.state, RowState::Waits));
        (self.peek.room && self.list_is_up() && waits && self.form(id).is_none()).then_some((id, due))
    }

    pub(super) fn peek_if_due(&mut self, effects: &mut Vec<BoardEffect>) {
        if let Some((id, due)) = self.peek_due()
            && due <= self.now.at
        {
            self.peek_at(id, effects);
        }
    }

    /// Shows a request next to the list. If it was among the next ones, it is there already.
    pub(super) fn peek_at(&mut self, id: RequestId, effects: &mut Vec<BoardEffect>) {
        match self.next_up.take(id) {
            Some(next) => {
                let fetched = next.open.is_some();
                self.peek.show(id, next.open, effects);
                if fetched {
                    self.fetch_next_up(effects);
                }
            }
            None => self.peek.fetch(id, effects),
        }
    }

    /// The form next to the list.
    pub(super) fn peeked(&self) -> Option<&OpenForm> {
        let row = self.rows.of(self.focused().filter(|_| self.peek.room && self.list_is_up())?)?;
        let shows = match row.state {
            RowState::Waits | RowState::Held { .. } | RowState::Sent { .. } => true,
            RowState::Over(_) => false,
        };
        self.known(row.pending.id).filter(|_| shows)
    }

    /// A kept form, the one next to the list, or one of the next.
    pub(super) fn known(&self, id: RequestId) -> Option<&OpenForm> {
        let peek = || self.peek.open.as_ref().filter(|open| open.id == id);
        self.form(id).or_else(peek).or_else(|| self.next_up.form(id))
    }

    pub(super) fn known_mut(&mut self, id: RequestId) -> Option<&mut OpenForm> {
        let peek = &mut self.peek.open;
        let form = self.forms.iter_mut().find(|open| open.id == id);
        let next = &mut self.next_up;
        form.or_else(|| peek.as_mut().filter(|open| open.id == id)).or_else(|| next.form_mut(id))
    }
}

/// A page without the parts that only a form in use has; `due` says when it expires.
pub(super) fn still(mut screen: Screen<'_>, due: Option<Shown>) -> Screen<'_> {
    screen.still = true;
    screen.notice = None;
    if let (Some(expires), Some(due)) = (&mut screen.expires, due) {
        // It would count down.
        expires.words = due;
    }
    screen
}
