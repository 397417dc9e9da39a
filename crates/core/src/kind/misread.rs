//! Reasons why a typed text isn't an answer, as data with words for a person.
//!
//! - [`fmt::Display`] names the problem; [`Misread::advice`] tells the person in a form what to type instead.
//! - Neither ends in a full stop.

use super::number::{self, UnfitNumber};
use std::fmt;

/// The reason why a typed text isn't an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Misread {
    /// Empty, or white space only.
    Blank,
    /// Longer than an answer may be; bytes.
    TooLong { max: usize, came: usize },
    /// Not a number, or not within the bounds.
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
