//! Why a reply was not taken.
//!
//! - The words say what is possible, not only what was wrong.
//! - They count from 1, as rows and questions are numbered.
//! - Foreign text in them is escaped.

use crate::number::{Decimal, NotANumber};
use crate::text::{Shown, Untrusted};
use std::fmt;

/// Why a reply was not taken. Indexes count from 0, the words from 1.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// There is no such row.
    NoSuchRow { rows: usize, came: usize },
    /// There is no such question.
    NoSuchQuestion { questions: usize, came: usize },
    /// Named twice.
    Twice { row: usize },
    /// The question needs an answer.
    NeedsAnswer,
    /// Fewer picks than the question takes.
    TooFew { min: usize, came: usize },
    /// More picks than the question takes.
    TooMany { max: usize, came: usize },
    /// Empty, or white space only.
    Blank,
    /// Longer than an answer may be; bytes.
    TooLong { max: usize, came: usize },
    /// Not a number, or none that can be sent.
    NotANumber(NotANumber),
    /// Not a number within these bounds.
    OutOfRange { min: Option<Decimal>, max: Option<Decimal> },
    /// Not the words that confirm.
    NotConfirmed { wanted: Option<Untrusted> },
    /// It looks like a secret; the same text once more is taken.
    LooksSecret,
    /// Notes are not taken here.
    NoNotes,
    /// Discussing is no way to end this request.
    NoDiscuss,
    /// Declining is no way to end this request.
    NoDecline,
    /// The option has nothing to look at.
    NoPreview { row: usize },
    /// The step holds nothing out.
    NothingHeld,
    /// There is nothing before the first question.
    AtStart,
    /// These questions still need an answer: index and header.
    Open(Vec<(usize, Untrusted)>),
    /// No reply to this kind of step.
    Unasked,
    /// The walk is over.
    Over,
}

/// `a number from 1 to 9`, or whatever the bounds are.
pub(super) fn bounds(
    f: &mut fmt::Formatter<'_>,
    min: Option<&Decimal>,
    max: Option<&Decimal>,
) -> fmt::Result {
    match (min, max) {
        (Some(min), Some(max)) => write!(f, "a number from {min} to {max}"),
        (Some(min), None) => write!(f, "a number of at least {min}"),
        (None, Some(max)) => write!(f, "a number of at most {max}"),
        (None, None) => f.write_str("a number"),
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NoSuchRow { rows: 0, .. } => f.write_str("There is nothing to pick here."),
            Refusal::NoSuchRow { rows: 1, .. } => f.write_str("The only number here is 1."),
            Refusal::NoSuchRow { rows, came } => {
                write!(f, "There is no number {}. Pick from 1 to {rows}.", came.saturating_add(1))
            }
            Refusal::NoSuchQuestion { questions: 1, .. } => f.write_str("The only question here is 1."),
            Refusal::NoSuchQuestion { questions, came } => {
                write!(f, "There is no question {}. They are 1 to {questions}.", came.saturating_add(1))
            }
            Refusal::Twice { row } => write!(f, "Number {} stands there twice.", row + 1),
            Refusal::NeedsAnswer => f.write_str("This question needs an answer."),
            Refusal::TooFew { min, came } => write!(f, "Pick at least {min}; you picked {came}."),
            Refusal::TooMany { max, came } => write!(f, "Pick at most {max}; you picked {came}."),
            Refusal::Blank => f.write_str("An empty text is no answer."),
            Refusal::TooLong { max, came } => {
                write!(f, "That is too long: {came} bytes, and {max} is the most.")
            }
            Refusal::NotANumber(why) => write!(f, "{why}."),
            Refusal::OutOfRange { min, max } => {
                f.write_str("That does not fit. It has to be ")?;
                bounds(f, min.as_ref(), max.as_ref())?;
                f.write_str(".")
            }
            Refusal::NotConfirmed { wanted: None } => {
                f.write_str("Not confirmed. Type the resource name to confirm.")
            }
            Refusal::NotConfirmed { wanted: Some(wanted) } => {
                write!(f, "Not confirmed. Type exactly: {}", Shown::one_line(wanted))
            }
            Refusal::LooksSecret => f.write_str("This looks like a secret, and whoever asks would read it."),
            Refusal::NoNotes => f.write_str("This question takes no note."),
            Refusal::NoDiscuss => f.write_str("This request can't be put off for a discussion."),
            Refusal::NoDecline => {
                f.write_str("There is no declining here: answer, or type cancel to end without an answer.")
            }
            Refusal::NoPreview { row } => write!(f, "Number {} has no preview.", row + 1),
            Refusal::NothingHeld => f.write_str("There is nothing to take here."),
            Refusal::AtStart => f.write_str("This is the first question."),
            Refusal::Open(open) => {
                f.write_str("Not answered yet: ")?;
                for (n, (index, header)) in open.iter().enumerate() {
                    let comma = if n == 0 { "" } else { ", " };
                    write!(f, "{comma}{} ({})", index + 1, Shown::one_line(header))?;
                }
                f.write_str(".")
            }
            Refusal::Unasked => f.write_str("That is no reply to this."),
            Refusal::Over => f.write_str("This is over."),
        }
    }
}
