//! Skipping an optional question.
//!
//! - A skipped question is done: its tab is marked, the review says `(skipped)`, and the form goes on.
//! - Skipping takes picks back; texts stay as drafts. A later answer replaces the skip, and typing takes it back.
//! - What was begun and neither taken nor skipped keeps the form from being submitted.
//! - The note on a skipped question is sent anyway.
//! - A required question can't be skipped, and the form says so.

use super::model::{FormNotice, Model};
use super::{Effect, advance};
use crate::time::Timestamp;

/// Leaves the current question open, and goes on.
pub(super) fn skip(model: &mut Model, now: Timestamp) -> Vec<Effect> {
    let Some(question) = model.question() else { return Vec::new() };
    if !question.skippable {
        model.notice = Some(FormNotice::NotSkippable);
        return Vec::new();
    }
    if let Some(state) = model.state_mut() {
        state.skip();
    }
    advance::advance(model, now)
}
