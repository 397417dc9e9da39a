//! The Esc ladder: the first rung that applies is taken.

use super::machine::{Form, Mode, Overlay};
use super::{Effect, EscStep, Notes};
use crate::time::Timestamp;

impl Form {
    /// One rung of the ladder.
    pub(super) fn leave(&mut self, now: Timestamp) -> Vec<Effect> {
        if self.mode == Mode::Filter {
            self.end_filter();
            return Vec::new();
        }
        for step in self.rules.esc {
            match step {
                EscStep::LeaveEditor => {
                    if self.leave_editor(now) {
                        return vec![Effect::DraftChanged];
                    }
                }
                EscStep::LeaveDanger => {
                    if self.leave_danger(now) {
                        return vec![Effect::DraftChanged];
                    }
                }
                EscStep::LeaveCustom => {
                    if self.in_custom() {
                        self.focus_end(false);
                        return Vec::new();
                    }
                }
                EscStep::ClearCustom => {
                    if self.in_custom() && self.clear_custom() {
                        return vec![Effect::DraftChanged];
                    }
                }
                EscStep::StepBack => {
                    if self.at > 0 {
                        self.turn(now, false);
                        return Vec::new();
                    }
                }
                EscStep::ConfirmIfAnswers | EscStep::Cancel if self.leaves_aside() => {
                    return self.put_aside();
                }
                EscStep::ConfirmIfAnswers => {
                    if !self.request.is_single() && !self.draft().is_empty() {
                        self.overlay = Some(Overlay::Asking);
                        self.watch.turned(now);
                        return Vec::new();
                    }
                }
                EscStep::Cancel if self.ends_too_soon(now) => return Vec::new(),
                EscStep::Cancel => return self.cancel(),
            }
        }
        Vec::new()
    }

    /// Out of an opened editor or the notes.
    fn leave_editor(&mut self, now: Timestamp) -> bool {
        match self.mode {
            Mode::Rows | Mode::Filter | Mode::Danger => return false,
            Mode::Custom => {
                // With no option to go back to, the editor is the page.
                if self.question().is_some_and(|q| q.options.is_empty()) {
                    return false;
                }
            }
            Mode::Notes => {
                if self.rules.notes == Notes::Page {
                    self.drop_note_edit();
                }
                self.leave_notes(now);
                return true;
            }
        }
        self.mode = Mode::Rows;
        true
    }

    fn clear_custom(&mut self) -> bool {
        let (Some(state), Some(question)) =
            (self.states.get_mut(self.at), self.request.questions.get(self.at))
        else {
            return false;
        };
        if state.custom.text().is_empty() {
            return false;
        }
        let cleared = state.custom.text().to_owned();
        state.custom.clear();
        state.custom_changed(question, &self.rules);
        state.cleared.0 = cleared;
        true
    }
}
