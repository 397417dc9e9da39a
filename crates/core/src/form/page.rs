//! The kinds of page that a form shows.

use super::{FormRules, PreviewPlace};
use crate::model::Question;

/// Which kind of page is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Page {
    /// A list of options.
    Choose,
    /// A list of options next to the preview of the focused one.
    Compare,
    /// A number or a text.
    Edit,
    /// Typing to confirm a dangerous answer.
    Danger,
    /// A note on a question, on a page of its own.
    Notes,
    /// All answers, before they are sent.
    Review,
}

impl Page {
    /// The page on which a question is answered.
    pub fn of(question: &Question, rules: &FormRules) -> Page {
        if !question.kind.is_list() {
            return Page::Edit;
        }
        match rules.preview {
            PreviewPlace::Side { .. } if !question.kind.is_several() && question.has_preview() => {
                Page::Compare
            }
            PreviewPlace::Side { .. } | PreviewPlace::Below | PreviewPlace::Never => Page::Choose,
        }
    }
}
