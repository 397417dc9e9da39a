//! Dangerous questions: an answer stands once it was confirmed by typing.
//!
//! - A question that is asked without a list has the typed page for its page: confirming picks the first
//!   option, declining the second.
//! - Any other type is answered on its own page first; declining goes back there.
//! - Whatever the contract: nothing is confirmed before all that it is about has been on the screen.
//! - Any text may be kept for the next visit within the same form; an exact one is typed anew.
//! - An answer that was left unconfirmed is none.

use super::machine::{Form, Mode, Notice};
use super::state::Picked;
use super::{Effect, Page};
use crate::fit;
use crate::model::{DangerRule, Kind};
use crate::text::{Editor, Untrusted};
use crate::time::Timestamp;

impl Form {
    /// Whether an answer to this question has to be confirmed by typing.
    pub(super) fn needs_danger(&self, question: usize) -> bool {
        self.request.questions.get(question).is_some_and(|q| fit::needs_confirmation(&self.request, q))
    }

    /// Whether the typed page is this question's own page.
    pub(super) fn danger_direct(&self, question: usize) -> bool {
        self.needs_danger(question)
            && self.request.questions.get(question).is_some_and(|q| {
                q.kind == Kind::One
                    && q.options.len() >= 2
                    && q.danger.as_ref().is_some_and(|danger| danger.direct)
            })
    }

    /// To the typed page of the question that is up.
    pub(super) fn open_danger(&mut self) {
        self.mode = Mode::Danger;
        let exact = self.request.rules.danger == DangerRule::ExactText;
        if let Some(state) = self.states.get_mut(self.at).filter(|_| exact) {
            state.danger = Editor::new("");
        }
    }

    /// Whether all of the page has to have been on the screen before it can be confirmed, and was not yet.
    pub(super) fn must_see(&self) -> bool {
        self.page() == Page::Danger && self.state().is_some_and(|s| !s.seen)
    }

    /// Tells the form that all of the page with this id has been on a surface, see
    /// [`Screen::must_see`](super::Screen::must_see).
    pub fn seen(&mut self, page: u64) {
        if page == self.page_id
            && self.must_see()
            && let Some(state) = self.states.get_mut(self.at)
        {
            state.seen = true;
        }
    }

    /// Enter on the typed page.
    pub(super) fn confirm_danger(&mut self, now: Timestamp) -> Vec<Effect> {
        if self.must_see() {
            self.notice = Some(Notice::ReadFirst);
            return Vec::new();
        }
        let direct = self.danger_direct(self.at);
        let Some(question) = self.request.questions.get(self.at) else { return Vec::new() };
        let Some(state) = self.states.get_mut(self.at) else { return Vec::new() };
        let typed = Untrusted::from(state.danger.text().trim());
        if fit::judge_confirmation(&self.request, question, Some(&typed)).is_some() {
            self.notice = Some(Notice::WrongConfirmation);
            return Vec::new();
        }
        if direct {
            state.pick_only(Picked::Option(0));
        }
        state.confirmed = Some(typed);
        self.advance(now)
    }

    /// Saying no on the typed page: the second option, or back to the question's own page.
    pub(super) fn decline_danger(&mut self, now: Timestamp) -> Vec<Effect> {
        if self.danger_direct(self.at) {
            if let Some(state) = self.states.get_mut(self.at) {
                state.pick_only(Picked::Option(1));
            }
            return self.advance(now);
        }
        self.leave_danger(now);
        vec![Effect::DraftChanged]
    }

    /// From the typed page back to the question's own; false where there is none.
    pub(super) fn leave_danger(&mut self, now: Timestamp) -> bool {
        if self.mode != Mode::Danger || self.danger_direct(self.at) {
            return false;
        }
        self.unconfirmed();
        self.mode = Mode::Rows;
        self.page_id += 1;
        self.watch.turned(now);
        true
    }

    /// Takes back what was answered and not confirmed; ticks of a list stay, as texts do.
    pub(super) fn unconfirmed(&mut self) {
        let many = self.is_many();
        if self.done(self.at) {
            return;
        }
        if let Some(state) = self.states.get_mut(self.at) {
            if !many {
                state.picks.clear();
            }
            state.committed = None;
        }
    }
}
