//! Who uses a driver, and with which rights.
//!
//! - Bound when a backend is opened: no call over the port names an actor, so nobody can claim to be somebody else.
//! - A right that is not bound is refused.
//! - How a person stands to an asker's process tree is judged here, where the person is, for each request.

use asq_backend::Failure;
use asq_core::life::{Actor, Origin, Refusal, Right};

/// Who uses a driver. Each method is called when an actor is needed, and not before: reading it may cost a look at
/// `/proc`.
pub trait Identity: Send + Sync {
    /// Who asks, waits and withdraws; `None` without the right to ask.
    fn asker(&self) -> Option<Actor>;

    /// Who takes an ending; `None` without the right to ask.
    fn taker(&self) -> Option<Actor>;

    /// Who answers what was asked from there; `None` without the right to answer.
    fn person(&self, asker: &Origin) -> Option<Actor>;
}

/// The refusal of somebody without this right.
pub(super) fn lacks(needed: Right) -> Failure {
    let came = match needed {
        Right::Ask | Right::System => Right::Answer,
        Right::Answer => Right::Ask,
    };
    Failure::Refused(Box::new(Refusal::Right { needed, came }))
}
