//! Explains a refused step to the person who typed it.
//!
//! - Says who was faster, how the request ended and when; that is a conflict (9).
//! - Reports all misfits of an answer at once; the request stays open (65).
//! - Says where a dangerous question can be answered; insisting doesn't help.
//! - Says how to insist on an answer from the asker's own process tree, and that asq records it.

use super::actor_text;
use crate::error::{CommandError, ErrorClass, OTHER_RIGHT};
use crate::when;
use crate::zone::LocalZone;
use asq_core::life::Refusal;
use asq_wire::Reason;

/// The failure that ends the command.
pub(crate) fn of(failure: &asq_backend::Failure, zone: &LocalZone) -> CommandError {
    match failure {
        asq_backend::Failure::NoSuch(id) => {
            CommandError::new(ErrorClass::UnknownId, Reason::unknown(*id).message)
        }
        asq_backend::Failure::Refused(refusal) => self::failure(refusal, zone),
        asq_backend::Failure::Store(fault) => CommandError::of_store(&fault.text),
    }
}

/// The same for a refusal alone.
pub(crate) fn failure(refusal: &Refusal, zone: &LocalZone) -> CommandError {
    let reason = Reason::from(refusal);
    let of = |kind| CommandError::new(kind, &reason.message);
    let of_time = |at_ms| {
        CommandError::new(
            ErrorClass::Conflict,
            format!("{}, at {}", reason.message, when::local(zone, at_ms)),
        )
    };
    match refusal {
        Refusal::Closed { by, at, .. } => of_time(at.wall_ms).hint(actor_text::who(by)),
        Refusal::Misfit(_) => {
            reason.parts.iter().fold(of(ErrorClass::Misfit), |failure, misfit| failure.hint(&misfit.message))
        }
        Refusal::Danger(_) => of(ErrorClass::Misfit)
            .hint("it takes somebody who reads it: asq answer ID on a terminal, asq inbox, or the screen that it was asked on"),
        Refusal::OwnTree => of(ErrorClass::Misfit)
            .hint("do it in another terminal; --force insists, and that is recorded and shown"),
        Refusal::UnknownTree(_) => of(ErrorClass::Misfit)
            .hint("asq inbox, asq answer ID without an answer, and the page take it; the record then says: origin not verified")
            .hint("--force insists, and that is recorded and shown"),
        Refusal::UnknownDanger(_) => of(ErrorClass::Misfit).hint("asq serve shows it on a page"),
        Refusal::Right { .. } => of(ErrorClass::Misfit).hint(OTHER_RIGHT),
        Refusal::NotAsked => of(ErrorClass::UnknownId),
        Refusal::LongKey(_) => of(ErrorClass::Fault),
        Refusal::DeliveredBefore(at) => of_time(at.wall_ms),
        Refusal::Changed { .. }
        | Refusal::AskedBefore { .. }
        | Refusal::Erased
        | Refusal::Overdue
        | Refusal::NotDue(_)
        | Refusal::Open => of(ErrorClass::Conflict),
    }
}
