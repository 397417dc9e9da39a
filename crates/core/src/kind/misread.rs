//! Why a typed text isn't an answer, as data; with the words for a person.
//!
//! - [`fmt::Display`] says what was wrong; [`Misread::advice`] says what to type instead, for a form.
//! - Neither ends in a full stop.

use super::number::{self, UnfitNumber};
use std::fmt;

/// Why a typed text doesn't answer a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Misread {
    /// Empty, or white space only.
    Blank,
    /// Longer than an answer may be; bytes.
    TooLong { max: usize, came: usize },
    /// No number, or none within the bounds.
    Number(UnfitNumber),
}

impl Misread {
    pub(crate) fn advice(&self) -> String {
        match self {
            Misread::Blank | Misread::TooLong { .. } => self.to_string(),
            Misread::Number(unfit) => number::advice(unfit),
        }
    }
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misread::Blank => f.write_str("An empty text is no answer"),
            Misread::TooLong { max, came } => {
                write!(f, "That is too long: {came} bytes, and {max} is the most")
            }
            Misread::Number(unfit) => unfit.fmt(f),
        }
    }
}
