//! The log of a server, as a follower reads it.
//!
//! - The connection comes back by itself, and goes on after the last record that came.
//! - A server that no longer has those records says so, and the reader hears of it.
//! - A reader that doesn't read holds up its stream; nothing piles up here.

use crate::call::HttpCall;
use crate::remote::SharedRemote;
use crate::service::{CallError, ServerCalls};
use crate::stream::ServerStream;
use crate::tokens::TokenRole;
use crate::wake::ReaderBell;
use asq_backend::{Failure, LogEntry, LogFact, LogNews, LogReader, Wake};
use asq_core::inbox::Position;
use asq_wire::http::{StreamedFact, StreamedRecord};
use futures_util::future::select;
use rustix::fd::BorrowedFd;
use std::collections::VecDeque;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::sleep;

/// So many unread entries hold up the stream.
const MANY: usize = 4096;
/// The first pause after a failed try, and the longest one.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// A reader of the log. Dropping it stops reading.
pub(crate) struct RemoteLogReader {
    tap: Arc<Tap>,
    _shared: Arc<SharedRemote>,
}

struct Tap {
    unread: Mutex<UnreadEntries>,
    bell: ReaderBell,
    /// The reader has read, or resumes.
    stir: Notify,
    over: Notify,
}

struct UnreadEntries {
    entries: VecDeque<Arc<LogEntry>>,
    /// The last position that came.
    after: Position,
    /// Whether nothing more comes until the reader resumes.
    reset: bool,
    /// Counts the times that the reader resumed.
    resumed: u64,
    stopped: Option<Failure>,
}

impl RemoteLogReader {
    pub(crate) fn follow(
        shared: &Arc<SharedRemote>,
        after: Position,
        wake: Wake,
    ) -> Result<RemoteLogReader, Failure> {
        let unread =
            UnreadEntries { entries: VecDeque::new(), after, reset: false, resumed: 0, stopped: None };
        let tap = Arc::new(Tap {
            unread: Mutex::new(unread),
            bell: ReaderBell::new(wake)?,
            stir: Notify::new(),
            over: Notify::new(),
        });
        let service = shared.service.clone();
        let allowed = shared.wait(async move { service.token(TokenRole::Lists).await.map(drop) })?;
        if let Err(CallError::Failed(failure)) = allowed {
            return Err(failure);
        }
        let (service, at) = (shared.service.clone(), tap.clone());
        shared.worker.spawn(async move {
            let run = pin!(at.run(&service));
            // Dropping the task closes the stream.
            select(run, pin!(at.over.notified())).await;
        });
        Ok(RemoteLogReader { tap, _shared: shared.clone() })
    }
}

impl LogReader for RemoteLogReader {
    fn next(&self, most: usize) -> Result<LogNews, Failure> {
        let mut unread = self.tap.unread();
        let entries: Vec<Arc<LogEntry>> = {
            let most = most.min(unread.entries.len());
            unread.entries.drain(..most).collect()
        };
        if entries.is_empty() {
            self.tap.bell.clear();
            if let Some(failure) = &unread.stopped {
                return Err(failure.clone());
            }
            if unread.reset {
                return Ok(LogNews::Reset);
            }
        }
        drop(unread);
        self.tap.stir.notify_one();
        Ok(LogNews::Entries(entries))
    }

    fn resume(&self, after: Position) {
        let mut unread = self.tap.unread();
        unread.entries.clear();
        (unread.after, unread.reset) = (after, false);
        unread.resumed += 1;
        drop(unread);
        self.tap.stir.notify_one();
    }

    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        self.tap.bell.fd()
    }
}

impl Drop for RemoteLogReader {
    fn drop(&mut self) {
        self.tap.over.notify_one();
    }
}

impl Tap {
    fn unread(&self) -> MutexGuard<'_, UnreadEntries> {
        self.unread.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn run(&self, service: &ServerCalls) {
        let mut pause = FIRST_PAUSE;
        loop {
            let (after, resumed) = self.place().await;
            match self.open(service, after, resumed).await {
                Ok(()) => pause = FIRST_PAUSE,
                Err(CallError::Away(_) | CallError::Busy(_)) => {
                    sleep(pause).await;
                    pause = (2 * pause).min(LONGEST_PAUSE);
                }
                Err(CallError::Failed(failure)) => {
                    self.unread().stopped = Some(failure);
                    return self.bell.ring();
                }
            }
        }
    }

