//! A backend in memory: requests live as long as it does, and no store is opened.
//!
//! - Decides by the same `Life` as the driver, so that refusals and conflicts are the real ones.
//! - Everybody who holds a clone shares its requests; each clone acts as one party.
//! - A feed hears of what arrives and closes, and its commands are followed at once.

use asq_backend::{
    AskReply, Backend, ClosedRequest, Failure, Feed, Follow, Hold, LateDraft, LogEntry, LogFact, LogNews,
    LogReader, NewRequest, StoredRequest, Then, Wake,
};
use asq_core::history::{Past, Query};
use asq_core::inbox::{Command, Notice, Pending, Position};
use asq_core::life::{
    Actor, Asked, Closing, Fact, How, IdempotencyKey, Input, Life, Moment, Record, Refusal, RequestId, Right,
};
use asq_core::model::Draft;
use std::collections::BTreeMap;
use std::os::fd::BorrowedFd;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// A backend in memory, in the hands of one party.
#[derive(Clone)]
pub struct TestBackend {
    shared: Arc<Mutex<Shared>>,
    person: String,
}

#[derive(Default)]
struct Shared {
    requests: BTreeMap<RequestId, MemoryRequest>,
    waits: Vec<(RequestId, Then<ClosedRequest>)>,
    log: Vec<Arc<LogEntry>>,
    readers: Vec<Weak<Wake>>,
    feeds: Vec<Arc<Mutex<Vec<Notice>>>>,
    /// Whether somebody looks at an inbox.
    in_use: bool,
}

struct MemoryRequest {
    life: Life,
    records: Vec<Record>,
    draft: Draft,
    held: Arc<()>,
}

const NOW: Moment = Moment { wall_ms: 1_800_000_000_000, boot: None };

impl TestBackend {
    /// An empty one, in the hands of a person of this name.
    pub fn new(person: &str) -> TestBackend {
        TestBackend { shared: Arc::default(), person: person.to_owned() }
    }

    /// The same requests, in the hands of somebody else.
    pub fn seen_by(&self, person: &str) -> TestBackend {
        TestBackend { shared: self.shared.clone(), person: person.to_owned() }
    }

    /// Whether an inbox is in use from now on.
    pub fn use_inbox(&self, in_use: bool) {
        self.lock().in_use = in_use;
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn actor(&self, right: Right) -> Actor {
        let (name, how) = if right == Right::Ask { ("agent", How::Cli) } else { (&*self.person, How::Tty) };
        Actor::new(name, right, how)
    }

    /// Decides, applies, and tells everybody; whether anything was recorded.
    fn input(&self, id: RequestId, by: &Actor, input: Input) -> Result<bool, Failure> {
        let mut shared = self.lock();
        let asks = matches!(input, Input::Ask(_));
        let fresh = || MemoryRequest {
            life: Life::default(),
            records: Vec::new(),
            draft: Draft::default(),
            held: Arc::new(()),
        };
        if !asks && !shared.requests.contains_key(&id) {
            return Err(Failure::NoSuch(id));
        }
        let stored = shared.requests.entry(id).or_insert_with(fresh);
        let records = stored.life.decide(NOW, by, input).map_err(|why| Failure::Refused(Box::new(why)))?;
        for record in &records {
            stored.life.apply(record);
        }
        stored.records.extend(records.iter().cloned());
        let closed = ClosedRequest::of(id, &stored.life).filter(|closed| closed.delivered.is_none());
        let arrived =
            stored.life.asked().filter(|_| asks).map(|asked| Pending::of(id, Position(1), NOW, asked));
        let notice = match (&closed, arrived) {
            (_, Some(pending)) => Some(Notice::Arrived(Arc::new(pending))),
            (Some(closed), None) => {
                let how = closed.outcome.name();
                Some(Notice::Closed { id, by: Box::new(closed.by.clone()), at: closed.at, how })
            }
            (None, None) => None,
        };
        for feed in shared.feeds.iter().filter(|_| !records.is_empty()) {
            feed.lock().unwrap_or_else(PoisonError::into_inner).extend(notice.clone());
        }
        let readers = shared.write(id, &records);
        let waits = std::mem::take(&mut shared.waits);
        let (told, rest): (Vec<_>, Vec<_>) =
            waits.into_iter().partition(|(waits, _)| *waits == id && closed.is_some());
        shared.waits = rest;
        drop(shared);
        for ((_, then), closed) in told.into_iter().zip(closed.into_iter().cycle()) {
            then(Ok(closed));
        }
        for reader in readers {
            if let Wake::Call(call) = &*reader {
                call();
            }
        }
        Ok(!records.is_empty())
    }
}

impl Shared {
    /// Adds records to the log; the readers to wake.
    fn write(&mut self, id: RequestId, records: &[Record]) -> Vec<Arc<Wake>> {
        for record in records {
            let position = Position(self.log.len() as u64 + 1);
            let fact = match &record.fact {
                Fact::Asked(asked) => LogFact::Asked(Arc::new(Pending::of(id, position, record.at, asked))),
                Fact::Closed(closed) => {
                    let (by, how) = (Box::new(record.by.clone()), closed.outcome.name());
                    LogFact::Closed { by, at: record.at, how }
                }
                Fact::Delivered => LogFact::Delivered { at: record.at },
            };
            self.log.push(Arc::new(LogEntry { position, id, fact }));
        }
        self.readers.retain(|reader| reader.strong_count() > 0);
        if records.is_empty() { Vec::new() } else { self.readers.iter().filter_map(Weak::upgrade).collect() }
    }
}

impl Backend for TestBackend {
    fn ask(&self, new: NewRequest) -> Result<AskReply, Failure> {
        if let Some(reply) = self.earlier(&new)? {
            return Ok(reply);
        }
        let id = RequestId(self.lock().requests.len() as u128 + 1);
        let NewRequest { request, dialect, call, origin, ticket, about, returns } = new;
        let digest = asq_wire::digest(&request).map_err(|error| Failure::failed(error.to_string()))?;
        let asked = Asked { request, digest, claim: None, dialect, call, origin, ticket, about, returns };
        self.input(id, &self.actor(Right::Ask), Input::Ask(Box::new(asked)))?;
        Ok(AskReply::Open { id, again: false })
    }

