//! Why an answer doesn't fit its question, as data; the only place with the words for it.
//!
//! - Picks, typed answers, notes and confirmations: the kinds judge the first two, [`fit`](crate::fit::fit) the rest.
//! - Each names the limit and what came; indexes count from 0, the words from 1.
//! - Foreign text in the words is escaped.

use super::answer::Pick;
use crate::number::Decimal;
use crate::text::{Shown, Untrusted};
use std::fmt;

/// What doesn't fit. Indexes count from 0, messages from 1.
#[derive(Clone, Debug, PartialEq)]
pub enum Wrong {
    /// Not one entry per question.
    Entries { wanted: usize, came: usize },
    /// No answer, and every question needs one.
    Open,
    /// A number where picks belong, and the like; both as nouns.
    Made { wanted: &'static str, came: &'static str },
    /// There is no such option.
    NoSuchOption { options: usize, came: usize },
    /// Picked twice.
    Twice { option: usize },
    /// Own words given twice.
    CustomTwice,
    /// Own words where only options count.
    NoCustom,
    /// Fewer picks than the question takes.
    TooFew { min: usize, came: usize },
    /// More picks than the question takes.
    TooMany { max: usize, came: usize },
    /// The picks don't stand as the options were offered.
    Order { first: Pick, then: Pick },
    /// The text is empty or white space only.
    Blank,
    /// The text is too long; bytes.
    TooLong { max: usize, came: usize },
    /// Below the smallest.
    TooSmall { min: Decimal, came: Decimal },
    /// Above the largest.
    TooLarge { max: Decimal, came: Decimal },
    /// A note, although the rules allow none.
    NoNotes,
    /// The note is too long; bytes.
    NoteTooLong { max: usize, came: usize },
    /// The dangerous answer was not confirmed.
    Unconfirmed { wanted: Option<Untrusted> },
    /// It was confirmed by other words.
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

struct Named<'a>(&'a Pick);

impl fmt::Display for Named<'_> {
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
                Named(first),
                Named(then)
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
