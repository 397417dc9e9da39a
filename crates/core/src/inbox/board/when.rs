//! A time that a person types, for the end of a snooze.
//!
//! - A time of day is today's, or tomorrow's if it has passed: `14:30`.
//! - A span counts from now: `45m`, `2h`, `3d`.
//! - A weekday is the next one, at nine in the morning: `mon`, `Friday`; so is `tomorrow`.

use super::now::{DAY, HOUR, LocalOffset, MINUTE, MORNING, local, to_wall, tomorrow};

/// From Sunday on, as days are counted from a Thursday.
const DAYS: [&str; 7] = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
/// The longest span, in days.
const LONGEST: u64 = 366;

/// The time that a text stands for, in milliseconds since 1970.
pub fn snooze_end(text: &str, zone: &LocalOffset, now_ms: u64) -> Option<u64> {
    let text = text.trim().to_lowercase();
    let here = local(zone, now_ms);
    let today = here / DAY * DAY;
    if text == "tomorrow" {
        return Some(tomorrow(zone, now_ms));
    }
    if let Some((hours, minutes)) = text.split_once(':') {
        let of_day = number(hours, 23)? * HOUR + number(minutes, 59)? * MINUTE;
        let at = if today + of_day > here { today + of_day } else { today + DAY + of_day };
        return Some(to_wall(zone, at));
    }
    if let Some(day) = DAYS.iter().position(|day| text.len() >= 3 && day.starts_with(&text)) {
        let weekday = (here / DAY + 4) % 7;
        let days = (day as u64 + 7 - weekday) % 7;
        let days = if days == 0 { 7 } else { days };
        return Some(to_wall(zone, today + days * DAY + MORNING));
    }
    let unit = text.find(|c: char| !c.is_ascii_digit())?;
    let (n, unit) = text.split_at(unit);
    let unit = match unit.trim() {
        "m" | "min" | "minute" | "minutes" => MINUTE,
        "h" | "hour" | "hours" => HOUR,
        "d" | "day" | "days" => DAY,
        _ => return None,
    };
    let span = number(n, LONGEST * DAY / unit)? * unit;
    (span > 0).then_some(now_ms + span)
}

/// A number without a sign, up to a largest one.
fn number(text: &str, most: u64) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|n| digits && *n <= most)
}

#[cfg(test)]
mod tests {
    use super::super::now::{LocalOffset, Now, clock};
    use super::snooze_end;
    use crate::time::Timestamp;

    #[test]
    fn times_spans_and_weekdays_are_read() {
        let zone: LocalOffset = Box::new(|_| 3_600_000);
        // 2026-11-21 11:23:18 in that zone, a Saturday.
        let now = Now { at: Timestamp(0), wall_ms: 1_795_256_598_000, boot: None };
        let at = |text| {
            snooze_end(text, &zone, now.wall_ms)
                .map_or("-".to_owned(), |ms| clock(&zone, now.wall_ms, ms).to_string())
        };
        let texts = [
            "14:30",
            "9:05",
            " 2h",
            "45m",
            "3 d",
            "mon",
            "Friday",
            "Tomorrow",
            "sat",
            "sunda",
            "14",
            "24:00",
            "9:60",
            "0m",
            "m",
            "-2h",
            "tod",
            "367d",
            "1:2:3",
            "99999999999999999999h",
            "+1:00",
        ];
        let read = texts.map(at);
        let expected = [
            "14:30",
            "Sun 09:05",
            "13:23",
            "12:08",
            "Tue 11:23",
            "Mon 09:00",
            "Fri 09:00",
            "Sun 09:00",
            "2026-11-28 09:00",
            "Sun 09:00",
            "-",
            "-",
            "-",
            "-",
            "-",
            "-",
            "-",
            "-",
            "-",
            "-",
            "-",
        ];
        assert_eq!(read, expected.map(str::to_owned));
    }
}
