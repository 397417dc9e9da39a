//! Dangerous questions: an answer counts once the person has confirmed it by typing.
//!
//! - A question without a list has only the confirmation page: confirming picks the first option, declining the second.
//! - Any other question is answered on its own page first; declining goes back there.
//! - In every contract, the person can confirm only after the whole page has been on the screen.
//! - Free text is kept for the next visit within the same form; an exact text has to be typed again.
//! - Leaving without confirmation drops the answer.

use super::model::{FormMode, FormNotice, Model};
use super::state::Picked;
use super::{Effect, advance, turn};
use crate::fit;
use crate::text::Untrusted;
use crate::time::Timestamp;

/// Notes that the whole page with this id has been on a surface.
pub(super) fn seen(model: &mut Model, page: u64) {
    if page != model.position.page_id || !model.must_see() {
        return;
    }
    match model.state_mut() {
        Some(state) => state.seen = true,
        // The review shows all answers.
        None => model.states.iter_mut().for_each(|state| state.restored = false),
    }
}

/// Enter on the confirmation page.
pub(super) fn confirm(model: &mut Model, now: Timestamp) -> Vec<Effect> {
    if model.must_see() {
        model.notice = Some(FormNotice::ReadFirst);
        return Vec::new();
    }
    let direct = model.danger_direct(model.position.at);
    let Some(question) = model.request.questions.get(model.position.at) else { return Vec::new() };
    let Some(state) = model.states.get_mut(model.position.at) else { return Vec::new() };
    let typed = Untrusted::from(state.danger.text().trim());
    if fit::judge_confirmation(&model.request, question, Some(&typed)).is_some() {
        model.notice = Some(FormNotice::WrongConfirmation);
        return Vec::new();
    }
    // Typing the words is the pick: such a page has no list.
    if direct {
        state.pick_only(Picked::Option(0));
    }
    state.confirmed = Some(typed);
    advance::advance(model, now)
}

/// Saying no on the confirmation page: the second option, or back to the question's own page.
pub(super) fn decline(model: &mut Model, now: Timestamp) -> Vec<Effect> {
    if model.danger_direct(model.position.at) {
        if let Some(state) = model.state_mut() {
            state.pick_only(Picked::Option(1));
        }
        return advance::advance(model, now);
    }
    leave(model, now);
    vec![Effect::DraftChanged]
}

/// Goes from the confirmation page back to the question's own; `false` if it has no other page.
pub(super) fn leave(model: &mut Model, now: Timestamp) -> bool {
    if model.position.mode != FormMode::Danger || model.danger_direct(model.position.at) {
        return false;
    }
    turn::unconfirmed(model);
    model.position.mode = FormMode::Rows;
    model.position.page_id += 1;
    model.guard.turned(now);
    true
}
