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
                write!(f, "must have one entry per question, {wanted} in all, got {came}")
            }
            Wrong::Open => f.write_str("needs an answer, got none"),
            Wrong::Made { wanted, came } => write!(f, "expects {wanted}, got {came}"),
            Wrong::NoSuchOption { options: 0, came } => {
                write!(f, "has no options, got option {}", came + 1)
            }
            Wrong::NoSuchOption { options, came } => {
                write!(f, "has options 1 to {options}, got option {}", came + 1)
            }
            Wrong::Twice { option } => write!(f, "must pick option {} only once, got it twice", option + 1),
            Wrong::CustomTwice => f.write_str("must have at most one custom text, got two"),
            Wrong::NoCustom => f.write_str("takes no custom text, only its options"),
            Wrong::TooFew { min, came } => write!(f, "must have at least {}, got {came}", Counted(*min)),
            Wrong::TooMany { max, came } => write!(f, "must have at most {}, got {came}", Counted(*max)),
            Wrong::Order { first, then } => write!(
                f,
                "must have its picks in the order of the options, custom text last; got {} before {}",
                QuotedPick(first),
                QuotedPick(then)
            ),
            Wrong::Blank => f.write_str("must have a visible character, got blank text"),
            Wrong::TooLong { max, came } => write!(f, "must have at most {max} bytes, got {came}"),
            Wrong::TooSmall { min, came } => write!(f, "must be at least {min}, got {came}"),
            Wrong::TooLarge { max, came } => write!(f, "must be at most {max}, got {came}"),
            Wrong::NoNotes => f.write_str("takes no note, got one"),
            Wrong::NoteTooLong { max, came } => {
                write!(f, "the note must have at most {max} bytes, got {came}")
            }
            Wrong::Unconfirmed { wanted: None } => f.write_str("needs a typed confirmation, got none"),
            Wrong::Unconfirmed { wanted: Some(wanted) } => {
                write!(f, "needs the confirmation \"{}\", got none", Shown::one_line(wanted))
            }
            Wrong::WrongConfirmation { wanted, came } => write!(
                f,
                "needs the confirmation \"{}\", got \"{}\"",
                Shown::one_line(wanted),
                Shown::one_line(came)
            ),
        }
    }
}
