//! Reasons why an answer doesn't fit its question, as data with their words.
//!
//! - The kinds judge picks and typed answers; [`fit`](crate::fit::fit) judges notes and confirmations.
//! - A reason names the limit and the given answer. Indexes count from 0, messages from 1.
//! - Messages escape foreign text.

use super::answer::Pick;
use crate::number::Decimal;
use crate::text::{Shown, Untrusted};
use std::fmt;

/// The reason why an answer doesn't fit. Indexes count from 0, messages from 1.
#[derive(Clone, Debug, PartialEq)]
pub enum Wrong {
    /// The number of entries isn't the number of questions.
    Entries { wanted: usize, came: usize },
    /// No answer, and every question needs one.
    Open,
    /// The wrong kind of answer, such as a number in place of picks; both as nouns.
    Made { wanted: &'static str, came: &'static str },
    /// The option doesn't exist.
    NoSuchOption { options: usize, came: usize },
    /// The option is picked twice.
    Twice { option: usize },
    /// Two custom texts.
    CustomTwice,
    /// A custom text, although only options are valid.
    NoCustom,
    /// Fewer picks than the question takes.
    TooFew { min: usize, came: usize },
    /// More picks than the question takes.
    TooMany { max: usize, came: usize },
    /// The picks aren't in the order of the options.
    Order { first: Pick, then: Pick },
    /// The text is empty or white space only.
    Blank,
    /// The text is too long; bytes.
    TooLong { max: usize, came: usize },
    /// The number is below the smallest valid one.
    TooSmall { min: Decimal, came: Decimal },
    /// The number is above the largest valid one.
    TooLarge { max: Decimal, came: Decimal },
    /// A note, although the rules allow none.
    NoNotes,
    /// The note is too long; bytes.
    NoteTooLong { max: usize, came: usize },
    /// The dangerous answer isn't confirmed.
    Unconfirmed { wanted: Option<Untrusted> },
    /// The confirmation has other words.
    WrongConfirmation { wanted: Untrusted, came: Untrusted },
}

/// A number of picks in words.
struct Counted(usize);

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("1 pick"),
            n => write!(f, "{n} picks"),
        }
    }
}

struct QuotedPick<'a>(&'a Pick);

impl fmt::Display for QuotedPick<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Pick::Option(i) => write!(f, "option {}", i + 1),
            Pick::Custom(_) => f.write_str("the custom text"),
        }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Entries { wanted, came } => {
                write!(f, "one entry per question: {wanted} wanted, {came} came")
            }
            Wrong::Open => f.write_str("needs an answer, none came"),
            Wrong::Made { wanted, came } => write!(f, "takes {wanted}, {came} came"),
            Wrong::NoSuchOption { options: 0, came } => {
                write!(f, "offers no options, option {} came", came + 1)
            }
            Wrong::NoSuchOption { options, came } => {
                write!(f, "offers options 1 to {options}, option {} came", came + 1)
            }
            Wrong::Twice { option } => write!(f, "option {} is picked twice, once is the most", option + 1),
            Wrong::CustomTwice => f.write_str("custom text came twice, once is the most"),
            Wrong::NoCustom => f.write_str("takes no custom text, only its options"),
            Wrong::TooFew { min, came } => write!(f, "takes at least {}, {came} came", Counted(*min)),
            Wrong::TooMany { max, came } => write!(f, "takes at most {}, {came} came", Counted(*max)),
            Wrong::Order { first, then } => write!(
                f,
                "picks stand as the options were offered, custom text last; {} came before {}",
                QuotedPick(first),
                QuotedPick(then)
            ),
            Wrong::Blank => f.write_str("the text holds at least one visible character, a blank one came"),
            Wrong::TooLong { max, came } => write!(f, "the text has at most {max} bytes, {came} came"),
            Wrong::TooSmall { min, came } => write!(f, "takes a number of at least {min}, {came} came"),
            Wrong::TooLarge { max, came } => write!(f, "takes a number of at most {max}, {came} came"),
            Wrong::NoNotes => f.write_str("takes no note, one came"),
            Wrong::NoteTooLong { max, came } => write!(f, "the note has at most {max} bytes, {came} came"),
            Wrong::Unconfirmed { wanted: None } => {
                f.write_str("a dangerous answer is confirmed by typing, no confirmation came")
            }
            Wrong::Unconfirmed { wanted: Some(wanted) } => write!(
                f,
                "a dangerous answer is confirmed by typing \"{}\", no confirmation came",
                Shown::one_line(wanted)
            ),
            Wrong::WrongConfirmation { wanted, came } => write!(
                f,
                "a dangerous answer is confirmed by typing \"{}\", \"{}\" came",
                Shown::one_line(wanted),
                Shown::one_line(came)
            ),
        }
    }
}
