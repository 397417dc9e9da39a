//! Waiting in tests: look again and again until it is so, or fail.
//!
//! - [`eventually`] waits for something that another process or thread does; no test sleeps instead.
//! - A look returns a `bool`, an `Option` or a `Result`; the wait returns the value that ended it.
//! - A wait in vain fails after a minute, with the error of the last look; [`eventually_within`] takes another limit.

use std::fmt::Display;
use std::time::{Duration, Instant};

/// Far more than a busy machine needs, so a wait that lasts longer is a fault.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);
/// Each pause between two looks is twice as long as the last one, within these limits.
const PAUSES: (Duration, Duration) = (Duration::from_millis(1), Duration::from_millis(16));

/// The result of one look.
pub trait Polled {
    type Value;

    /// The value that ends the wait, or why it goes on.
    fn found(self) -> Result<Self::Value, String>;
}

impl Polled for bool {
    type Value = ();

    fn found(self) -> Result<(), String> {
        if self { Ok(()) } else { Err(String::new()) }
    }
}

impl<T> Polled for Option<T> {
    type Value = T;

    fn found(self) -> Result<T, String> {
        self.ok_or_else(String::new)
    }
}

impl<T, E: Display> Polled for Result<T, E> {
    type Value = T;

    fn found(self) -> Result<T, String> {
        self.map_err(|e| format!(": {e}"))
    }
}

/// Looks until it is so, for a minute at most.
///
/// # Panics
/// It isn't so after that time.
#[track_caller]
pub fn eventually<L: Polled>(what: &str, look: impl FnMut() -> L) -> L::Value {
    eventually_within(PATIENCE, what, look)
}

/// Looks until it is so, for this time at most.
///
/// # Panics
/// It isn't so after that time.
#[track_caller]
pub fn eventually_within<L: Polled>(patience: Duration, what: &str, look: impl FnMut() -> L) -> L::Value {
    wait(patience, look).unwrap_or_else(|why| panic!("waited in vain for {what}{why}"))
}

/// The same without a panic: for what may also not happen, and for the end of a test, because a panic during a panic
/// aborts the program with all its tests.
///
/// # Errors
/// The error of the last look.
pub fn wait<L: Polled>(patience: Duration, mut look: impl FnMut() -> L) -> Result<L::Value, String> {
    let (began, mut pause) = (Instant::now(), PAUSES.0);
    loop {
        let found = look().found();
        if found.is_ok() || began.elapsed() >= patience {
            return found;
        }
        std::thread::sleep(pause);
        pause = PAUSES.1.min(pause * 2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::catch_unwind;

    #[test]
    fn the_value_that_ends_a_wait_is_returned() {
        let mut looks = 0;
        let third = eventually("the third look", || {
            looks += 1;
            (looks == 3).then_some(looks)
        });
        eventually("more looks", || {
            looks += 1;
            looks > 5
        });
        assert_eq!((third, looks), (3, 6));
    }

    #[test]
    fn a_wait_in_vain_fails_with_the_last_error_after_a_look_at_least() {
        let waited = catch_unwind(|| {
            let mut looks = 0;
            eventually_within(Duration::ZERO, "a file", || -> Result<(), String> {
                looks += 1;
                Err(format!("look {looks} finds none"))
            });
        });
        let why = waited.expect_err("it fails").downcast::<String>().expect("a text");
        assert_eq!(*why, "waited in vain for a file: look 1 finds none");
    }
}
