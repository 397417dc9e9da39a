//! The driver of the store: every ask, answer, wait and follow of one process goes through its [`Driver`].
//!
//! - Reads, decides, appends with the sequence that it expected, and only then tells anybody.
//! - Asking again attaches to the same request, or gets its stored ending.
//! - Waiting costs a table's entry; one thread looks out for all.
//! - Whoever follows gets notices and sends commands: plain data, both ways.
//! - Time limits are judged once, by whoever looks first.
//! - What the disk did not take is never acknowledged; after that nothing is.

mod ask;
mod batch;
mod clock;
mod draft;
mod draft_writer;
mod failure;
mod feed;
mod follower;
mod identity;
mod left_behind;
mod life;
mod local;
mod mailbox;
mod waiters;
mod waiting;
mod watch_thread;
mod writer;

pub use ask::{Ask, AskStep};
pub use batch::{Batch, Change, Changed, Step};
pub use clock::{Clock, MachineClock, MachineNames, Names, boot_id};
pub use feed::{DriverFeed, Surface};
pub use follower::{Follower, Look, News};
pub use identity::Identity;
pub use life::life_of;
pub use waiting::{Waiting, Waits};

use asq_backend::{AskReply, Failure, Hold, NewRequest, StoredRequest};
use asq_core::inbox::Pending;
use asq_core::inbox::Position;
use asq_core::life::{Actor, Closing, Input, Key, Life, Refusal, RequestId};
use asq_core::model::Draft;
use asq_store::Store;
use clock::SharedClock;
use failure::failed;
use identity::lacks;
use life::stored_request;
use std::sync::Arc;
use waiters::Waiters;
use writer::Writer;

/// The driver of the store. Clones are the same one; every call may be made from any thread.
#[derive(Clone)]
pub struct Driver(Arc<Inner>);

struct Inner {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    names: Arc<dyn Names>,
    writer: Writer,
    waiters: Waiters,
}

impl Inner {
    fn follow(&self, change: Change<()>) -> Changed {
        let told = self.writer.follow(&*self.store, &*self.clock, change);
        if self.writer.stopped().is_some() {
            // Those who wait have to hear of it.
            self.waiters.nudge();
        }
        told
    }

    fn change(&self, id: RequestId, by: &Actor, input: Input) -> Result<bool, Failure> {
        match self.follow(Change { reply_to: (), id, by: by.clone(), input }) {
            Changed::Done { anew } => Ok(anew),
            // Only an ask claims anything.
            Changed::Taken(other) => Err(Failure::NoSuch(other)),
            Changed::Failed(Failure::Refused(refusal)) if *refusal == Refusal::NotAsked => {
                Err(Failure::NoSuch(id))
            }
            Changed::Failed(failure) => Err(failure),
        }
    }
}

impl Driver {
    /// A driver with the store's clock, where all who use it share one, else the machine's; and the machine's names.
    pub fn new(store: Arc<dyn Store>) -> Driver {
        let clock = SharedClock(Arc::clone(&store));
        Driver::with(store, Arc::new(clock), Arc::new(MachineNames))
    }

    /// A driver with clocks and names of one's own.
    pub fn with(store: Arc<dyn Store>, clock: Arc<dyn Clock>, names: Arc<dyn Names>) -> Driver {
        let (writer, waiters) = (Writer::default(), Waiters::default());
        Driver(Arc::new(Inner { store, clock, names, writer, waiters }))
    }

    /// A key that names an ending, so that saying it again is no second one.
    pub fn key(&self) -> Key {
        Key(format!("{:032x}", self.0.names.next()))
    }

    /// Asks, or attaches to what was asked before. What it returns is on disk.
    ///
    /// # Errors
    /// The store failed, or the right is another one.
    pub fn ask(&self, put: NewRequest, by: &Actor) -> Result<AskReply, Failure> {
        self.alive()?;
        let mut ask = self.about_to(put, by)?;
        loop {
            if let Some(asking) = self.stepped(&mut ask)? {
                return Ok(asking);
            }
        }
    }

    /// What the same ask came to before; `None` where it is new. Nothing is asked.
    ///
    /// # Errors
    /// The store failed.
    pub fn before(&self, put: NewRequest, by: &Actor) -> Result<Option<AskReply>, Failure> {
        let mut ask = self.about_to(put, by)?;
        loop {
            if matches!(ask.step(), AskStep::Change(change) if matches!(change.input, Input::Ask(_))) {
                return Ok(None);
            }
            if let Some(asking) = self.stepped(&mut ask)? {
                return Ok(Some(asking));
            }
        }
    }

    fn about_to(&self, put: NewRequest, by: &Actor) -> Result<Ask, Failure> {
        let id = RequestId(self.0.names.next());
        Ask::new(id, by.clone(), put).map_err(|error| Failure::failed(format!("the store failed: {error}")))
    }

