//! A surface's line to a backend that has nothing but its calls and a log.
//!
//! - The log brings the news, of all requests or of those that the surface opened.
//! - Commands are carried out at once, and their replies follow the news of the log.
//! - A log that stops is reported once.

use asq_backend::{Backend, Failure, Feed, Follow, LogEntry, LogFact, LogNews, LogReader, Wake};
use asq_core::inbox::{Command, Notice};
use asq_core::life::RequestId;
use asq_core::model::Draft;
use std::os::fd::BorrowedFd;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A feed over any backend; the function keeps a draft.
pub(crate) struct LogFeed<B, K> {
    backend: B,
    follow: Follow,
    keep: K,
    log: Box<dyn LogReader>,
    state: Mutex<FeedState>,
}

#[derive(Default)]
struct FeedState {
    opened: Vec<RequestId>,
    unread: Vec<Notice>,
    stopped: bool,
}

impl<B: Backend, K: Fn(RequestId, Draft)> LogFeed<B, K> {
    pub(crate) fn new(backend: B, follow: Follow, keep: K) -> Result<LogFeed<B, K>, Failure> {
        let (position, open) = backend.list_at(0)?;
        let log = backend.follow_from(position, Wake::Descriptor)?;
        let known = open.into_iter().map(|pending| Notice::Arrived(Arc::new(pending)));
        let unread = if follow == Follow::Inbox { known.collect() } else { Vec::new() };
        let state = Mutex::new(FeedState { unread, ..FeedState::default() });
        Ok(LogFeed { backend, follow, keep, log, state })
    }

    /// The state, with the news since the last look.
    fn caught_up(&self) -> MutexGuard<'_, FeedState> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while !state.stopped {
            match self.log.next(64) {
                Ok(LogNews::Entries(entries)) if entries.is_empty() => break,
                Ok(LogNews::Entries(entries)) => {
                    let wanted = |id| self.follow == Follow::Inbox || state.opened.contains(&id);
                    let wanted = entries.iter().filter(|entry| wanted(entry.id));
                    let news: Vec<_> = wanted.map(|entry| notice(entry)).collect();
                    state.unread.extend(news);
                }
                // A log in memory keeps up with every reader.
                Ok(LogNews::Reset) => break,
                Err(failure) => {
                    state.unread.push(Notice::Stopped(text(failure)));
                    state.stopped = true;
                }
            }
        }
        state
    }

    fn carry_out(&self, command: Command) -> Option<Notice> {
        match command {
            Command::Open(id) => match self.backend.get(id).map(|stored| stored.life) {
                Ok(life) => life.asked().cloned().zip(life.asked_at()).map(|(asked, at)| {
                    let draft = self.backend.drafts(id).unwrap_or_default();
                    Notice::Opened { id, asked: Box::new(asked), at, draft: Box::new(draft) }
                }),
                Err(_) => Some(Notice::Gone(id)),
            },
            Command::Close { id, closing, key } => Some(match self.backend.close(id, closing, key) {
                Ok(_) => Notice::Accepted(id),
                Err(Failure::Refused(why)) => Notice::Refused { id, why },
                Err(Failure::NoSuch(id)) => Notice::Gone(id),
                Err(Failure::Store(fault)) => Notice::NotStored { id, why: fault.text },
            }),
            Command::Draft { id, draft } => {
                (self.keep)(id, draft);
                None
            }
            Command::Announce { ids, pace: _ } => Some(Notice::Announced(ids)),
            Command::Snooze { id, until_ms } => Some(Notice::Snoozed { id, until_ms }),
            Command::Done(_) => Some(Notice::Done(Vec::new())),
            Command::Look(id) => Some(Notice::Looked { id, content: None }),
            Command::Typed
            | Command::Shut(_)
            | Command::Jump(_)
            | Command::Propose(_)
            | Command::Late
            | Command::ForgetLate { .. }
            | Command::Whole { .. } => None,
        }
    }
}

impl<B: Backend, K: Fn(RequestId, Draft) + Send> Feed for LogFeed<B, K> {
    fn notices(&self) -> Vec<Notice> {
        std::mem::take(&mut self.caught_up().unread)
    }

    fn send(&self, command: Command) {
        let reply = self.carry_out(command);
        let mut state = self.caught_up();
        if let Some(Notice::Opened { id, .. }) = &reply {
            state.opened.push(*id);
        }
        state.unread.extend(reply);
    }

    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        self.log.descriptor()
    }
}

fn notice(entry: &LogEntry) -> Notice {
    let id = entry.id;
    match &entry.fact {
        LogFact::Asked(pending) => Notice::Arrived(pending.clone()),
        LogFact::Closed { by, at, how } => Notice::Closed { id, by: by.clone(), at: *at, how },
        LogFact::Delivered { .. } => Notice::Delivered(id),
        LogFact::Erased => Notice::Gone(id),
    }
}

fn text(failure: Failure) -> String {
    match failure {
        Failure::Store(fault) => fault.text,
        Failure::NoSuch(_) | Failure::Refused(_) => String::new(),
    }
}
