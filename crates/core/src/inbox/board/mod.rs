//! The inbox as a machine: keys, notices and time in, effects out, a screen at any moment.
//!
//! - [`Board`] does no input or output; its surface paints [`Board::screen`] and reports what it laid out.

mod about;
mod acts;
mod advance;
mod arrivals;
mod done;
mod effect;
mod ended;
mod held_back;
mod keys;
mod left_over;
mod limits;
mod machine;
mod messages;
mod mouse;
mod next_to_list;
mod next_up;
mod now;
mod open;
mod open_with;
mod pasted;
mod peek;
mod peek_keys;
mod propose;
mod questions;
mod quiet_hours;
mod room;
mod rows;
mod setup;
mod show;
mod store_faults;
mod together;
mod triage;
mod urgency;
mod when;
mod whole;

pub use effect::{ArrivalNews, BoardEffect};
pub use left_over::LeftOver;
pub use machine::{Board, LinesShown, Painted};
pub use messages::{ended_by, refusal};
pub use now::{LocalOffset, Now, clock};
pub use open::Intercepts;
pub use quiet_hours::Hours;
pub use rows::GroupBy;
pub use setup::{Rules, Setup};
pub use when::snooze_end;
