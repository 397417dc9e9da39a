//! Other surfaces hear of a changed draft once somebody pauses; the screen never waits.
//!
//! - Changes that follow each other faster than the setting says are told as one.
//! - Somebody who never pauses is heard of after a second at the latest, or after the setting if that is longer.
//! - Leaving, Enter and closing tell what is still held, at once.
//! - With a setting of 0 every change is told at once.

use asq_core::time::Timestamp;

/// Longest that a change is held while typing goes on, in milliseconds, where the setting is no longer.
const LONGEST: u64 = 1000;

/// Holds the news of a changed draft for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Debounce {
    wait_ms: u64,
    /// The first change that was not told, and the last.
    held: Option<(Timestamp, Timestamp)>,
}

impl Debounce {
    /// Holds changes for so many milliseconds (`debounceMs`, 0–10,000).
    pub fn new(wait_ms: u32) -> Debounce {
        Debounce { wait_ms: u64::from(wait_ms), held: None }
    }

    /// The draft changed. True: tell it now.
    pub fn changed(&mut self, now: Timestamp) -> bool {
        let first = self.held.map_or(now, |(first, _)| first);
        self.held = Some((first, now));
        self.expire(now)
    }

    /// When to call [`Debounce::expire`]; `None`: nothing is held.
    pub fn deadline(&self) -> Option<Timestamp> {
        let (first, last) = self.held?;
        Some(last.plus(self.wait_ms).min(first.plus(self.wait_ms.max(LONGEST))))
    }

    /// Time has passed. True: tell what was held now.
    pub fn expire(&mut self, now: Timestamp) -> bool {
        self.deadline().is_some_and(|due| due <= now) && self.flush()
    }

    /// Somebody leaves, presses Enter or closes the form. True: something was held, tell it now.
    pub fn flush(&mut self) -> bool {
        self.held.take().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::Debounce;
    use asq_core::time::Timestamp;

    /// When the news is told, of changes at these times.
    fn told(wait_ms: u32, changes: &[u64]) -> Vec<u64> {
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
        assert_eq!(told(300, &[0, 100, 200, 1000]), [500, 1300]);
    }

    #[test]
    fn who_never_pauses_is_heard_of_all_the_same() {
        let keys: Vec<u64> = (0..30).map(|i| i * 100).collect();
        assert_eq!(told(300, &keys), [1000, 2000, 3000]);
        assert_eq!(told(2000, &keys), [2000, 4000]);
    }

    #[test]
    fn nothing_to_wait_for_tells_at_once() {
        assert_eq!(told(0, &[5, 6, 7]), [5, 6, 7]);
    }

    #[test]
    fn leaving_tells_what_is_held_and_nothing_twice() {
        let mut debounce = Debounce::new(300);
        assert!(!debounce.flush());
        assert!(!debounce.changed(Timestamp(10)));
        assert!(!debounce.expire(Timestamp(309)));
        assert!(debounce.flush());
        assert_eq!((debounce.deadline(), debounce.expire(Timestamp(400))), (None, false));
    }
}
