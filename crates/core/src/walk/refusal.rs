//! Refusals of a reply.
//!
//! - A message names what is possible, not only what was wrong.
//! - Messages count from 1, like the numbers of rows and questions.
//! - Messages escape foreign text.

use crate::kind::Misread;
use crate::text::{Shown, Untrusted};
use std::fmt;

/// The reason why a reply was refused. Indexes count from 0, messages from 1.
#[derive(Clone, Debug, PartialEq)]
pub enum ReplyRefusal {
    /// The row doesn't exist.
    NoSuchRow { rows: usize, came: usize },
    /// The question doesn't exist.
    NoSuchQuestion { questions: usize, came: usize },
    /// The row is named twice.
    Twice { row: usize },
    /// The question needs an answer.
    NeedsAnswer,
    /// Fewer picks than the question takes.
    TooFew { min: usize, came: usize },
    /// More picks than the question takes.
    TooMany { max: usize, came: usize },
    /// The typed text isn't an answer.
    Misread(Misread),
    /// The text doesn't confirm.
    NotConfirmed { wanted: Option<Untrusted> },
    /// The text looks like a secret; sent a second time it is accepted.
    LooksSecret,
    /// This step takes no note.
    NoNotes,
    /// This request can't end with a discussion.
    NoDiscuss,
    /// This request can't be declined.
    NoDecline,
    /// The option has no preview.
    NoPreview { row: usize },
    /// The step offers no text.
    NothingHeld,
    /// The walk is at the first question already.
    AtStart,
    /// These questions still need an answer: index and header.
    Open(Vec<(usize, Untrusted)>),
    /// The reply doesn't fit this kind of step.
    Unasked,
    /// The walk has ended.
    Over,
}

impl From<Misread> for ReplyRefusal {
    fn from(why: Misread) -> ReplyRefusal {
        ReplyRefusal::Misread(why)
    }
}

impl fmt::Display for ReplyRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplyRefusal::NoSuchRow { rows: 0, .. } => f.write_str("There is nothing to pick here."),
            ReplyRefusal::NoSuchRow { rows: 1, .. } => f.write_str("The only number here is 1."),
            ReplyRefusal::NoSuchRow { rows, came } => {
                write!(f, "There is no number {}. Pick from 1 to {rows}.", came.saturating_add(1))
            }
            ReplyRefusal::NoSuchQuestion { questions: 1, .. } => f.write_str("The only question here is 1."),
            ReplyRefusal::NoSuchQuestion { questions, came } => {
                write!(f, "There is no question {}. They are 1 to {questions}.", came.saturating_add(1))
            }
            ReplyRefusal::Twice { row } => write!(f, "Number {} stands there twice.", row + 1),
            ReplyRefusal::NeedsAnswer => f.write_str("This question needs an answer."),
            ReplyRefusal::TooFew { min, came } => write!(f, "Pick at least {min}; you picked {came}."),
            ReplyRefusal::TooMany { max, came } => write!(f, "Pick at most {max}; you picked {came}."),
            ReplyRefusal::Misread(why) => write!(f, "{why}."),
            ReplyRefusal::NotConfirmed { wanted: None } => {
                f.write_str("Not confirmed. Type the resource name to confirm.")
            }
            ReplyRefusal::NotConfirmed { wanted: Some(wanted) } => {
                write!(f, "Not confirmed. Type exactly: {}", Shown::one_line(wanted))
            }
            ReplyRefusal::LooksSecret => {
                f.write_str("This looks like a secret, and whoever asks would read it.")
            }
            ReplyRefusal::NoNotes => f.write_str("This question takes no note."),
            ReplyRefusal::NoDiscuss => f.write_str("This request can't be put off for a discussion."),
            ReplyRefusal::NoDecline => {
                f.write_str("There is no declining here: answer, or type cancel to end without an answer.")
            }
            ReplyRefusal::NoPreview { row } => write!(f, "Number {} has no preview.", row + 1),
            ReplyRefusal::NothingHeld => f.write_str("There is nothing to take here."),
            ReplyRefusal::AtStart => f.write_str("This is the first question."),
            ReplyRefusal::Open(open) => {
                f.write_str("Not answered yet: ")?;
                for (n, (index, header)) in open.iter().enumerate() {
                    let comma = if n == 0 { "" } else { ", " };
                    write!(f, "{comma}{} ({})", index + 1, Shown::one_line(header))?;
                }
                f.write_str(".")
            }
            ReplyRefusal::Unasked => f.write_str("That is no reply to this."),
            ReplyRefusal::Over => f.write_str("This is over."),
        }
    }
}
