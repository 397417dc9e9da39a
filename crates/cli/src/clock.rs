//! The clocks, which only this file reads, and the local time of day.
//!
//! - Machines get milliseconds since the process began.
//! - A kept draft carries seconds since 1970.
//! - The local time follows TZ, or else /etc/localtime; an unreadable zone means UTC.

use asq_core::time::Timestamp;
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use crate::env::Env;
use crate::zone::LocalZone;

/// A clock that only goes forward.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProcessClock {
    began: Instant,
}

impl ProcessClock {
    /// Begins at 0 now.
    #[allow(clippy::disallowed_methods, reason = "the one place that reads the clock")]
    pub(crate) fn start() -> ProcessClock {
        ProcessClock { began: Instant::now() }
    }

    /// Milliseconds since it began.
    pub(crate) fn now(&self) -> Timestamp {
        Timestamp(self.began.elapsed().as_millis() as u64)
    }
}

/// Seconds since 1970, in UTC.
#[allow(clippy::disallowed_methods, reason = "the one place that reads the clock")]
pub(crate) fn unix_now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs() as i64)
}

/// Milliseconds since 1970, in UTC.
#[allow(clippy::disallowed_methods, reason = "the one place that reads the clock")]
pub(crate) fn unix_now_ms() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |d| u64::try_from(d.as_millis()).unwrap_or(u64::MAX))
}

#[expect(clippy::disallowed_methods, reason = "the system's zones, or a file that the person names")]
pub(crate) fn local_zone(env: &Env) -> LocalZone {
    let file = match env.text("TZ") {
        None => PathBuf::from("/etc/localtime"),
        Some(tz) => {
            let name = tz.strip_prefix(':').unwrap_or(&tz);
            let file = Path::new("/usr/share/zoneinfo").join(name);
            if !file.is_file() {
                return LocalZone::posix(name);
            }
            file
        }
    };
    std::fs::read(file).map_or(LocalZone::UTC, |bytes| LocalZone::tzif(&bytes))
}

#[cfg(test)]
mod tests {
    use super::local_zone;
    use crate::env::Env;

    #[test]
    fn a_zone_may_be_named_after_a_colon() {
        for tz in ["<+0545>-5:45", ":<+0545>-5:45"] {
            assert_eq!(local_zone(&Env::of(&[("TZ", tz)])).local(0).time(), "05:45", "{tz}");
        }
    }
}
