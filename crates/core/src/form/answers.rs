//! The answers so far, and the answered questions.
//!
//! - Submitted answers fit the request: with too few or too many ticks, or no confirmation, a question is unanswered.
//! - Where a contract lets Enter commit several picks, it does on a picked row, and on any row once nothing more can be
//!   picked.
//! - A review follows as the contract says; a page of danger blocks the way to it.

use super::Page;
use super::model::{Miscount, Model};
use super::state::{Picked, QuestionState, RowId};
use crate::fit;
use crate::model::{Answers, Complete, Entry, Typed, TypedIn};

impl Model {
    /// The answers so far, as a submit would send them.
    pub(super) fn answers(&self) -> Answers {
        let rules = self.request.rules;
        let entry = |(i, s): (usize, &QuestionState)| {
            let entry = s.entry(rules.order, rules.notes);
            // A note is sent even if its question stays open.
            if self.done(i) { entry } else { Entry { note: entry.note, ..Entry::default() } }
        };
        Answers { entries: self.states.iter().enumerate().map(entry).collect() }
    }

    /// Whether the text of a secret is in it, sent or not.
    pub(super) fn holds_secret(&self) -> bool {
        let typed = |state: &QuestionState| !state.custom.text().is_empty() || !state.edit.text().is_empty();
        self.request.questions.iter().zip(&self.states).any(|(asked, state)| asked.sensitive && typed(state))
    }

    /// Whether a question has a valid answer. A dangerous one needs its confirmation first.
    pub(super) fn done(&self, question: usize) -> bool {
        let state = &self.states[question];
        let unconfirmed = || state.confirmed.is_none() && self.needs_danger(question);
        let declined = || self.danger_direct(question) && state.picks == [Picked::Option(1)];
        state.answered() && self.miscount(question).is_none() && (!unconfirmed() || declined())
    }

    /// Whether a list has too few or too many ticks for an answer; a list without ticks is just unanswered.
    pub(super) fn miscount(&self, question: usize) -> Option<Miscount> {
        let picked = self.states.get(question)?.picks.len();
        let (min, max) = self.request.questions.get(question)?.kind.several()?;
        if picked > 0 && picked < min {
            return Some(Miscount::Below(min));
        }
        (picked > max).then_some(Miscount::Above(max))
    }

    /// Whether [`Act::PickOrCommit`](super::Act::PickOrCommit) commits: what has the focus is picked, or nothing more
    /// can be.
    pub(super) fn enter_commits(&self) -> bool {
        let Some(state) = self.state() else { return false };
        let most = self.question().and_then(|question| question.kind.several()).map(|(_, most)| most);
        let full = most.is_some_and(|most| state.picks.len() >= most);
        self.focus_is_ticked() || (full && matches!(state.focus, RowId::Option(_)))
    }

    /// Whether the row in focus is picked.
    pub(super) fn focus_is_ticked(&self) -> bool {
        self.state().is_some_and(|state| match state.focus {
            RowId::Option(i) => state.holds(Picked::Option(i)),
            RowId::Custom => state.holds(Picked::Custom),
            RowId::Discuss | RowId::Commit => false,
        })
    }

    pub(super) fn review_follows(&self) -> bool {
        self.rules.review.follows(&self.request)
    }

    /// The index of the last page that the person can turn to; a danger page blocks the way to the review.
    pub(super) fn last_page(&self) -> usize {
        if self.review_follows() && self.page() != Page::Danger {
            self.states.len()
        } else {
            self.states.len() - 1
        }
    }

    /// Whether an answer to this question needs a typed confirmation.
    pub(super) fn needs_danger(&self, question: usize) -> bool {
        self.request.questions.get(question).is_some_and(|q| fit::needs_confirmation(&self.request, q))
    }

    /// Whether the confirmation page is this question's only page.
    pub(super) fn danger_direct(&self, question: usize) -> bool {
        self.needs_danger(question)
            && self.request.questions.get(question).is_some_and(|q| {
                q.kind.is_list()
                    && !q.kind.is_several()
                    && q.options.len() >= 2
                    && q.danger.as_ref().is_some_and(|danger| danger.direct)
            })
    }

    /// Whether a confirmation, or answers that came back from a draft, must wait until the whole page has been on the
    /// screen.
    pub(super) fn must_see(&self) -> bool {
        match self.page() {
            Page::Danger => self.state().is_some_and(|s| !s.seen),
            Page::Review => self.states.iter().any(|s| s.restored && s.answered()),
            Page::Choose | Page::Compare | Page::Edit | Page::Notes => false,
        }
    }

    pub(super) fn skipped(&self, question: usize) -> bool {
        self.states.get(question).is_some_and(QuestionState::is_skipped)
    }

    /// The questions that a submit has to wait for: those that need an answer, and those that may stay open but have
    /// ticks or typed text that is neither taken nor skipped. A text kept by an earlier form doesn't count.
    pub(super) fn unfinished(&self, answers: &Answers) -> Vec<usize> {
        let mut unfinished = self.request.missing(answers);
        if self.request.rules.complete == Complete::Every {
            let begun = |i: &usize| {
                let state = &self.states[*i];
                let is_text = |typed: &Typed| typed.place != TypedIn::Note && !typed.text.is_blank();
                let typed = || state.kept.is_none() && state.typed(*i, false).iter().any(is_text);
                !unfinished.contains(i) && !self.settled(*i) && (state.answered() || typed())
            };
            let begun: Vec<usize> = answers.open().into_iter().filter(begun).collect();
            unfinished.extend(begun);
            unfinished.sort_unstable();
        }
        unfinished
    }

    /// Whether a question needs no more work.
    pub(super) fn settled(&self, question: usize) -> bool {
        self.done(question) || self.skipped(question)
    }

    /// Whether the form can end with a discussion.
    pub(super) fn may_discuss(&self) -> bool {
        self.rules.discuss.is_some() && self.request.rules.discuss
    }
}
