//! One thing asked.

use super::{Answer, QuestionOption};
use crate::text::Untrusted;

/// How a question is answered.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// One pick.
    One,
    /// Between `min` and `max` picks, custom text counted.
    Many {
        /// Fewest picks of an answer; 0 lets an empty answer through.
        min: usize,
        /// Most picks.
        max: usize,
    },
    /// A number.
    Number {
        /// Smallest, inclusive.
        min: Option<f64>,
        /// Largest, inclusive.
        max: Option<f64>,
        /// What ↑ and ↓ add and take away.
        step: f64,
    },
    /// Text of one's own.
    Text {
        /// Whether line breaks are kept.
        multiline: bool,
        /// Shown while empty; never an answer.
        placeholder: Option<Untrusted>,
    },
}

/// What makes a question dangerous, and how the person confirms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Danger {
    /// The exact text to type, where the contract has one.
    pub confirm_text: Option<Untrusted>,
}

/// One thing asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Unique within the request.
    pub id: Untrusted,
    /// The short label of its tab.
    pub header: Untrusted,
    /// The question itself.
    pub text: Untrusted,
    /// More about it, below the question.
    pub description: Option<Untrusted>,
    /// How it is answered.
    pub kind: Kind,
    /// The offered choices; empty for numbers and texts.
    pub options: Vec<QuestionOption>,
    /// Whether own words are an answer besides the options.
    pub custom: bool,
    /// Where the focus or the editor starts; no answer until committed.
    pub default: Option<Answer>,
    /// Present: the answer is confirmed by typing.
    pub danger: Option<Danger>,
    /// Masked, and kept out of drafts, logs and history.
    pub sensitive: bool,
}

impl Question {
    /// Whether any option carries a preview.
    pub fn has_preview(&self) -> bool {
        self.options.iter().any(|o| o.preview.is_some())
    }
}
