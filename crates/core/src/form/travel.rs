//! Moves of the focus, inside a page and between pages.
//!
//! - A list is its options (those that the filter lets through), the custom row, the discuss row, the
//!   commit row; the review page has rows of its own.
//! - Steps beyond an end wrap or stay, as the rules say.
//! - Leaving a page leaves its texts as they are.

use super::machine::{Form, Mode};
use super::state::RowId;
use super::{CommitRow, CustomEntry, Effect, Ends, Page, ReviewRows};
use crate::model::Kind;
use crate::time::Timestamp;

/// A row of the review page that takes the focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReviewRow {
    Answer(usize),
    Submit,
    Cancel,
}

impl Form {
    /// The rows of the list that is up, in order.
    pub(super) fn row_ids(&self) -> Vec<RowId> {
        let (Some(question), Some(state)) = (self.question(), self.state()) else { return Vec::new() };
        let mut rows: Vec<RowId> = match &state.found {
            None => (0..question.options.len()).map(RowId::Option).collect(),
            Some(found) => found.iter().map(|hit| RowId::Option(hit.option)).collect(),
        };
        if self.custom_row().is_some() {
            rows.push(RowId::Custom);
        }
        if self.discuss_label().is_some() {
            rows.push(RowId::Discuss);
        }
        if self.commit_row().is_some() {
            rows.push(RowId::Commit);
        }
        rows
    }

    pub(super) fn discuss_label(&self) -> Option<&'static str> {
        self.rules.discuss.filter(|_| self.may_discuss())
    }

    /// The row that commits, on pages that take several picks.
    pub(super) fn commit_row(&self) -> Option<CommitRow> {
        self.question().filter(|q| matches!(q.kind, Kind::Many { .. })).map(|_| self.rules.many)
    }

    /// The rows of the review page that take the focus.
    pub(super) fn review_rows(&self) -> Vec<ReviewRow> {
        match self.rules.review.rows {
            ReviewRows::AnswersAndSubmit => {
                (0..self.states.len()).map(ReviewRow::Answer).chain([ReviewRow::Submit]).collect()
            }
            ReviewRows::SubmitAndCancel => vec![ReviewRow::Submit, ReviewRow::Cancel],
        }
    }

    pub(super) fn first_review_focus(&self) -> usize {
        self.review_rows().iter().position(|r| *r == ReviewRow::Submit).unwrap_or(0)
    }

    pub(super) fn review_row(&self) -> Option<ReviewRow> {
        self.review_rows().get(self.review_focus).copied()
    }

    /// One row up or down.
    pub(super) fn step(&mut self, down: bool) {
        if self.question().is_none() {
            let n = self.review_rows().len();
            self.review_focus = next(self.review_focus, n, down, self.rules.ends);
            return;
        }
        if self.nudge(!down) {
            return;
        }
        match self.page() {
            // A danger page has no list behind it, and the notes page is not in one.
            Page::Edit | Page::Danger | Page::Notes | Page::Review => return,
            Page::Choose | Page::Compare => {}
        }
        let rows = self.row_ids();
        let ends = self.rules.ends;
        let Some(state) = self.states.get_mut(self.at) else { return };
        let here = rows.iter().position(|r| *r == state.focus);
        // In the notes of a compare page the option moves and the caret stays.
        let there = here.map_or(0, |i| next(i, rows.len(), down, ends));
        if let Some(row) = rows.get(there) {
            state.focus = *row;
        }
        if self.mode == Mode::Custom {
            self.mode = Mode::Rows;
        }
    }

    /// The first or the last row.
    pub(super) fn focus_end(&mut self, last: bool) {
        if self.question().is_none() {
            self.review_focus = if last { self.review_rows().len().saturating_sub(1) } else { 0 };
            return;
        }
        let rows = self.row_ids();
        let row = if last { rows.last() } else { rows.first() };
        if let (Some(row), Some(state)) = (row, self.states.get_mut(self.at)) {
            state.focus = *row;
        }
    }

    /// The focus to a row of the screen.
    pub(super) fn focus_screen_row(&mut self, row: usize) -> Vec<Effect> {
        let rows = self.row_ids();
        let review: Vec<usize> = super::show::review_focus_rows(self);
        if self.question().is_none() {
            if let Some(i) = review.iter().position(|r| *r == row) {
                self.review_focus = i;
            }
        } else if let (Some(id), Some(state)) = (rows.get(row), self.states.get_mut(self.at)) {
            state.focus = *id;
            if self.mode == Mode::Custom {
                self.mode = Mode::Rows;
            }
        }
        Vec::new()
    }

    /// The row with this number: the focus, and what Enter does there.
    pub(super) fn number(&mut self, now: Timestamp, n: u8, choose: bool) -> Vec<Effect> {
        let Some(row) = self.row_with_number(usize::from(n)) else { return Vec::new() };
        if let Some(state) = self.states.get_mut(self.at) {
            state.focus = row;
        }
        let types = row == RowId::Custom && self.custom_row().is_some_and(|c| c.entry == CustomEntry::Focus);
        if choose && !types { self.choose(now) } else { Vec::new() }
    }

    fn row_with_number(&self, n: usize) -> Option<RowId> {
        self.row_ids().into_iter().find(|r| self.number_of(*r) == Some(n))
    }

    /// The number painted before a row, from 1.
    pub(super) fn number_of(&self, row: RowId) -> Option<usize> {
        let options = self.question().map_or(0, |q| q.options.len());
        let custom = usize::from(self.custom_row().is_some());
        match row {
            RowId::Option(i) => Some(i + 1),
            RowId::Custom => Some(options + 1),
            RowId::Discuss => Some(options + custom + 1),
            RowId::Commit => None,
        }
    }

    /// The page before or after; stays at the ends.
    pub(super) fn turn(&mut self, now: Timestamp, forward: bool) {
        let to = if forward { (self.at + 1).min(self.last_page()) } else { self.at.saturating_sub(1) };
        if to != self.at {
            self.go(now, to);
        }
    }

    /// The index of the last page that can be turned to; past a danger page there is no review.
    pub(super) fn last_page(&self) -> usize {
        if self.review_follows() && self.page() != Page::Danger {
            self.states.len()
        } else {
            self.states.len() - 1
        }
    }

    /// To a page by its index.
    pub(super) fn go(&mut self, now: Timestamp, to: usize) {
        if self.mode == Mode::Danger {
            self.unconfirmed();
        }
        self.at = to;
        self.revised = None;
        self.turned(now);
    }

    pub(super) fn focus_commit(&mut self) {
        if self.commit_row().is_none() {
            return;
        }
        if let Some(state) = self.states.get_mut(self.at) {
            if state.focus != RowId::Commit {
                state.before_commit = state.focus;
            }
            state.focus = RowId::Commit;
            self.mode = Mode::Rows;
        }
    }

    pub(super) fn leave_commit(&mut self) {
        if let Some(state) = self.states.get_mut(self.at).filter(|s| s.focus == RowId::Commit) {
            state.focus = state.before_commit;
        }
    }
}

fn next(i: usize, n: usize, down: bool, ends: Ends) -> usize {
    let last = n.saturating_sub(1);
    match (down, ends) {
        (true, Ends::Wrap) if i >= last => 0,
        (true, Ends::Wrap | Ends::Clamp) => (i + 1).min(last),
        (false, Ends::Wrap) if i == 0 => last,
        (false, Ends::Wrap | Ends::Clamp) => i.saturating_sub(1),
    }
}
