//! This process's session with a store: where it is, who uses it, how its failures are worded.
//!
//! - Looking opens an existing store and makes nothing; posting makes what is missing.
//! - Opening a backend binds who asks and who answers.
//! - The beginning of an id names a request.
//! - Waiting stops at an ending, after a time, on a signal, or when the reader goes away.
//! - Words a refusal for the person, with the winner and the way out.

pub(crate) mod actor_text;
mod asker_side;
pub(crate) mod ids;
pub(crate) mod open;
mod person;
pub(crate) mod place;
pub(crate) mod progress;
pub(crate) mod refused;
mod watch;

pub(crate) use asker_side::{ThisAsker, VARIABLE as TICKET};
pub(crate) use open::OpenBackend;
pub(crate) use person::{Acts, ThisProcess, origin, user};
pub(crate) use watch::{EndingWatch, Happened, unheard, unseen};
