//! Times and durations, in the forms that a person reads and types.
//!
//! - Shows a moment with its zone's offset.
//! - An age is one number and one unit: `40 s`, `12 m`, `3 h`, `5 d`.
//! - A typed moment is a date, a date and a time, `today`, `yesterday`, or how long ago it was (`2h`).
//! - Clocks that disagree never cause a panic: a moment in the future is `0 s` old.

use crate::zone::LocalZone;
use jiff::civil::{Date, Time};

/// `2026-11-20 14:03:09 +01:00`
pub(crate) fn local(zone: &LocalZone, ms: u64) -> String {
    let at = zone.local(seconds(ms));
    format!("{} {} {}", at.date(), at.time_and_second(), at.shift())
}

/// `2026-11-20 14:03 +01:00`
pub(crate) fn minute(zone: &LocalZone, ms: u64) -> String {
    let at = zone.local(seconds(ms));
    format!("{} {} {}", at.date(), at.time(), at.shift())
}

/// A duration as one number and one unit.
pub(crate) fn span(ms: u64) -> String {
    let seconds = ms / 1000;
    match seconds {
        0..=59 => format!("{seconds} s"),
        60..=3_599 => format!("{} m", seconds / 60),
        3_600..=172_799 => format!("{} h", seconds / 3600),
        _ => format!("{} d", seconds / 86_400),
    }
}

/// The time since a moment.
pub(crate) fn age(now_ms: u64, at_ms: u64) -> String {
    span(now_ms.saturating_sub(at_ms))
}

/// The beginning and the end of a typed day, in milliseconds since 1970.
pub(crate) fn day(text: &str, zone: &LocalZone, now_ms: u64) -> Option<(u64, u64)> {
    let today = zone.local(seconds(now_ms)).day();
    let day = match text {
        "today" => today,
        "yesterday" => today.yesterday().ok()?,
        _ => date(text)?,
    };
    let begin = |day: Date| zone.at(day.at(0, 0, 0, 0)).map(ms);
    Some((begin(day)?, begin(day.tomorrow().ok()?)?))
}

/// A typed moment, in milliseconds since 1970.
pub(crate) fn moment(text: &str, zone: &LocalZone, now_ms: u64) -> Option<u64> {
    if let Some((begin, _)) = day(text, zone, now_ms) {
        return Some(begin);
    }
    if let Some((day, time)) = text.split_once(['T', ' ']) {
        let (time, shift) = match time.strip_suffix('Z') {
            Some(time) => (time, Some(0)),
            None => shifted(time)?,
        };
        let wall = date(day)?.to_datetime(clock(time.trim_end())?);
        return Some(ms(match shift {
            Some(shift) => LocalZone::UTC.at(wall)? - shift,
            None => zone.at(wall)?,
        }));
    }
    Some(now_ms.saturating_sub(asq_dialects::asq::duration(text)?))
}

/// Splits a time from the offset after it, in seconds.
fn shifted(time: &str) -> Option<(&str, Option<i64>)> {
    let Some(at) = time.find(['+', '-']) else { return Some((time, None)) };
    let sign = if time.as_bytes()[at] == b'-' { -1 } else { 1 };
    let shift = clock(&time[at + 1..])?;
    let minutes = i64::from(shift.hour()) * 60 + i64::from(shift.minute());
    Some((&time[..at], Some(sign * (minutes * 60 + i64::from(shift.second())))))
}

/// `2026-11-20`
fn date(text: &str) -> Option<Date> {
    let mut parts = text.split('-').map(number);
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    let sound = parts.next().is_none() && year >= 1970;
    Date::new(year, month.try_into().ok()?, day.try_into().ok()?).ok().filter(|_| sound)
}

/// `14:03` or `14:03:09`
fn clock(text: &str) -> Option<Time> {
    let mut parts = text.split(':').map(number);
    let (hour, minute) = (parts.next()??, parts.next()??);
    let second = parts.next().unwrap_or(Some(0))?;
    let sound = parts.next().is_none();
    let of = |number: i16| number.try_into().ok();
    Time::new(of(hour)?, of(minute)?, of(second)?, 0).ok().filter(|_| sound)
}

