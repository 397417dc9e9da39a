//! Standard output of a server: a line that fits at once wakes no other thread.
//!
//! - A pipe or a socket, which agents use, is written to directly. What it doesn't take at once, a thread writes.
//! - What else shares this standard output never sees that: a pipe is opened once more, and a socket is asked for each
//!   write alone not to block.
//! - Anything else, such as a file or a terminal, is written to by a thread.

use rustix::fs::{FileType, Mode, OFlags};
use rustix::net::SendFlags;
use std::io;
use std::os::fd::OwnedFd;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::io::AsyncWrite;

/// This process's own standard output, by the name that opens it once more: only Linux has it.
const OWN: &str = "/proc/self/fd/1";

pub(super) struct StandardOutput {
    direct: Option<DirectOutput>,
    thread: tokio::io::Stdout,
    /// Whether the thread has something to write, which goes first.
    thread_writes: bool,
}

enum DirectOutput {
    Pipe(OwnedFd),
    Socket,
}

impl StandardOutput {
    pub(super) fn open() -> StandardOutput {
        let thread = tokio::io::stdout();
        StandardOutput { direct: DirectOutput::open(), thread, thread_writes: false }
    }
}

impl DirectOutput {
    #[expect(clippy::disallowed_methods, reason = "it opens no file, but what it has already")]
    fn open() -> Option<DirectOutput> {
        match FileType::from_raw_mode(rustix::fs::fstat(rustix::stdio::stdout()).ok()?.st_mode) {
            FileType::Fifo => {
                let flags = OFlags::WRONLY | OFlags::NONBLOCK | OFlags::CLOEXEC;
                rustix::fs::open(OWN, flags, Mode::empty()).ok().map(DirectOutput::Pipe)
            }
            FileType::Socket => Some(DirectOutput::Socket),
            _ => None,
        }
    }

    /// Writes what fits at once.
    fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        Ok(match self {
            DirectOutput::Pipe(pipe) => rustix::io::write(pipe, bytes)?,
            DirectOutput::Socket => {
                rustix::net::send(rustix::stdio::stdout(), bytes, SendFlags::DONTWAIT | SendFlags::NOSIGNAL)?
            }
        })
    }
}

impl AsyncWrite for StandardOutput {
    fn poll_write(mut self: Pin<&mut Self>, task: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        ready!(self.as_mut().poll_flush(task))?;
        if let Some(direct) = &self.direct {
            match direct.write(bytes) {
                Err(error)
                    if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {}
                done => return Poll::Ready(done),
            }
        }
        self.thread_writes = true;
        Pin::new(&mut self.thread).poll_write(task, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, task: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.thread_writes {
            ready!(Pin::new(&mut self.thread).poll_flush(task))?;
            self.thread_writes = false;
        }
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, task: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.poll_flush(task)
    }
}
