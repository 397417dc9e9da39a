//! The driver of the store: every ask, answer, wait and follow of one process goes through its [`Driver`]. It reads, decides,
//! appends with the sequence that it expected, and only then reports. One thread watches the store, one writes for
//! callbacks, one carries out the commands of surfaces.
//!
//! - Asking again attaches to the same request, or returns its stored ending.
//! - Time limits are judged once, by the first process that looks.
//! - A change that the disk didn't take is never acknowledged, and neither is any later one.

mod announce_turn;
mod ask;
mod batch;
mod clock;
mod closed_commands;
mod command_queue;
mod command_thread;
mod commands;
mod draft;
mod draft_writer;
mod failure;
mod feed;
mod follower;
mod identity;
mod left_behind;
mod life;
mod local;
mod log_ring;
mod log_tap;
mod mailbox;
mod question_drafts;
mod reader_wake;
mod steps;
mod undelivered;
mod waiters;
mod waiting;
mod watch_thread;
mod writer;
mod writer_thread;

pub use announce_turn::AnnounceTurn;
pub use ask::{Ask, AskStep};
pub use asq_store::AnnounceRound;
pub use batch::{Batch, BatchStep, Change, Changed};
pub use clock::{Clock, MachineClock, MachineNames, Names, boot_id};
pub use feed::{DriverFeed, Surface};
pub use follower::{Follower, News, NextRead};
pub use identity::Identity;
pub use life::life_of;
pub use log_tap::DriverLogReader;
pub use waiting::{Waiting, Waits};

use asq_backend::{AskReply, Failure, Hold, LogEntry, NewRequest, StoredRequest, Then};
use asq_core::inbox::Pending;
use asq_core::inbox::Position;
use asq_core::life::{Actor, Closing, IdempotencyKey, Input, Life, Moment, RequestId};
use asq_core::model::Draft;
use asq_store::Store;
use clock::SharedClock;
use command_thread::CommandWork;
use failure::failed;
use identity::{answerer, lacks};
use life::stored_request;
use log_tap::LogTap;
use question_drafts::LooseWriters;
use std::sync::{Arc, Mutex};
use steps::{Asking, By, ChangeSteps, Next};
use undelivered::Undelivered;
use waiters::Waiters;
use writer::Writer;
use writer_thread::WriterWork;

/// The driver of the store. Clones share one driver; any thread may make any call.
#[derive(Clone)]
pub struct Driver(Arc<Inner>);

struct Inner {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    names: Arc<dyn Names>,
    writer: Writer,
    writer_work: WriterWork,
    command_work: CommandWork,
    waiters: Waiters,
    log_tap: LogTap,
    loose_writers: LooseWriters,
    undelivered: Mutex<Undelivered>,
}

impl Inner {
    /// Carries out changes, and returns their results when they are on disk.
    fn carry_out(&self, changes: impl IntoIterator<Item = Change<()>>) -> Vec<Changed> {
        let results = self.writer.carry_out(&*self.store, &*self.clock, changes);
        if self.writer.stopped().is_some() {
            // Wakes the watch thread, which ends every wait.
            self.waiters.poll_now();
        }
        results
    }

    fn change(&self, id: RequestId, by: &Actor, input: Input) -> Result<bool, Failure> {
        steps::done(id, self.carry_out_one(Change { reply_to: (), id, by: by.clone(), input }))
    }

    fn carry_out_one(&self, change: Change<()>) -> Changed {
        let lost = || Changed::Failed(Failure::failed("a change without a result"));
        self.carry_out([change]).pop().unwrap_or_else(lost)
    }
}

impl Driver {
    /// A driver with the machine's ids, and the clock that the store shares with all its users, else the machine's.
    pub fn new(store: Arc<dyn Store>) -> Driver {
        let clock = SharedClock(Arc::clone(&store));
        Driver::with(store, Arc::new(clock), Arc::new(MachineNames))
    }

