//! The rows of a list step, numbered as in its form.
//!
//! - Options come first, then the custom row, then the discuss row.
//! - The custom row exists only if both the question and the form have one.

use super::machine::Walk;
use super::step::{RowIs, StepRow};
use crate::model::{Answer, Pick};
use crate::text::Shown;

impl Walk {
    /// The kinds of a question's rows.
    pub(super) fn row_kinds(&self, at: usize) -> Vec<RowIs> {
        let Some(question) = self.request.questions.get(at) else { return Vec::new() };
        let mut rows: Vec<RowIs> = (0..question.options.len()).map(RowIs::Option).collect();
        if self.has_custom(at) {
            rows.push(RowIs::Custom);
        }
        if question.kind.is_list() && self.may_discuss() {
            rows.push(RowIs::Discuss);
        }
        rows
    }

    /// Whether this question has a custom row.
    pub(super) fn has_custom(&self, at: usize) -> bool {
        self.rules.custom.is_some() && self.request.questions.get(at).is_some_and(|q| q.custom)
    }

    /// Whether the walk can end with a discussion.
    pub fn may_discuss(&self) -> bool {
        self.rules.discuss.is_some() && self.request.rules.discuss
    }

    /// The rows with everything that a surface shows of them.
    pub(super) fn rows(&self, at: usize) -> Vec<StepRow<'_>> {
        let Some(question) = self.request.questions.get(at) else { return Vec::new() };
        let answer = self.progress.get(at).and_then(|s| s.entry.answer.as_ref());
        let default = self.default_of(at);
        self.row_kinds(at)
            .into_iter()
            .map(|is| {
                let plain = StepRow {
                    is,
                    label: Shown::default(),
                    description: None,
                    recommended: false,
                    suggested: holds(default, is),
                    preview: false,
                    picked: holds(answer, is) || self.chosen.contains(&is),
                    lookalike: false,
                };
                match is {
                    RowIs::Option(i) => {
                        let Some(option) = question.options.get(i) else { return plain };
                        StepRow {
                            label: question.label_line(i),
                            description: option.description.as_ref(),
                            recommended: option.recommended,
                            preview: option.preview.is_some(),
                            lookalike: self.lookalikes.get(at).and_then(|t| t.get(i)).is_some_and(|b| *b),
                            ..plain
                        }
                    }
                    RowIs::Custom => {
                        let theirs = question.custom_row.as_ref();
                        StepRow {
                            label: Shown::own(self.rules.custom.map_or("", |c| c.label)),
                            description: theirs.and_then(|o| o.description.as_ref()),
                            preview: theirs.is_some_and(|o| o.preview.is_some()),
                            ..plain
                        }
                    }
                    RowIs::Discuss => {
                        StepRow { label: Shown::own(self.rules.discuss.unwrap_or("")), ..plain }
                    }
                }
            })
            .collect()
    }

    /// The default of a question, if the step offers it; a dangerous one never does.
    pub(super) fn default_of(&self, at: usize) -> Option<&Answer> {
        self.request.questions.get(at).filter(|q| q.danger.is_none()).and_then(|q| q.default.as_ref())
    }
}

fn holds(answer: Option<&Answer>, is: RowIs) -> bool {
    answer.map_or(&[][..], Answer::picks).iter().any(|pick| match (pick, is) {
        (Pick::Option(i), RowIs::Option(row)) => *i == row,
        (Pick::Custom(_), RowIs::Custom) => true,
        (Pick::Option(_), RowIs::Custom | RowIs::Discuss) => false,
        (Pick::Custom(_), RowIs::Option(_) | RowIs::Discuss) => false,
    })
}
