//! Wakes a reader when there is something to read: a pipe becomes readable, or a callback runs.

use asq_backend::{Failure, Wake};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::pipe::{PipeFlags, pipe_with};

/// How a reader is woken.
pub(crate) enum ReaderBell {
    /// The reader's end, and ours.
    Pipe(OwnedFd, OwnedFd),
    Call(Box<dyn Fn() + Send + Sync>),
}

impl ReaderBell {
    /// # Errors
    /// The system gives no pipe.
    pub(crate) fn new(wake: Wake) -> Result<ReaderBell, Failure> {
        match wake {
            Wake::Call(call) => Ok(ReaderBell::Call(call)),
            Wake::Descriptor => {
                let pipe = pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK);
                let (read, write) =
                    pipe.map_err(|error| Failure::failed(format!("no pipe for news: {error}")))?;
                Ok(ReaderBell::Pipe(read, write))
            }
        }
    }

    /// Wakes the reader. Hold no lock meanwhile: the callback may read at once.
    pub(crate) fn ring(&self) {
        match self {
            // A full pipe is readable as well.
            ReaderBell::Pipe(_, write) => drop(rustix::io::write(write, &[1])),
            ReaderBell::Call(call) => call(),
        }
    }

    /// The reader has read everything.
    pub(crate) fn clear(&self) {
        match self {
            // As long as something comes there may be more.
            ReaderBell::Pipe(read, _) => while rustix::io::read(read, &mut [0; 16]).is_ok_and(|n| n > 0) {},
            ReaderBell::Call(_) => {}
        }
    }

    pub(crate) fn fd(&self) -> Option<BorrowedFd<'_>> {
        match self {
            ReaderBell::Pipe(read, _) => Some(read.as_fd()),
            ReaderBell::Call(_) => None,
        }
    }
}
