//! After an answer the next request that waits.
//!
//! - Next to a list it is shown there, and the list keeps the keys; otherwise its form opens. If nothing else waits, the
//!   list is shown.
//! - In a form, the list's keys for the next request, for declining and for putting off mean the same.
//! - The answer before can be taken back from there.

use super::effect::BoardEffect;
use super::keys::TriageAct;
use super::machine::{Board, Up};
use super::peek_keys::NOTHING_RECOMMENDED;
use super::rows::{InboxRow, RowState};
use crate::inbox::Command;
use crate::life::RequestId;

impl Board {
    /// Goes on after an answer, if the person wants that.
    pub(super) fn advance(&mut self, effects: &mut Vec<BoardEffect>) {
        if self.setup.advance && !self.setup.close_after_one && self.focus_next(true) {
            self.show_focused(effects);
        }
    }

    /// Puts a form aside and goes to the next request that waits, or to the one before.
    pub(super) fn leave_for(&mut self, id: RequestId, forward: bool, effects: &mut Vec<BoardEffect>) {
        if !self.has_next() {
            self.failed("Nothing else waits.");
            return;
        }
        self.put_aside(id, effects);
        self.focus_next(forward);
        self.show_focused(effects);
    }

    /// Does in a form what the same key does in the list; false if it does nothing there.
    pub(super) fn triage_form(
        &mut self,
        id: RequestId,
        act: TriageAct,
        effects: &mut Vec<BoardEffect>,
    ) -> bool {
        let over = self.form(id).is_none_or(|open| open.over.is_some());
        match act {
            TriageAct::Undo => self.undo_last(effects),
            TriageAct::Next if !over => self.leave_for(id, true, effects),
            TriageAct::Previous if !over => self.leave_for(id, false, effects),
            TriageAct::Recommended if !over => {
                let now = self.now.at;
                let Some(open) = self.form_mut(id) else { return true };
                if !open.form.recommends() {
                    self.failed(NOTHING_RECOMMENDED);
                    return true;
                }
                let made = open.take_recommended(now);
                self.keep_form(id, effects);
                self.follow(id, made, effects);
            }
            TriageAct::Snooze | TriageAct::Decline if !over => {
                self.put_aside(id, effects);
                self.asked_in = Some(id);
                self.triage(act, effects);
            }
            TriageAct::Next
            | TriageAct::Previous
            | TriageAct::Recommended
            | TriageAct::Snooze
            | TriageAct::Decline
            | TriageAct::Snoozed
            | TriageAct::Search
            | TriageAct::Group
            | TriageAct::Dismiss
            | TriageAct::Mark
            | TriageAct::Done => return false,
        }
        true
    }

    /// Leaves a form for the list, with the focus on its request.
    pub(super) fn put_aside(&mut self, id: RequestId, effects: &mut Vec<BoardEffect>) {
        self.rows.list();
        self.focus = self.rows.position(id).or(self.focus);
        self.up = Up::List;
        effects.push(BoardEffect::Command(Command::Shut(id)));
    }

    /// After a question of the footer: on to the next request, or back to the form in which it was asked.
    pub(super) fn after_asking(&mut self, id: RequestId, done: bool, effects: &mut Vec<BoardEffect>) {
        let in_form = self.asked_in.take_if(|form| *form == id).is_some();
        if !done {
            if in_form {
                self.open(id, effects);
            }
            return;
        }
        self.rows.list();
        self.settle_focus();
        if !self.setup.advance || self.setup.close_after_one {
            self.left(effects);
        } else if in_form || self.peek.room {
            let other = self.focused().filter(|focused| *focused != id).and_then(|other| self.rows.of(other));
            if other.is_some_and(InboxRow::waits) || self.focus_next(true) {
                self.show_focused(effects);
            }
        }
    }

    /// Shows the focused request next to the list, or opens it.
    fn show_focused(&mut self, effects: &mut Vec<BoardEffect>) {
        let Some(id) = self.focused() else { return };
        if !self.peek.room {
            self.open(id, effects);
        } else if self.form(id).is_none() && !self.peek.is_at(id) {
            self.rest();
            self.peek_at(id, effects);
        }
    }

    /// Takes back the focused answer that is held back, else the last one.
    pub(super) fn undo_last(&mut self, effects: &mut Vec<BoardEffect>) {
        let focused = self.focused().filter(|_| self.up == Up::List);
        let held = focused.filter(|id| self.held_since(*id).is_some()).or_else(|| self.last_held());
        let Some((id, since)) = held.and_then(|id| Some((id, self.held_since(id)?))) else {
            match focused {
                Some(id) => self.too_late(id),
                None => self.failed("Nothing is held back."),
            }
            return;
        };
        if let Up::Form(aside) = self.up {
            effects.push(BoardEffect::Command(Command::Shut(aside)));
        }
        self.up = Up::List;
        self.focus = self.rows.position(id).or(self.focus);
        self.undo_with(id, since, effects);
    }

    /// The request whose answer was held back last.
    pub(super) fn last_held(&self) -> Option<RequestId> {
        let held = self.rows.held().map(|row| row.pending.id);
        held.filter_map(|id| Some((self.held_since(id)?, id))).max().map(|(_, id)| id)
    }

    pub(super) fn held_since(&self, id: RequestId) -> Option<crate::time::Timestamp> {
        match self.rows.of(id)?.state {
            RowState::Held { since, .. } => Some(since),
            RowState::Waits | RowState::Sent { .. } | RowState::Over(_) => None,
        }
    }
}
