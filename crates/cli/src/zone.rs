//! Local time, from the system's zone files or a rule in TZ.
//!
//! - A zone file's transitions hold; after the last one, the rule at its end does (`CET-1CEST,M3.5.0,M10.5.0/3`).
//! - A rule changes on a weekday of a month (`M3.5.0`), or on a day of the year (`J60`, `59`).
//! - An unreadable file or rule means UTC: a time in a remark is never worth a failure.
//! - Moments before the year -9999 or after 9999 become the first or the last one that can be shown.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;

/// Offsets from UTC over time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LocalZone(TimeZone);

/// A moment as a person reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LocalTime {
    at: DateTime,
    offset: i32,
}

impl LocalTime {
    pub(crate) fn day(&self) -> Date {
        self.at.date()
    }

    /// The distance from UTC, in seconds.
    pub(crate) fn offset(&self) -> i64 {
        self.offset.into()
    }

    /// `14:03`
    pub(crate) fn time(&self) -> String {
        format!("{:02}:{:02}", self.at.hour(), self.at.minute())
    }

    /// `14:03:09`
    pub(crate) fn time_and_second(&self) -> String {
        format!("{}:{:02}", self.time(), self.at.second())
    }

    /// `2026-11-20`
    pub(crate) fn date(&self) -> String {
        format!("{:04}-{:02}-{:02}", self.at.year(), self.at.month(), self.at.day())
    }

    /// The distance from UTC: `+01:00`
    pub(crate) fn shift(&self) -> String {
        let (sign, from) = if self.offset < 0 { ('-', -self.offset) } else { ('+', self.offset) };
        format!("{sign}{:02}:{:02}", from / 3600, from / 60 % 60)
    }
}

impl LocalZone {
    pub(crate) const UTC: LocalZone = LocalZone(TimeZone::UTC);

    /// Reads a rule as the variable TZ holds it.
    pub(crate) fn posix(text: &str) -> LocalZone {
        TimeZone::posix(text).map_or(LocalZone::UTC, LocalZone)
    }

    /// Reads the bytes of a zone file.
    pub(crate) fn tzif(bytes: &[u8]) -> LocalZone {
        TimeZone::tzif("local", bytes).map_or(LocalZone::UTC, LocalZone)
    }

    /// A moment (seconds since 1970) as a person there reads it.
    pub(crate) fn local(&self, unix: i64) -> LocalTime {
        let end = if unix < 0 { Timestamp::MIN } else { Timestamp::MAX };
        let at = Timestamp::from_second(unix).unwrap_or(end);
        let offset = self.0.to_offset(at);
        LocalTime { at: offset.to_datetime(at), offset: offset.seconds() }
    }

    /// The moment (seconds since 1970) when clocks there show this time. If they show it twice, it is the first one. If
    /// they skip it, the result is later by the skipped time.
    pub(crate) fn at(&self, wall: DateTime) -> Option<i64> {
        self.0.to_timestamp(wall).ok().map(Timestamp::as_second)
    }
}

#[cfg(test)]
mod tests {
    use super::LocalZone;
    use jiff::civil::date;

    fn at(zone: &LocalZone, unix: i64) -> String {
        let local = zone.local(unix);
        format!("{} {}", local.date(), local.time())
    }

    #[test]
    fn summer_time_begins_and_ends_to_the_second() {
        let berlin = LocalZone::posix("CET-1CEST,M3.5.0,M10.5.0/3");
        assert_eq!(at(&berlin, 1_774_745_999), "2026-03-29 01:59");
        assert_eq!(at(&berlin, 1_774_746_000), "2026-03-29 03:00");
        assert_eq!(at(&berlin, 1_792_889_999), "2026-10-25 02:59");
        assert_eq!(at(&berlin, 1_792_890_000), "2026-10-25 02:00");
    }

