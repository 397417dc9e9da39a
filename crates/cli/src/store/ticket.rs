//! Whose a secret is: its asker's, or of whoever holds the ticket that was printed when it was asked.
//!
//! - A ticket is random; the store knows its digest alone.
//! - One process has one ticket, for every secret that it asks for.
//! - `--ticket` or ASQ_TICKET names one.
//! - Everybody else learns that a secret was answered, never what.

use asq_core::life::Asked;
use asq_core::model::{Outcome, Request};
use asq_core::text::hex;
use asq_runtime::process_origin;
use asq_wire::stored::name_of;
use rustix::rand::{GetRandomFlags, getrandom};
use std::sync::OnceLock;

/// The variable that names a ticket.
pub(crate) const VARIABLE: &str = "ASQ_TICKET";

/// Whether a question asks for a secret.
pub(crate) fn is_wanted(request: &Request) -> bool {
    request.questions.iter().any(|question| question.sensitive)
}

/// The ticket of this process; `None` where the machine has no random numbers.
pub(crate) fn own() -> Option<&'static str> {
    static OWN: OnceLock<Option<String>> = OnceLock::new();
    OWN.get_or_init(|| {
        let mut bytes = [0; 16];
        let filled = getrandom(&mut bytes, GetRandomFlags::empty()).ok()?;
        (filled == bytes.len()).then(|| hex(&bytes))
    })
    .as_deref()
}

/// What the store keeps of a ticket.
pub(crate) fn digest(ticket: &str) -> String {
    name_of(&["ticket", ticket])
}

/// The ticket of this process, where that request was posted with it.
pub(crate) fn of(asked: &Asked) -> Option<&'static str> {
    own().filter(|ticket| asked.ticket.as_ref() == Some(&digest(ticket)))
}

/// Whether this process may be told what a secret is: it asked, belongs to the tree or the session of who did, or holds
/// the ticket.
pub(crate) fn opens(asked: &Asked, given: Option<&str>) -> bool {
    let fits = |ticket: &str| asked.ticket.as_ref() == Some(&digest(ticket));
    given.is_some_and(fits) || of(asked).is_some() || process_origin::is_askers(&asked.origin)
}

/// Whether the answer is a secret that this process may not be told.
pub(crate) fn withholds(asked: &Asked, outcome: &Outcome, given: Option<&str>) -> bool {
    let secret = is_wanted(&asked.request) && matches!(outcome, Outcome::Answered(_));
    secret && !opens(asked, given)
}
