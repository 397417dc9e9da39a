//! The matches of a filter: options whose label or description contains its text, in any case.
//!
//! - It searches once per change of the filter: labels may be long, and a screen asks for its rows many times.

use crate::model::QuestionOption;

/// An option that matches the filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hit {
    pub(super) option: usize,
    pub(super) fits: Fits,
}

/// The quality of a match, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fits {
    /// The label begins with the text.
    Begins,
    /// The label contains it.
    Label,
    /// The description contains it.
    Description,
}

/// The options that contain this text; `None` without a search.
pub(super) fn by(text: &str, options: &[QuestionOption]) -> Option<Vec<Hit>> {
    let wanted = text.to_lowercase();
    if wanted.is_empty() {
        return None;
    }
    let fits = |option: &QuestionOption| {
        let label = option.label.raw().to_lowercase();
        let described =
            || option.description.as_ref().is_some_and(|d| d.raw().to_lowercase().contains(&wanted));
        if label.starts_with(&wanted) {
            Some(Fits::Begins)
        } else if label.contains(&wanted) {
            Some(Fits::Label)
        } else {
            described().then_some(Fits::Description)
        }
    };
    let hit = |(option, it)| fits(it).map(|fits| Hit { option, fits });
    Some(options.iter().enumerate().filter_map(hit).collect())
}
