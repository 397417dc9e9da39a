//! What a person answers one question with.
//!
//! - Picks of a list, a value in a fixed notation (a number), or a text in the person's own words.
//! - [`Answer::shape`] says which of the three it is: a printer of answers needs no more.

use crate::number::Decimal;
use crate::text::Untrusted;

/// One chosen row or custom text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pick {
    /// The option at this index, counted from 0.
    Option(usize),
    /// Own words.
    Custom(Untrusted),
}

impl Pick {
    /// The own words, if it has any.
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
    /// For lists; in the order that the answer rules say.
    Picks(Vec<Pick>),
    /// For kind Number.
    Number(Decimal),
    /// For kind Text.
    Text(Untrusted),
}

/// What an answer looks like to those who print it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AnswerShape<'a> {
    /// The picks of a list.
    Picks(&'a [Pick]),
    /// A value as asq writes it: short, on one line, with nothing to escape.
    Value(&'a str),
    /// A text as the person typed it.
    Text(&'a Untrusted),
}

impl Answer {
    /// Which of the three it is.
    pub fn shape(&self) -> AnswerShape<'_> {
        match self {
            Answer::Picks(picks) => AnswerShape::Picks(picks),
            Answer::Number(number) => AnswerShape::Value(number.as_str()),
            Answer::Text(text) => AnswerShape::Text(text),
        }
    }

    /// What kind of thing it is, as a noun for messages.
    pub fn noun(&self) -> &'static str {
        match self {
            Answer::Picks(_) => "picks",
            Answer::Number(_) => "a number",
            Answer::Text(_) => "a text",
        }
    }

    /// Its picks; none if it was typed.
    pub fn picks(&self) -> &[Pick] {
        match self.shape() {
            AnswerShape::Picks(picks) => picks,
            AnswerShape::Value(_) | AnswerShape::Text(_) => &[],
        }
    }

    /// The text that an editor holds for it; `None` if it was picked.
    pub fn typed(&self) -> Option<Untrusted> {
        match self.shape() {
            AnswerShape::Picks(_) => None,
            AnswerShape::Value(value) => Some(value.into()),
            AnswerShape::Text(text) => Some(text.clone()),
        }
    }
}
