//! The job that this process belongs to: whether its terminal is for it, and whether a shell could continue it.
//!
//! The kernel gives a group or a session outside of this namespace the number 0, which the ids of rustix can't hold.

use nix::unistd::{Pid, getpgrp, getppid, getsid, tcgetpgrp};
use std::os::fd::AsFd;

/// Whether the terminal's keys are for this process: no other job is in front. A job outside of this namespace counts
/// as this one if this one is outside as well.
pub fn is_in_front(tty: impl AsFd) -> bool {
    tcgetpgrp(tty) == Ok(getpgrp())
}

/// Whether a shell of this session could continue this job if it stopped.
pub(super) fn can_be_continued() -> bool {
    let outside = Pid::from_raw(0);
    let (leader, parent) = (getsid(None), getppid());
    // To ask for the session of process 0 means one's own.
    parent != outside
        && leader.is_ok_and(|leader| leader != outside && leader != getpgrp())
        && getsid(Some(parent)) == leader
}