fn number(text: &str) -> Option<i16> {
    let digits = (1..=4).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

fn seconds(ms: u64) -> i64 {
    i64::try_from(ms / 1000).unwrap_or(i64::MAX)
}

fn ms(seconds: i64) -> u64 {
    u64::try_from(seconds).unwrap_or(0).saturating_mul(1000)
}

#[cfg(test)]
mod tests {
    use super::{age, day, local, moment, span};
    use crate::zone::LocalZone;
    use expect_test::expect;
    use std::fmt::Write;

    /// 2026-11-21 10:40:07.250 UTC
    const NOW: u64 = 1_795_257_607_250;

    #[test]
    fn a_moment_has_its_zone() {
        let berlin = LocalZone::posix("CET-1CEST,M3.5.0,M10.5.0/3");
        let delhi = LocalZone::posix("<+0530>-5:30");
        let lima = LocalZone::posix("<-05>5");
        let all = [&berlin, &delhi, &lima, &LocalZone::UTC].map(|zone| local(zone, NOW));
        expect![[r#"
            [
                "2026-11-21 11:40:07 +01:00",
                "2026-11-21 16:10:07 +05:30",
                "2026-11-21 05:40:07 -05:00",
                "2026-11-21 10:40:07 +00:00",
            ]
        "#]]
        .assert_eq(&format!("{all:#?}\n"));
    }

    #[test]
    fn ages() {
        let all = [0, 999, 59_999, 60_000, 3_599_000, 3_600_000, 172_799_000, 172_800_000, u64::MAX];
        let all = all.map(span).join(", ");
        expect!["0 s, 0 s, 59 s, 1 m, 59 m, 1 h, 47 h, 2 d, 213503982334 d"].assert_eq(&all);
        assert_eq!(age(5, 10_000), "0 s");
    }

    #[test]
    fn typed_moments() {
        let zone = LocalZone::posix("CET-1CEST,M3.5.0,M10.5.0/3");
        let mut all = String::new();
        for text in [
            "today",
            "yesterday",
            "2026-10-25",
            "2026-10-25 14:03",
            "2026-10-25T14:03:09",
            "2026-10-25T14:03Z",
            "2026-10-25T14:03+05:30",
            "2h",
            "90",
            "1d12h",
            "2026-02-30",
            "2026-13-01",
            "26-1-1",
            "25:00",
            "soon",
            "",
            "2026-10-25T",
            "2026-10-25T24:00",
            "2026-10-25T14:70",
            "-5",
        ] {
            let _ = writeln!(all, "{text}: {:?}", moment(text, &zone, NOW).map(|ms| local(&zone, ms)));
        }
        expect![[r#"
            today: Some("2026-11-21 00:00:00 +01:00")
            yesterday: Some("2026-11-20 00:00:00 +01:00")
            2026-10-25: Some("2026-10-25 00:00:00 +02:00")
            2026-10-25 14:03: Some("2026-10-25 14:03:00 +01:00")
            2026-10-25T14:03:09: Some("2026-10-25 14:03:09 +01:00")
            2026-10-25T14:03Z: Some("2026-10-25 15:03:00 +01:00")
            2026-10-25T14:03+05:30: Some("2026-10-25 09:33:00 +01:00")
            2h: Some("2026-11-21 09:40:07 +01:00")
            90: Some("2026-11-21 11:38:37 +01:00")
            1d12h: Some("2026-11-19 23:40:07 +01:00")
            2026-02-30: None
            2026-13-01: None
            26-1-1: None
            25:00: None
            soon: None
            : None
            2026-10-25T: None
            2026-10-25T24:00: None
            2026-10-25T14:70: None
            -5: None
        "#]]
        .assert_eq(&all);
    }

    /// The day on which summer time ends has 25 hours.
    #[test]
    fn a_day_ends_where_the_next_begins() {
        let zone = LocalZone::posix("CET-1CEST,M3.5.0,M10.5.0/3");
        let (from, to) = day("2026-10-25", &zone, NOW).unwrap();
        assert_eq!(to - from, 25 * 3_600_000);
        assert_eq!(day("2026-10-24", &zone, NOW).unwrap().1, from);
    }
}
