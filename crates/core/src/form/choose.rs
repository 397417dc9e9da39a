//! What Enter does on the row that has the focus.
//!
//! - A single pick answers and moves on; several picks are toggled and committed by their row.
//! - Blank text is refused with a line that says so.
//! - A text that looks like a secret is asked about once.
//! - The review page submits what fits, and names what is missing.

use super::machine::{Form, Mode, Notice};
use super::state::{Picked, RowId};
use super::travel::ReviewRow;
use super::{CustomEntry, Effect, Notes, Page, Zero};
use crate::model::{Answer, DangerRule, Kind, Outcome};
use crate::text::{Editor, Untrusted};
use crate::time::Timestamp;

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
            RowId::Discuss => vec![Effect::Close(Outcome::Discuss(self.draft()))],
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
        let Some(state) = self.states.get_mut(self.at) else { return Vec::new() };
        if state.custom.is_blank() {
            if !focus {
                self.notice = Some(Notice::EmptyText);
            }
            return Vec::new();
        }
        let leaves_out = many && focus && state.holds(Picked::Custom);
        if !leaves_out && !state.secret_seen && crate::secret::looks_like_secret(state.custom.text()) {
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
                    state.picks.push(Picked::Custom);
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
        let (min, max) = match self.question().map(|q| &q.kind) {
            Some(Kind::Many { min, max }) => (*min, *max),
            Some(Kind::One | Kind::Number { .. } | Kind::Text { .. }) | None => (0, usize::MAX),
        };
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
        if picked < min {
            self.notice = Some(Notice::TooFew(min));
            return Vec::new();
        }
        if picked > max {
            self.notice = Some(Notice::TooMany(max));
            return Vec::new();
        }
        self.answered(now)
    }

    fn commit_edit(&mut self, now: Timestamp) -> Vec<Effect> {
        let Some(kind) = self.question().map(|q| q.kind.clone()) else { return Vec::new() };
        let Some(state) = self.states.get_mut(self.at) else { return Vec::new() };
        let text = state.edit.text();
        let answer = match kind {
            Kind::Number { min, max, .. } => match text.trim().parse::<f64>() {
                Ok(n) if n.is_finite() => {
                    if min.is_some_and(|m| n < m) || max.is_some_and(|m| n > m) {
                        self.notice = Some(Notice::OutOfRange);
                        return Vec::new();
                    }
                    Answer::Number(n)
                }
                Ok(_) | Err(_) => {
                    self.notice = Some(Notice::NotANumber);
                    return Vec::new();
                }
            },
            Kind::Text { .. } if state.edit.is_blank() => {
                self.notice = Some(Notice::EmptyText);
                return Vec::new();
            }
            Kind::Text { .. } => Answer::Text(text.strip_suffix('\n').unwrap_or(text).into()),
            Kind::One | Kind::Many { .. } => return Vec::new(),
        };
        state.committed = Some(answer);
        state.confirmed = None;
        self.answered(now)
    }

    /// An answer stands: confirm it where that is needed, then go on.
    fn answered(&mut self, now: Timestamp) -> Vec<Effect> {
        if !self.done(self.at) {
            self.mode = Mode::Danger;
            self.page_id += 1;
            // An exact text is typed for each answer anew; any text may be kept within the same form.
            if self.request.rules.danger == DangerRule::ExactText
                && let Some(state) = self.states.get_mut(self.at)
            {
                state.danger = Editor::new("");
            }
            return vec![Effect::DraftChanged];
        }
        self.advance(now)
    }

    fn confirm_danger(&mut self, now: Timestamp) -> Vec<Effect> {
        let exact = self.request.rules.danger == DangerRule::ExactText;
        let wanted = self.question().and_then(|q| q.danger.as_ref()).and_then(|d| d.confirm_text.clone());
        let Some(state) = self.states.get_mut(self.at) else { return Vec::new() };
        let typed = state.danger.text().trim();
        let fits = match wanted.filter(|_| exact) {
            Some(text) => typed == text.raw().trim(),
            None => !typed.is_empty(),
        };
        if !fits {
            self.notice = Some(Notice::WrongConfirmation);
            return Vec::new();
        }
        state.confirmed = Some(Untrusted::from(typed));
        self.advance(now)
    }

    /// To the next page, or submits where there is none.
    fn advance(&mut self, now: Timestamp) -> Vec<Effect> {
        let last = self.at + 1 >= self.states.len();
        if last && !self.review_follows() {
            return self.submit(now);
        }
        self.go(now, self.at + 1);
        vec![Effect::DraftChanged]
    }

    fn choose_review(&mut self, now: Timestamp) -> Vec<Effect> {
        match self.review_row() {
            Some(ReviewRow::Answer(i)) => {
                self.go(now, i);
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

    /// ↑ and ↓ on a number; false elsewhere.
    pub(super) fn nudge(&mut self, up_is_down: bool) -> bool {
        let Some(Kind::Number { min, max, step, unit: _ }) = self.question().map(|q| q.kind.clone()) else {
            return false;
        };
        if self.mode != Mode::Rows {
            return false;
        }
        let Some(state) = self.states.get_mut(self.at) else { return false };
        let next = match state.edit.text().trim().parse::<f64>() {
            Ok(n) if n.is_finite() => n + if up_is_down { -step } else { step },
            Ok(_) | Err(_) => min.or(max).unwrap_or(0.0),
        };
        let next = next.max(min.unwrap_or(f64::NEG_INFINITY)).min(max.unwrap_or(f64::INFINITY));
        state.edit.set_text(&next.to_string());
        state.committed = None;
        true
    }

    pub(super) fn save_note(&mut self) {
        if let Some(state) = self.states.get_mut(self.at) {
            state.saved_note = state.note.text().to_owned();
        }
    }

    /// Whether a note can be written on the page that is up.
    pub(super) fn notes_here(&self) -> bool {
        match self.rules.notes {
            Notes::Never => false,
            Notes::Compare => self.page() == Page::Compare,
            Notes::Page => self.question().is_some(),
        }
    }

    /// Opens the notes; on a page of their own it goes back and saves.
    pub(super) fn toggle_notes(&mut self) {
        if !self.notes_here() {
            return;
        }
        if self.mode == Mode::Notes {
            self.save_note();
            self.mode = Mode::Rows;
        } else {
            self.mode = Mode::Notes;
        }
        if self.rules.notes == Notes::Page {
            self.page_id += 1;
        }
    }
}
