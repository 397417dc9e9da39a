//! On a number, ↑ and ↓ add or subtract a step, PgUp and PgDn ten.

use super::Page;
use super::model::{FormMode, Model};

const LEAP: usize = 10;

/// Takes a step on a value; `false` on any other spot.
pub(super) fn step_number(model: &mut Model, up: bool) -> bool {
    if model.position.mode != FormMode::Rows || model.page() != Page::Edit {
        return false;
    }
    let (Some(question), Some(state)) =
        (model.request.questions.get(model.position.at), model.states.get_mut(model.position.at))
    else {
        return false;
    };
    let Some(next) = question.kind.stepped(state.edit.text(), up) else { return false };
    state.edit.set_text(&next);
    state.committed = None;
    state.kept = None;
    true
}

pub(super) fn leap(model: &mut Model, up: bool) {
    for _ in 0..LEAP {
        if !step_number(model, up) {
            return;
        }
    }
}
