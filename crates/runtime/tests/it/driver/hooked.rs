//! A store in memory that does what a test wants, at the moment when it wants it.

use super::setting::{OnStore, Still, answer, asker, at, called, driver, open, person, pick, request};
use asq_backend::{AskReply, Failure};
use asq_core::inbox::{Pending, Position};
use asq_core::life::{IdempotencyKey, Moment, RequestId};
use asq_store::{
    Append, Bell, ClaimAsk, Claimed, DraftKept, DraftMark, DraftRow, Drafts, Head, History, LockGuard, Log,
    Memory, Past, Presence, Pruned, Query, Seen, StoreError, Stored, Upkeep, Verdict, Verified,
};
use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

type Told<T> = Result<T, StoreError>;

/// Clones of `memory` are the same store.
struct Hooked {
    memory: Memory,
    /// A clock that all who use it share.
    clock: Option<u64>,
    /// A request whose records can't be read.
    damaged: Option<RequestId>,
    /// Whether no asker's lock can be taken.
    unlockable: bool,
    /// What happens while something is appended.
    appending: Option<Box<dyn Fn() + Send + Sync>>,
    /// What happens once something was appended, before the one who appended it knows.
    appended: Option<Box<dyn Fn() + Send + Sync>>,
    /// What happens when somebody looks whether an asker waits.
    looking: Option<Box<dyn Fn(RequestId) + Send + Sync>>,
}

impl Default for Hooked {
    fn default() -> Hooked {
        Hooked {
            memory: memory(),
            clock: None,
            damaged: None,
            unlockable: false,
            appending: None,
            appended: None,
            looking: None,
        }
    }
}

fn memory() -> Memory {
    Memory::new([7; 32])
}

impl Log for Hooked {
    fn append(&self, batch: &[Append]) -> Told<Vec<Verdict>> {
        if let Some(hook) = &self.appending {
            hook();
        }
        let verdicts = self.memory.append(batch);
        if let Some(hook) = &self.appended {
            hook();
        }
        verdicts
    }

    fn head(&self) -> Told<Head> {
        self.memory.head()
    }

    fn after(&self, position: Position, limit: usize) -> Told<Vec<Stored>> {
        self.memory.after(position, limit)
    }

    fn records(&self, id: RequestId) -> Told<Vec<Stored>> {
        if self.damaged == Some(id) {
            return Err(StoreError::Damaged { position: None, what: "a byte changed".into() });
        }
        self.memory.records(id)
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

    fn clock(&self) -> Told<Option<u64>> {
        Ok(self.clock)
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
        if self.unlockable {
            return Err(StoreError::Busy(None));
        }
        self.memory.hold_askers(ids)
    }

    fn asker_waits(&self, id: RequestId) -> bool {
        if let Some(hook) = &self.looking {
            hook(id);
        }
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

fn on(store: Hooked, from: u64) -> OnStore {
    driver(Arc::new(store), &Arc::new(Still::default()), from)
}

#[test]
fn where_the_store_has_a_clock_it_says_when_something_was_asked() {
    let here = OnStore::real(Arc::new(Hooked { clock: Some(5_000), ..Hooked::default() }));
    let (id, _) = open(&here, called("c1", request("Which?")));
    assert_eq!(here.life(id).unwrap().asked_at(), Some(Moment { wall_ms: 5_000, boot: None }));
}

#[test]
fn one_process_writes_one_batch_at_a_time() {
    let (inside, overlapped) = (AtomicUsize::new(0), Arc::new(AtomicBool::new(false)));
    let seen = overlapped.clone();
    let appending = Box::new(move || {
        seen.fetch_or(inside.fetch_add(1, Ordering::SeqCst) > 0, Ordering::SeqCst);
        // Another thread that may write comes in meanwhile.
        (0..100).for_each(|_| std::thread::yield_now());
        inside.fetch_sub(1, Ordering::SeqCst);
    });
    let here = on(Hooked { appending: Some(appending), ..Hooked::default() }, 100);
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let here = &here;
            scope.spawn(move || {
                (0..20).for_each(|n| drop(open(here, called(&format!("{thread} {n}"), request("Which?")))));
            });
        }
    });
    assert_eq!(here.pending(0).unwrap().len(), 160);
    assert!(!overlapped.load(Ordering::SeqCst), "two at once");
}