    /// One step of asking; what it came to, once it is done.
    fn stepped(&self, ask: &mut Ask) -> Result<Option<AskReply>, Failure> {
        match ask.step() {
            AskStep::Claimed(key) => ask.claimed(self.0.store.claimed(&key).map_err(failed)?),
            AskStep::Load(id) => {
                ask.loaded(self.0.clock.now(), id, &self.0.store.records(id).map_err(failed)?);
            }
            AskStep::Change(change) => ask.changed(self.0.follow(*change))?,
            AskStep::Done(asking) => return Ok(Some(*asking)),
        }
        Ok(None)
    }

    /// Closes a request. `false`: this very ending was accepted before.
    ///
    /// # Errors
    /// The store failed or the state of the request forbids it; a loser learns the winner.
    pub fn close(
        &self,
        id: RequestId,
        closing: Closing,
        key: Option<Key>,
        by: &Actor,
    ) -> Result<bool, Failure> {
        self.end(id, by, Input::Close { closing, key: Some(self.named(key)) })
    }

    /// Judges its time limit.
    ///
    /// # Errors
    /// It is not over, there is none, or the request was closed before.
    pub fn expire(&self, id: RequestId) -> Result<bool, Failure> {
        self.end(id, &Actor::system(), Input::Expire)
    }

    /// The ending was written and flushed. `false`: it was handed over before.
    ///
    /// # Errors
    /// The store failed, or there is no ending.
    pub fn deliver(&self, id: RequestId, by: &Actor) -> Result<bool, Failure> {
        match self.0.change(id, by, Input::Deliver) {
            Err(Failure::Refused(refusal)) if matches!(*refusal, Refusal::DeliveredBefore(_)) => Ok(false),
            told => told,
        }
    }

    /// One request, after its time limit was judged.
    ///
    /// # Errors
    /// There is none of that id, or the store failed.
    pub fn stored(&self, id: RequestId) -> Result<StoredRequest, Failure> {
        let stored = self.unjudged(id)?;
        if stored.life.deadline().is_some_and(|due| due.left(self.0.clock.now()) == 0) {
            match self.expire(id) {
                Ok(_) | Err(Failure::Refused(_)) => return self.unjudged(id),
                Err(failure) => return Err(failure),
            }
        }
        Ok(stored)
    }

    /// The same, where only its life counts.
    ///
    /// # Errors
    /// As [`stored`](Driver::stored).
    pub fn life(&self, id: RequestId) -> Result<Life, Failure> {
        self.stored(id).map(|stored| stored.life)
    }

    /// One request as it stands in the store.
    fn unjudged(&self, id: RequestId) -> Result<StoredRequest, Failure> {
        match &self.0.store.records(id).map_err(failed)?[..] {
            [] => Err(Failure::NoSuch(id)),
            records => Ok(stored_request(id, records)),
        }
    }

    /// The open requests in the order of asking, at most so many (0 is all), after their time limits were judged.
    ///
    /// # Errors
    /// The store failed.
    pub fn pending(&self, limit: usize) -> Result<Vec<Pending>, Failure> {
        let (_, mut list) = self.0.store.pending(Position(0), limit).map_err(failed)?;
        let now = self.0.clock.now();
        let over = |p: &Pending| p.due.is_some_and(|due| due.left(now) == 0);
        if list.iter().any(over) {
            for pending in list.iter().filter(|p| over(p)) {
                // A store that can't be written can still be read.
                let _ = self.expire(pending.id);
            }
            list.retain(|p| !over(p));
        }
        Ok(list)
    }

    /// What was typed so far for a request, on whatever surface.
    ///
    /// # Errors
    /// There is no such request, or the store failed.
    pub fn drafts(&self, id: RequestId) -> Result<Draft, Failure> {
        let life = self.life(id)?;
        let asked = life.asked().ok_or(Failure::NoSuch(id))?;
        Ok(draft::of(asked, &self.0.store.drafts(id).map_err(failed)?))
    }

    /// Whether an inbox is in use on this store.
    pub fn inbox_in_use(&self) -> bool {
        self.0.store.inbox_in_use()
    }

    /// Says that somebody waits for this request's ending, for as long as what it returns is held.
    ///
    /// # Errors
    /// The lock can't be had; waiting works without it, but nobody sees that somebody waits.
    pub fn hold(&self, id: RequestId) -> Result<Hold, Failure> {
        Ok(Box::new(self.0.store.hold_asker(id).map_err(failed)?))
    }

    /// Looks at everything anew, now.
    pub fn nudge(&self) {
        self.0.waiters.nudge();
    }

    /// Why nothing is acknowledged any more.
    pub fn stopped(&self) -> Option<Failure> {
        self.0.writer.stopped().map(Failure::Store)
    }

    fn named(&self, key: Option<Key>) -> Key {
        key.unwrap_or_else(|| self.key())
    }

    fn alive(&self) -> Result<(), Failure> {
        self.stopped().map_or(Ok(()), Err)
    }

    /// Ends a request; drafts of it are of no use any more, but to those who came too late.
    fn end(&self, id: RequestId, by: &Actor, input: Input) -> Result<bool, Failure> {
        let anew = self.0.change(id, by, input)?;
        if anew {
            // A draft that stays behind is removed with its request; it is no reason to call an answer failed.
            let _ = self.0.store.drop_drafts(id, None);
        }
        Ok(anew)
    }
}
