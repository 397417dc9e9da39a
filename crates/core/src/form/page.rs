//! The kinds of page in a form.

use super::{FormRules, PreviewPlace};
use crate::model::Question;

/// A kind of page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Page {
    /// A list of options.
    Choose,
    /// A list of options next to the preview of the focused one.
    Compare,
    /// An editor for a number or a text.
    Edit,
    /// A typed confirmation of a dangerous answer.
    Danger,
    /// A note on a question, on a page of its own.
    Notes,
    /// All answers, before they are sent.
    Review,
}

impl Page {
    /// The page that answers a question.
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
