//! The Esc ladder: the first rung that applies is taken.

use super::model::{FormMode, Model, Overlay};
use super::{Effect, EscStep, advance, danger, keep, note, travel, turn, typing};
use crate::time::Timestamp;

/// Takes one rung of the ladder.
pub(super) fn leave(model: &mut Model, now: Timestamp) -> Vec<Effect> {
    if model.position.mode == FormMode::Filter {
        typing::end_filter(model);
        return Vec::new();
    }
    for step in model.rules.esc {
        match step {
            EscStep::LeaveEditor => {
                if leave_editor(model, now) {
                    return vec![Effect::DraftChanged];
                }
            }
            EscStep::LeaveDanger => {
                if danger::leave(model, now) {
                    return vec![Effect::DraftChanged];
                }
            }
            EscStep::LeaveCustom => {
                if model.in_custom() {
                    travel::focus_end(model, false);
                    return Vec::new();
                }
            }
            EscStep::ClearCustom => {
                if model.in_custom() && clear_custom(model) {
                    return vec![Effect::DraftChanged];
                }
            }
            EscStep::StepBack => {
                if model.position.at > 0 {
                    turn::turn(model, now, false);
                    return Vec::new();
                }
            }
            // Putting aside loses nothing, so nothing has to be asked.
            EscStep::ConfirmIfAnswers | EscStep::Cancel if model.aside.is_left_by_esc() => {
                return model.aside.put_aside();
            }
            EscStep::ConfirmIfAnswers => {
                if !model.request.is_single() && !keep::draft(model).is_empty() {
                    model.position.overlay = Some(Overlay::Asking);
                    model.guard.turned(now);
                    return Vec::new();
                }
            }
            // Only here, because the earlier rungs decide nothing.
            EscStep::Cancel if model.guard.comes_too_soon(now) => return Vec::new(),
            EscStep::Cancel => return advance::cancel(model),
        }
    }
    Vec::new()
}

/// Leaves an opened editor or the notes.
fn leave_editor(model: &mut Model, now: Timestamp) -> bool {
    match model.position.mode {
        FormMode::Rows | FormMode::Filter | FormMode::Danger => return false,
        FormMode::Custom => {
            // Without an option to go back to, the editor is the whole page.
            if model.question().is_some_and(|q| q.options.is_empty()) {
                return false;
            }
        }
        FormMode::Notes => {
            if model.rules.notes.have_a_page() {
                note::drop_edit(model);
            }
            note::leave(model, now);
            return true;
        }
    }
    model.position.mode = FormMode::Rows;
    true
}

fn clear_custom(model: &mut Model) -> bool {
    let (Some(state), Some(question)) =
        (model.states.get_mut(model.position.at), model.request.questions.get(model.position.at))
    else {
        return false;
    };
    if state.custom.text().is_empty() {
        return false;
    }
    let cleared = state.custom.text().to_owned();
    state.custom.clear();
    state.custom_changed(question, &model.rules);
    state.cleared.0 = cleared;
    true
}
