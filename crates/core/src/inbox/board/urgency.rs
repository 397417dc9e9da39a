//! How urgent a request is.
//!
//! - What runs out within the hour comes first, then what is dangerous; dangerous requests that run out come before both.
//! - Among those that run out, the one with the least time left comes first.

use super::now::HOUR;
use crate::inbox::Pending;
use crate::life::Moment;

/// The place of a request's class; the most urgent is 0.
pub(super) fn rank(pending: &Pending, now: Moment) -> u8 {
    let soon = pending.due.as_ref().is_some_and(|due| due.left(now) < HOUR);
    match (pending.summary.danger, soon) {
        (true, true) => 0,
        (false, true) => 1,
        (true, false) => 2,
        (false, false) => 3,
    }
}

/// When a request runs out, if that is why it is urgent.
pub(super) fn soonest(rank: u8, pending: &Pending) -> u64 {
    pending.due.as_ref().filter(|_| rank < 2).map_or(0, |due| due.0.wall_ms)
}

/// The heading of a class.
pub(super) fn urgency(rank: u8) -> &'static str {
    match rank {
        0 | 1 => "Runs out soon",
        2 => "Dangerous",
        _ => "The rest",
    }
}
