//! ↑ and ↓ on a number: a step more, a step less; PgUp and PgDn ten of them.

use super::Page;
use super::model::{Mode, Model};
use crate::model::Kind;
use crate::number;

/// Steps of a leap.
const LEAP: usize = 10;

/// ↑ and ↓ on a number; false elsewhere.
pub(super) fn nudge(model: &mut Model, up: bool) -> bool {
    let Some(Kind::Number { min, max, step, unit: _ }) = model.question().map(|q| &q.kind) else {
        return false;
    };
    let (min, max, step) = (min.clone(), max.clone(), step.clone());
    if model.position.mode != Mode::Rows || model.page() != Page::Edit {
        return false;
    }
    let Some(state) = model.state_mut() else { return false };
    let next = number::nudged(state.edit.text(), up, &step, min.as_ref(), max.as_ref());
    state.edit.set_text(next.as_str());
    state.committed = None;
    state.kept = None;
    true
}

/// Ten steps at once.
pub(super) fn leap(model: &mut Model, up: bool) {
    for _ in 0..LEAP {
        if !nudge(model, up) {
            return;
        }
    }
}
