//! Signals as flags and one byte in a pipe.
//!
//! - SIGTERM, SIGHUP and SIGINT end the form, SIGWINCH resizes it, SIGTSTP and SIGCONT suspend it.
//! - Nothing is polled: a wait on the pipe ends when one arrives.
//! - When this is dropped, the three that end the form have their default effect again.

use rustix::event::{PollFd, PollFlags};
use signal_hook::SigId;
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::{flag, low_level};
use std::io::{self, PipeReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A signal that has arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TermSignal {
    /// A signal that ends a process, by its number.
    End(i32),
    Resize,
    Suspend,
    Continue,
}

#[derive(Debug)]
pub(super) struct TermSignals {
    flags: Vec<(TermSignal, Arc<AtomicBool>)>,
    pipe: PipeReader,
    ids: Vec<SigId>,
    released: Arc<AtomicBool>,
}

impl TermSignals {
    pub(super) fn new() -> io::Result<TermSignals> {
        let (pipe, writer) = std::io::pipe()?;
        rustix::io::ioctl_fionbio(&pipe, true)?;
        let released = Arc::new(AtomicBool::new(false));
        let mut signals = TermSignals { flags: Vec::new(), pipe, ids: Vec::new(), released };
        let all = [
            (SIGTERM, TermSignal::End(SIGTERM)),
            (SIGHUP, TermSignal::End(SIGHUP)),
            (SIGINT, TermSignal::End(SIGINT)),
            (SIGWINCH, TermSignal::Resize),
            (SIGTSTP, TermSignal::Suspend),
            (SIGCONT, TermSignal::Continue),
        ];
        for (number, signal) in all {
            if matches!(signal, TermSignal::End(_)) {
                // Registered first, so it runs first: once the form is gone, the signal ends the process as usual.
                flag::register_conditional_default(number, Arc::clone(&signals.released))?;
            }
            let flag = Arc::new(AtomicBool::new(false));
            signals.ids.push(flag::register(number, Arc::clone(&flag))?);
            signals.ids.push(low_level::pipe::register(number, writer.try_clone()?)?);
            signals.flags.push((signal, flag));
        }
        Ok(signals)
    }

    /// Readable once a signal has arrived.
    pub(super) fn poll(&self) -> PollFd<'_> {
        PollFd::new(&self.pipe, PollFlags::IN)
    }

    /// The signals since the last call, each once, those that end the form first.
    pub(super) fn take(&self) -> Vec<TermSignal> {
        let mut bytes = [0; 64];
        // Emptied before the flags are read, so a signal in between wakes the next wait.
        while matches!((&self.pipe).read(&mut bytes), Ok(n) if n > 0) {}
        self.flags.iter().filter(|f| f.1.swap(false, Ordering::SeqCst)).map(|f| f.0).collect()
    }

    /// Forgets the signals to suspend and to continue, once both have happened.
    pub(super) fn settle(&self) {
        for (signal, flag) in &self.flags {
            match signal {
                TermSignal::Suspend | TermSignal::Continue => flag.store(false, Ordering::SeqCst),
                TermSignal::End(_) | TermSignal::Resize => {}
            }
        }
    }
}

impl Drop for TermSignals {
    fn drop(&mut self) {
        self.released.store(true, Ordering::SeqCst);
        for id in self.ids.drain(..) {
            low_level::unregister(id);
        }
    }
}
