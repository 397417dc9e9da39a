//! Times as one says them.
//!
//! - A duration has one unit and is rounded down: `16 minutes`, `1 hour`, `2 days`.
//! - A put-off is typed as a number and a unit, minutes without a unit: `15`, `2 hours`, `1d`.
//! - It is at least a minute and at most a year.

use super::super::line_writer::OwnWords;

const MINUTE: u64 = 60_000;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

pub(super) fn duration(words: OwnWords, ms: u64) -> OwnWords {
    let (n, one, many) = match ms {
        0..MINUTE => return words.and("less than a minute"),
        MINUTE..HOUR => (ms / MINUTE, " minute", " minutes"),
        HOUR..DAY => (ms / HOUR, " hour", " hours"),
        DAY.. => (ms / DAY, " day", " days"),
    };
    words.number(usize::try_from(n).unwrap_or(usize::MAX)).and(if n == 1 { one } else { many })
}

pub(super) fn read(text: &str) -> Option<u64> {
    let text = text.trim();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at(digits);
    let unit = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "m" | "min" | "minute" | "minutes" => MINUTE,
        "h" | "hour" | "hours" => HOUR,
        "d" | "day" | "days" => DAY,
        _ => return None,
    };
    let ms = number.parse::<u64>().ok()?.checked_mul(unit)?;
    (MINUTE..=366 * DAY).contains(&ms).then_some(ms)
}

#[cfg(test)]
mod tests {
    use super::{DAY, HOUR, MINUTE, OwnWords, duration, read};
    use asq_core::text::Line;

    #[test]
    fn a_duration_has_one_unit() {
        let said = |ms| Line::from(duration(OwnWords::default(), ms)).text();
        assert_eq!(
            [0, MINUTE, 59 * MINUTE, HOUR, DAY - 1, DAY, 400 * DAY].map(said),
            ["less than a minute", "1 minute", "59 minutes", "1 hour", "23 hours", "1 day", "400 days"]
        );
    }

    #[test]
    fn a_put_off_is_a_number_and_a_unit() {
        let good = [("15", 15 * MINUTE), (" 2 hours ", 2 * HOUR), ("1d", DAY), ("3 Min", 3 * MINUTE)];
        for (text, ms) in good {
            assert_eq!(read(text), Some(ms), "{text}");
        }
        for text in ["", "0", "h", "2 weeks", "-1", "1.5h", "367d", "99999999999999999999d"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