    /// A driver with the caller's clock and ids.
    pub fn with(store: Arc<dyn Store>, clock: Arc<dyn Clock>, names: Arc<dyn Names>) -> Driver {
        let (writer, writer_work, command_work) = Default::default();
        let (waiters, log_tap, loose_writers, undelivered) = Default::default();
        Driver(Arc::new(Inner {
            store,
            clock,
            names,
            writer,
            writer_work,
            command_work,
            waiters,
            log_tap,
            loose_writers,
            undelivered,
        }))
    }

    /// An idempotency key for an ending: repeating the ending under it isn't a second one.
    pub fn key(&self) -> IdempotencyKey {
        IdempotencyKey(format!("{:032x}", self.0.names.next()))
    }

    /// Asks, or attaches to the earlier request. What it returns is on disk.
    ///
    /// # Errors
    /// The store failed, or the actor lacks the right to ask.
    pub fn ask(&self, new: NewRequest, by: &Actor) -> Result<AskReply, Failure> {
        self.run(Asking::new(new, by.clone()))
    }

    /// Asks, and shows that the asker waits from before its request is on disk: otherwise an ask of the same in that
    /// moment would take it for [left behind](Driver::left_behind). The hold is missing for an earlier request, and
    /// where it can't be taken.
    ///
    /// # Errors
    /// As [`ask`](Driver::ask).
    pub fn ask_waiting(&self, new: NewRequest, by: &Actor) -> Result<(AskReply, Option<Hold>), Failure> {
        let mut hold = None;
        let reply = self.run_with(Asking::new(new, by.clone()), |change| {
            if matches!(change.input, Input::Ask(_)) {
                hold = self.hold(change.id).ok();
            }
        })?;
        let hold = hold.filter(|_| matches!(reply, AskReply::Open { again: false, .. }));
        Ok((reply, hold))
    }

    /// [`ask`](Driver::ask) without blocking.
    pub fn ask_then(&self, new: NewRequest, by: &Actor, then: Then<AskReply>) {
        self.run_then(Asking::new(new, by.clone()), then);
    }

    /// The reply of an earlier ask of the same content; `None` if this one is new. Asks nothing.
    ///
    /// # Errors
    /// The store failed.
    pub fn before(&self, new: NewRequest, by: &Actor) -> Result<Option<AskReply>, Failure> {
        let mut ask = self.begin(new, by)?;
        loop {
            match self.read_on(&mut ask)? {
                Next::Done(reply) => return Ok(Some(reply)),
                Next::Change(change) if matches!(change.input, Input::Ask(_)) => return Ok(None),
                Next::Change(change) => ask.changed(self.0.carry_out_one(*change))?,
            }
        }
    }

    /// Closes a request. `false`: this same ending was accepted before.
    ///
    /// # Errors
    /// The store failed, or the state of the request forbids it. The refusal names the winner.
    pub fn close(
        &self,
        id: RequestId,
        closing: Closing,
        key: Option<IdempotencyKey>,
        by: &Actor,
    ) -> Result<bool, Failure> {
        self.run(self.closing(id, closing, key, as_is(by)))
    }

    fn closing(&self, id: RequestId, closing: Closing, key: Option<IdempotencyKey>, by: By) -> ChangeSteps {
        let key = Some(key.unwrap_or_else(|| self.key()));
        ChangeSteps::new(id, by, Input::Close { closing, key })
    }

    /// Judges the time limit of a request.
    ///
    /// # Errors
    /// The limit hasn't passed, there isn't one, or the request was closed before.
    pub fn expire(&self, id: RequestId) -> Result<bool, Failure> {
        self.run(ChangeSteps::new(id, as_is(&Actor::system()), Input::Expire))
    }

    /// Records that the ending was written and flushed. `false`: it was delivered earlier.
    ///
    /// # Errors
    /// The store failed, or there is no ending.
    pub fn deliver(&self, id: RequestId, by: &Actor) -> Result<bool, Failure> {
        self.run(ChangeSteps::new(id, as_is(by), Input::Deliver))
    }

    /// One request, with its time limit judged first.
    ///
    /// # Errors
    /// The id is unknown, or the store failed.
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

