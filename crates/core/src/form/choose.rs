//! What Enter does on the row that has the focus.
//!
//! - A single pick answers and moves on; several picks are toggled and committed by their row.
//! - Blank text is refused with a line that says so.
//! - A text that looks like a secret is asked about once.
//! - The review page submits what fits, and names what is missing.

use super::machine::{Form, Mode, Notice};
use super::state::{Picked, RowId};
use super::travel::ReviewRow;
use super::{CustomEntry, Effect, Page, Zero};
use crate::model::{Answer, Kind, Outcome};
use crate::number::Decimal;
use crate::time::Timestamp;
use crate::{fit, secret};

impl Form {
    /// Does what the focused row is for.
    pub(super) fn choose(&mut self, now: Timestamp) -> Vec<Effect> {
        match self.page() {
            Page::Review => return self.choose_review(now),
            Page::Danger => return self.confirm_danger(now),
            Page::Edit => return self.commit_edit(now),
            Page::Notes => {
                self.save_note();
                self.notice = Some(Notice::Saved);
                return vec![Effect::DraftChanged];
            }
            Page::Choose | Page::Compare => {}
        }
        if self.mode == Mode::Notes {
            // Whoever sends it from there has read it.
            self.note_is_typed();
        }
        let Some(focus) = self.state().map(|s| s.focus) else { return Vec::new() };
        if self.mode == Mode::Custom {
            return self.commit_custom(now);
        }
        if self.mode == Mode::Filter && focus == RowId::Custom {
            // The caret goes from the filter into the row; its text is not committed by this.
            self.end_filter();
            if self.custom_row().is_some_and(|c| c.entry == CustomEntry::Opens) {
                self.mode = Mode::Custom;
            }
            return Vec::new();
        }
        match focus {
            RowId::Option(i) => self.pick(now, i),
            RowId::Custom => match self.custom_row().map(|c| c.entry) {
                Some(CustomEntry::Focus) => self.commit_custom(now),
                Some(CustomEntry::Opens) | None => {
                    self.mode = Mode::Custom;
                    Vec::new()
                }
            },
            RowId::Discuss => self.discuss(),
            RowId::Commit => self.commit_many(now),
        }
    }

    fn pick(&mut self, now: Timestamp, option: usize) -> Vec<Effect> {
        let many = self.is_many();
        let Some(state) = self.states.get_mut(self.at) else { return Vec::new() };
        if many {
            state.toggle(Picked::Option(option));
            return vec![Effect::DraftChanged];
        }
        state.pick_only(Picked::Option(option));
        self.answered(now)
    }

    /// Enter with the caret in the custom row.
    fn commit_custom(&mut self, now: Timestamp) -> Vec<Effect> {
        let many = self.is_many();
        let focus = self.custom_row().is_some_and(|c| c.entry == CustomEntry::Focus);
        let sensitive = self.question().is_some_and(|q| q.sensitive);
        let Some(state) = self.states.get_mut(self.at) else { return Vec::new() };
        if state.custom.is_blank() {
            if !focus {
                self.notice = Some(Notice::EmptyText);
            }
            return Vec::new();
        }
        let leaves_out = many && focus && state.holds(Picked::Custom);
        if !leaves_out && !sensitive && !state.secret_seen && secret::looks_like_secret(state.custom.text()) {
            state.secret_seen = true;
            self.notice = Some(Notice::Secret);
            return Vec::new();
        }
        state.kept = None;
        if many {
            if focus {
                state.toggle(Picked::Custom);
            } else {
                if !state.holds(Picked::Custom) {
                    state.toggle(Picked::Custom);
                }
                self.mode = Mode::Rows;
            }
            return vec![Effect::DraftChanged];
        }
        state.pick_only(Picked::Custom);
        self.answered(now)
    }

