//! The owner of a secret: its asker, or the holder of the ticket that the ask printed.
//!
//! - The store knows only a ticket's digest.
//! - A holder of the ticket may learn the secret.
//! - The asker's own process tree or session needs no ticket.
//! - Everybody else learns that a secret was answered, but never the answer.

use crate::asker_side::AskerSide;
use asq_core::life::Asked;
use asq_core::model::{Outcome, Request};
use asq_wire::stored::name_of;

/// Whether a question of the request asks for a secret.
pub fn is_wanted(request: &Request) -> bool {
    request.questions.iter().any(|question| question.sensitive)
}

/// The digest of a ticket, for the store.
pub fn digest(ticket: &str) -> String {
    name_of(&["ticket", ticket])
}

/// The ticket of this process, if the request was posted with it.
pub fn of<'a>(asked: &Asked, side: &'a dyn AskerSide) -> Option<&'a str> {
    side.own_ticket().filter(|ticket| fits(asked, ticket))
}

/// Whether this process may learn the secret: it belongs to the asker's process tree or session, or holds the ticket.
pub fn opens(asked: &Asked, side: &dyn AskerSide) -> bool {
    side.given_ticket().is_some_and(|ticket| fits(asked, &ticket))
        || of(asked, side).is_some()
        || side.is_askers(&asked.origin)
}

/// Whether the answer is a secret that this process may not learn.
pub fn withholds(asked: &Asked, outcome: &Outcome, side: &dyn AskerSide) -> bool {
    let secret = is_wanted(&asked.request) && matches!(outcome, Outcome::Answered(_));
    secret && !opens(asked, side)
}

fn fits(asked: &Asked, ticket: &str) -> bool {
    asked.ticket.as_ref() == Some(&digest(ticket))
}