    fn ask_then(&self, new: NewRequest, then: Then<AskReply>) {
        then(self.ask(new));
    }

    fn earlier(&self, new: &NewRequest) -> Result<Option<AskReply>, Failure> {
        let shared = self.lock();
        let same_id = |asked: &Asked| {
            new.request.from.call_id.is_some() && asked.request.from.call_id == new.request.from.call_id
        };
        for (id, stored) in &shared.requests {
            let Some(asked) = stored.life.asked() else { continue };
            let same = asked.request == new.request && asked.dialect == new.dialect;
            return Ok(Some(match (same, ClosedRequest::of(*id, &stored.life)) {
                (true, Some(closed)) if closed.delivered.is_none() || same_id(asked) => {
                    AskReply::Closed(closed)
                }
                (true, None) => AskReply::Open { id: *id, again: true },
                (false, _) if same_id(asked) => {
                    AskReply::Conflict { id: *id, asked: Box::new(asked.clone()) }
                }
                (true | false, _) => continue,
            }));
        }
        Ok(None)
    }

    fn when_closed(&self, id: RequestId, then: Then<ClosedRequest>) -> Hold {
        let closed = self.get(id).map(|stored| ClosedRequest::of(id, &stored.life));
        match closed {
            Ok(None) => self.lock().waits.push((id, then)),
            Ok(Some(closed)) => then(Ok(closed)),
            Err(failure) => then(Err(failure)),
        }
        Box::new(())
    }

    fn hold(&self, id: RequestId) -> Result<Hold, Failure> {
        let shared = self.lock();
        let stored = shared.requests.get(&id).ok_or(Failure::NoSuch(id))?;
        Ok(Box::new(stored.held.clone()))
    }

    fn close(&self, id: RequestId, closing: Closing, key: Option<IdempotencyKey>) -> Result<bool, Failure> {
        let by = self.actor(closing.needs());
        self.input(id, &by, Input::Close { closing, key })
    }

    fn close_then(&self, id: RequestId, closing: Closing, key: Option<IdempotencyKey>, then: Then<bool>) {
        then(self.close(id, closing, key));
    }

    fn delivered(&self, id: RequestId) -> Result<bool, Failure> {
        match self.input(id, &self.actor(Right::Ask), Input::Deliver) {
            Err(Failure::Refused(why)) if matches!(*why, Refusal::DeliveredBefore(_)) => Ok(false),
            done => done,
        }
    }

    fn delivered_then(&self, id: RequestId, then: Then<bool>) {
        then(self.delivered(id));
    }

    fn get(&self, id: RequestId) -> Result<StoredRequest, Failure> {
        self.read(id)
    }

    fn read(&self, id: RequestId) -> Result<StoredRequest, Failure> {
        let shared = self.lock();
        let stored = shared.requests.get(&id).ok_or(Failure::NoSuch(id))?;
        let asked_by = stored.records.first().map(|record| (record.at, record.by.clone()));
        let closed_at = stored.life.closed().map(|_| Position(2));
        Ok(StoredRequest { id, life: stored.life.clone(), asked_by, closed_at })
    }

    fn list_at(&self, limit: usize) -> Result<(Position, Vec<Pending>), Failure> {
        let shared = self.lock();
        let open = shared.requests.iter().filter(|(_, stored)| stored.life.closed().is_none());
        let pending = |(id, stored): (&RequestId, &MemoryRequest)| {
            stored.life.asked().map(|asked| Pending::of(*id, Position(1), NOW, asked))
        };
        let most = if limit == 0 { usize::MAX } else { limit };
        Ok((Position(shared.log.len() as u64), open.filter_map(pending).take(most).collect()))
    }

