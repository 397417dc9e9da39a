//! What a connection is doing: waiting for a request, or carrying one out, and whether its peer takes what is sent.
//!
//! - The head of a request has a time limit from its first byte; a connection without one may be idle for longer.
//! - A body has its own limit; it is not counted here.
//! - While a call is carried out, only the peer's taking has a limit.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// The time limits of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConnectionLimits {
    pub(crate) head: Duration,
    pub(crate) idle: Duration,
    pub(crate) stalled: Duration,
}

/// The phase of a connection, shared by its socket, its calls and its task.
pub(crate) struct Phases {
    phase: Mutex<Phase>,
    flushed: Mutex<Vec<Flushed>>,
}

/// What happens once a reply was flushed.
type Flushed = Box<dyn FnOnce() + Send>;

#[derive(Clone, Copy, Debug)]
struct Phase {
    doing: Doing,
    /// Since when the peer takes nothing that is to be sent.
    blocked: Option<Instant>,
    /// Whether a request came on this connection.
    used: bool,
    /// Whether its reply has just become a stream.
    streams: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doing {
    /// No byte of a request yet, since then.
    Idle(Instant),
    /// The head of a request is arriving, since then.
    Head(Instant),
    /// A call is carried out.
    Call,
}

/// What ends a connection when its time is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Late {
    /// Nothing came.
    Idle,
    /// The head of a request is incomplete.
    Head,
    /// The peer doesn't take what is sent.
    Stalled,
}

impl Phases {
    pub(crate) fn new() -> Phases {
        let phase = Phase { doing: Doing::Idle(Instant::now()), blocked: None, used: false, streams: false };
        Phases { phase: Mutex::new(phase), flushed: Mutex::default() }
    }

    /// When the present phase is over, and what that means; `None` if it may last.
    pub(crate) fn deadline(&self, patience: &ConnectionLimits) -> Option<(Instant, Late)> {
        let Phase { doing, blocked, used, streams: _ } = *self.lock();
        let stalled = blocked.map(|since| (since + patience.stalled, Late::Stalled));
        let own = match doing {
            // The first request of a connection is due as soon as its head.
            Doing::Idle(since) if used => Some((since + patience.idle, Late::Idle)),
            Doing::Idle(since) => Some((since + patience.head, Late::Idle)),
            Doing::Head(since) => Some((since + patience.head, Late::Head)),
            Doing::Call => None,
        };
        stalled.into_iter().chain(own).min_by_key(|(at, _)| *at)
    }

    /// The reply becomes a stream.
    pub(crate) fn streams(&self) {
        self.lock().streams = true;
    }

    /// Whether the reply has become a stream since the last look.
    pub(super) fn takes_stream(&self) -> bool {
        std::mem::take(&mut self.lock().streams)
    }

    /// Bytes have arrived.
    pub(super) fn arrived(&self) {
        let mut phase = self.lock();
        if let Doing::Idle(_) = phase.doing {
            phase.doing = Doing::Head(Instant::now());
        }
    }

    /// A call begins: its head is complete.
    pub(crate) fn begins(&self) {
        let mut phase = self.lock();
        (phase.doing, phase.used) = (Doing::Call, true);
    }

    /// A call has its whole reply.
    pub(crate) fn ends(&self) {
        self.lock().doing = Doing::Idle(Instant::now());
    }

    pub(super) fn is_idle(&self) -> bool {
        self.lock().doing != Doing::Call
    }

    pub(super) fn wrote(&self, any: bool) {
        let mut phase = self.lock();
        if any {
            phase.blocked = None;
        } else if phase.blocked.is_none() {
            phase.blocked = Some(Instant::now());
        }
    }

    pub(super) fn flushed(&self, all: bool) {
        if !all {
            self.wrote(false);
            return;
        }
        let flushed = std::mem::take(&mut *self.flushed.lock().unwrap_or_else(PoisonError::into_inner));
        for then in flushed {
            then();
        }
    }

    /// Calls back once everything was flushed that replies have given out until now; never if the connection ends
    /// before.
    pub(crate) fn after_flush(&self, then: Flushed) {
        self.flushed.lock().unwrap_or_else(PoisonError::into_inner).push(then);
    }

    fn lock(&self) -> MutexGuard<'_, Phase> {
        self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
