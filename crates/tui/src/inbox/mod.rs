//! The inbox: all open requests on one terminal, made to stay open.
//!
//! - [`Board`] is a machine: keys, notices and time in, effects out; it reads and writes nothing.
//! - [`Board::paint`] shows it at a size: the list, and the form beside it or in its place.
//! - [`run`] carries it on a terminal of its own screen.

mod about;
mod acts;
mod arrivals;
mod board;
mod effect;
mod ended;
mod hush;
mod keys;
mod now;
mod open;
mod pasted;
mod peek;
mod rows;
mod run;
mod said;
mod show;
pub(crate) mod words;

pub use board::{Board, Rules, Setup};
pub use effect::Effect;
pub use hush::Hours;
pub use now::{Now, Zone};
pub use rows::Group;
pub use run::{Ended, Host, run};