    /// The life of one request, with its time limit judged first.
    ///
    /// # Errors
    /// As [`stored`](Driver::stored).
    pub fn life(&self, id: RequestId) -> Result<Life, Failure> {
        self.stored(id).map(|stored| stored.life)
    }

    /// One request as it is stored, without judging its time limit.
    fn unjudged(&self, id: RequestId) -> Result<StoredRequest, Failure> {
        let records = self.0.store.records(id).map_err(failed)?;
        if records.is_empty() {
            return Err(Failure::NoSuch(id));
        }
        Ok(stored_request(id, records))
    }

    /// The open requests in the order of asking, at most so many (0 is all). Their time limits are judged first.
    ///
    /// # Errors
    /// The store failed.
    pub fn pending(&self, limit: usize) -> Result<Vec<Pending>, Failure> {
        self.pending_at(limit).map(|(_, list)| list)
    }

    /// The open requests, with the log position for which the list is true.
    ///
    /// # Errors
    /// The store failed.
    pub fn pending_at(&self, limit: usize) -> Result<(Position, Vec<Pending>), Failure> {
        let (position, mut list) = self.0.store.pending(Position(0), limit).map_err(failed)?;
        let now = self.0.clock.now();
        let over = |p: &Pending| p.due.as_ref().is_some_and(|due| due.left(now) == 0);
        if list.iter().any(over) {
            for pending in list.iter().filter(|p| over(p)) {
                // A store that can't be written can still be read.
                let _ = self.expire(pending.id);
            }
            list.retain(|p| !over(p));
        }
        Ok((position, list))
    }

    /// The text typed so far for a request, on any surface.
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

    /// Shows surfaces that the asker waits, as long as the hold lasts.
    ///
    /// # Errors
    /// The lock can't be taken. Waiting works without it, but surfaces report that the asker is gone.
    pub fn hold(&self, id: RequestId) -> Result<Hold, Failure> {
        self.hold_all(&[id])
    }

    /// [`hold`](Driver::hold) for each of these requests, or for none. PostgreSQL takes one statement for all of them.
    ///
    /// # Errors
    /// Those of [`hold`](Driver::hold).
    pub fn hold_all(&self, ids: &[RequestId]) -> Result<Hold, Failure> {
        Ok(Box::new(self.0.store.hold_askers(ids).map_err(failed)?))
    }

    /// Shows askers that an inbox is in use, as long as the hold lasts. A [feed](Driver::follow) of the inbox does the
    /// same.
    ///
    /// # Errors
    /// The lock can't be taken.
    pub fn hold_inbox(&self) -> Result<Hold, Failure> {
        Ok(Box::new(self.0.store.hold_inbox().map_err(failed)?))
    }

    /// The position of the last record.
    ///
    /// # Errors
    /// The store failed.
    pub fn head(&self) -> Result<Position, Failure> {
        self.0.store.head().map(|head| head.position).map_err(failed)
    }

    /// The entries of the log after this position, in their order, at most so many. Following it needs no such call.
    ///
    /// # Errors
    /// The store failed.
    pub fn log_page(&self, after: Position, most: usize) -> Result<Vec<LogEntry>, Failure> {
        let stored = self.0.store.after(after, most).map_err(failed)?;
        Ok(stored.iter().map(log_tap::entry).collect())
    }

    /// Now, by the clock that judges time limits.
    pub fn now(&self) -> Moment {
        self.0.clock.now()
    }

    /// Polls everything at once.
    pub fn poll_now(&self) {
        self.0.waiters.poll_now();
    }

    /// The failure after which nothing is acknowledged any more.
    pub fn stopped(&self) -> Option<Failure> {
        self.0.writer.stopped().map(Failure::Store)
    }

    fn alive(&self) -> Result<(), Failure> {
        self.stopped().map_or(Ok(()), Err)
    }
}

/// Wraps an actor that is known already.
fn as_is(by: &Actor) -> By {
    let by = by.clone();
    Box::new(|_| Ok(by))
}
