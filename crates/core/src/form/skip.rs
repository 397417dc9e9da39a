//! Leaving a question open that may stay open.
//!
//! - A skipped question is done: its tab says so, the review says `(skipped)`, and the form goes on.
//! - What was picked is taken back; texts stay as drafts. An answer given later takes the place of the skip.
//! - A note on it is sent anyway.
//! - A question that needs an answer says so.

use super::model::{FormNotice, Model};
use super::{Effect, advance};
use crate::time::Timestamp;

/// Leaves the question that is up open, and goes on.
pub(super) fn skip(model: &mut Model, now: Timestamp) -> Vec<Effect> {
    let Some(question) = model.question() else { return Vec::new() };
    if !question.skippable {
        model.notice = Some(FormNotice::NotSkippable);
        return Vec::new();
    }
    if let Some(state) = model.state_mut() {
        state.picks.clear();
        state.committed = None;
        state.confirmed = None;
        state.skipped = true;
    }
    advance::advance(model, now)
}
