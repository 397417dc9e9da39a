//! Why a step was refused, for the person who typed it.
//!
//! - Says who was faster, how the request ended and when; that is a conflict (9).
//! - Reports all misfits of an answer at once; the request stays open (65).
//! - Says where a dangerous question can be answered; insisting doesn't help.
//! - Says how to insist on an answer from the asker's own process tree, and that asq records it.

use super::actor_text;
use crate::error::{Failure, Kind};
use crate::when;
use crate::zone::Zone;
use asq_core::life::Refusal;
use asq_wire::Reason;

/// The failure that ends the command.
pub(crate) fn of(failure: &asq_backend::Failure, zone: &Zone) -> Failure {
    match failure {
        asq_backend::Failure::NoSuch(id) => Failure::new(Kind::UnknownId, Reason::unknown(*id).message),
        asq_backend::Failure::Refused(refusal) => self::failure(refusal, zone),
        asq_backend::Failure::Store(fault) => Failure::of_store(&fault.text),
    }
}

/// The same for a refusal alone.
pub(crate) fn failure(refusal: &Refusal, zone: &Zone) -> Failure {
    let reason = Reason::from(refusal);
    let of = |kind| Failure::new(kind, &reason.message);
    let of_time =
        |at_ms| Failure::new(Kind::Conflict, format!("{}, at {}", reason.message, when::local(zone, at_ms)));
    match refusal {
        Refusal::Closed { by, at, .. } => of_time(at.wall_ms).hint(actor_text::who(by)),
        Refusal::Misfit(_) => {
            reason.parts.iter().fold(of(Kind::Misfit), |failure, misfit| failure.hint(&misfit.message))
        }
        Refusal::Danger(_) => of(Kind::Misfit)
            .hint("it takes somebody who looks: asq inbox in a terminal, or the screen that it was asked on"),
        Refusal::OwnTree => of(Kind::Misfit)
            .hint("answer it in another terminal; --force insists, and that is recorded and shown"),
        Refusal::UnknownTree(_) => of(Kind::Misfit)
            .hint("answer.unknown = true in your config.toml allows it (asq help settings)")
            .hint("--force insists, and that is recorded and shown"),
        Refusal::Right { .. } => of(Kind::Misfit),
        Refusal::NotAsked => of(Kind::UnknownId),
        Refusal::LongKey(_) => of(Kind::Fault),
        Refusal::DeliveredBefore(at) => of_time(at.wall_ms),
        Refusal::Changed { .. }
        | Refusal::AskedBefore { .. }
        | Refusal::Erased
        | Refusal::Overdue
        | Refusal::NotDue(_)
        | Refusal::Open => of(Kind::Conflict),
    }
}
