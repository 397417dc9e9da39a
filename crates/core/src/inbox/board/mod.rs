//! The inbox as a machine: keys, notices and time in, effects out, a screen at any moment.
//!
//! - [`Board`] reads and writes nothing; its surface paints [`Board::screen`] and tells what it laid out.

mod about;
mod acts;
mod arrivals;
mod effect;
mod ended;
mod held_back;
mod keys;
mod machine;
mod messages;
mod now;
mod open;
mod pasted;
mod peek;
mod quiet_hours;
mod rows;
mod show;

pub use effect::BoardEffect;
pub use machine::{Board, Laid, Rules, Setup};
pub use messages::{ANOTHER, ended_by};
pub use now::{Now, Zone};
pub use open::Look;
pub use quiet_hours::Hours;
pub use rows::Group;
