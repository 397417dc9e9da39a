//! This process's session with a store: where it is, who uses it, how its failures are worded.

pub(crate) mod actor_text;
mod asker_side;
mod branch;
pub(crate) mod ids;
pub(crate) mod open;
mod person;
pub(crate) mod place;
pub(crate) mod progress;
pub(crate) mod refused;
pub(crate) mod server;
mod watch;

pub(crate) use asker_side::{ThisAsker, VARIABLE as TICKET};
pub(crate) use open::OpenBackend;
pub(crate) use person::{Acts, ThisProcess, origin, spelled, user};
pub(crate) use watch::{EndingWatch, Happened, say_absence, unheard, unseen};
