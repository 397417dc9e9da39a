//! What shortens the wait for news.
//!
//! - The order is: take a bell, read, wait. What is appended after the reading rings the bell that was taken before.
//! - It can fail without a sound: whoever waits reads again after a while all the same (`patience`).

use std::time::Duration;

/// Why a wait ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WakeReason {
    /// Something was appended.
    Records,
    /// A draft or what was seen changed.
    Drafts,
    /// Somebody called the waker, or the inbox's or an asker's lock changed hands.
    Nudged,
    /// Time is over.
    Quiet,
}

/// What shortens the wait for news.
pub trait Bell: Send {
    /// Waits until something happens, at most so long.
    fn wait(&mut self, at_most: Duration) -> WakeReason;

    /// How long to wait before reading again without a ring: 30 s where the bell passed its self-test within the last
    /// minute, else 250 ms within 10 s of the last change and 2 s later on.
    fn patience(&self) -> Duration;

    /// Ends a wait at once from another thread.
    fn waker(&self) -> std::sync::Arc<dyn Fn() + Send + Sync>;
}
