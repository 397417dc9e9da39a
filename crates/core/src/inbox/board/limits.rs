//! Time limits in the list: how long a request still waits.
//!
//! - A countdown counts by the clock of the machine that set it, as far as it is this one.
//! - It counts days, hours and minutes, in the last minute ten seconds at a time, and in the last ten seconds each one.

use super::machine::Board;
use super::now::{DAY, HOUR, MINUTE};
use super::rows::InboxRow;
use crate::text::{Shown, Tone};
use crate::time::Timestamp;

const SECOND: u64 = 1000;

impl Board {
    /// The milliseconds that a waiting request has left, if it has a limit.
    pub(super) fn left_of(&self, row: &InboxRow) -> Option<u64> {
        row.pending.due.as_ref().filter(|_| row.waits()).map(|due| due.left(self.now.moment()))
    }

    /// When the next countdown of the list changes.
    pub(super) fn limits_change(&self) -> Option<Timestamp> {
        let change = |row: &InboxRow| {
            let left = self.left_of(row)?;
            let unit = unit(left);
            // What is over is judged by the driver.
            (left > 0).then(|| self.now.at.plus((left - 1) % unit + 1))
        };
        self.rows.limited().filter_map(change).min()
    }
}

/// `12 min`, as a countdown says it.
pub(super) fn span(left: u64) -> Shown {
    let unit = unit(left);
    let (n, word) = match unit {
        DAY => (left.div_ceil(DAY), " d"),
        HOUR => (left.div_ceil(HOUR), " h"),
        MINUTE => (left.div_ceil(MINUTE), " min"),
        _ => (left.div_ceil(unit) * unit / SECOND, " s"),
    };
    Shown::number(usize::try_from(n).unwrap_or(usize::MAX)).then(&Shown::own(word))
}

/// How much a countdown needs the person's attention.
pub(super) fn urgency(left: u64) -> Tone {
    match left {
        0..=10_000 => Tone::Danger,
        10_001..=MINUTE => Tone::Warn,
        _ => Tone::Dim,
    }
}

/// The step in which a countdown counts.
fn unit(left: u64) -> u64 {
    match left {
        0..=10_000 => SECOND,
        10_001..=MINUTE => 10 * SECOND,
        60_001..=7_200_000 => MINUTE,
        7_200_001..=172_800_000 => HOUR,
        _ => DAY,
    }
}

#[cfg(test)]
mod tests {
    use super::span;

    #[test]
    fn a_countdown_is_coarse_until_the_last_minute() {
        let says = [900, 9_100, 10_001, 50_000, 60_000, 60_001, 720_000, 7_200_001, 172_800_001];
        let says: Vec<String> = says.iter().map(|left| span(*left).to_string()).collect();
        assert_eq!(says, ["1 s", "10 s", "20 s", "50 s", "60 s", "2 min", "12 min", "3 h", "3 d"]);
    }
}
