//! The answer to one question.
//!
//! - An answer is picks of a list, a value in a fixed notation (a number), or free text.
//! - [`Answer::shape`] returns which of the three it is: a printer of answers needs nothing else.

use crate::number::Decimal;
use crate::text::Untrusted;

/// One chosen row or custom text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pick {
    /// The option at this index, counted from 0.
    Option(usize),
    /// Custom text.
    Custom(Untrusted),
}

impl Pick {
    /// The custom text, if it has one.
    pub fn own_words(&self) -> Option<&Untrusted> {
        match self {
            Pick::Custom(text) => Some(text),
            Pick::Option(_) => None,
        }
    }
}

/// The reply to one question.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// For lists: the picks, in the order of the answer rules.
    Picks(Vec<Pick>),
    /// For kind Number.
    Number(Decimal),
    /// For kind Text.
    Text(Untrusted),
}

/// The shape of an answer, for printing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AnswerShape<'a> {
    /// The picks of a list.
    Picks(&'a [Pick]),
    /// A value in asq's notation: short, on one line, with nothing to escape.
    Value(&'a str),
    /// A text as the person typed it.
    Text(&'a Untrusted),
}

impl Answer {
    /// The shape of this answer.
    pub fn shape(&self) -> AnswerShape<'_> {
        match self {
            Answer::Picks(picks) => AnswerShape::Picks(picks),
            Answer::Number(number) => AnswerShape::Value(number.as_str()),
            Answer::Text(text) => AnswerShape::Text(text),
        }
    }

    /// Its kind as a noun, for messages.
    pub fn noun(&self) -> &'static str {
        match self {
            Answer::Picks(_) => "picks",
            Answer::Number(_) => "a number",
            Answer::Text(_) => "a text",
        }
    }

    /// Its picks; empty if it was typed.
    pub fn picks(&self) -> &[Pick] {
        match self.shape() {
            AnswerShape::Picks(picks) => picks,
            AnswerShape::Value(_) | AnswerShape::Text(_) => &[],
        }
    }

    /// Whether it is the text of an editor that was left empty: some clients send that for an open question.
    pub fn is_left_empty(&self) -> bool {
        matches!(self.picks(), [Pick::Custom(text)] if text.raw().is_empty())
    }

    /// Its text for an editor; `None` if it was picked.
    pub fn typed(&self) -> Option<Untrusted> {
        match self.shape() {
            AnswerShape::Picks(_) => None,
            AnswerShape::Value(value) => Some(value.into()),
            AnswerShape::Text(text) => Some(text.clone()),
        }
    }
}
