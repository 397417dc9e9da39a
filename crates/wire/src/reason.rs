//! Why a step, an answer or a call was refused: for programs a code and a place, for people a message.
//!
//! - A code is a word that doesn't change.
//! - A place is a path into the call or the answer (`questions[0].header`), empty for the whole.
//! - A message is complete by itself: it names its place, what is needed, and what came.
//! - An answer that doesn't fit has a reason for each misfit, a malformed call one for each problem.
//! - A misfit has its limit and what came as data, too, so that no program has to parse the message.

use crate::{Misuse, Problem};
use asq_core::fit::{Misfit, Wrong};
use asq_core::life::{Refusal, RequestId};
use asq_core::number::Decimal;
use asq_core::text::Untrusted;

/// Why something was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// What kind of reason it is, in a word.
    pub code: &'static str,
    /// Where; empty for the whole.
    pub place: String,
    /// For people.
    pub message: String,
    /// What a misfit's question takes: a count, a number or a text; `None` if there is no such limit.
    pub limit: Option<ReasonValue>,
    /// What came in its place; `None` if nothing came, or nothing that can be named.
    pub came: Option<ReasonValue>,
    /// The parts that it consists of: misfits, or problems of a call.
    pub parts: Vec<Reason>,
}

/// A limit, or what came, as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReasonValue {
    /// A number of picks, options, entries or bytes. Picked options count from 0.
    Count(usize),
    /// A number, with its digits as they were typed.
    Number(Decimal),
    /// A text or a kind of answer. It may be foreign: escape it where it is shown.
    Text(Untrusted),
}

impl Reason {
    fn new(code: &'static str, message: impl Into<String>) -> Reason {
        Reason {
            code,
            place: String::new(),
            message: message.into(),
            limit: None,
            came: None,
            parts: Vec::new(),
        }
    }

    /// No request has this id.
    pub fn unknown(id: RequestId) -> Reason {
        Reason::new("unknown", format!("no request is called '{id}'"))
    }
}

impl From<&Refusal> for Reason {
    fn from(refusal: &Refusal) -> Reason {
        let reason = Reason::new(refusal_code(refusal), refusal.to_string());
        let Refusal::Misfit(misfits) = refusal else { return reason };
        Reason { parts: misfits.iter().map(Reason::from).collect(), ..reason }
    }
}

impl From<&Misfit> for Reason {
    fn from(misfit: &Misfit) -> Reason {
        let place = misfit.question.as_ref().map(|(index, _)| format!("questions[{index}]"));
        let (limit, came) = bounds(&misfit.wrong);
        Reason {
            place: place.unwrap_or_default(),
            limit,
            came,
            ..Reason::new(misfit_code(&misfit.wrong), misfit.to_string())
        }
    }
}

impl From<&Problem> for Reason {
    fn from(problem: &Problem) -> Reason {
        Reason { place: problem.path.clone(), ..Reason::new("misuse", problem.to_string()) }
    }
}

impl From<&Misuse> for Reason {
    fn from(misuse: &Misuse) -> Reason {
        let parts = misuse.problems.iter().map(Reason::from).collect();
        Reason { parts, ..Reason::new("misuse", misuse.to_string()) }
    }
}

pub(crate) const fn misfit_code(wrong: &Wrong) -> &'static str {
    match wrong {
        Wrong::Entries { .. } => "entries",
        Wrong::Open => "unanswered",
        Wrong::Made { .. } => "kind",
        Wrong::NoSuchOption { .. } => "no_such_option",
        Wrong::Twice { .. } => "twice",
        Wrong::CustomTwice => "custom_twice",
        Wrong::NoCustom => "no_custom",
        Wrong::TooFew { .. } => "too_few",
        Wrong::TooMany { .. } => "too_many",
        Wrong::Order { .. } => "order",
        Wrong::Blank => "blank",
        Wrong::TooLong { .. } => "too_long",
        Wrong::TooSmall { .. } => "too_small",
        Wrong::TooLarge { .. } => "too_large",
        Wrong::NoNotes => "no_notes",
        Wrong::NoteTooLong { .. } => "note_too_long",
        Wrong::Unconfirmed { .. } => "unconfirmed",
        Wrong::WrongConfirmation { .. } => "wrong_confirmation",
    }
}

const fn refusal_code(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::NotAsked => "unknown",
        Refusal::AskedBefore { .. } => "conflict",
        Refusal::Closed { .. } => "closed",
        Refusal::Erased => "erased",
        Refusal::Misfit(_) => "misfit",
        Refusal::Changed { .. } => "changed",
        Refusal::Right { .. } => "right",
        Refusal::Danger(_) => "danger",
        Refusal::OwnTree => "own_tree",
        Refusal::UnknownTree(_) => "unknown_tree",
        Refusal::UnknownDanger(_) => "unknown_danger",
        Refusal::NotDue(_) | Refusal::Open => "open",
        Refusal::Overdue => "expired",
        Refusal::LongKey(_) => "long_key",
        Refusal::DeliveredBefore(_) => "delivered",
    }
}

/// The limit that a misfit breaks, and what came.
fn bounds(wrong: &Wrong) -> (Option<ReasonValue>, Option<ReasonValue>) {
    let count = |n: &usize| Some(ReasonValue::Count(*n));
    let number = |n: &Decimal| Some(ReasonValue::Number(n.clone()));
    let text = |text: &Untrusted| Some(ReasonValue::Text(text.clone()));
    match wrong {
        Wrong::Entries { wanted: limit, came }
        | Wrong::NoSuchOption { options: limit, came }
        | Wrong::TooFew { min: limit, came }
        | Wrong::TooMany { max: limit, came }
        | Wrong::TooLong { max: limit, came }
        | Wrong::NoteTooLong { max: limit, came } => (count(limit), count(came)),
        Wrong::TooSmall { min: limit, came } | Wrong::TooLarge { max: limit, came } => {
            (number(limit), number(came))
        }
        Wrong::Made { wanted, came } => (text(&(*wanted).into()), text(&(*came).into())),
        Wrong::Twice { option: _ } | Wrong::CustomTwice => (count(&1), count(&2)),
        Wrong::NoNotes | Wrong::NoCustom => (count(&0), count(&1)),
        Wrong::Unconfirmed { wanted } => (wanted.as_ref().and_then(text), None),
        Wrong::WrongConfirmation { wanted, came } => (text(wanted), text(came)),
        Wrong::Open | Wrong::Blank | Wrong::Order { .. } => (None, None),
    }
}
