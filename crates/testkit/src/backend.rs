//! A backend in memory: requests live as long as it does, and no store is opened.
//!
//! - Everybody who holds a clone shares its requests; each clone acts as one party.
//! - A feed hears of what arrives and closes, and its commands are carried out at once.
//! - It is as short as a backend can be: everything that a backend may leave out is left out.

use crate::log_feed::LogFeed;
use crate::test_log::TestLog;
use asq_backend::{AskReply, Backend, ClosedRequest, Failure, Feed, Follow, Hold, LogReader, NewRequest};
use asq_backend::{StoredRequest, Then, Wake};
use asq_core::inbox::{Pending, Position};
use asq_core::life::{Actor, Closing, How, IdempotencyKey, Input, Refusal, RequestId, Right};
use asq_core::model::Draft;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A backend in memory, in the hands of one party.
#[derive(Clone, Default)]
pub struct TestBackend {
    person: String,
    /// All that was recorded; a test can break it.
    pub log: Arc<TestLog>,
    kept: Arc<Mutex<BTreeMap<RequestId, Unrecorded>>>,
    in_use: Arc<AtomicBool>,
    fault: Arc<Mutex<Option<Failure>>>,
    /// Each ask has a turn: of two that ask the same at once, one attaches.
    turn: Arc<Mutex<()>>,
}

/// What is kept of a request without a record.
#[derive(Default)]
struct Unrecorded {
    draft: Draft,
    asker: Arc<()>,
    waits: Vec<Then<ClosedRequest>>,
}

impl TestBackend {
    /// An empty one, in the hands of a person of this name.
    pub fn new(person: &str) -> TestBackend {
        TestBackend::default().seen_by(person)
    }

    /// The same requests, in the hands of somebody else.
    pub fn seen_by(&self, person: &str) -> TestBackend {
        TestBackend { person: person.to_owned(), ..self.clone() }
    }

    /// Whether an inbox is in use from now on.
    pub fn use_inbox(&self, in_use: bool) {
        self.in_use.store(in_use, Ordering::Relaxed);
    }

    /// From now on whatever would be recorded fails like this; with `None`, nothing does.
    pub fn fail(&self, fault: Option<Failure>) {
        *self.fault.lock().unwrap_or_else(PoisonError::into_inner) = fault;
    }

    /// All that wait for the end of this request hear this instead.
    pub fn lose(&self, id: RequestId, failure: &Failure) {
        for then in self.kept(id, |kept| std::mem::take(&mut kept.waits)) {
            then(Err(failure.clone()));
        }
    }

    fn faultless(&self) -> Result<(), Failure> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).clone().map_or(Ok(()), Err)
    }

    fn kept<T>(&self, id: RequestId, call: impl FnOnce(&mut Unrecorded) -> T) -> T {
        call(self.kept.lock().unwrap_or_else(PoisonError::into_inner).entry(id).or_default())
    }

    /// Records what follows from an input, and calls those who wait; whether anything was recorded.
    fn input(&self, id: RequestId, right: Right, input: Input) -> Result<bool, Failure> {
        self.faultless()?;
        let (name, how) = if right == Right::Ask { ("agent", How::Cli) } else { (&*self.person, How::Tty) };
        let changed = self.log.input(id, &Actor::new(name, right, how), input)?;
        if let Some(closed) = ClosedRequest::of(id, &self.log.life(id)?) {
            for then in self.kept(id, |kept| std::mem::take(&mut kept.waits)) {
                then(Ok(closed.clone()));
            }
        }
        Ok(changed)
    }
}

impl Backend for TestBackend {
    fn ask(&self, new: NewRequest) -> Result<AskReply, Failure> {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(reply) = self.earlier(&new)? {
            return Ok(reply);
        }
        let digest = asq_wire::digest(&new.request).map_err(|error| Failure::failed(error.to_string()))?;
        let id = self.log.new_id();
        self.input(id, Right::Ask, Input::Ask(Box::new(new.into_asked(digest, None))))?;
        Ok(AskReply::Open { id, again: false })
    }

    fn earlier(&self, new: &NewRequest) -> Result<Option<AskReply>, Failure> {
        Ok(self.log.earlier(new))
    }

    fn when_closed(&self, id: RequestId, then: Then<ClosedRequest>) -> Hold {
        let mut then = Some(then);
        // Looked up while nobody else can take the waits, or a close in between would call nobody.
        let closed = self.kept(id, |kept| {
            let closed = self.log.life(id).map(|life| ClosedRequest::of(id, &life)).transpose();
            kept.waits.extend(then.take_if(|_| closed.is_none()));
            closed
        });
        closed.into_iter().zip(then).for_each(|(closed, then)| then(closed));
        Box::new(())
    }

    fn hold(&self, id: RequestId) -> Result<Hold, Failure> {
        self.faultless()?;
        self.log.life(id).map(|_| Box::new(self.kept(id, |kept| kept.asker.clone())) as Hold)
    }

    fn close(&self, id: RequestId, closing: Closing, key: Option<IdempotencyKey>) -> Result<bool, Failure> {
        self.input(id, closing.needs(), Input::Close { closing, key })
    }

    fn delivered(&self, id: RequestId) -> Result<bool, Failure> {
        match self.input(id, Right::Ask, Input::Deliver) {
            Err(Failure::Refused(why)) if matches!(*why, Refusal::DeliveredBefore(_)) => Ok(false),
            done => done,
        }
    }

    fn get(&self, id: RequestId) -> Result<StoredRequest, Failure> {
        Ok(StoredRequest { id, life: self.log.life(id)?, asked_by: None, closed_at: None })
    }

    fn list_at(&self, limit: usize) -> Result<(Position, Vec<Pending>), Failure> {
        Ok(self.log.open(limit))
    }

    fn drafts(&self, id: RequestId) -> Result<Draft, Failure> {
        Ok(self.kept(id, |kept| kept.draft.clone()))
    }

    fn asker_waits(&self, id: RequestId) -> bool {
        self.kept(id, |kept| Arc::strong_count(&kept.asker) > 1)
    }

    fn inbox_in_use(&self) -> bool {
        self.in_use.load(Ordering::Relaxed)
    }

    fn follow(&self, follow: Follow, _: Wake) -> Result<Box<dyn Feed>, Failure> {
        let backend = self.clone();
        let keep = move |id, draft| backend.kept(id, |kept| kept.draft = draft);
        Ok(Box::new(LogFeed::new(self.clone(), follow, keep)?))
    }

    fn follow_from(&self, after: Position, _: Wake) -> Result<Box<dyn LogReader>, Failure> {
        Ok(Box::new(self.log.reader(after)?))
    }

    fn new_key(&self) -> IdempotencyKey {
        IdempotencyKey("key".to_owned())
    }
}
