//! A log in memory, with readers: the part that is a store in the program.
//!
//! - Core decides (`Life`), so refusals and conflicts are the real ones.
//! - An ask of the same content attaches; the same call id with other content is a conflict.
//! - It can refuse readers, like a process that has no descriptor left, and stop, like a store that is gone.

use asq_backend::{AskReply, ClosedRequest, Failure, LogEntry, LogFact, LogNews, LogReader, NewRequest};
use asq_core::inbox::{Pending, Position};
use asq_core::life::{Actor, Input, Life, Moment, RequestId};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A log in memory.
#[derive(Default)]
pub struct TestLog(Arc<Mutex<Contents>>);

#[derive(Default)]
struct Contents {
    last_id: u128,
    lives: BTreeMap<RequestId, Life>,
    entries: Vec<Arc<LogEntry>>,
    bells: Vec<UnixStream>,
    refuses_readers: bool,
    stopped: Option<String>,
}

impl TestLog {
    /// From now on nobody can follow it.
    pub fn refuse_readers(&self) {
        lock(&self.0).refuses_readers = true;
    }

    /// From now on every reader fails with this reason.
    pub fn stop(&self, why: &str) {
        let mut log = lock(&self.0);
        log.stopped = Some(why.to_owned());
        log.ring();
    }

    /// The record that closes this request is there, and its words are erased.
    pub fn erase(&self, id: RequestId) {
        if let Some(life) = lock(&self.0).lives.get_mut(&id) {
            life.apply_erased();
        }
    }

    pub(crate) fn new_id(&self) -> RequestId {
        let mut log = lock(&self.0);
        log.last_id += 1;
        RequestId(log.last_id)
    }

    /// Decides and records; whether anything was recorded.
    pub(crate) fn input(&self, id: RequestId, by: &Actor, input: Input) -> Result<bool, Failure> {
        let now = Moment { wall_ms: 1_800_000_000_000, boot: None };
        let mut log = lock(&self.0);
        let mut life = if matches!(input, Input::Ask(_)) { Life::default() } else { log.life(id)? };
        let records = life.decide(now, by, input).map_err(|why| Failure::Refused(Box::new(why)))?;
        for record in &records {
            let position = Position(log.entries.len() as u64 + 1);
            log.entries.push(Arc::new(LogEntry::of(position, id, Some(record))));
            life.apply(record);
        }
        log.lives.insert(id, life);
        log.ring();
        Ok(!records.is_empty())
    }

    pub(crate) fn life(&self, id: RequestId) -> Result<Life, Failure> {
        lock(&self.0).life(id)
    }

    /// The reply of an earlier ask of the same content, or of the same call.
    pub(crate) fn earlier(&self, new: &NewRequest) -> Option<AskReply> {
        lock(&self.0).lives.iter().find_map(|(&id, life)| {
            let asked = life.asked()?;
            let call_id = &asked.request.from.call_id;
            let same_id = call_id.is_some() && *call_id == new.request.from.call_id;
            let same = asked.request == new.request && asked.dialect == new.dialect;
            match ClosedRequest::of(id, life) {
                Some(closed) if same && (closed.delivered.is_none() || same_id) => {
                    Some(AskReply::Closed(closed))
                }
                None if same => Some(AskReply::Open { id, again: true }),
                Some(_) | None => same_id.then(|| AskReply::Conflict { id, asked: Box::new(asked.clone()) }),
            }
        })
    }

    /// The open requests, at most so many (0 is all), and the position for which that is true.
    pub(crate) fn open(&self, limit: usize) -> (Position, Vec<Pending>) {
        let log = lock(&self.0);
        let most = if limit == 0 { usize::MAX } else { limit };
        let asked = log.entries.iter().filter_map(|entry| match &entry.fact {
            LogFact::Asked(pending) => Some(pending),
            LogFact::Closed { .. } | LogFact::Delivered { .. } | LogFact::Erased => None,
        });
        let open = asked.filter(|pending| log.lives.get(&pending.id).is_some_and(|it| it.closed().is_none()));
        (Position(log.entries.len() as u64), open.take(most).map(|pending| Pending::clone(pending)).collect())
    }

    /// Follows it, beginning with the first record after this position.
    pub(crate) fn reader(&self, after: Position) -> Result<TestLogReader, Failure> {
        let mut log = lock(&self.0);
        if log.refuses_readers {
            return Err(Failure::failed("no descriptor is left"));
        }
        let fault = |error: std::io::Error| Failure::failed(error.to_string());
        let (bell, rings) = UnixStream::pair().map_err(fault)?;
        bell.set_nonblocking(true).and_then(|()| rings.set_nonblocking(true)).map_err(fault)?;
        log.bells.push(bell);
        Ok(TestLogReader { log: self.0.clone(), rings, after: Mutex::new(after) })
    }
}

impl Contents {
    fn life(&self, id: RequestId) -> Result<Life, Failure> {
        self.lives.get(&id).cloned().ok_or(Failure::NoSuch(id))
    }

    fn ring(&mut self) {
        // A bell whose reader is gone rings for nobody.
        self.bells.retain_mut(|bell| bell.write(b"!").is_ok());
    }
}

/// A reader of the log.
pub struct TestLogReader {
    log: Arc<Mutex<Contents>>,
    rings: UnixStream,
    after: Mutex<Position>,
}

impl LogReader for TestLogReader {
    fn next(&self, most: usize) -> Result<LogNews, Failure> {
        while matches!((&self.rings).read(&mut [0; 64]), Ok(1..)) {}
        let (log, mut after) = (lock(&self.log), lock(&self.after));
        let unread = log.entries.iter().filter(|entry| entry.position > *after);
        let entries: Vec<_> = unread.take(most).cloned().collect();
        match (entries.last(), &log.stopped) {
            (Some(last), _) => *after = last.position,
            (None, Some(why)) => return Err(Failure::failed(why)),
            (None, None) => {}
        }
        Ok(LogNews::Entries(entries))
    }

    fn resume(&self, after: Position) {
        *lock(&self.after) = after;
    }

    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        Some(self.rings.as_fd())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
