//! The pace at which a person hears of requests.
//!
//! - Quiet hours are in the person's local time, and end to the millisecond.

use super::Hours;

const MINUTE: u64 = 60_000;
const DAY: u64 = 24 * 60 * MINUTE;

/// How often a person wants to hear of requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnnouncePace {
    /// Milliseconds between two announcements.
    pub gap_ms: u64,
    /// Milliseconds until a request that still waits is announced once more; 0 is never.
    pub again_ms: u64,
    /// The quiet hours, and the milliseconds to add to a time since 1970 for the local time.
    pub quiet: Option<(Hours, i64)>,
}

impl AnnouncePace {
    /// How long the quiet hours last from this time on, in milliseconds; `None` outside them.
    pub fn quiet_ms(&self, wall_ms: u64) -> Option<u64> {
        let (hours, offset) = self.quiet?;
        let minute = wall_ms.saturating_add_signed(offset) % DAY / MINUTE;
        let to_minute = MINUTE - wall_ms % MINUTE;
        hours.left(minute).map(|left| (left - 1) * MINUTE + to_minute)
    }
}

#[cfg(test)]
mod tests {
    use super::{AnnouncePace, MINUTE};
    use crate::inbox::Hours;

    #[test]
    fn quiet_hours_are_local_and_end_to_the_millisecond() {
        let pace = AnnouncePace {
            quiet: Hours::read("22:00-08:00").map(|it| (it, 60 * 60_000)),
            ..AnnouncePace::default()
        };
        let at = |hour: u64, minute: u64, ms: u64| pace.quiet_ms((hour * 60 + minute) * MINUTE + ms);
        assert_eq!(
            [at(20, 59, 59_999), at(21, 0, 0), at(6, 59, 1), at(7, 0, 0)],
            [None, Some(10 * 60 * MINUTE), Some(MINUTE - 1), None]
        );
    }
}
