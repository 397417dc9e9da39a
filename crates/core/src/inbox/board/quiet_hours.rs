//! Hours without bells and notifications.
//!
//! - `22:00-08:00`, by the person's own clock; the end may be on the next day.
//! - Requests that arrive in these hours are announced at their end, if they still wait.

use std::fmt;

/// Hours of the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hours {
    /// Minutes after midnight.
    from: u64,
    to: u64,
}

impl Hours {
    /// Reads `22:00-08:00`; `None` if the text isn't such a range, or the range is empty.
    pub fn read(text: &str) -> Option<Hours> {
        let (from, to) = text.split_once('-')?;
        let minute = |text: &str| {
            let (h, m) = text.trim().split_once(':')?;
            let plain = |t: &str| (1..=2).contains(&t.len()) && t.bytes().all(|b| b.is_ascii_digit());
            let (h, m) =
                (plain(h).then(|| h.parse::<u64>().ok())??, plain(m).then(|| m.parse::<u64>().ok())??);
            (h < 24 && m < 60).then_some(h * 60 + m)
        };
        let hours = Hours { from: minute(from)?, to: minute(to)? };
        (hours.from != hours.to).then_some(hours)
    }

    /// How many minutes are left of them at this minute of the day; `None` outside them.
    pub(crate) fn left(self, minute: u64) -> Option<u64> {
        const DAY: u64 = 24 * 60;
        let length = (self.to + DAY - self.from) % DAY;
        let since = (minute + DAY - self.from) % DAY;
        (since < length).then(|| length - since)
    }
}

impl fmt::Display for Hours {
    /// The range as [`Hours::read`] takes it: `22:00-08:00`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Hours { from, to } = self;
        write!(f, "{:02}:{:02}-{:02}:{:02}", from / 60, from % 60, to / 60, to % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::Hours;

    #[test]
    fn hours_may_end_on_the_next_day() {
        let night = Hours::read("22:00-8:30").unwrap();
        assert_eq!(
            [21 * 60 + 59, 22 * 60, 23 * 60, 0, 8 * 60 + 29, 8 * 60 + 30].map(|m| night.left(m)),
            [None, Some(630), Some(570), Some(510), Some(1), None]
        );
        assert_eq!(Hours::read("12:00-13:00").unwrap().left(12 * 60 + 59), Some(1));
        for wrong in ["", "22-8", "22:00", "24:00-01:00", "1:60-2:00", "8:00-8:00", "a:b-c:d", "+1:00-2:00"] {
            assert_eq!(Hours::read(wrong), None, "{wrong}");
        }
    }
}