    /// Where to go on, once the reader wants more.
    async fn place(&self) -> (Position, u64) {
        loop {
            {
                let unread = self.unread();
                if !unread.reset {
                    return (unread.after, unread.resumed);
                }
            }
            self.stir.notified().await;
        }
    }

    /// Reads one stream, until it ends or the reader goes on elsewhere.
    async fn open(&self, service: &ServerCalls, after: Position, resumed: u64) -> Result<(), CallError> {
        let call = HttpCall::get(format!("/v1/events?after={after}"));
        let mut stream =
            ServerStream::new(service.stream(TokenRole::Lists, call).await?, service.limits.silence);
        while self.wants(resumed).await {
            let event = stream.next().await.map_err(CallError::Away)?;
            if event.name == "reset" {
                if self.change(resumed, |unread| unread.reset = true) {
                    self.bell.ring();
                }
                return Ok(());
            }
            let data = serde_json::from_str(&event.data).map_err(Into::into);
            let read = data.and_then(|data| StreamedRecord::read(&event.name, &data));
            let Some(event) = read.map_err(|error| service.strange(&error))? else { continue };
            let rings = self.change(resumed, |unread| {
                // A stream that begins again may repeat its last record.
                if event.position > unread.after {
                    unread.after = event.position;
                    unread.entries.push_back(Arc::new(entry(event)));
                }
            });
            if rings {
                self.bell.ring();
            }
        }
        Ok(())
    }

    /// Waits until there is room; `false` if the reader goes on elsewhere.
    async fn wants(&self, resumed: u64) -> bool {
        loop {
            {
                let unread = self.unread();
                if unread.resumed != resumed {
                    return false;
                }
                if unread.entries.len() < MANY {
                    return true;
                }
            }
            self.stir.notified().await;
        }
    }

    /// Changes what is unread, unless the reader goes on elsewhere.
    fn change(&self, resumed: u64, change: impl FnOnce(&mut UnreadEntries)) -> bool {
        let mut unread = self.unread();
        let here = unread.resumed == resumed;
        if here {
            change(&mut unread);
        }
        here
    }
}

fn entry(StreamedRecord { position, id, fact }: StreamedRecord) -> LogEntry {
    let fact = match fact {
        StreamedFact::Asked(listed) => LogFact::Asked(Arc::new(listed.pending)),
        StreamedFact::Closed { by, at, how } => LogFact::Closed { by, at, how },
        StreamedFact::Delivered { at } => LogFact::Delivered { at },
        StreamedFact::Erased => LogFact::Erased,
    };
    LogEntry { position, id, fact }
}

#[cfg(test)]
mod tests {
    use super::{MANY, Tap, UnreadEntries};
    use crate::wake::ReaderBell;
    use asq_backend::{LogEntry, LogFact, Wake};
    use asq_core::inbox::Position;
    use asq_core::life::RequestId;
    use futures_util::FutureExt;
    use std::pin::pin;
    use std::sync::{Arc, Mutex};
    use tokio::sync::Notify;

    #[test]
    fn a_stream_waits_while_much_is_unread() {
        let entry = |n: usize| {
            Arc::new(LogEntry { position: Position(n as u64), id: RequestId(7), fact: LogFact::Erased })
        };
        let entries = (1..MANY).map(entry).collect();
        let unread = UnreadEntries { entries, after: Position(0), reset: false, resumed: 0, stopped: None };
        let tap = Tap {
            unread: Mutex::new(unread),
            bell: ReaderBell::new(Wake::Descriptor).unwrap(),
            stir: Notify::new(),
            over: Notify::new(),
        };
        assert_eq!(tap.wants(0).now_or_never(), Some(true));
        tap.unread().entries.push_back(entry(MANY));
        let mut wants = pin!(tap.wants(0));
        assert_eq!(wants.as_mut().now_or_never(), None);
        tap.unread().entries.pop_front();
        tap.stir.notify_one();
        assert_eq!(wants.now_or_never(), Some(true));
        tap.unread().resumed = 1;
        assert_eq!(tap.wants(0).now_or_never(), Some(false), "the reader goes on elsewhere");
    }
}
