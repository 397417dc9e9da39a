//! How long a refusal takes that must not tell whether there is such a request, nor how large it is.

use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// A refusal comes after this time, or a multiple of it. Reading the largest request takes less.
const REFUSED_AFTER: Duration = Duration::from_millis(50);

/// Waits until a caller may be refused on whom work began at this moment.
pub(crate) async fn refused_after(began: Instant) {
    sleep_until(began + class(began.elapsed())).await;
}

/// When to refuse a caller after so much time was spent on it.
fn class(spent: Duration) -> Duration {
    let classes = spent.as_millis() / REFUSED_AFTER.as_millis() + 1;
    REFUSED_AFTER * u32::try_from(classes).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::class;
    use std::time::Duration;

    #[test]
    fn a_refusal_takes_the_same_time_whatever_was_read_for_it() {
        let after = |spent: &[u64]| -> Vec<u128> {
            spent.iter().map(|ms| class(Duration::from_millis(*ms)).as_millis()).collect()
        };
        assert_eq!(after(&[0, 1, 11, 49]), [50, 50, 50, 50]);
        assert_eq!(after(&[50, 99, 100]), [100, 100, 150]);
    }
}
