//! The rows of the current page.
//!
//! - A list has its options (those that match the filter), the custom row, the discuss row and the commit row. The
//!   review page has its own rows.

use super::model::Model;
use super::state::RowId;
use super::{CommitRow, ReviewRows};

/// A row of the review page that takes the focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReviewRow {
    Answer(usize),
    Submit,
    Cancel,
}

impl Model {
    /// The rows of the current list, in order.
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

    /// The commit row, on pages that take several picks.
    pub(super) fn commit_row(&self) -> Option<CommitRow> {
        self.question().filter(|q| q.kind.is_several()).map(|_| self.rules.many)
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
        self.review_rows().get(self.position.review_focus).copied()
    }

    /// The largest number of a row, drawn or not; 0 on the review.
    pub(super) fn last_number(&self) -> usize {
        let options = self.question().map_or(0, |q| q.options.len());
        let own = [self.custom_row().is_some(), self.discuss_label().is_some()];
        options + own.into_iter().filter(|there| *there).count()
    }

    /// Whether the focused row is drawn: a filter may hide it.
    pub(super) fn focus_is_drawn(&self) -> bool {
        self.state().is_some_and(|state| self.row_ids().contains(&state.focus))
    }

    pub(super) fn row_with_number(&self, n: usize) -> Option<RowId> {
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
}
