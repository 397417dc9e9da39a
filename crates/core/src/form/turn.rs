//! Turning from page to page.
//!
//! - Leaving a page doesn't change its texts.

use super::model::{FormMode, Model};
use super::state::{Picked, RowId};
use super::{CustomEntry, Revisit};
use crate::model::DangerRule;
use crate::text::Editor;
use crate::time::Timestamp;

/// Turns to the previous or next page; stays at the ends.
pub(super) fn turn(model: &mut Model, now: Timestamp, forward: bool) {
    let to = if forward {
        (model.position.at + 1).min(model.last_page())
    } else {
        model.position.at.saturating_sub(1)
    };
    if to != model.position.at {
        go(model, now, to);
    }
}

/// Turns to the page with this index.
pub(super) fn go(model: &mut Model, now: Timestamp, to: usize) {
    if model.position.mode == FormMode::Danger {
        unconfirmed(model);
    }
    model.position.at = to;
    model.position.revised = None;
    turned(model, now);
}

fn turned(model: &mut Model, now: Timestamp) {
    model.guard.turned(now);
    enter(model);
}

/// Sets mode and focus for the current page.
pub(super) fn enter(model: &mut Model) {
    model.position.page_id += 1;
    model.position.mode = FormMode::Rows;
    model.position.overlay = None;
    let opens = model.custom_row().is_some_and(|c| c.entry == CustomEntry::Opens);
    let first = model.row_ids().first().copied();
    let revisit = model.rules.revisit;
    let (Some(state), Some(question)) =
        (model.states.get_mut(model.position.at), model.request.questions.get(model.position.at))
    else {
        model.position.review_focus = model.first_review_focus();
        return;
    };
    state.filter = Editor::new("");
    state.found = None;
    let single = !question.kind.is_several();
    state.focus = match (revisit, state.picks.first()) {
        (Revisit::Picked, Some(Picked::Option(i))) if single => RowId::Option(*i),
        (Revisit::Picked, Some(Picked::Custom)) if single => RowId::Custom,
        (Revisit::Picked, _) if matches!(state.focus, RowId::Option(_)) => state.focus,
        // The person comes back to the pick of an earlier form.
        (Revisit::First, Some(Picked::Option(i))) if single && state.restored => RowId::Option(*i),
        (Revisit::Picked | Revisit::First, _) => first.unwrap_or(RowId::Custom),
    };
    if question.options.is_empty() && opens && question.kind.is_list() {
        model.position.mode = FormMode::Custom;
    }
    if model.danger_direct(model.position.at) {
        open_danger(model);
    }
}

/// Turns to the confirmation page of the current question.
pub(super) fn open_danger(model: &mut Model) {
    model.position.mode = FormMode::Danger;
    let exact = model.request.rules.danger == DangerRule::ExactText;
    if let Some(state) = model.state_mut().filter(|_| exact) {
        state.danger = Editor::new("");
    }
}

/// Takes an unconfirmed answer back; ticks and texts stay.
pub(super) fn unconfirmed(model: &mut Model) {
    let many = model.is_many();
    if model.done(model.position.at) {
        return;
    }
    if let Some(state) = model.state_mut() {
        if !many {
            state.picks.clear();
        }
        state.committed = None;
    }
}
