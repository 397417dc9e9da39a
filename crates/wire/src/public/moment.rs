//! A moment as text: `2026-11-20T13:03:09.120Z`.
//!
//! - It is UTC, to the millisecond.

use super::PublicError;
use jiff::Timestamp;

/// A moment in milliseconds since 1970, as UTC. One after the year 9999 is the last of it.
pub fn utc(ms: u64) -> String {
    let seconds = i64::try_from(ms / 1000).unwrap_or(i64::MAX);
    let whole = Timestamp::from_second(seconds).unwrap_or(Timestamp::MAX);
    let date = jiff::tz::Offset::UTC.to_datetime(whole);
    format!("{}.{:03}Z", date.strftime("%Y-%m-%dT%H:%M:%S"), ms % 1000)
}

/// Reads it back.
///
/// # Errors
/// It isn't a moment, or one before 1970.
pub fn from_utc(text: &str) -> Result<u64, PublicError> {
    let at: Option<Timestamp> = text.parse().ok();
    let ms = at.and_then(|at| u64::try_from(at.as_millisecond()).ok());
    ms.ok_or(PublicError::Nonsense("moment isn't one in UTC"))
}

pub(super) fn back(text: Option<&String>) -> Result<Option<u64>, PublicError> {
    text.map(|text| from_utc(text)).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_written_to_the_millisecond_and_read_back() {
        for (ms, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (1_795_257_607_250, "2026-11-21T10:40:07.250Z"),
            (1_795_257_607_001, "2026-11-21T10:40:07.001Z"),
        ] {
            assert_eq!(utc(ms), text);
            assert_eq!(from_utc(text).ok(), Some(ms));
        }
        assert_eq!(utc(u64::MAX), "9999-12-30T22:00:00.615Z");
        for text in ["", "soon", "1969-12-31T23:59:59.000Z", "2026-13-01T00:00:00Z"] {
            assert!(from_utc(text).is_err(), "{text}");
        }
    }
}
