//! Shortens the wait for news.
//!
//! - Take a bell, then read, then wait: the bell rings for everything appended after it was taken.
//! - A bell can fail silently, so its owner polls after a while anyway (`patience`).

use std::time::Duration;

/// Why a wait ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WakeReason {
    /// A process appended records.
    Records,
    /// A draft or the seen state changed.
    Drafts,
    /// Somebody called the waker, or the inbox's or an asker's lock changed hands.
    Nudged,
    /// No news came in time.
    Quiet,
}

/// Wakes a process when there is news.
pub trait Bell: Send {
    /// Waits for news, at most this long.
    fn wait(&mut self, at_most: Duration) -> WakeReason;

    /// How long to wait before polling: 30 s if the bell passed its self-test within the last minute. Otherwise 250 ms
    /// within 10 s of the last change, and 2 s after that.
    fn patience(&self) -> Duration;

    /// Returns a function that ends a wait at once, from any thread.
    fn waker(&self) -> std::sync::Arc<dyn Fn() + Send + Sync>;
}
