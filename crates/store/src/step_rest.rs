//! The pause between two steps of long maintenance.
//!
//! - It grows with the time of the step: the busier the machine and its disk, the longer everybody else needs, too.

use std::time::Duration;

/// A process that waits for a lock needs a moment to wake up; without a pause the next step takes the lock first.
const LEAST: Duration = Duration::from_millis(4);
const MOST: Duration = Duration::from_millis(100);

/// The pause after a step that took this long.
pub(crate) fn after(step: Duration) -> Duration {
    (step / 3).clamp(LEAST, MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_a_long_step_comes_a_long_pause() {
        let after = |took| after(Duration::from_millis(took)).as_millis();
        assert_eq!([0, 3, 60, 150, 900].map(after), [4, 4, 20, 50, 100]);
    }
}
