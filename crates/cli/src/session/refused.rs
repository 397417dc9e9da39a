//! Why a step was not taken, for the person who typed it.
//!
//! - Who comes second is told who was first, how it ended and when; that is a conflict (9).
//! - What does not fit is told all at once, and the request stays open (65).
//! - A dangerous answer is told where it can be given; to insist does not help.
//! - From the asker's own process tree it is told that one may insist, and that this is recorded.

use super::actor_text;
use crate::error::{Failure, Kind};
use crate::when;
use crate::zone::Zone;
use asq_core::life::{Actor, Moment, Refusal};

/// The trouble that ends the command.
pub(crate) fn of(failure: &asq_backend::Failure, zone: &Zone) -> Failure {
    match failure {
        asq_backend::Failure::NoSuch(id) => {
            Failure::new(Kind::UnknownId, format!("no request is called '{id}'"))
        }
        asq_backend::Failure::Refused(refusal) => self::failure(refusal, zone),
        asq_backend::Failure::Store(fault) => Failure::of_store(&fault.text),
    }
}

/// The same for a refusal alone.
pub(crate) fn failure(refusal: &Refusal, zone: &Zone) -> Failure {
    match refusal {
        Refusal::Closed { by, at, outcome } => first(outcome.name(), by, *at, zone),
        Refusal::Misfit(misfits) => misfits
            .iter()
            .fold(misfit("the answer does not fit, so the request stays open"), |failure, misfit| {
                failure.hint(misfit.to_string())
            }),
        Refusal::Danger(_) => misfit("a dangerous question is never answered by a command")
            .hint("it takes somebody who looks: asq inbox in a terminal, or the screen that it was asked on"),
        Refusal::OwnTree => {
            misfit("this comes from the asker's own process tree: who asks does not answer itself")
                .hint("answer it in another terminal; --force insists, and that is recorded and shown")
        }
        Refusal::UnknownTree(why) => {
            misfit(&format!("{}: it counts as an answer of the asker itself", actor_text::unseen(*why)))
                .hint("answer.unknown = true in your config.toml allows it (asq help settings)")
                .hint("--force insists, and that is recorded and shown")
        }
        Refusal::Changed { .. } => {
            Failure::new(Kind::Conflict, "what is asked is no longer what was answered")
        }
        Refusal::AskedBefore { .. } => {
            Failure::new(Kind::Conflict, "this was asked before, with another content")
        }
        Refusal::Erased => Failure::new(Kind::Conflict, "it is over, and its words have been erased"),
        Refusal::NotAsked => Failure::new(Kind::UnknownId, "there is no such request"),
        Refusal::Right { .. } => misfit("asking and answering are different rights"),
        Refusal::LongKey(bytes) => {
            Failure::new(Kind::Fault, format!("the key of the answer has {bytes} bytes"))
        }
        Refusal::Overdue => Failure::new(Kind::Conflict, "its time limit is over"),
        Refusal::NotDue(_) | Refusal::Open => Failure::new(Kind::Conflict, "it is still open"),
        Refusal::DeliveredBefore(at) => Failure::new(
            Kind::Conflict,
            format!("it was handed over before, at {}", when::local(zone, at.wall_ms)),
        ),
    }
}

/// Somebody was first.
pub(crate) fn first(how: &str, by: &Actor, at: Moment, zone: &Zone) -> Failure {
    let how = if how == "discuss" { "to be talked about first" } else { how };
    Failure::new(Kind::Conflict, format!("it is over: {how}, at {}", when::local(zone, at.wall_ms)))
        .hint(actor_text::who(by))
}

fn misfit(text: &str) -> Failure {
    Failure::new(Kind::Misfit, text)
}
