//! Limits how often other surfaces learn of a changed draft; the screen never waits.
//!
//! - The first change is reported at once.
//! - Later changes are reported together, at the setting's interval and at most four times a second.
//! - Leaving, Enter and closing report the rest at once.

use asq_core::time::Timestamp;

/// The shortest time between two reports, in milliseconds.
const SHORTEST: u64 = 250;

/// Holds back the news of a changed draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Debounce {
    wait_ms: u64,
    /// The earliest time of the next report.
    next: Timestamp,
    held: bool,
}

impl Debounce {
    /// Reports at most once in so many milliseconds (`debounceMs`, 0–10,000); less than 250 is 250.
    pub fn new(wait_ms: u32) -> Debounce {
        Debounce { wait_ms: u64::from(wait_ms).max(SHORTEST), next: Timestamp(0), held: false }
    }

    /// Changes the interval, in milliseconds.
    pub fn set(&mut self, wait_ms: u32) {
        self.wait_ms = Debounce::new(wait_ms).wait_ms;
    }

    /// Takes a change of the draft. `true`: report it now.
    pub fn changed(&mut self, now: Timestamp) -> bool {
        self.held = true;
        self.expire(now)
    }

    /// When to call [`Debounce::expire`]; `None`: nothing is held back.
    pub fn deadline(&self) -> Option<Timestamp> {
        self.held.then_some(self.next)
    }

    /// Takes the passing of time. `true`: report the change now.
    pub fn expire(&mut self, now: Timestamp) -> bool {
        let due = self.held && self.next <= now;
        if due {
            self.held = false;
            self.next = now.plus(self.wait_ms);
        }
        due
    }

    /// For leaving, Enter and closing the form. `true`: report the change now.
    pub fn flush(&mut self) -> bool {
        std::mem::take(&mut self.held)
    }
}

#[cfg(test)]
mod tests {
    use super::Debounce;
    use asq_core::time::Timestamp;

    /// The times of the reports for changes at these times.
    fn report_times(wait_ms: u32, changes: &[u64]) -> Vec<u64> {
        let mut debounce = Debounce::new(wait_ms);
        let mut told = Vec::new();
        let mut changes = changes.iter().copied().peekable();
        while changes.peek().is_some() || debounce.deadline().is_some() {
            match (changes.peek().copied(), debounce.deadline()) {
                (change, Some(due)) if change.is_none_or(|change| due.0 <= change) => {
                    assert!(debounce.expire(due));
                    told.push(due.0);
                }
                (Some(change), _) => {
                    changes.next();
                    if debounce.changed(Timestamp(change)) {
                        told.push(change);
                    }
                }
                (None, _) => unreachable!(),
            }
        }
        told
    }

    #[test]
    fn fast_keys_are_told_as_one() {
        assert_eq!(report_times(300, &[1000, 1100, 1200, 2000]), [1000, 1300, 2000]);
        assert_eq!(report_times(300, &[1000, 1299, 1300, 1301]), [1000, 1300, 1600]);
    }

    #[test]
    fn who_never_pauses_is_heard_of_all_the_same() {
        let keys: Vec<u64> = (0..100).map(|i| 1000 + i * 10).collect();
        assert_eq!(report_times(0, &keys), [1000, 1250, 1500, 1750, 2000]);
        assert_eq!(report_times(600, &keys), [1000, 1600, 2200]);
    }

    #[test]
    fn leaving_tells_what_is_held_and_nothing_twice() {
        let mut debounce = Debounce::new(300);
        assert!(!debounce.flush());
        assert!(debounce.changed(Timestamp(1000)));
        assert!(!debounce.flush());
        assert!(!debounce.changed(Timestamp(1010)));
        assert!(!debounce.expire(Timestamp(1299)));
        assert!(debounce.flush());
        assert_eq!((debounce.deadline(), debounce.expire(Timestamp(1400))), (None, false));
    }
}
