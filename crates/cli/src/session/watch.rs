//! Waits for endings, and for everything else that may end the wait.
//!
//! - Stops at an ending, after the allowed time, or on a signal (Ctrl+C, SIGTERM, a closed terminal).
//! - Stops when the reader of standard output goes away: nobody waits any more.
//! - No thread wakes up while nothing happens.

use crate::clock::ProcessClock;
use crate::error::CommandError;
use crate::output;
use asq_backend::{Backend, ClosedRequest, Failure, Hold, TellAbsence};
use asq_core::life::RequestId;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

#[derive(Debug)]
pub(crate) enum Happened {
    /// One of the requests is closed, or can't be waited for.
    Closed(RequestId, Result<Box<ClosedRequest>, Failure>),
    /// The allowed time is over.
    Late,
    /// A signal asks to stop.
    Signalled,
    /// Nobody reads standard output any more.
    Unread,
}

pub(crate) struct EndingWatch {
    events: Receiver<Happened>,
    tell: Sender<Happened>,
    waiting: Vec<Hold>,
    clock: ProcessClock,
    /// In milliseconds; `None` waits forever.
    patience: Option<u64>,
}

impl EndingWatch {
    /// Waits at most this many milliseconds from now on. Ctrl+C and its like no longer end the process.
    pub(crate) fn new(patience: Option<u64>) -> Result<EndingWatch, CommandError> {
        let (tell, events) = channel();
        let watch = EndingWatch { events, tell, waiting: Vec::new(), clock: ProcessClock::start(), patience };
        watch.signals()?;
        watch.reader()?;
        Ok(watch)
    }

    /// Waits for these requests, too.
    ///
    /// # Errors
    /// The wait works, but other surfaces can't see it.
    pub(crate) fn add(&mut self, backend: &dyn Backend, ids: &[RequestId]) -> Result<(), Failure> {
        let hold = backend.hold_all(ids);
        for id in ids.iter().copied() {
            let tell = self.tell.clone();
            // After the wait nobody receives this, and nobody needs it.
            let closed = move |closed: Result<ClosedRequest, Failure>| {
                drop(tell.send(Happened::Closed(id, closed.map(Box::new))));
            };
            self.waiting.push(backend.when_closed(id, Box::new(closed)));
        }
        hold.map(|hold| self.waiting.push(hold))
    }

    /// The next thing that happens.
    pub(crate) fn next(&mut self) -> Happened {
        let got = match self.patience {
            None => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(patience) => {
                let left = patience.saturating_sub(self.clock.now().0);
                self.events.recv_timeout(Duration::from_millis(left))
            }
        };
        got.unwrap_or(Happened::Late)
    }

    fn signals(&self) -> Result<(), CommandError> {
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP]).map_err(CommandError::fault)?;
        let tell = self.tell.clone();
        thread("asq-signals", move || {
            for _ in signals.forever() {
                if tell.send(Happened::Signalled).is_err() {
                    return;
                }
            }
        })
    }

    /// Notices when the reader of standard output goes away.
    fn reader(&self) -> Result<(), CommandError> {
        let tell = self.tell.clone();
        thread("asq-reader", move || {
            let stdout = rustix::stdio::stdout();
            loop {
                let mut fds = [PollFd::new(&stdout, PollFlags::empty())];
                match poll(&mut fds, None) {
                    Ok(_) if !fds[0].revents().is_empty() => return drop(tell.send(Happened::Unread)),
                    Ok(_) | Err(Errno::INTR) => {}
                    Err(_) => return,
                }
            }
        })
    }
}

/// The line that tells the person why others can't see this wait.
pub(crate) fn unseen(failure: &CommandError) -> String {
    format!("asq: lists show the asker of this question as gone, although it waits: {}", in_a_line(failure))
}

/// Tells the person that the server of a wait doesn't answer.
pub(crate) fn say_absence() -> TellAbsence {
    Box::new(|text| output::say(&format!("asq: {text}")))
}

/// The line that tells the person why a form learns late what others do.
pub(crate) fn unheard(failure: &CommandError) -> String {
    format!("asq: this form doesn't see what others do with the question: {}", in_a_line(failure))
}

fn in_a_line(failure: &CommandError) -> String {
    let why = failure.to_string();
    let why: Vec<&str> = why.trim_start_matches("asq: ").lines().map(str::trim).collect();
    why.join("; ")
}

fn thread(name: &str, run: impl FnOnce() + Send + 'static) -> Result<(), CommandError> {
    let started = std::thread::Builder::new().name(name.to_owned()).stack_size(64 << 10).spawn(run);
    started.map(drop).map_err(CommandError::fault)
}
