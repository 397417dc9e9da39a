//! Bugs that tests plant, to see them caught. Without the feature `planted` there are none, and no code of them.
//!
//! - A bug is one deviation of the driver from what it promises; the simulation has to find each.

/// A deviation from what the driver promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bug {
    /// Tells before the append is on disk.
    ToldBeforeDisk,
    /// Takes an append whose fate is unknown for done.
    UnknownIsDone,
    /// Does not look whether what it sent stands in the store.
    NoReadBack,
    /// Sends what was refused as stale once more, without deciding it anew.
    SentAgainUnjudged,
    /// Goes on after the disk has failed.
    DiskIsForgiven,
    /// Does not read a request when somebody begins to wait for it.
    WaitUnread,
    /// Reads again only when the bell rings.
    BellIsTruth,
    /// Goes to the list's position without looking at those that are waited for.
    ListIsEnough,
    /// Tells whoever waits first, whatever was closed.
    AnyIsMine,
    /// Never looks at time limits.
    NoExpiry,
    /// Attaches to whatever has the same call id.
    ContentIsNoMatter,
    /// Makes each ask a request of its own.
    ClaimIsForgotten,
    /// Judges a time limit once, though the store did not take it.
    JudgedOnce,
    /// Waits for the next ring with a page that was full.
    OnePage,
}

#[cfg(feature = "planted")]
mod planting {
    use super::Bug;
    use std::cell::Cell;

    thread_local! {
        static PLANTED: Cell<Option<Bug>> = const { Cell::new(None) };
    }

    /// Plants a bug in what this thread drives, in place of the one before.
    pub fn plant(bug: Option<Bug>) {
        PLANTED.set(bug);
    }

    pub(crate) fn is_planted(bug: Bug) -> bool {
        PLANTED.get() == Some(bug)
    }
}

#[cfg(feature = "planted")]
pub(super) use planting::is_planted;
#[cfg(feature = "planted")]
pub use planting::plant;

/// Whether a bug is planted.
macro_rules! planted {
    ($bug:ident) => {{
        #[cfg(feature = "planted")]
        let is = crate::driver::bug::is_planted(crate::driver::bug::Bug::$bug);
        #[cfg(not(feature = "planted"))]
        let is = {
            let _ = crate::driver::bug::Bug::$bug;
            false
        };
        is
    }};
}
pub(super) use planted;