    /// Enter on the row that commits several picks.
    fn commit_many(&mut self, now: Timestamp) -> Vec<Effect> {
        let Some(row) = self.commit_row() else { return Vec::new() };
        let single = self.request.is_single() && !self.review_follows();
        let picked = self.state().map_or(0, |s| s.picks.len());
        if picked == 0 {
            match row.zero {
                Zero::Refuse => {
                    self.notice = Some(Notice::NothingPicked);
                    return Vec::new();
                }
                Zero::Skip if single => return Vec::new(),
                Zero::Skip | Zero::Allow => return self.advance(now),
            }
        }
        if let Some(miscount) = self.miscount(self.at) {
            self.notice = Some(Notice::Miscount(miscount));
            return Vec::new();
        }
        if let Some(state) = self.states.get_mut(self.at) {
            state.untouched = false;
        }
        self.answered(now)
    }

    fn commit_edit(&mut self, now: Timestamp) -> Vec<Effect> {
        let Some(question) = self.request.questions.get(self.at) else { return Vec::new() };
        let Some(state) = self.states.get_mut(self.at) else { return Vec::new() };
        let text = state.edit.text();
        let judged = match &question.kind {
            Kind::Number { .. } if text.trim().is_empty() => Err(Notice::EmptyText),
            Kind::Number { min, max, .. } => match text.parse::<Decimal>() {
                Ok(n) if fit::judge_number(&n, min.as_ref(), max.as_ref()).is_some() => {
                    Err(Notice::OutOfRange)
                }
                Ok(n) => Ok(Answer::Number(n)),
                Err(why) => Err(Notice::NotANumber(why)),
            },
            Kind::Text { .. } if state.edit.is_blank() => Err(Notice::EmptyText),
            Kind::Text { .. }
                if !question.sensitive && !state.secret_seen && secret::looks_like_secret(text) =>
            {
                state.secret_seen = true;
                Err(Notice::Secret)
            }
            Kind::Text { .. } => Ok(Answer::Text(text.strip_suffix('\n').unwrap_or(text).into())),
            Kind::One | Kind::Many { .. } => return Vec::new(),
        };
        match judged {
            Err(notice) => {
                self.notice = Some(notice);
                Vec::new()
            }
            Ok(answer) => {
                // The same answer again needs no other confirmation.
                if state.committed.as_ref() != Some(&answer) {
                    state.confirmed = None;
                }
                state.committed = Some(answer);
                state.kept = None;
                self.answered(now)
            }
        }
    }

    /// An answer stands: confirm it where that is needed, then go on.
    fn answered(&mut self, now: Timestamp) -> Vec<Effect> {
        if !self.done(self.at) {
            self.open_danger();
            self.page_id += 1;
            self.watch.turned(now);
            return vec![Effect::DraftChanged];
        }
        self.advance(now)
    }

    /// To the next page, or submits where there is none.
    pub(super) fn advance(&mut self, now: Timestamp) -> Vec<Effect> {
        let last = self.at + 1 >= self.states.len();
        if last && !self.review_follows() {
            return self.submit(now);
        }
        let revised = self.revised == Some(self.at);
        self.go(now, if revised { self.states.len() } else { self.at + 1 });
        vec![Effect::DraftChanged]
    }

    fn choose_review(&mut self, now: Timestamp) -> Vec<Effect> {
        match self.review_row() {
            Some(ReviewRow::Answer(i)) => {
                self.go(now, i);
                self.revised = Some(i);
                Vec::new()
            }
            Some(ReviewRow::Submit) => self.submit(now),
            Some(ReviewRow::Cancel) => self.cancel(),
            None => Vec::new(),
        }
    }

    /// Submits, or says what is missing; asked again it goes there.
    fn submit(&mut self, now: Timestamp) -> Vec<Effect> {
        let answers = self.answers();
        let open = self.request.missing(&answers);
        if let Some(first) = open.first() {
            if self.refused == open {
                self.go(now, *first);
            } else {
                self.refused.clone_from(&open);
                self.notice = Some(Notice::Unanswered(open));
            }
            return Vec::new();
        }
        vec![Effect::Close(Outcome::Answered(answers))]
    }
}
