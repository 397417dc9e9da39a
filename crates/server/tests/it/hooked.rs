//! A store in memory that fails, or says something else, at the moment when a test wants it.

use crate::served::{Served, Setup};
use asq_core::inbox::{Pending, Position};
use asq_core::life::{IdempotencyKey, RequestId};
use asq_store::{
    Append, Bell, ClaimAsk, Claimed, DraftKept, DraftMark, DraftRow, Drafts, Head, History, LockGuard, Log,
    Memory, Past, Presence, Pruned, Query, Seen, Store, StoreError, Stored, Upkeep, Verdict, Verified,
};
use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

type Told<T> = Result<T, StoreError>;

/// A store in memory, and what a test wants of it.
pub(crate) struct Hooked {
    memory: Memory,
    /// So many reads of the log's end succeed yet.
    pub(crate) heads: AtomicUsize,
    /// The position before the log's first record.
    pub(crate) beginning: AtomicU64,
    /// So often it was read.
    pub(crate) beginnings: AtomicUsize,
    /// Whether the records of a request can't be read.
    pub(crate) unreadable: AtomicBool,
    /// The requests whose records were read.
    read: Mutex<Vec<RequestId>>,
}

impl Hooked {
    /// It, and a server on it.
    pub(crate) fn served() -> (Arc<Hooked>, Served) {
        let hooked = Arc::new(Hooked {
            memory: Memory::new([7; 32]),
            heads: AtomicUsize::new(usize::MAX),
            beginning: AtomicU64::new(1),
            beginnings: AtomicUsize::new(0),
            unreadable: AtomicBool::new(false),
            read: Mutex::default(),
        });
        let store: Arc<dyn Store> = hooked.clone();
        // A test that waits for an event in vain isn't kept waiting by heartbeats.
        let setup = Setup::limits(|limits| limits.heartbeat = Duration::from_hours(1));
        (hooked, Served::with(Setup { on: Some((store, Arc::default())), ..setup }))
    }

    /// Puts records before those that there are, as an import does, once the log was read to its end.
    pub(crate) fn breaks(&self, served: &Served) {
        let known = || self.beginnings.load(Ordering::SeqCst) > 0;
        asq_testkit::eventually::eventually("a reader that knows the beginning", known);
        self.beginning.store(0, Ordering::SeqCst);
        served.driver.poll_now();
    }

    /// The requests whose records were read since the last call.
    pub(crate) fn read(&self) -> Vec<String> {
        std::mem::take(&mut *self.read.lock().unwrap()).iter().map(RequestId::to_string).collect()
    }
}

fn failed<T>() -> Told<T> {
    Err(StoreError::Unreachable("the reading failed".into()))
}

impl Log for Hooked {
    fn append(&self, batch: &[Append]) -> Told<Vec<Verdict>> {
        self.memory.append(batch)
    }

    fn head(&self) -> Told<Head> {
        let left = |left: usize| left.checked_sub(1);
        match self.heads.fetch_update(Ordering::SeqCst, Ordering::SeqCst, left) {
            Ok(_) => self.memory.head(),
            Err(_) => failed(),
        }
    }

    fn beginning(&self) -> Told<Position> {
        let beginning = Position(self.beginning.load(Ordering::SeqCst));
        self.beginnings.fetch_add(1, Ordering::SeqCst);
        Ok(beginning)
    }

    fn after(&self, position: Position, limit: usize) -> Told<Vec<Stored>> {
        self.memory.after(position, limit)
    }

    fn records(&self, id: RequestId) -> Told<Vec<Stored>> {
        self.read.lock().unwrap().push(id);
        if self.unreadable.load(Ordering::SeqCst) { failed() } else { self.memory.records(id) }
    }

    fn pending(&self, after: Position, limit: usize) -> Told<(Position, Vec<Pending>)> {
        self.memory.pending(after, limit)
    }

    fn count(&self) -> Told<u64> {
        self.memory.count()
    }

    fn find(&self, prefix: &str, limit: usize) -> Told<Vec<RequestId>> {
        self.memory.find(prefix, limit)
    }

    fn claimed(&self, key: &IdempotencyKey) -> Told<Option<RequestId>> {
        self.memory.claimed(key)
    }

    fn bell(&self) -> Told<Box<dyn Bell>> {
        self.memory.bell()
    }
}

impl Drafts for Hooked {
    fn keep_draft(&self, row: &DraftRow) -> Told<DraftKept> {
        self.memory.keep_draft(row)
    }

    fn drafts(&self, id: RequestId) -> Told<Vec<DraftRow>> {
        self.memory.drafts(id)
    }

    fn draft_marks(&self) -> Told<Vec<DraftMark>> {
        self.memory.draft_marks()
    }

    fn drop_drafts(&self, id: RequestId, but: Option<u64>) -> Told<()> {
        self.memory.drop_drafts(id, but)
    }

    fn late_requests(&self) -> Told<Vec<RequestId>> {
        self.memory.late_requests()
    }

    fn late_drafts(&self, id: RequestId) -> Told<Vec<DraftRow>> {
        self.memory.late_drafts(id)
    }

    fn forget_late(&self, id: RequestId, until_ms: u64) -> Told<()> {
        self.memory.forget_late(id, until_ms)
    }
}

impl Seen for Hooked {
    fn claim(&self, ask: &ClaimAsk) -> Told<Claimed> {
        self.memory.claim(ask)
    }

    fn typing(&self, until_ms: u64) -> Told<()> {
        self.memory.typing(until_ms)
    }

    fn waiting(&self, now_ms: u64) -> Told<u64> {
        self.memory.waiting(now_ms)
    }

    fn snooze(&self, id: RequestId, until_ms: u64) -> Told<()> {
        self.memory.snooze(id, until_ms)
    }

    fn snoozed(&self) -> Told<Vec<(RequestId, u64)>> {
        self.memory.snoozed()
    }
}

impl History for Hooked {
    fn past(&self, query: &Query) -> Told<Vec<Past>> {
        self.memory.past(query)
    }
}

impl Presence for Hooked {
    fn hold_inbox(&self) -> Told<Box<dyn LockGuard>> {
        self.memory.hold_inbox()
    }

    fn inbox_in_use(&self) -> bool {
        self.memory.inbox_in_use()
    }

    fn hold_askers(&self, ids: &[RequestId]) -> Told<Box<dyn LockGuard>> {
        self.memory.hold_askers(ids)
    }

    fn asker_waits(&self, id: RequestId) -> bool {
        self.memory.asker_waits(id)
    }
}

impl Upkeep for Hooked {
    fn verify(&self, noted: Option<Head>) -> Told<Verified> {
        self.memory.verify(noted)
    }

    fn export(&self, to: &mut dyn Write) -> Told<u64> {
        self.memory.export(to)
    }

    fn import(&self, from: &mut dyn BufRead) -> Told<u64> {
        self.memory.import(from)
    }

    fn prune(&self, before_ms: u64) -> Told<Pruned> {
        self.memory.prune(before_ms)
    }

    fn about(&self) -> Vec<(String, String)> {
        self.memory.about()
    }
}
