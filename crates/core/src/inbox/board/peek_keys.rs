//! Keys that go to the request next to the list, as if its form were open.
//!
//! - A digit, Space or Enter acts on it if all of it is in sight; `r` takes what is recommended; `n` opens it with its
//!   note.
//! - Enter answers only a question that one pick ends; everything else it opens.
//! - A dangerous question, a text and what is larger than its place are opened first: the list says so.
//! - The guard counts from the moment it came into sight. A key that came too soon is ignored, and the footer says so.

use super::effect::BoardEffect;
use super::keys::{self, InboxAct, InboxSpot, TriageAct};
use super::machine::{Board, Up};
use super::open::{Intercepts, OpenForm};
use super::rows::RowState;
use crate::form::{Act, Action, Code, Effect as FormEffect, Key, Spot};
use crate::inbox::Command;
use crate::life::RequestId;
use crate::time::Timestamp;

const NOT_YET: &str = "It is still being read.";
const NO_ROW: &str = "Nothing of it has that key: Enter opens it.";
const NOT_WHOLE: &str = "Not all of it is in sight: Enter opens it.";
const DANGEROUS: &str = "It is dangerous: Enter opens it.";
pub(super) const NOTHING_RECOMMENDED: &str = "Nothing is recommended here.";

/// Whether a key picks in a form.
pub(super) fn picks(key: Key) -> bool {
    let plain = !key.ctrl && !key.alt;
    plain && matches!(key.code, Code::Char('1'..='9' | ' '))
}

impl Board {
    /// Gives a key that the list has no use for to the request next to it.
    pub(super) fn peek_key(&mut self, key: Key, look: Intercepts<'_>, effects: &mut Vec<BoardEffect>) {
        let note = key == Key::char('n');
        let Some(id) = self.waiting_focus().filter(|_| note || picks(key)) else { return };
        let peeked = self.peeked().is_some();
        let act = self.peeked().and_then(|open| act_of(open, key));
        let why = if note && peeked {
            (act != Some(Act::Notes)).then(|| self.no_note())
        } else {
            let nothing = || act.is_none().then(|| self.opens_instead(NO_ROW));
            self.out_of_reach(id).or_else(nothing)
        };
        match why {
            Some(why) => self.failed(&why),
            None => self.answer_peek(id, effects, |open, now| open.key(now, key, look)),
        }
    }

    /// Takes what is recommended for the request next to the list.
    pub(super) fn recommend(&mut self, effects: &mut Vec<BoardEffect>) {
        let Some(id) = self.waiting_focus() else { return };
        let nothing = self.peeked().is_some_and(|open| !open.form.recommends());
        let why = self.out_of_reach(id).or_else(|| nothing.then(|| NOTHING_RECOMMENDED.to_owned()));
        match why {
            Some(why) => self.failed(&why),
            None => self.answer_peek(id, effects, OpenForm::take_recommended),
        }
    }

    /// Opens the focused request, or answers with its focused row if that ends it.
    pub(super) fn open_or_answer(
        &mut self,
        id: RequestId,
        look: Intercepts<'_>,
        effects: &mut Vec<BoardEffect>,
    ) {
        if self.enter_answers() {
            self.answer_peek(id, effects, |open, now| open.key(now, Key::plain(Code::Enter), look));
        } else {
            self.open(id, effects);
        }
    }

    /// Whether Enter answers the request next to the list.
    pub(super) fn enter_answers(&self) -> bool {
        let ends = |open: &OpenForm| {
            let request = open.form.request();
            let picked = request.questions.first().is_some_and(|q| q.kind.is_list() && !q.kind.is_several());
            let row = matches!(open.form.spot(), Spot::Option | Spot::CompareOption);
            picked && row && request.is_single()
        };
        let id = self.waiting_focus().filter(|id| self.out_of_reach(*id).is_none());
        id.is_some() && self.peeked().is_some_and(ends)
    }

    /// The largest digit that acts on the request next to the list.
    pub(super) fn digits_pick(&self) -> Option<usize> {
        self.waiting_focus().filter(|id| self.out_of_reach(*id).is_none())?;
        let form = &self.peeked()?.form;
        form.last_digit().filter(|_| form.spot().is_row())
    }

    /// The focused request, if it waits.
    fn waiting_focus(&self) -> Option<RequestId> {
        let waits =
            |id: &RequestId| self.rows.of(*id).is_some_and(|row| matches!(row.state, RowState::Waits));
        self.focused().filter(waits)
    }

    /// Why the request next to the list takes no answer before it is open.
    fn out_of_reach(&self, id: RequestId) -> Option<String> {
        if self.rows.of(id).is_some_and(|row| row.pending.summary.danger) {
            return Some(self.opens_instead(DANGEROUS));
        }
        (self.laid.whole != Some(id)).then(|| self.opens_instead(NOT_WHOLE))
    }

    /// A message with the key that opens the request.
    fn opens_instead(&self, message: &'static str) -> String {
        if self.peek.room && self.peeked().is_none() {
            return NOT_YET.to_owned();
        }
        let key = keys::label(InboxSpot::List, InboxAct::Open, &self.setup.keys);
        message.replace("Enter", &key)
    }

    fn no_note(&self) -> String {
        let next = keys::label(InboxSpot::List, InboxAct::Triage(TriageAct::Next), &self.setup.keys);
        format!("This question takes no note. {next} goes to the next request.")
    }

    /// Answers in the form next to the list; it gets the keys unless that came too soon.
    fn answer_peek(
        &mut self,
        id: RequestId,
        effects: &mut Vec<BoardEffect>,
        answer: impl FnOnce(&mut OpenForm, Timestamp) -> Vec<FormEffect>,
    ) {
        let now = self.now.at;
        let Some(open) = self.known_mut(id) else { return };
        let made = answer(open, now);
        if open.form.ignored_until(now).is_none() && self.raise(id, effects) {
            self.keep_form(id, effects);
            self.follow(id, made, effects);
        }
    }

    /// Gives a known form the keys; false if it has to be fetched first.
    pub(super) fn raise(&mut self, id: RequestId, effects: &mut Vec<BoardEffect>) -> bool {
        if let Some(open) = self.peek.take(id) {
            // The driver has it open already.
            self.up = Up::Form(id);
            self.add_form(open);
            return true;
        }
        if let Some(open) = self.next_up.take(id).and_then(|next| next.open) {
            self.up = Up::Form(id);
            self.add_form(open);
            return true;
        }
        effects.push(BoardEffect::Command(Command::Open(id)));
        let Some(at) = self.forms.iter().position(|open| open.id == id) else { return false };
        let open = self.forms.remove(at);
        self.forms.push(open);
        self.up = Up::Form(id);
        true
    }

    /// Until when the list's footer says that a key was ignored.
    pub(super) fn key_ignored(&self) -> Option<Timestamp> {
        let now = self.now.at;
        let peek = self.peeked().and_then(|open| open.form.ignored_until(now));
        let list = self.swallowed.filter(|until| now < *until);
        peek.into_iter().chain(list).max().filter(|_| self.up == Up::List)
    }
}

/// What a key does in a form, if it is an act.
fn act_of(open: &OpenForm, key: Key) -> Option<Act> {
    match open.form.resolve(key)? {
        Action::Do(act) => Some(act),
        Action::Insert(_)
        | Action::Paste(_)
        | Action::Edited(_)
        | Action::EditFailed(_)
        | Action::Focus(_)
        | Action::CaretTo(_) => None,
    }
}
