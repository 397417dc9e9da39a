//! The end of requests: closed elsewhere, accepted, refused.
//!
//! - A request that was closed elsewhere names the person who did it, and keeps this person's text until they dismiss
//!   it.
//! - The reply to its own answer decides whether this inbox closed a request, whichever news comes first.
//! - An open form whose time limit passes stays, and takes no more answer.
//! - After a refusal the request waits again, with the reason.

use super::effect::BoardEffect;
use super::machine::{Board, Up};
use super::messages;
use super::rows::{RequestEnd, RowState};
use crate::inbox::Command;
use crate::life::{Refusal, RequestId};

impl Board {
    /// A request was closed, here or elsewhere.
    pub(super) fn closed(&mut self, id: RequestId, over: RequestEnd, effects: &mut Vec<BoardEffect>) {
        let Some(row) = self.rows.of_mut(id) else { return };
        match &mut row.state {
            // This inbox closed it, and now the time is known.
            RowState::Over(mine) => {
                if mine.by.is_none() && mine.at.is_none() {
                    mine.at = over.at;
                }
                return;
            }
            // The next news decides whether it was this inbox.
            RowState::Sent { closed, .. } => {
                *closed = Some(Box::new(over));
                return;
            }
            RowState::Waits | RowState::Held { .. } => {}
        }
        self.beaten(id, over, effects);
    }

    /// The time limit of an open form has passed. The driver judges that, too, and its decision comes as a notice; from
    /// now on no key answers it.
    pub(super) fn timed_out(&mut self, id: RequestId, effects: &mut Vec<BoardEffect>) {
        let at = self.now.at;
        if let Some(open) = self.form_mut(id) {
            open.over = Some((RequestEnd::expired(), at));
            let draft = open.form.last_draft();
            effects.push(BoardEffect::Command(Command::Draft { id, draft }));
        }
        effects.push(BoardEffect::Command(Command::Shut(id)));
    }

    fn beaten(&mut self, id: RequestId, over: RequestEnd, effects: &mut Vec<BoardEffect>) {
        self.unmark(id);
        self.looked.retain(|looked| !looked.is_of(id));
        let at = self.now.at;
        let (up, how) = (self.up, over.how);
        let keeps = self.form(id).is_some_and(|open| open.touched);
        if let Some(open) = self.form_mut(id) {
            open.over = Some((over.clone(), at));
        }
        if let Some(row) = self.rows.of_mut(id) {
            row.keeps = keeps;
            (row.refused, row.not_stored) = (None, false);
            row.said = None;
            row.state = RowState::Over(Box::new(over));
        }
        if matches!(how, "answered" | "declined") {
            self.look_at_answer(id, effects);
        }
        self.done_changed(effects);
        self.proposals.remove(&id);
        if self.peek.is_at(id) {
            self.peek.forget(effects);
        }
        self.next_up.forget(id, effects);
        match up {
            Up::Form(shown) if shown == id => effects.push(BoardEffect::Command(Command::Shut(id))),
            Up::Opening(shown) if shown == id => {
                self.fell_back_to_list();
                self.left(effects);
            }
            Up::Form(_) | Up::Opening(_) | Up::List if !keeps => self.forms.retain(|open| open.id != id),
            Up::Form(_) | Up::Opening(_) | Up::List => {}
        }
    }

    /// The list gets the keys without a key for that: what the person types was meant for the request.
    pub(super) fn fell_back_to_list(&mut self) {
        self.up = Up::List;
        self.form_ended = Some((self.now.at, true));
    }

    /// This inbox's answer was accepted.
    pub(super) fn accepted(&mut self, id: RequestId, effects: &mut Vec<BoardEffect>) {
        let Some(row) = self.rows.of_mut(id) else { return };
        let how = match &row.state {
            RowState::Sent { closed: Some(over), .. } => RequestEnd::clone(over),
            RowState::Sent { closed: None, .. } | RowState::Waits | RowState::Held { .. } => {
                RequestEnd { by: None, at: None, how: "answered" }
            }
            RowState::Over(_) => return,
        };
        row.keeps = false;
        (row.refused, row.not_stored) = (None, false);
        row.state = RowState::Over(Box::new(RequestEnd { by: None, ..how }));
        self.looked.retain(|looked| !looked.is_of(id));
        self.wholes.remove(&id);
        self.proposals.remove(&id);
        self.done_changed(effects);
        self.forms.retain(|open| open.id != id);
        if self.up == Up::Form(id) {
            self.up = Up::List;
        }
        self.left(effects);
    }

    /// This inbox's answer was refused.
    pub(super) fn refused(&mut self, id: RequestId, why: &Refusal, effects: &mut Vec<BoardEffect>) {
        let Some(row) = self.rows.of_mut(id) else { return };
        if let Refusal::Closed { by, at, outcome } = why {
            let how = outcome.name();
            let over = RequestEnd { by: Some(messages::by(by, how)), at: Some(*at), how };
            row.state = RowState::Waits;
            self.beaten(id, over, effects);
        } else if matches!(why, Refusal::Erased) {
            row.state = RowState::Waits;
            self.beaten(id, RequestEnd::unknown(), effects);
        } else {
            row.state = RowState::Waits;
            (row.refused, row.not_stored) = (Some(Box::new(messages::not_taken(why))), false);
            self.leaving = false;
            self.keep_whole(id, effects, |whole| whole.held = None);
        }
        self.left(effects);
    }
}
