//! The local backend: a driver, used by one party.
//!
//! - Each call finds its actor in the bound identity; a call that needs an unbound right is refused.
//! - Asking again attaches to the earlier request, or to one that a vanished asker left behind.
//! - A person's relation to an asker is judged for each request that the person closes.
//! - Searches, drafts and presence come straight from the store.

use super::failure::failed;
use super::steps::{By, ChangeSteps};
use super::{Driver, Identity, Surface, answerer, draft, lacks};
use asq_backend::{
    AskReply, Backend, ClosedRequest, DraftReply, Failure, Feed, Follow, Hold, LateDraft, LogReader,
    NewRequest, QuestionDraft, StoredRequest, Then, Wake,
};
use asq_core::history::{Past, Query};
use asq_core::inbox::{Pending, Position, RequestMark};
use asq_core::life::{Actor, Closing, IdempotencyKey, Input, Origin, RequestId, Right};
use asq_core::model::{Draft, WholeDraft};
use std::sync::Arc;

/// A driver, and its user.
struct Local {
    driver: Driver,
    identity: Arc<dyn Identity>,
}

impl Driver {
    /// This driver as the backend of one user. Several users may share a driver.
    pub fn backend(&self, identity: Arc<dyn Identity>) -> Arc<dyn Backend> {
        Arc::new(Local { driver: self.clone(), identity })
    }
}

impl Local {
    fn asker(&self) -> Result<Actor, Failure> {
        self.identity.asker().ok_or_else(|| lacks(Right::Ask))
    }

    fn may_answer(&self) -> Result<(), Failure> {
        self.identity.person(&Origin::default()).map(drop).ok_or_else(|| lacks(Right::Answer))
    }

    /// The actor who closes this request. It takes a read: a person's relation to the asker depends on the origin.
    fn closer(&self, id: RequestId, needs: Right) -> By {
        let identity = self.identity.clone();
        Box::new(move |driver| {
            let by = match needs {
                Right::Ask => identity.asker(),
                Right::Answer | Right::System => {
                    let stored = driver.unjudged(id)?;
                    answerer(&*identity, stored.asked().zip(stored.life.asked_at()))
                }
            };
            by.ok_or_else(|| lacks(needs))
        })
    }

    fn ending(&self, id: RequestId, closing: Closing, key: Option<IdempotencyKey>) -> ChangeSteps {
        let by = self.closer(id, closing.needs());
        self.driver.closing(id, closing, key, by)
    }

    fn delivery(&self, id: RequestId) -> ChangeSteps {
        let identity = self.identity.clone();
        let by = move |_: &Driver| identity.taker().ok_or_else(|| lacks(Right::Ask));
        ChangeSteps::new(id, Box::new(by), Input::Deliver)
    }
}

impl Backend for Local {
    fn ask(&self, new: NewRequest) -> Result<AskReply, Failure> {
        self.driver.ask(new, &self.asker()?)
    }

    fn ask_then(&self, new: NewRequest, then: Then<AskReply>) {
        match self.asker() {
            Ok(by) => self.driver.ask_then(new, &by, then),
            Err(failure) => then(Err(failure)),
        }
    }

    fn ask_waiting(&self, new: NewRequest) -> Result<(AskReply, Option<Hold>), Failure> {
        self.driver.ask_waiting(new, &self.asker()?)
    }

    fn earlier(&self, new: &NewRequest) -> Result<Option<AskReply>, Failure> {
        match self.driver.before(new.clone(), &self.asker()?)? {
            Some(reply) => Ok(Some(reply)),
            None => self.driver.left_behind(new),
        }
    }

    fn when_closed(&self, id: RequestId, then: Then<ClosedRequest>) -> Hold {
        Box::new(self.driver.when_closed(id, then))
    }

    fn hold(&self, id: RequestId) -> Result<Hold, Failure> {
        self.driver.hold(id)
    }

    fn hold_all(&self, ids: &[RequestId]) -> Result<Hold, Failure> {
        self.driver.hold_all(ids)
    }

