//! A PostgreSQL server as a store, for a team or for several machines.
//!
//! It has the same tables as a file. One head row is locked, so that positions follow the order of commits (`append.rs`). Calls
//! are synchronous; a thread of our own talks to the server, over at most two connections (`hub.rs`, `state.rs`).
//! Notifications are hints, sent after the commit (`notifications.rs`).
//!
//! - Looking for a store creates none.
//! - Long maintenance reports its progress.
//! - Time is the server's, so that all machines agree on a time limit.

mod address;
mod append;
mod askers;
mod bell;
mod drafts;
mod export;
mod fault;
mod health;
mod history;
mod hub;
mod import;
mod notifications;
mod plan;
mod presence;
mod process;
mod prune;
mod read;
mod rows;
mod schema;
mod seen;
mod session;
mod state;
mod step;
mod tables;
mod tls;
mod turn;
mod upkeep;
mod values;

use crate::{
    Append, Bell, ClaimAsk, Claimed, DraftKept, DraftMark, DraftRow, Drafts, Head, History, LockGuard, Log,
    Past, Presence, Progressing, Pruned, Query, Seen, StoreError, Stored, Upkeep, Verdict, Verified,
};
use address::Address;
pub use address::{Surroundings, is_address};
use asq_core::inbox::{Pending, Position};
use asq_core::life::{IdempotencyKey, RequestId};
use hub::Hub;
use std::io::{BufRead, Write};
use std::sync::{Arc, Mutex};

/// A PostgreSQL server as a store. Clones share its connections.
#[derive(Clone)]
pub struct Postgres {
    hub: Arc<Hub>,
    /// Receives the progress of long maintenance.
    progressing: Arc<Mutex<Option<Progressing>>>,
}

impl Postgres {
    /// Opens the store at an address; creates its tables if they are missing.
    ///
    /// # Errors The server can't be reached, a newer asq wrote the store, or the address is invalid. No error contains
    /// the password.
    pub fn open(address: &str, around: &Surroundings) -> Result<Postgres, StoreError> {
        Postgres::at(Hub::start(Address::of(address, around)?, schema::MIGRATIONS, true)?)
    }

    /// Opens the store at an address, if there is one. Creates nothing.
    ///
    /// # Errors
    /// See [`open`](Postgres::open).
    pub fn open_existing(address: &str, around: &Surroundings) -> Result<Option<Postgres>, StoreError> {
        match Postgres::at(Hub::start(Address::of(address, around)?, schema::MIGRATIONS, false)?) {
            Ok(store) => Ok(Some(store)),
            Err(StoreError::Failed(why)) if why == schema::NONE => Ok(None),
            Err(other) => Err(other),
        }
    }

    /// For tests: opens the store as an asq with these additional migrations would.
    #[cfg(feature = "faulty")]
    pub fn open_newer(
        address: &str,
        around: &Surroundings,
        migrations: &'static [&'static str],
    ) -> Result<Postgres, StoreError> {
        Postgres::at(Hub::start(Address::of(address, around)?, migrations, true)?)
    }

    fn at(hub: Hub) -> Result<Postgres, StoreError> {
        hub.run(|state| async move { state.reader().await.map(drop) })?;
        Ok(Postgres { hub: Arc::new(hub), progressing: Arc::default() })
    }
}

impl Log for Postgres {
    fn append(&self, batch: &[Append]) -> Result<Vec<Verdict>, StoreError> {
        let batch = batch.to_vec();
        self.hub.run(move |state| append::append(state, batch))
    }

    fn head(&self) -> Result<Head, StoreError> {
        self.hub.again(read::last)
    }

    fn beginning(&self) -> Result<Position, StoreError> {
        self.hub.again(read::beginning)
    }

    fn after(&self, position: Position, limit: usize) -> Result<Vec<Stored>, StoreError> {
        self.hub.again(move |state| read::after(state, position, limit))
    }

    fn records(&self, id: RequestId) -> Result<Vec<Stored>, StoreError> {
        self.hub.again(move |state| read::records(state, id))
    }

    fn pending(&self, after: Position, limit: usize) -> Result<(Position, Vec<Pending>), StoreError> {
        self.hub.again(move |state| read::pending(state, after, limit))
    }

    fn count(&self) -> Result<u64, StoreError> {
        self.hub.again(read::count)
    }

    fn find(&self, prefix: &str, limit: usize) -> Result<Vec<RequestId>, StoreError> {
        self.hub.again(|state| read::find(state, prefix.to_owned(), limit))
    }

    fn claimed(&self, key: &IdempotencyKey) -> Result<Option<RequestId>, StoreError> {
        self.hub.again(|state| read::claimed(state, key.clone()))
    }

    fn bell(&self) -> Result<Box<dyn Bell>, StoreError> {
        bell::take(&self.hub)
    }

