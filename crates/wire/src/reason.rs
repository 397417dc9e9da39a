//! Why something was refused: for programs a code and a place, for people a message.
//!
//! - Covers refusals of a request's state, misfits of an answer, and misuses of a call.
//! - A code is a word that doesn't change.
//! - A place is a path into the call or the answer (`questions[0].header`), empty for the whole.
//! - A message is complete by itself: it names its place, what is needed, and what came.
//! - An answer that doesn't fit has a reason for each misfit, a malformed call one for each problem.
//! - Who was first and when is data of the refusal: each surface words it for its reader.

use crate::{Misuse, Problem};
use asq_core::fit::{Misfit, Wrong};
use asq_core::life::{How, Refusal, RequestId, Unseen};

/// Why something was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// What kind of reason it is, in a word.
    pub code: &'static str,
    /// Where; empty for the whole.
    pub place: String,
    /// For people.
    pub message: String,
    /// The parts that it consists of: misfits, or problems of a call.
    pub parts: Vec<Reason>,
}

impl Reason {
    fn new(code: &'static str, message: impl Into<String>) -> Reason {
        Reason { code, place: String::new(), message: message.into(), parts: Vec::new() }
    }

    /// No request has this id.
    pub fn unknown(id: RequestId) -> Reason {
        Reason::new("unknown", format!("no request is called '{id}'"))
    }
}

impl From<&Refusal> for Reason {
    fn from(refusal: &Refusal) -> Reason {
        match refusal {
            Refusal::NotAsked => Reason::new("unknown", "there is no such request"),
            Refusal::AskedBefore { .. } => {
                Reason::new("conflict", "this was asked before, with another content")
            }
            Refusal::Closed { outcome, .. } => {
                let name = outcome.name();
                let how = if name == "discuss" { "to be talked about first" } else { name };
                Reason::new("closed", format!("it is over: {how}"))
            }
            Refusal::Erased => Reason::new("erased", "it is over, and its words have been erased"),
            Refusal::Misfit(misfits) => Reason {
                parts: misfits.iter().map(Reason::from).collect(),
                ..Reason::new("misfit", "the answer does not fit, so the request stays open")
            },
            Refusal::Changed { .. } => Reason::new("changed", "what is asked is no longer what was answered"),
            Refusal::Right { .. } => Reason::new("right", "asking and answering are different rights"),
            Refusal::Danger(how) => {
                Reason::new("danger", format!("a dangerous question is never answered {}", by_means(*how)))
            }
            Refusal::OwnTree => Reason::new(
                "own_tree",
                "this comes from the asker's own process tree: who asks does not answer itself",
            ),
            Refusal::UnknownTree(why) => Reason::new(
                "unknown_tree",
                format!("{}: it counts as an answer of the asker itself", unseen(*why)),
            ),
            Refusal::NotDue(_) | Refusal::Open => Reason::new("open", "it is still open"),
            Refusal::Overdue => Reason::new("expired", "its time limit is over"),
            Refusal::LongKey(bytes) => {
                Reason::new("long_key", format!("the key of the answer has {bytes} bytes"))
            }
            Refusal::DeliveredBefore(_) => Reason::new("delivered", "it was handed over before"),
        }
    }
}

impl From<&Misfit> for Reason {
    fn from(misfit: &Misfit) -> Reason {
        let place = misfit.question.as_ref().map(|(index, _)| format!("questions[{index}]"));
        Reason {
            place: place.unwrap_or_default(),
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

const fn misfit_code(wrong: &Wrong) -> &'static str {
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

const fn by_means(how: How) -> &'static str {
    match how {
        How::Cli => "by a command",
        How::Api => "by a program over HTTP",
        How::Bridge => "over a bridge",
        // These may answer one.
        How::Tty | How::Page | How::Host => "by somebody who didn't see it",
    }
}

/// Why nobody can tell whose process tree it is, as a clause.
const fn unseen(why: Unseen) -> &'static str {
    match why {
        Unseen::Asker => "asq could not see which program asked this",
        Unseen::Ancestors => "asq can't see all the processes that this answer comes from",
        Unseen::Namespace => "this was asked in another container or namespace",
        Unseen::User => "another user of this machine asked this",
    }
}