#[test]
fn an_answer_that_is_handed_over_meanwhile_is_not_told_a_second_time() {
    let memory = memory();
    let there = driver(Arc::new(memory.clone()), &Arc::new(Still::default()), 200);
    let (id, digest) = open(&there, called("c1", request("Which?")));
    there.close(id, answer(pick(0), &digest), None, &person("ann")).unwrap();
    let looking = Box::new(move |id| assert!(there.deliver(id, &asker()).unwrap()));
    let here = on(Hooked { memory, looking: Some(looking), ..Hooked::default() }, 100);
    assert!(here.left_behind(&called("c2", request("Which?"))).unwrap().is_none());
    assert_eq!(here.life(id).unwrap().delivered(), Some(at(0)));
}

#[test]
fn an_ask_that_waits_is_never_taken_for_left_behind() {
    let memory = memory();
    let there = driver(Arc::new(memory.clone()), &Arc::new(Still::default()), 200);
    let (found, other) = (Arc::new(Mutex::new(Vec::new())), there.clone());
    let finds = found.clone();
    let appended = Box::new(move || {
        let left = other.left_behind(&called("c2", request("Which?"))).unwrap();
        finds.lock().unwrap().push(left.is_some());
    });
    let here = on(Hooked { memory, appended: Some(appended), ..Hooked::default() }, 100);
    let (reply, hold) = here.ask_waiting(called("c1", request("Which?")), &asker()).unwrap();
    let AskReply::Open { id, again: false } = reply else { panic!("{reply:?}") };
    assert!(there.store().asker_waits(id));
    assert_eq!(std::mem::take(&mut *found.lock().unwrap()), [false]);
    // Asked again, it attaches, and waits for nothing of its own.
    let again = here.ask_waiting(called("c1", request("Which?")), &asker()).unwrap();
    assert!(matches!(again, (AskReply::Open { again: true, .. }, None)));
    drop(hold);
    assert!(!there.store().asker_waits(id));
    // One that comes back doesn't wait.
    here.ask(called("c3", request("Which?")), &asker()).unwrap();
    assert_eq!(*found.lock().unwrap(), [true]);
}

#[test]
fn what_cannot_be_read_ends_the_wait_for_it_and_no_other() {
    let memory = memory();
    let there = driver(Arc::new(memory.clone()), &Arc::new(Still::default()), 200);
    let (damaged, _) = open(&there, called("c1", request("Which?")));
    let (sound, digest) = open(&there, called("c2", request("Which?")));
    let here = on(Hooked { memory, damaged: Some(damaged), ..Hooked::default() }, 100);
    let mut waits = here.wait(&[damaged, sound], true);
    let long = Some(Duration::from_mins(1));
    let (id, ending) = waits.next(long).unwrap();
    let Err(Failure::Store(why)) = ending else { panic!("{ending:?}") };
    assert_eq!((id, why.text.as_str()), (damaged, "the store is damaged: a byte changed"));
    there.close(sound, answer(pick(0), &digest), None, &person("ann")).unwrap();
    let (id, ending) = waits.next(long).unwrap();
    assert_eq!((id, ending.unwrap().by), (sound, person("ann")));
}

#[test]
fn a_wait_that_nobody_can_see_goes_on_and_keeps_the_reason() {
    let memory = memory();
    let there = driver(Arc::new(memory.clone()), &Arc::new(Still::default()), 200);
    let (id, digest) = open(&there, called("c1", request("Which?")));
    let here = on(Hooked { memory, unlockable: true, ..Hooked::default() }, 100);
    let why = Failure::failed("the store is busy: another process holds it");
    assert_eq!(here.hold(id).map(drop), Err(why.clone()));
    let mut waits = here.wait(&[id], true);
    assert_eq!(waits.unseen(), Some(&why));
    there.close(id, answer(pick(0), &digest), None, &person("ann")).unwrap();
    let (_, ending) = waits.next(Some(Duration::from_mins(1))).unwrap();
    assert_eq!(ending.unwrap().by, person("ann"));
}