    fn snoozed(&self) -> Result<Vec<(RequestId, u64)>, Failure> {
        Ok(Vec::new())
    }

    fn waiting(&self) -> Result<u64, Failure> {
        self.count()
    }

    fn count(&self) -> Result<u64, Failure> {
        Ok(self.list(0)?.len() as u64)
    }

    fn history(&self, _: &Query) -> Result<Vec<Past>, Failure> {
        Ok(Vec::new())
    }

    fn find(&self, prefix: &str, limit: usize) -> Result<Vec<RequestId>, Failure> {
        let begins = |id: &&RequestId| id.to_string().starts_with(prefix);
        Ok(self.lock().requests.keys().filter(begins).take(limit).copied().collect())
    }

    fn drafts(&self, id: RequestId) -> Result<Draft, Failure> {
        self.lock().requests.get(&id).map(|stored| stored.draft.clone()).ok_or(Failure::NoSuch(id))
    }

    fn late_drafts(&self, _: RequestId) -> Result<Vec<LateDraft>, Failure> {
        Ok(Vec::new())
    }

    fn asker_waits(&self, id: RequestId) -> bool {
        self.lock().requests.get(&id).is_some_and(|stored| Arc::strong_count(&stored.held) > 1)
    }

    fn inbox_in_use(&self) -> bool {
        self.lock().in_use
    }

    fn follow(&self, follow: Follow, _: Wake) -> Result<Box<dyn Feed>, Failure> {
        let feed = TestFeed { backend: self.clone(), notices: Arc::default() };
        if follow == Follow::Inbox {
            let open = self.list(0)?.into_iter().map(|pending| Notice::Arrived(Arc::new(pending)));
            feed.post(open);
        }
        self.lock().feeds.push(feed.notices.clone());
        Ok(Box::new(feed))
    }

    fn follow_from(&self, after: Position, wake: Wake) -> Result<Box<dyn LogReader>, Failure> {
        let wake = Arc::new(wake);
        self.lock().readers.push(Arc::downgrade(&wake));
        Ok(Box::new(TestReader { shared: self.shared.clone(), after: Mutex::new(after), _wake: wake }))
    }

    fn new_key(&self) -> IdempotencyKey {
        IdempotencyKey("key".to_owned())
    }

    fn health(&self) -> Result<(), Failure> {
        Ok(())
    }
}

/// A reader of the log, which is never too slow.
struct TestReader {
    shared: Arc<Mutex<Shared>>,
    after: Mutex<Position>,
    _wake: Arc<Wake>,
}

impl LogReader for TestReader {
    fn next(&self, most: usize) -> Result<LogNews, Failure> {
        let shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        let mut after = self.after.lock().unwrap_or_else(PoisonError::into_inner);
        let next = shared.log.iter().filter(|entry| entry.position > *after).take(most);
        let next: Vec<Arc<LogEntry>> = next.cloned().collect();
        *after = next.last().map_or(*after, |entry| entry.position);
        Ok(LogNews::Entries(next))
    }

    fn resume(&self, after: Position) {
        *self.after.lock().unwrap_or_else(PoisonError::into_inner) = after;
    }

    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        None
    }
}

/// A surface's line to it.
struct TestFeed {
    backend: TestBackend,
    notices: Arc<Mutex<Vec<Notice>>>,
}

impl TestFeed {
    fn post(&self, notices: impl IntoIterator<Item = Notice>) {
        self.notices.lock().unwrap_or_else(PoisonError::into_inner).extend(notices);
    }
}

impl Feed for TestFeed {
    fn notices(&self) -> Vec<Notice> {
        std::mem::take(&mut self.notices.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn send(&self, command: Command) {
        match command {
            Command::Open(id) => {
                let Ok(stored) = self.backend.get(id) else { return self.post([Notice::Gone(id)]) };
                let (Some(asked), Some(at)) = (stored.asked().cloned(), stored.life.asked_at()) else {
                    return;
                };
                let draft = self.backend.drafts(id).unwrap_or_default();
                self.post([Notice::Opened { id, asked: Box::new(asked), at, draft: Box::new(draft) }]);
            }
            Command::Close { id, closing, key } => match self.backend.close(id, closing, key) {
                Ok(_) => self.post([Notice::Accepted(id)]),
                Err(Failure::Refused(why)) => self.post([Notice::Refused { id, why }]),
                Err(Failure::NoSuch(id)) => self.post([Notice::Gone(id)]),
                Err(Failure::Store(fault)) => self.post([Notice::Trouble(Some(fault.text))]),
            },
            Command::Draft { id, draft } => {
                if let Some(stored) = self.backend.lock().requests.get_mut(&id) {
                    stored.draft = draft;
                }
            }
            Command::Announce { ids, pace: _ } => self.post([Notice::Announced(ids)]),
            Command::Typed => {}
            Command::Snooze { id, until_ms } => self.post([Notice::Snoozed { id, until_ms }]),
            Command::Shut(_) | Command::Jump(_) | Command::Whole { .. } => {}
        }
    }

    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        None
    }
}
