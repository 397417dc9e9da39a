//! What becomes of the focused request: put off, declined, taken back, let go; and which one comes next.
//!
//! - What was put off is brought back by the same key.
//! - An act that doesn't fit the state of the request says why.
//! - The next waiting request is found past the end of the list, too.

use super::effect::BoardEffect;
use super::keys::TriageAct;
use super::machine::{Board, ListMode};
use super::rows::{InboxRow, RowState};
use crate::inbox::Command;
use crate::life::RequestId;
use crate::text::Editor;

impl Board {
    pub(super) fn triage(&mut self, act: TriageAct, effects: &mut Vec<BoardEffect>) {
        match act {
            TriageAct::Next => self.next(true),
            TriageAct::Previous => self.next(false),
            TriageAct::Undo => self.undo_last(effects),
            TriageAct::Recommended => self.recommend(effects),
            TriageAct::Done => self.show_done(effects),
            TriageAct::Mark => self.mark(),
            TriageAct::Search => self.mode = ListMode::Search,
            TriageAct::Group => {
                self.rows.group = self.rows.group.next();
                self.rows.changed();
                self.arrangement += 1;
            }
            TriageAct::Snoozed => {
                self.rows.all_snoozed = !self.rows.all_snoozed;
                self.rows.changed();
                self.arrangement += 1;
            }
            TriageAct::Snooze | TriageAct::Decline | TriageAct::Dismiss => {
                if let Some(id) = self.focused() {
                    self.triage_one(id, act, effects);
                }
            }
        }
    }

    fn triage_one(&mut self, id: RequestId, act: TriageAct, effects: &mut Vec<BoardEffect>) {
        let Some(row) = self.rows.of(id) else { return };
        match (act, &row.state) {
            (TriageAct::Snooze, RowState::Waits) if row.snoozed > 0 => {
                self.rows.snooze(id, 0, true);
                effects.push(BoardEffect::Command(Command::Snooze { id, until_ms: 0 }));
            }
            (TriageAct::Snooze, RowState::Waits) => self.mode = ListMode::Snooze(id, Editor::new("")),
            (TriageAct::Decline, RowState::Waits) => self.ask_reason(id, effects),
            (TriageAct::Dismiss, RowState::Over(_)) => self.dismiss(id),
            (
                TriageAct::Snooze | TriageAct::Decline,
                RowState::Held { .. } | RowState::Sent { .. } | RowState::Over(_),
            )
            | (TriageAct::Dismiss, RowState::Waits | RowState::Held { .. } | RowState::Sent { .. }) => {
                self.too_late(id);
            }
            // They aren't about the focused request alone.
            (
                TriageAct::Next
                | TriageAct::Previous
                | TriageAct::Search
                | TriageAct::Group
                | TriageAct::Snoozed
                | TriageAct::Undo
                | TriageAct::Recommended
                | TriageAct::Mark
                | TriageAct::Done,
                RowState::Waits | RowState::Held { .. } | RowState::Sent { .. } | RowState::Over(_),
            ) => {}
        }
    }

    /// Removes the row of a request that is over.
    fn dismiss(&mut self, id: RequestId) {
        let at = self.focus;
        self.forms.retain(|open| open.id != id);
        self.step(1);
        if self.focus == at {
            self.step(-1);
        }
        if let Some(at) = at {
            self.rows.remove(at);
        }
    }

    fn next(&mut self, forward: bool) {
        if !self.focus_next(forward) {
            self.failed("Nothing else waits.");
        }
    }

    /// Moves to the next waiting request, also past the end of the list; false if nothing else waits.
    pub(super) fn focus_next(&mut self, forward: bool) -> bool {
        let rows = self.positions();
        let at = self.focus.and_then(|focus| rows.iter().position(|at| *at == focus)).unwrap_or(0);
        let n = rows.len();
        let mut order = (1..n).map(|step| if forward { (at + step) % n } else { (at + n - step) % n });
        let found = order.find(|i| self.rows.at(rows[*i]).is_some_and(InboxRow::waits));
        if let Some(to) = found {
            self.focus = Some(rows[to]);
            self.rows.sweep(self.focus);
        }
        found.is_some()
    }
}
