//! The inbox's clock, and times as it shows them.
//!
//! - Ages are coarse and count full minutes, so that the screen changes by itself at most once a minute.
//! - Times of day are in the person's time zone, even across a change to summer time.

use crate::life::{Boot, Moment};
use crate::text::{Shown, Untrusted};
use crate::time::Timestamp;

pub(super) const MINUTE: u64 = 60_000;
pub(super) const HOUR: u64 = 60 * MINUTE;
pub(super) const DAY: u64 = 24 * HOUR;
/// When a day begins, for requests snoozed until another day.
pub(super) const MORNING: u64 = 9 * HOUR;

/// A moment by two clocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Now {
    /// The clock that only goes forward; requests' boot times use the same one.
    pub at: Timestamp,
    /// Milliseconds since 1970, UTC.
    pub wall_ms: u64,
    /// The id of this boot, if `at` counts from it.
    pub boot: Option<u128>,
}

impl Now {
    /// The same moment as requests have it.
    pub(super) fn moment(self) -> Moment {
        Moment { wall_ms: self.wall_ms, boot: self.boot.map(|id| Boot { id, ms: self.at.0 }) }
    }
}

/// The milliseconds to add to a time since 1970 for the local time at that moment.
pub type LocalOffset = Box<dyn Fn(u64) -> i64>;

/// How long ago it was: `now`, `2 m`, `3 h`, `4 d`.
pub(super) fn age(now: Now, then_ms: u64) -> Shown {
    let minute = now.wall_ms / MINUTE * MINUTE;
    let ago = minute.saturating_sub(then_ms);
    let (n, unit) = match ago {
        0..MINUTE => return Shown::own("now"),
        MINUTE..HOUR => (ago / MINUTE, " m"),
        HOUR..DAY => (ago / HOUR, " h"),
        DAY.. => (ago / DAY, " d"),
    };
    Shown::number(usize::try_from(n).unwrap_or(usize::MAX)).then(&Shown::own(unit))
}

/// `14:03`, on another day `Sat 14:03`, from a week on `2026-11-21 14:03`.
pub fn clock(zone: &LocalOffset, now_ms: u64, at_ms: u64) -> Shown {
    let (local, today) = (local(zone, at_ms), local(zone, now_ms) / DAY);
    let (day, minutes) = (local / DAY, local % DAY / MINUTE);
    let time = format!("{:02}:{:02}", minutes / 60, minutes % 60);
    let text = match day.abs_diff(today) {
        0 => time,
        1..7 => format!("{} {time}", ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][(day % 7) as usize]),
        7.. => format!("{} {time}", date(day)),
    };
    Shown::one_line(&Untrusted::from(text))
}

/// Nine in the morning of the next day, in milliseconds since 1970.
pub(super) fn tomorrow(zone: &LocalOffset, now_ms: u64) -> u64 {
    let wanted = (local(zone, now_ms) / DAY + 1) * DAY + MORNING;
    to_wall(zone, wanted)
}

/// The moment of a local time.
pub(super) fn to_wall(zone: &LocalOffset, wanted: u64) -> u64 {
    let near = wanted.saturating_add_signed(-zone(wanted));
    wanted.saturating_add_signed(-zone(near))
}

pub(super) fn local(zone: &LocalOffset, wall_ms: u64) -> u64 {
    wall_ms.saturating_add_signed(zone(wall_ms))
}

/// The date of a day, counted from 1970.
fn date(day: u64) -> String {
    // Days since 0000-03-01, in eras of 400 years: that way the leap day is the last of its year.
    let days = day + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let date = of_year - (153 * month + 2) / 5 + 1;
    let january = month >= 10;
    let month = if january { month - 9 } else { month + 3 };
    format!("{:04}-{month:02}-{date:02}", era * 400 + year + u64::from(january))
}

#[cfg(test)]
mod tests {
    use super::{LocalOffset, Now, age, clock, tomorrow};
    use crate::time::Timestamp;

    // 2026-11-21 10:23:18 UTC, a Saturday.
    const NOON: u64 = 1_795_256_598_000;

    fn now(wall_ms: u64) -> Now {
        Now { at: Timestamp(0), wall_ms, boot: None }
    }

    #[test]
    fn ages_are_coarse() {
        let ages = [0, 61, 103, 3600, 3700, 86_300, 86_460, 864_100];
        let shown: Vec<String> =
            ages.iter().map(|s| age(now(NOON + 41_000), NOON - s * 1000).to_string()).collect();
        assert_eq!(shown, ["now", "now", "1 m", "59 m", "1 h", "23 h", "1 d", "10 d"]);
        assert_eq!(age(now(NOON), NOON + 5000).as_str(), "now", "asked in the future");
    }

    #[test]
    fn times_are_local_and_say_their_day() {
        let zone: LocalOffset = Box::new(|_| 3_600_000);
        let at = |ms| clock(&zone, NOON, ms).to_string();
        assert_eq!(at(NOON), "11:23");
        assert_eq!(at(NOON - 12 * 3_600_000), "Fri 23:23");
        assert_eq!(at(NOON - 400 * 86_400_000), "2025-10-17 11:23");
        assert_eq!(at(NOON + 86_400_000), "Sun 11:23");
    }

    #[test]
    fn tomorrow_is_nine_by_the_clock_of_that_day() {
        // The clock goes back an hour in the night.
        let zone: LocalOffset = Box::new(|ms| if ms < NOON + 10 * 3_600_000 { 7_200_000 } else { 3_600_000 });
        let at = tomorrow(&zone, now(NOON).wall_ms);
        assert_eq!(clock(&zone, at, at).as_str(), "09:00");
        assert_eq!((at - NOON) / 60_000, 21 * 60 + 36);
    }
}
