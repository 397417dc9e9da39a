//! Finds a label among many while one types.
//!
//! - [`LabelList`]: what can be picked, as bytes that arrived in blocks; a label is whatever stands between two separators.
//! - [`Finder`] is a machine: labels and keys in, a [`FinderScreen`] at any moment, and one [`FinderEnd`].
//! - Every word that is typed has to be in a label, its letters in order; the best match comes first.
//! - A label that arrives late never changes what Enter picks without the person having time to see it.

mod finder;
mod labels;
mod matching;
mod screen;

pub use finder::{Finder, FinderEnd, FinderNotice, FinderRules};
pub use labels::{LabelList, Separator};
pub use screen::{FinderRow, FinderScreen};
