//! Asking and closing, step by step: blocking callers and callbacks take the same steps.
//!
//! - A step reads what it needs, and ends at the next change, or with the reply.
//! - The caller carries out the change, alone or with thousands in one batch, and passes its result to the next step.
//! - A request that closes loses its drafts; the drafts of people who came too late are kept for a week.

use super::Driver;
use super::ask::{Ask, AskStep};
use super::batch::{Change, Changed};
use super::failure::failed;
use super::question_drafts::SentTexts;
use asq_backend::{AskReply, Failure, NewRequest};
use asq_core::life::{Actor, Input, Refusal, RequestId};

/// The outcome of a step.
pub(super) enum Next<T> {
    /// A change to carry out; its result goes to the next step.
    Change(Box<Change<()>>),
    Done(T),
}

/// A call that takes several steps.
pub(super) trait Steps: Send {
    type Reply: Send;

    /// The next step. `result` is the result of the previous step's change.
    ///
    /// # Errors
    /// The store failed, or the change was refused. There are no further steps.
    fn step(&mut self, driver: &Driver, result: Option<Changed>) -> Result<Next<Self::Reply>, Failure>;
}

/// Asking, or attaching to an earlier request.
pub(super) struct Asking {
    by: Actor,
    at: AskStage,
}

enum AskStage {
    New(Option<Box<NewRequest>>),
    Asks(Box<Ask>),
}

impl Asking {
    pub(super) fn new(new: NewRequest, by: Actor) -> Asking {
        Asking { by, at: AskStage::New(Some(Box::new(new))) }
    }
}

impl Steps for Asking {
    type Reply = AskReply;

    fn step(&mut self, driver: &Driver, result: Option<Changed>) -> Result<Next<AskReply>, Failure> {
        if let AskStage::New(new) = &mut self.at {
            driver.alive()?;
            let new = new.take().ok_or_else(|| Failure::failed("an ask that failed has no further step"))?;
            self.at = AskStage::Asks(Box::new(driver.begin(*new, &self.by)?));
        }
        let AskStage::Asks(ask) = &mut self.at else {
            return Err(Failure::failed("an ask that failed has no further step"));
        };
        if let Some(result) = result {
            ask.changed(result)?;
        }
        driver.read_on(ask)
    }
}

impl Driver {
    pub(super) fn begin(&self, new: NewRequest, by: &Actor) -> Result<Ask, Failure> {
        let id = RequestId(self.0.names.next());
        Ask::new(id, by.clone(), new).map_err(|error| Failure::failed(format!("the store failed: {error}")))
    }

    /// Reads for an ask, until it needs a change or is done.
    pub(super) fn read_on(&self, ask: &mut Ask) -> Result<Next<AskReply>, Failure> {
        loop {
            match ask.step() {
                AskStep::Claimed(key) => ask.claimed(self.0.store.claimed(&key).map_err(failed)?),
                AskStep::Load(id) => {
                    ask.loaded(self.0.clock.now(), id, &self.0.store.records(id).map_err(failed)?);
                }
                AskStep::Change(change) => return Ok(Next::Change(change)),
                AskStep::Done(reply) => return Ok(Next::Done(*reply)),
            }
        }
    }

    /// Takes all steps on this thread.
    pub(super) fn run<S: Steps>(&self, steps: S) -> Result<S::Reply, Failure> {
        self.run_with(steps, |_| {})
    }

    /// The same; `before` sees each change before it is carried out.
    pub(super) fn run_with<S: Steps>(
        &self,
        mut steps: S,
        mut before: impl FnMut(&Change<()>),
    ) -> Result<S::Reply, Failure> {
        let mut result = None;
        loop {
            match steps.step(self, result)? {
                Next::Change(change) => {
                    before(&change);
                    result = Some(self.0.carry_out_one(*change));
                }
                Next::Done(reply) => return Ok(reply),
            }
        }
    }
}

/// Finds the actor when it is needed.
pub(super) type By = Box<dyn FnOnce(&Driver) -> Result<Actor, Failure> + Send>;

/// A change of one open request: closing it, judging its time limit, recording a delivery.
pub(super) struct ChangeSteps {
    id: RequestId,
    change: Option<(By, Input)>,
    closes: bool,
    sent: Option<SentTexts>,
}

impl ChangeSteps {
    pub(super) fn new(id: RequestId, by: By, input: Input) -> ChangeSteps {
        let (closes, sent) = match &input {
            Input::Close { closing, key: _ } => (true, SentTexts::of(closing)),
            Input::Expire => (true, None),
            Input::Ask(_) | Input::Deliver => (false, None),
        };
        ChangeSteps { id, change: Some((by, input)), closes, sent }
    }
}

impl Steps for ChangeSteps {
    /// `false`: this same ending, or the delivery, was recorded before.
    type Reply = bool;

    fn step(&mut self, driver: &Driver, result: Option<Changed>) -> Result<Next<bool>, Failure> {
        if let Some((by, input)) = self.change.take() {
            let by = by(driver)?;
            return Ok(Next::Change(Box::new(Change { reply_to: (), id: self.id, by, input })));
        }
        let Some(result) = result else { return Err(Failure::failed("a change without a result")) };
        let is_new = match done(self.id, result) {
            Err(Failure::Refused(why)) if matches!(*why, Refusal::DeliveredBefore(_)) && !self.closes => {
                false
            }
            done => done?,
        };
        if is_new && self.closes {
            driver.drop_drafts(self.id, self.sent.as_ref());
        }
        Ok(Next::Done(is_new))
    }
}

/// The result of a change other than an ask. `false`: it was recorded before.
pub(super) fn done(id: RequestId, result: Changed) -> Result<bool, Failure> {
    match result {
        Changed::Done { anew } => Ok(anew),
        // Only an ask claims anything.
        Changed::Taken(other) => Err(Failure::NoSuch(other)),
        Changed::Failed(Failure::Refused(refusal)) if *refusal == Refusal::NotAsked => {
            Err(Failure::NoSuch(id))
        }
        Changed::Failed(failure) => Err(failure),
    }
}
