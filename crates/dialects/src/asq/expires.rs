//! The time limit of a call: `{"after": "10m", "means": "…"}`.
//!
//! - A number counts seconds; a text adds up numbers with `ms`, `s`, `m`, `h` or `d`.
//! - From one second to 366 days; without a limit, or with 0, the form waits forever.
//! - What it means if nobody answers is the asker's own sentence, shown to the person.

use super::LIMITS;
use super::fields::{Field, Fields, problem};
use super::keys;
use crate::Note;
use crate::blank::is_zero;
use crate::findings::Findings;
use asq_core::model::Expiry;
use asq_wire::{Path, Problem, kind};
use serde_json::Value;
use std::ops::RangeInclusive;

/// The shortest and the longest time limit, in milliseconds.
pub const EXPIRES_MS: RangeInclusive<u64> = 1000..=366 * 24 * 60 * 60 * 1000;

/// Reads the object, or a bare duration.
pub(super) fn read((value, path): Field<'_, '_>, log: &mut Findings) -> Option<Expiry> {
    let Value::Object(map) = value else {
        if is_zero(value) {
            log.note(Note::mended(path, "0 is read as left out"));
            return None;
        }
        return Some(Expiry { after_ms: after(value, path, log)?, means: None });
    };
    let fields = Fields::open(map, path.clone(), keys::EXPIRES, log);
    let means = fields.text("means", LIMITS.text_bytes, log);
    let Some((value, path)) = fields.get("after") else {
        let wanted = "must be a duration such as \"10m\"";
        log.problem(Problem::new(fields.at("after"), wanted, "is missing"));
        return None;
    };
    Some(Expiry { after_ms: after(value, path, log)?, means: means.map(Into::into) })
}

fn after(value: &Value, path: &Path, log: &mut Findings) -> Option<u64> {
    let ms = match value {
        Value::Number(seconds) => seconds.as_f64().and_then(|s| millis(s, 1000.0)),
        Value::String(text) => duration(text),
        other => return problem(log, path, "must be a duration such as \"10m\"", other),
    };
    if ms.is_none_or(|ms| !EXPIRES_MS.contains(&ms)) {
        log.problem(
            Problem::new(path, "must be a duration from 1s to 366d", kind(value))
                .fix("Write seconds as a number, or a text such as \"90s\", \"10m\" or \"1h30m\"."),
        );
        return None;
    }
    ms
}

/// `"1h30m"` in milliseconds; a bare number counts seconds. `None` if it isn't a duration.
pub fn duration(text: &str) -> Option<u64> {
    let mut rest = text.trim();
    if let Ok(seconds) = rest.parse::<f64>() {
        return millis(seconds, 1000.0);
    }
    let mut sum: u64 = 0;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let number: f64 = rest[..digits].parse().ok()?;
        rest = rest[digits..].trim_start();
        let word = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let unit = match &rest[..word] {
            "ms" => 1.0,
            "s" | "sec" | "second" | "seconds" => 1000.0,
            "m" | "min" | "minute" | "minutes" => 60_000.0,
            "h" | "hour" | "hours" => 3_600_000.0,
            "d" | "day" | "days" => 86_400_000.0,
            _ => return None,
        };
        sum = sum.checked_add(millis(number, unit)?)?;
        rest = rest[word..].trim_start();
    }
    (sum > 0).then_some(sum)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "checked to be within a range that a u64 and an f64 both hold"
)]
fn millis(number: f64, unit: f64) -> Option<u64> {
    let ms = (number * unit).round();
    (ms.is_finite() && ms > 0.0 && ms <= 1e15).then_some(ms as u64)
}

/// A duration as text: its two largest units that aren't zero.
pub(super) fn in_words(ms: u64) -> String {
    let units = [("day", 86_400_000), ("hour", 3_600_000), ("minute", 60_000), ("second", 1000)];
    let mut left = ms;
    let mut words = Vec::new();
    for (name, unit) in units {
        let n = left / unit;
        left %= unit;
        if n > 0 && words.len() < 2 {
            words.push(format!("{n} {name}{}", if n == 1 { "" } else { "s" }));
        }
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::{duration, in_words};

    #[test]
    fn durations() {
        let table = [
            ("90", Some(90_000)),
            ("90s", Some(90_000)),
            ("1.5", Some(1500)),
            ("10m", Some(600_000)),
            (" 10 min ", Some(600_000)),
            ("1h30m", Some(5_400_000)),
            ("2d", Some(172_800_000)),
            ("500ms", Some(500)),
            ("", None),
            ("0", None),
            ("-5", None),
            ("10 fortnights", None),
            ("m", None),
            ("1e400", None),
            ("soon", None),
            ("1h30", None),
        ];
        for (text, wanted) in table {
            assert_eq!(duration(text), wanted, "{text}");
        }
    }

    #[test]
    fn words() {
        let table = [
            (1000, "1 second"),
            (600_000, "10 minutes"),
            (5_400_000, "1 hour 30 minutes"),
            (86_461_000, "1 day 1 minute"),
        ];
        for (ms, wanted) in table {
            assert_eq!(in_words(ms), wanted);
        }
    }
}
