//! Taking what the agent recommends.
//!
//! - A single question is answered by it. Of several, only the question in sight is; what is picked for the others is
//!   sent once the person has seen it, on its page or on the review.
//! - An earlier answer to another question stays.
//! - It picks nothing that a filter hides.
//! - It picks nothing for a dangerous question, nor for one that asks for a secret.

use super::model::{FormNotice, Model};
use super::state::{Picked, RowId};
use super::{Effect, Page, choose, turn};
use crate::model::Question;
use crate::time::Timestamp;

/// Whether something is recommended that may be taken.
pub(super) fn is_there(model: &Model) -> bool {
    model.request.questions.iter().any(|question| !options(question).is_empty())
}

/// Picks it, and answers with it as far as it was in sight.
pub(super) fn take(model: &mut Model, now: Timestamp) -> Vec<Effect> {
    let here = model.position.at;
    let rows = model.row_ids();
    let hidden = |question| options(question).into_iter().any(|i| !rows.contains(&RowId::Option(i)));
    if model.question().is_some_and(hidden) {
        model.notice = Some(FormNotice::RecommendedOutOfSight);
        return Vec::new();
    }
    for (i, (state, question)) in model.states.iter_mut().zip(&model.request.questions).enumerate() {
        let picks = options(question);
        if picks.is_empty() || (i != here && state.answered()) {
            continue;
        }
        if let [only] = picks.as_slice() {
            state.focus = RowId::Option(*only);
        }
        state.picks = picks.into_iter().map(Picked::Option).collect();
        state.untouched = false;
        state.confirmed = None;
        state.restored = i != here;
    }
    let answered = model.question().is_some_and(|question| !options(question).is_empty());
    if answered && model.request.is_single() {
        return choose::commit_picks(model, now);
    }
    if model.review_follows() && model.page() != Page::Review {
        turn::go(model, now, model.states.len());
    } else if answered {
        return choose::commit_picks(model, now);
    }
    vec![Effect::DraftChanged]
}

/// The recommended options of a question, as many as it takes.
fn options(question: &Question) -> Vec<usize> {
    if !question.kind.is_list() || question.danger.is_some() || question.sensitive {
        return Vec::new();
    }
    let most = question.kind.several().map_or(1, |(_, max)| max);
    let recommended = question.options.iter().enumerate().filter(|(_, option)| option.recommended);
    recommended.map(|(i, _)| i).take(most).collect()
}
