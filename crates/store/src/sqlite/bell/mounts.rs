//! Notices that a file system was mounted over a folder: no file in it changes.
//!
//! - The kernel notifies readers of the list of mounts; waiting for that costs nothing.

use rustix::event::{PollFd, PollFlags};
use rustix::fd::OwnedFd;
use rustix::fs::{Mode, OFlags};

const LIST: &str = "/proc/self/mountinfo";

/// The list of mounts, which the kernel also marks as an error after a change.
const CHANGED: PollFlags = PollFlags::PRI.union(PollFlags::ERR);

pub(super) struct MountWatch(OwnedFd);

impl MountWatch {
    /// `None` if the system has no such list.
    #[expect(clippy::disallowed_methods, reason = "a list of the system's, no file of ours")]
    pub(super) fn new() -> Option<MountWatch> {
        rustix::fs::open(LIST, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty()).ok().map(MountWatch)
    }

    pub(super) fn file(&self) -> PollFd<'_> {
        PollFd::new(&self.0, PollFlags::PRI)
    }

    /// Whether anything was mounted or unmounted since the last poll.
    pub(super) fn has_changed(polled: &PollFd<'_>) -> bool {
        polled.revents().intersects(CHANGED)
    }
}
