//! A driver in somebody's hands: the local backend.
//!
//! - Each call finds its actor in the identity that was bound; a right that is not bound is refused.
//! - Asking again attaches to what was asked before, or to what an asker left behind that is gone.
//! - How a person stands to an asker is judged for the request that they close.
//! - Searches, drafts and presence are read from the store as they stand.

use super::failure::failed;
use super::{Driver, Identity, Surface, draft, lacks};
use asq_backend::{
    AskReply, Backend, Failure, Feed, Follow, Hold, LateDraft, NewRequest, OnClosed, StoredRequest, Wake,
};
use asq_core::history::{Past, Query};
use asq_core::inbox::Pending;
use asq_core::life::{Closing, Key, RequestId, Right};
use asq_core::model::Draft;
use std::sync::Arc;

/// A driver, and who uses it.
struct Local {
    driver: Driver,
    identity: Arc<dyn Identity>,
}

impl Driver {
    /// This driver in somebody's hands. Several may share one driver.
    pub fn backend(&self, identity: Arc<dyn Identity>) -> Arc<dyn Backend> {
        Arc::new(Local { driver: self.clone(), identity })
    }
}

impl Backend for Local {
    fn ask(&self, new: NewRequest) -> Result<AskReply, Failure> {
        let by = self.identity.asker().ok_or_else(|| lacks(Right::Ask))?;
        self.driver.ask(new, &by)
    }

    fn earlier(&self, new: &NewRequest) -> Result<Option<AskReply>, Failure> {
        let by = self.identity.asker().ok_or_else(|| lacks(Right::Ask))?;
        match self.driver.before(new.clone(), &by)? {
            Some(reply) => Ok(Some(reply)),
            None => self.driver.left_behind(new),
        }
    }

    fn when_closed(&self, id: RequestId, as_asker: bool, then: OnClosed) -> Hold {
        Box::new(self.driver.when_closed(id, as_asker, then))
    }

    fn hold(&self, id: RequestId) -> Result<Hold, Failure> {
        self.driver.hold(id)
    }

    fn close(&self, id: RequestId, closing: Closing, key: Option<Key>) -> Result<bool, Failure> {
        let by = match closing.needs() {
            Right::Ask => self.identity.asker(),
            Right::Answer | Right::System => {
                let stored = self.read(id)?;
                self.identity.person(&stored.asked().map(|asked| asked.origin.clone()).unwrap_or_default())
            }
        };
        let by = by.ok_or_else(|| lacks(closing.needs()))?;
        self.driver.close(id, closing, key, &by)
    }

    fn delivered(&self, id: RequestId) -> Result<bool, Failure> {
        let by = self.identity.taker().ok_or_else(|| lacks(Right::Ask))?;
        self.driver.deliver(id, &by)
    }

    fn get(&self, id: RequestId) -> Result<StoredRequest, Failure> {
        self.driver.stored(id)
    }

    fn read(&self, id: RequestId) -> Result<StoredRequest, Failure> {
        self.driver.unjudged(id)
    }

    fn list(&self, limit: usize) -> Result<Vec<Pending>, Failure> {
        self.driver.pending(limit)
    }

    fn count(&self) -> Result<u64, Failure> {
        self.driver.0.store.count().map_err(failed)
    }

    fn history(&self, query: &Query) -> Result<Vec<Past>, Failure> {
        self.driver.0.store.past(query).map_err(failed)
    }

    fn find(&self, prefix: &str, limit: usize) -> Result<Vec<RequestId>, Failure> {
        self.driver.0.store.find(prefix, limit).map_err(failed)
    }

    fn drafts(&self, id: RequestId) -> Result<Draft, Failure> {
        self.driver.drafts(id)
    }

    fn late_drafts(&self, id: RequestId) -> Result<Vec<LateDraft>, Failure> {
        Ok(draft::late(&self.driver.0.store.unsent(id).map_err(failed)?))
    }

    fn asker_waits(&self, id: RequestId) -> bool {
        self.driver.0.store.asker_waits(id)
    }

    fn inbox_in_use(&self) -> bool {
        self.driver.inbox_in_use()
    }

    fn follow(&self, follow: Follow, wake: Wake) -> Result<Box<dyn Feed>, Failure> {
        let identity = self.identity.clone();
        Ok(Box::new(self.driver.follow(Surface { follow, wake, identity })?))
    }

    fn new_key(&self) -> Key {
        self.driver.key()
    }

    fn health(&self) -> Result<(), Failure> {
        self.driver.alive()
    }
}
