//! Going on: to the next page, to the end with an answer, or to another end.

use super::model::{FormNotice, Model};
use super::{Effect, keep, turn};
use crate::model::Outcome;
use crate::time::Timestamp;

/// Goes to the next page; after the last one it submits.
pub(super) fn advance(model: &mut Model, now: Timestamp) -> Vec<Effect> {
    let last = model.position.at + 1 >= model.states.len();
    if last && !model.review_follows() {
        return submit(model, now);
    }
    let revised = model.position.revised == Some(model.position.at);
    turn::go(model, now, if revised { model.states.len() } else { model.position.at + 1 });
    vec![Effect::DraftChanged]
}

/// Submits, or reports what is unfinished; a second try goes there. An answer that came back from a draft
/// is shown first.
pub(super) fn submit(model: &mut Model, now: Timestamp) -> Vec<Effect> {
    if let Some(unseen) = model.states.iter().position(|state| state.restored && state.answered()) {
        turn::go(model, now, unseen);
        model.notice = Some(FormNotice::Returned);
        return Vec::new();
    }
    let answers = model.answers();
    let open = model.unfinished(&answers);
    if let Some(first) = open.first() {
        if model.refused == open {
            turn::go(model, now, *first);
        } else {
            model.refused.clone_from(&open);
            model.notice = Some(FormNotice::Unanswered(open));
        }
        return Vec::new();
    }
    vec![Effect::Close(Outcome::Answered(answers))]
}

/// Ends the form with a discussion, including all picks and texts.
pub(super) fn discuss(model: &mut Model) -> Vec<Effect> {
    if model.may_discuss() {
        vec![Effect::Close(Outcome::Discuss(keep::ended_draft(model)))]
    } else {
        Vec::new()
    }
}

/// Cancels the form, including all typed text.
pub(super) fn cancel(model: &mut Model) -> Vec<Effect> {
    vec![Effect::Close(Outcome::Cancelled(keep::ended_draft(model)))]
}