    fn clock(&self) -> Result<Option<u64>, StoreError> {
        match self.hub.run(read::clock) {
            // Never ahead of the server's clock: nothing expires early because the server was out of reach.
            Err(StoreError::Unreachable(why)) => {
                self.hub.state.health.time_since().map(Some).ok_or(StoreError::Unreachable(why))
            }
            other => other.map(Some),
        }
    }
}

impl Drafts for Postgres {
    fn keep_draft(&self, row: &DraftRow) -> Result<DraftKept, StoreError> {
        let row = row.clone();
        self.hub.run(move |state| drafts::keep_draft(state, row))
    }

    fn drafts(&self, id: RequestId) -> Result<Vec<DraftRow>, StoreError> {
        self.hub.again(move |state| drafts::drafts(state, id))
    }

    fn draft_marks(&self) -> Result<Vec<DraftMark>, StoreError> {
        self.hub.again(drafts::draft_marks)
    }

    fn drop_drafts(&self, id: RequestId, but: Option<u64>) -> Result<(), StoreError> {
        self.hub.run(move |state| drafts::drop_drafts(state, id, but))
    }

    fn late_requests(&self) -> Result<Vec<RequestId>, StoreError> {
        self.hub.again(drafts::late_requests)
    }

    fn late_drafts(&self, id: RequestId) -> Result<Vec<DraftRow>, StoreError> {
        self.hub.again(move |state| drafts::late_drafts(state, id))
    }

    fn forget_late(&self, id: RequestId, until_ms: u64) -> Result<(), StoreError> {
        self.hub.again(move |state| drafts::forget_late(state, id, until_ms))
    }
}

impl Seen for Postgres {
    fn claim(&self, ask: &ClaimAsk) -> Result<Claimed, StoreError> {
        let ask = ask.clone();
        self.hub.run(move |state| seen::claim(state, ask))
    }

    fn typing(&self, until_ms: u64) -> Result<(), StoreError> {
        self.hub.run(move |state| seen::typing(state, until_ms))
    }

    fn waiting(&self, now_ms: u64) -> Result<u64, StoreError> {
        self.hub.again(move |state| seen::waiting(state, now_ms))
    }

    fn snooze(&self, id: RequestId, until_ms: u64) -> Result<(), StoreError> {
        self.hub.again(move |state| seen::snooze(state, id, until_ms))
    }

    fn snoozed(&self) -> Result<Vec<(RequestId, u64)>, StoreError> {
        self.hub.again(seen::snoozed)
    }
}

impl History for Postgres {
    fn past(&self, query: &Query) -> Result<Vec<Past>, StoreError> {
        history::catch_up(self)?;
        self.hub.again(|state| history::past(state, query.clone()))
    }

    fn closed_before(&self, before_ms: u64) -> Result<u64, StoreError> {
        prune::closed_before(self, i64::try_from(before_ms).unwrap_or(i64::MAX))
    }
}

impl Presence for Postgres {
    fn hold_inbox(&self) -> Result<Box<dyn LockGuard>, StoreError> {
        presence::hold_inbox(&self.hub)
    }

    fn inbox_in_use(&self) -> bool {
        // If the server is out of reach, no inbox is known to be open.
        self.hub.again(presence::inbox_in_use).unwrap_or(false)
    }

    fn hold_askers(&self, ids: &[RequestId]) -> Result<Box<dyn LockGuard>, StoreError> {
        askers::hold(&self.hub, ids)
    }

    fn asker_waits(&self, id: RequestId) -> bool {
        self.hub.again(move |state| askers::wait_for(state, id)).unwrap_or(false)
    }
}

impl Upkeep for Postgres {
    fn on_progress(&self, told: Progressing) {
        self.watched(told);
    }

    fn verify(&self, noted: Option<Head>) -> Result<Verified, StoreError> {
        self.hub.run(move |state| upkeep::verify(state, noted))
    }

    fn export(&self, to: &mut dyn Write) -> Result<u64, StoreError> {
        export::export(&self.hub, to)
    }

    fn import(&self, from: &mut dyn BufRead) -> Result<u64, StoreError> {
        import::import(self, from)
    }

    fn prune(&self, before_ms: u64) -> Result<Pruned, StoreError> {
        prune::prune(self, before_ms)
    }

    fn about(&self) -> Vec<(String, String)> {
        let mut said =
            vec![("kind", "PostgreSQL".to_owned()), ("database", self.hub.state.address.shown().to_owned())];
        let listens = self.hub.state.address.listen;
        said.push(("notifications", if listens { "on" } else { "off" }.to_owned()));
        let mut said: Vec<(String, String)> =
            said.into_iter().map(|(name, what)| (name.to_owned(), what)).collect();
        match self.hub.again(upkeep::about) {
            Ok(more) => said.extend(more),
            Err(fault) => said.push(("fault".to_owned(), fault.to_string())),
        }
        said
    }
}
