//! Leaving a question open that may stay open.
//!
//! - A skipped question is done: its tab says so, the review says `(skipped)`, and the form goes on.
//! - What was picked is taken back; texts stay as drafts. An answer given later takes the place of the skip.
//! - A note on it is sent anyway.
//! - A question that needs an answer says so.

use super::Effect;
use super::machine::{Form, Notice};
use crate::time::Timestamp;

impl Form {
    /// Leaves the question that is up open, and goes on.
    pub(super) fn skip(&mut self, now: Timestamp) -> Vec<Effect> {
        let Some(question) = self.question() else { return Vec::new() };
        if !question.skippable {
            self.notice = Some(Notice::NotSkippable);
            return Vec::new();
        }
        if let Some(state) = self.states.get_mut(self.at) {
            state.picks.clear();
            state.committed = None;
            state.confirmed = None;
            state.skipped = true;
        }
        self.advance(now)
    }

    /// Whether a question was skipped, and not answered since.
    pub(super) fn skipped(&self, question: usize) -> bool {
        self.states.get(question).is_some_and(|s| s.skipped && !s.answered())
    }

    /// Whether nothing has to be done about a question any more.
    pub(super) fn settled(&self, question: usize) -> bool {
        self.done(question) || self.skipped(question)
    }
}
