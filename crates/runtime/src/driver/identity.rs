//! The users of a driver, and their rights. Opening a backend binds them: no call names an actor, so nobody can pose as
//! somebody else.
//!
//! - A call that needs an unbound right is refused, with that right.

use asq_backend::Failure;
use asq_core::life::{Actor, Asked, Moment, Origin, Refusal, Right};

/// The user of a driver. The driver calls a method only when it needs that actor, because an actor may cost a look
/// at `/proc`.
pub trait Identity: Send + Sync {
    /// The actor who asks, waits and withdraws; `None` without the right to ask.
    fn asker(&self) -> Option<Actor>;

    /// The actor who takes an ending; `None` without the right to ask.
    fn taker(&self) -> Option<Actor>;

    /// The actor who answers requests of this origin; `None` without the right to answer.
    fn person(&self, asker: &Origin) -> Option<Actor>;

    /// Since when the surface of that actor is open; `None` if it isn't one that stays open.
    fn open_since(&self) -> Option<Moment> {
        None
    }
}

/// The actor who answers this request, on a surface that may have been open before it was asked.
pub(super) fn answerer(identity: &dyn Identity, asked: Option<(&Asked, Moment)>) -> Option<Actor> {
    let nowhere = Origin::default();
    let by = identity.person(asked.map_or(&nowhere, |(asked, _)| &asked.origin))?;
    Some(match (identity.open_since(), asked) {
        (Some(open), Some((_, at))) => Actor { kin: by.kin.open_since(open, at), ..by },
        (Some(_) | None, Some(_) | None) => by,
    })
}

/// The refusal of somebody without this right.
pub(super) fn lacks(needed: Right) -> Failure {
    let came = match needed {
        Right::Ask | Right::System => Right::Answer,
        Right::Answer => Right::Ask,
    };
    Failure::Refused(Box::new(Refusal::Right { needed, came }))
}
