//! Asking once, however often an agent repeats it: the decisions, without a thread.
//!
//! - A call id names its request for ever; without one the content does, until its ending is delivered.
//! - Asking again attaches to what is open, and returns the stored ending of what has closed.
//! - The same call id with other content is a conflict; the settings in force at the time don't count as content.
//! - What was asked with a token belongs to that token: nobody else attaches to it.
//! - Without a session the folder takes its place: two agents that ask the same in two folders stay apart.

use super::batch::{Change, Changed};
use super::life::life_of;
use asq_backend::{AskReply, ClosedRequest, Failure, NewRequest};
use asq_core::life::{Actor, AskKey, Asked, IdempotencyKey, Input, Moment, Origin, RequestId};
use asq_core::model::{Prefs, Provenance, Request};
use asq_core::text::Untrusted;
use asq_store::Stored;
use asq_wire::stored::{StoredError, digest, name_of};

/// The caller's next task.
#[derive(Clone, Debug)]
pub enum AskStep {
    /// Look up the request that owns this claim.
    Claimed(IdempotencyKey),
    /// Read all records of this request.
    Load(RequestId),
    /// Carry out this change: an ask, or the judging of a time limit.
    Change(Box<Change<()>>),
    /// The ask has its reply.
    Done(Box<AskReply>),
}

/// How often a claim may change its owner before the store counts as inconsistent.
const ROUNDS: u32 = 16;

/// One ask, step by step.
#[derive(Debug)]
pub struct Ask {
    id: RequestId,
    by: Actor,
    asked: Asked,
    claim: AskKey,
    step: AskStep,
    rounds: u32,
}

impl Ask {
    /// Asks under a new id, or attaches to an earlier ask of the same content.
    ///
    /// # Errors
    /// The request can't be stored: a number in it isn't finite.
    pub fn new(id: RequestId, by: Actor, put: NewRequest) -> Result<Ask, StoredError> {
        let claim = claim(&put.request, &put.dialect, &put.origin)?;
        let digest = digest(&put.request)?;
        let step = AskStep::Claimed(claim.key().clone());
        let asked = put.into_asked(digest, Some(claim.clone()));
        Ok(Ask { id, by, asked, claim, step, rounds: 0 })
    }

    /// The next step. Its outcome goes to the method of that name.
    pub fn step(&self) -> AskStep {
        self.step.clone()
    }

    /// Takes the owner of the claim.
    pub fn claimed(&mut self, whose: Option<RequestId>) {
        self.step = whose.map_or_else(|| self.anew(), AskStep::Load);
    }

    /// Takes all records of the request that owns the claim.
    pub fn loaded(&mut self, now: Moment, id: RequestId, stored: &[Stored]) {
        let life = life_of(stored);
        let over = life.is_erased() || life.delivered().is_some();
        let released = match &self.claim {
            AskKey::Call(_) => false,
            AskKey::Content(_) => over,
        };
        let done = |asking| AskStep::Done(Box::new(asking));
        self.step = if released {
            self.anew()
        } else if life.is_erased() {
            done(AskReply::Erased(id))
        } else if let Some(asked) = life.asked().filter(|asked| !self.is_same(asked)) {
            done(AskReply::Conflict { id, asked: Box::new(asked.clone()) })
        } else if let Some(over) = ClosedRequest::of(id, &life) {
            done(AskReply::Closed(over))
        } else if life.deadline().is_some_and(|due| due.left(now) == 0) {
            let by = Actor::system();
            AskStep::Change(Box::new(Change { reply_to: (), id, by, input: Input::Expire }))
        } else {
            done(AskReply::Open { id, again: true })
        };
    }

    /// Takes the result of the change.
    ///
    /// # Errors
    /// The store failed.
    pub fn changed(&mut self, told: Changed) -> Result<(), Failure> {
        self.rounds += 1;
        let AskStep::Change(change) = &self.step else { return Ok(()) };
        let (id, asks) = (change.id, change.id == self.id);
        if self.rounds > ROUNDS {
            return Err(Failure::failed("a claim changes hands without end"));
        }
        self.step = match told {
            Changed::Done { .. } if asks => AskStep::Done(Box::new(AskReply::Open { id, again: false })),
            Changed::Taken(other) => AskStep::Load(other),
            // If another process judged the time limit, its ending is in the records, too.
            Changed::Done { .. } => AskStep::Load(id),
            Changed::Failed(Failure::Refused(_)) if !asks => AskStep::Load(id),
            Changed::Failed(failure) => return Err(failure),
        };
        Ok(())
    }

    fn anew(&self) -> AskStep {
        let input = Input::Ask(Box::new(self.asked.clone()));
        AskStep::Change(Box::new(Change { reply_to: (), id: self.id, by: self.by.clone(), input }))
    }

    /// Whether an earlier ask had the same content.
    fn is_same(&self, before: &Asked) -> bool {
        is_same(before, &self.asked.dialect, &self.asked.request)
    }
}

/// Whether an earlier ask had the same content; its asker and its settings don't count.
pub(super) fn is_same(before: &Asked, dialect: &str, request: &Request) -> bool {
    before.dialect == dialect && content(&before.request) == content(request)
}

/// The content without its asker and its settings.
fn content(request: &Request) -> Request {
    Request { prefs: Prefs::default(), from: Provenance::default(), ..request.clone() }
}

fn claim(request: &Request, dialect: &str, origin: &Origin) -> Result<AskKey, StoredError> {
    let said = |text: &Option<Untrusted>| text.as_ref().map_or("", Untrusted::raw).to_owned();
    let Provenance { agent, session, call_id, script: _ } = &request.from;
    let (agent, session) = (said(agent), said(session));
    let owner = origin.via.token_id().map(|id| id.to_string());
    let key = |parts: &[&str]| {
        let owner: Vec<&str> = owner.iter().flat_map(|id| ["token", id.as_str()]).collect();
        IdempotencyKey(name_of(&[&owner[..], parts].concat()))
    };
    if call_id.is_some() {
        return Ok(AskKey::Call(key(&["call", &agent, &session, &said(call_id)])));
    }
    let place = if session.is_empty() { said(&origin.folder) } else { String::new() };
    let content = digest(&content(request))?;
    Ok(AskKey::Content(key(&["content", &agent, &session, &place, dialect, &content])))
}