    #[test]
    fn summer_over_new_year_and_odd_offsets() {
        let sydney = LocalZone::posix("AEST-10AEDT,M10.1.0,M4.1.0/3");
        assert_eq!(at(&sydney, 1_767_225_600), "2026-01-01 11:00");
        assert_eq!(at(&sydney, 1_782_864_000), "2026-07-01 10:00");
        assert_eq!(at(&LocalZone::posix("<+0545>-5:45"), 0), "1970-01-01 05:45");
        assert_eq!(at(&LocalZone::posix("nonsense//"), 0), "1970-01-01 00:00");
        assert_eq!(at(&LocalZone::posix("AB-5"), 0), "1970-01-01 00:00", "a name has three letters");
    }

    /// Day J60 is always the first of March. Day 59, counted from 0, is the 29th of February in a leap year.
    #[test]
    fn summer_time_may_begin_on_a_day_of_the_year() {
        let shift = |rule: &str, day| {
            let zone = LocalZone::posix(rule);
            zone.local(LocalZone::UTC.at(day).unwrap()).shift()
        };
        let noon = |year, month, day| date(year, month, day).at(12, 0, 0, 0);
        let julian = |day| shift("EST5EDT,J60,J300", day);
        assert_eq!([julian(noon(2026, 2, 28)), julian(noon(2026, 3, 1))], ["-05:00", "-04:00"]);
        assert_eq!([julian(noon(2024, 2, 29)), julian(noon(2024, 3, 1))], ["-05:00", "-04:00"]);
        assert_eq!([julian(noon(2026, 10, 26)), julian(noon(2026, 11, 22))], ["-04:00", "-05:00"]);
        let counted = |day| shift("EST5EDT,59,299", day);
        assert_eq!([counted(noon(2026, 2, 28)), counted(noon(2026, 3, 1))], ["-05:00", "-04:00"]);
        assert_eq!([counted(noon(2024, 2, 28)), counted(noon(2024, 2, 29))], ["-05:00", "-04:00"]);
    }

    /// Version 2 with an empty first block, two transitions and a footer.
    fn file() -> Vec<u8> {
        let head = |time: u32, kind: u32| {
            let mut bytes = b"TZif2".to_vec();
            bytes.extend([0; 15]);
            for count in [0, 0, 0, time, kind, 4] {
                bytes.extend(u32::to_be_bytes(count));
            }
            bytes
        };
        let mut bytes = head(0, 1);
        bytes.extend([0; 6 + 4]);
        bytes.extend(head(2, 3));
        for at in [-1_000_000_000_i64, 1_000_000_000] {
            bytes.extend(at.to_be_bytes());
        }
        bytes.extend([1, 2]);
        for offset in [600_i32, 3600, -10_800] {
            bytes.extend(offset.to_be_bytes());
            bytes.extend([0, 0]);
        }
        bytes.extend(b"XYZ\0");
        bytes.extend(b"\nXYZ3\n");
        bytes
    }

    #[test]
    fn a_zone_file_is_followed_before_between_and_after_its_transitions() {
        let zone = LocalZone::tzif(&file());
        assert_eq!(at(&zone, -2_000_000_000), "1906-08-16 20:36");
        assert_eq!(at(&zone, 0), "1970-01-01 01:00");
        assert_eq!(at(&zone, 1_000_000_000), "2001-09-08 22:46");
    }

    #[test]
    fn a_cut_file_is_utc() {
        let whole = file();
        for end in 0..whole.len() - 6 {
            let _ = LocalZone::tzif(&whole[..end]);
        }
        assert_eq!(LocalZone::tzif(&whole[..60]), LocalZone::UTC);
        assert_eq!(LocalZone::tzif(b"no zone"), LocalZone::UTC);
    }

    #[test]
    fn no_moment_is_too_far_away() {
        let berlin = LocalZone::posix("CET-1CEST,M3.5.0,M10.5.0/3");
        assert_eq!(at(&berlin, i64::MAX), "9999-12-30 23:00");
        assert_eq!(at(&berlin, i64::MIN), "-9999-01-02 02:59");
    }
}