    fn close(&self, id: RequestId, closing: Closing, key: Option<IdempotencyKey>) -> Result<bool, Failure> {
        self.driver.run(self.ending(id, closing, key))
    }

    fn close_then(&self, id: RequestId, closing: Closing, key: Option<IdempotencyKey>, then: Then<bool>) {
        self.driver.run_then(self.ending(id, closing, key), then);
    }

    fn delivered(&self, id: RequestId) -> Result<bool, Failure> {
        self.driver.run(self.delivery(id))
    }

    fn delivered_then(&self, id: RequestId, then: Then<bool>) {
        self.driver.run_then(self.delivery(id), then);
    }

    fn get(&self, id: RequestId) -> Result<StoredRequest, Failure> {
        self.driver.stored(id)
    }

    fn read(&self, id: RequestId) -> Result<StoredRequest, Failure> {
        self.driver.unjudged(id)
    }

    fn list_at(&self, limit: usize) -> Result<(Position, Vec<Pending>), Failure> {
        self.driver.pending_at(limit)
    }

    fn count(&self) -> Result<u64, Failure> {
        self.driver.0.store.count().map_err(failed)
    }

    fn waiting(&self) -> Result<u64, Failure> {
        let now_ms = self.driver.0.clock.now().wall_ms;
        self.driver.0.store.waiting(now_ms).map_err(failed)
    }

    fn snoozed(&self) -> Result<Vec<(RequestId, u64)>, Failure> {
        self.driver.0.store.snoozed().map_err(failed)
    }

    fn snooze(&self, id: RequestId, until_ms: u64) -> Result<(), Failure> {
        self.may_answer()?;
        self.driver.snooze(id, until_ms)
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

    fn question_drafts(&self, id: RequestId) -> Result<Vec<QuestionDraft>, Failure> {
        self.driver.question_drafts(id)
    }

    fn keep_draft(
        &self,
        id: RequestId,
        question: usize,
        revision: u64,
        draft: &Draft,
    ) -> Result<DraftReply, Failure> {
        self.may_answer()?;
        self.driver.keep_draft(id, question, revision, draft)
    }

    fn whole(&self, id: RequestId) -> Result<WholeDraft, Failure> {
        let life = self.driver.life(id)?;
        let count = life.request().ok_or(Failure::NoSuch(id))?.questions.len();
        Ok(draft::whole(&self.driver.0.store.drafts(id).map_err(failed)?, count))
    }

    fn marks(&self) -> Result<Vec<(RequestId, RequestMark)>, Failure> {
        let marks = draft::marks(&self.driver.0.store.draft_marks().map_err(failed)?);
        Ok(marks.into_iter().collect())
    }

    fn late_requests(&self) -> Result<Vec<RequestId>, Failure> {
        self.driver.0.store.late_requests().map_err(failed)
    }

    fn late_drafts(&self, id: RequestId) -> Result<Vec<LateDraft>, Failure> {
        Ok(draft::late(&self.driver.0.store.late_drafts(id).map_err(failed)?))
    }

    fn asker_waits(&self, id: RequestId) -> bool {
        self.driver.0.store.asker_waits(id)
    }

    fn inbox_in_use(&self) -> bool {
        self.driver.inbox_in_use()
    }

    fn follow(&self, follow: Follow, wake: Wake) -> Result<Box<dyn Feed>, Failure> {
        self.may_answer()?;
        let identity = self.identity.clone();
        Ok(Box::new(self.driver.follow(Surface { follow, wake, identity })?))
    }

    fn follow_from(&self, after: Position, wake: Wake) -> Result<Box<dyn LogReader>, Failure> {
        self.may_answer()?;
        Ok(Box::new(self.driver.follow_from(after, wake)?))
    }

    fn new_key(&self) -> IdempotencyKey {
        self.driver.key()
    }

    fn health(&self) -> Result<(), Failure> {
        self.driver.alive()
    }
}
