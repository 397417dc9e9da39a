//! Wakes a reader when there is something to read.
//!
//! - A pipe becomes readable, so that an event loop can poll it, or a callback runs.
//! - Waking never blocks and never fails.

use super::failure::failed;
use asq_backend::{Failure, Wake};
use asq_store::StoreError;
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::pipe::{PipeFlags, pipe_with};

pub(super) struct WakeUp {
    /// The reader's end, and ours.
    pipe: Option<(OwnedFd, OwnedFd)>,
    call: Option<Box<dyn Fn() + Send + Sync>>,
}

impl WakeUp {
    /// # Errors
    /// The system gives no pipe.
    pub(super) fn new(wake: Wake) -> Result<WakeUp, Failure> {
        let (pipe, call) = match wake {
            Wake::Descriptor => {
                let pipe = pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK);
                let none = |error| failed(StoreError::Failed(format!("no pipe for news: {error}")));
                (Some(pipe.map_err(none)?), None)
            }
            Wake::Call(call) => (None, Some(call)),
        };
        Ok(WakeUp { pipe, call })
    }

    /// Wakes the reader. Hold no lock meanwhile: the callback may read at once.
    pub(super) fn ring(&self) {
        if let Some((_, write)) = &self.pipe {
            // A full pipe is readable as well.
            let _ = rustix::io::write(write, &[1]);
        }
        if let Some(call) = &self.call {
            call();
        }
    }

    /// The reader has read everything.
    pub(super) fn clear(&self) {
        if let Some((read, _)) = &self.pipe {
            // As long as something comes there may be more.
            while rustix::io::read(read, &mut [0; 16]).is_ok_and(|n| n > 0) {}
        }
    }

    pub(super) fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.pipe.as_ref().map(|(read, _)| read.as_fd())
    }
}
