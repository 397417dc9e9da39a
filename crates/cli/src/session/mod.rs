//! This process's session with a store: where it is, who uses it, how its failures are worded.
//!
//! - Looking opens what is there, and makes nothing; posting makes what is missing.
//! - Who asks and who answers is bound when a backend is opened.
//! - A request is named by the beginning of its id.
//! - Waiting ends with an ending, the time, a signal, or a reader that is gone.
//! - A refusal is worded for the person, with the winner and the way out.

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
pub(crate) use watch::{EndingWatch, Happened, unseen};
