//! The users of a driver, and their rights. Opening a backend binds them: no call names an actor, so nobody can pose as
//! somebody else.
//!
//! - A call that needs an unbound right is refused, with that right.

use asq_backend::Failure;
use asq_core::life::{Actor, Origin, Refusal, Right};

/// The user of a driver. The driver calls a method only when it needs that actor, because an actor may cost a look
/// at `/proc`.
pub trait Identity: Send + Sync {
    /// The actor who asks, waits and withdraws; `None` without the right to ask.
    fn asker(&self) -> Option<Actor>;

    /// The actor who takes an ending; `None` without the right to ask.
    fn taker(&self) -> Option<Actor>;

    /// The actor who answers requests of this origin; `None` without the right to answer.
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
