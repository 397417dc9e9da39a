//! The kinds of question, each with all that is its own: how it is read, judged, printed and described.
//!
//! - A kind has a file: `list.rs` (one pick, several picks), `number.rs`, `text.rs`. This file only hands on to it.
//! - Lists and announcements have one place for their names: `summary.rs`.
//! - [`AnsweredBy`] is all that a form or a walk has to know of a kind; [`AnswerShape`] is all that a printer has to know
//!   of an answer.
//! - A typed text becomes an answer in one place, [`Kind::read`], and is refused as a [`Misread`].

mod answer;
mod list;
mod misread;
mod number;
mod summary;
mod text;
mod wrong;

pub use answer::{Answer, AnswerShape, Pick};
pub(crate) use list::Offer;
pub use list::rank;
pub use misread::Misread;
pub use number::UnfitNumber;
pub use summary::SummaryKind;
pub use text::TEXT_MOST;
pub(crate) use text::{own_words, without_last_break};
pub use wrong::Wrong;

use crate::number::Decimal;
use crate::text::{Shown, Untrusted};
use number::NumberBounds;

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
        min: Option<Decimal>,
        /// Largest, inclusive.
        max: Option<Decimal>,
        /// What ↑ and ↓ add and take away.
        step: Decimal,
        /// Shown after the number; no part of the answer.
        unit: Option<Untrusted>,
    },
    /// Text of one's own.
    Text {
        /// Whether line breaks are kept.
        multiline: bool,
        /// Shown while empty; never an answer.
        placeholder: Option<Untrusted>,
    },
}

/// What a person does to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnsweredBy<'a> {
    /// Picks rows of a list.
    Picks,
    /// Types a value in a fixed notation, on one line; ↑ and ↓ change it by a step.
    Value,
    /// Types a text.
    Text {
        /// Whether line breaks are kept.
        multiline: bool,
        /// Shown while empty; never an answer.
        placeholder: Option<&'a Untrusted>,
    },
}

impl Kind {
    /// What a person does to answer.
    pub fn answered_by(&self) -> AnsweredBy<'_> {
        match self {
            Kind::One | Kind::Many { .. } => AnsweredBy::Picks,
            Kind::Number { .. } => AnsweredBy::Value,
            Kind::Text { multiline, placeholder } => {
                AnsweredBy::Text { multiline: *multiline, placeholder: placeholder.as_ref() }
            }
        }
    }

    /// Whether it is answered by picks of a list; else by what is typed into an editor.
    pub fn is_list(&self) -> bool {
        self.answered_by() == AnsweredBy::Picks
    }

    /// Fewest and most picks, if there may be several.
    pub fn several(&self) -> Option<(usize, usize)> {
        match self {
            Kind::Many { min, max } => Some((*min, *max)),
            Kind::One | Kind::Number { .. } | Kind::Text { .. } => None,
        }
    }

    /// Whether there may be several picks.
    pub fn is_several(&self) -> bool {
        self.several().is_some()
    }

    /// Whether what is typed as its answer may have line breaks; a list's own words may.
    pub fn takes_lines(&self) -> bool {
        match self.answered_by() {
            AnsweredBy::Picks => true,
            AnsweredBy::Value => false,
            AnsweredBy::Text { multiline, .. } => multiline,
        }
    }

    /// Its name in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            Kind::One => "one",
            Kind::Many { .. } => "many",
            Kind::Number { .. } => "number",
            Kind::Text { .. } => "text",
        }
    }

    /// What answers it, as a noun for messages.
    pub fn noun(&self) -> &'static str {
        match self {
            Kind::One | Kind::Many { .. } => list::NOUN,
            Kind::Number { .. } => number::NOUN,
            Kind::Text { .. } => text::NOUN,
        }
    }

    /// All that is wrong with an answer.
    pub(crate) fn judge(&self, answer: &Answer, offer: Offer) -> Vec<Wrong> {
        match self {
            Kind::One => list::judge(answer, (1, 1), offer),
            Kind::Many { min, max } => list::judge(answer, (*min, *max), offer),
            Kind::Number { min, max, .. } => number::judge(answer, bounds(min.as_ref(), max.as_ref())),
            Kind::Text { .. } => text::judge(answer),
        }
    }

    /// The answer that a typed text means; for a list, its own words.
    pub fn read(&self, typed: &Untrusted) -> Result<Answer, Misread> {
        match self {
            Kind::One | Kind::Many { .. } => Ok(Answer::Picks(vec![Pick::Custom(own_words(typed)?)])),
            Kind::Number { min, max, .. } => {
                number::read(typed, bounds(min.as_ref(), max.as_ref())).map_err(Misread::Number)
            }
            Kind::Text { .. } => own_words(typed).map(Answer::Text),
        }
    }

    /// What ↑ or ↓ makes of a typed text; `None` if they mean nothing to this kind.
    pub(crate) fn stepped(&self, typed: &str, up: bool) -> Option<String> {
        match self {
            Kind::Number { min, max, step, .. } => {
                Some(number::stepped(typed, up, step, bounds(min.as_ref(), max.as_ref())))
            }
            Kind::One | Kind::Many { .. } | Kind::Text { .. } => None,
        }
    }

    /// The word after a value that isn't a part of it.
    pub fn unit(&self) -> Option<&Untrusted> {
        match self {
            Kind::Number { unit, .. } => unit.as_ref(),
            Kind::One | Kind::Many { .. } | Kind::Text { .. } => None,
        }
    }

    /// What an empty editor shows.
    pub(crate) fn placeholder(&self) -> Shown {
        match self {
            Kind::Number { .. } => Shown::own("Type a number"),
            Kind::Text { placeholder: Some(theirs), .. } => Shown::one_line(theirs),
            Kind::Text { placeholder: None, .. } | Kind::One | Kind::Many { .. } => {
                Shown::own("Type your answer")
            }
        }
    }

    /// What fits, as a remark below the editor: `1–100 GB, step 5`.
    pub(crate) fn remark(&self) -> Option<String> {
        match self {
            Kind::Number { min, max, step, unit } => {
                number::remark(bounds(min.as_ref(), max.as_ref()), step, unit.as_ref())
            }
            Kind::One | Kind::Many { .. } | Kind::Text { .. } => None,
        }
    }

    /// What to type, after the word "Type": `a number from 1 to 9`.
    pub fn wanted(&self) -> String {
        match self {
            Kind::Number { min, max, .. } => number::wanted(bounds(min.as_ref(), max.as_ref())),
            Kind::One | Kind::Many { .. } | Kind::Text { .. } => self.noun().to_owned(),
        }
    }

    /// How it is answered, for a description of the question: `pick 2 to 3`.
    pub fn described(&self) -> String {
        match self {
            Kind::One => "pick one".to_owned(),
            Kind::Many { min, max } => list::described(*min, *max),
            Kind::Number { min, max, step, unit } => {
                number::described(bounds(min.as_ref(), max.as_ref()), step, unit.as_ref())
            }
            Kind::Text { multiline, .. } => text::described(*multiline).to_owned(),
        }
    }
}

fn bounds<'a>(min: Option<&'a Decimal>, max: Option<&'a Decimal>) -> NumberBounds<'a> {
    NumberBounds { min, max }
}
