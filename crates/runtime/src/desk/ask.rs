//! Asking once, however often it is said: the decisions, without a thread.
//!
//! - A call id names its request for ever; without one the content does, until its ending was handed over.
//! - Asking again attaches to what is open, and gets the stored ending of what is over.
//! - The same call id with other content is a conflict; the settings that it was asked under are no content.
//! - Without a session the folder stands in for it: two agents that ask the same in two folders are told apart.

use super::batch::{Told, Wish};
use super::bug::planted;
use super::failure::Failure;
use super::over::{Over, life_of};
use asq_core::life::{Actor, Asked, Claim, Input, Key, Moment, Origin, RequestId};
use asq_core::model::{Prefs, Provenance, Request};
use asq_core::text::Untrusted;
use asq_store::{StoreError, Stored};
use asq_wire::stored::{StoredError, digest, name_of};
use std::sync::Arc;

/// What somebody asks.
#[derive(Clone, Debug)]
pub struct Put {
    /// What.
    pub request: Request,
    /// The id of the dialect that the call came in.
    pub dialect: String,
    /// The tool call as it came, as JSON.
    pub call: String,
    /// Where it comes from.
    pub origin: Origin,
    /// The digest of the ticket that a secret may be taken with.
    pub ticket: Option<String>,
}

/// What came of asking.
#[derive(Clone, Debug)]
pub enum Asking {
    /// It is open, and on disk.
    Open {
        /// Its name.
        id: RequestId,
        /// Whether it was asked before.
        again: bool,
    },
    /// It was asked before, and this is how it ended.
    Over(Over),
    /// It was asked before and is over; what was said is erased, as it was a secret or is old.
    Erased(RequestId),
    /// The same call id came with other content.
    Conflict {
        /// The request that has it.
        id: RequestId,
        /// What was asked under it.
        asked: Box<Asked>,
    },
}

/// What is to be done next.
#[derive(Clone, Debug)]
pub enum AskStep {
    /// Find out whose this claim is.
    Claimed(Key),
    /// Read all records of this request.
    Load(RequestId),
    /// Follow this wish: to ask, or to judge a time limit.
    Wish(Box<Wish<()>>),
    /// It is done.
    Done(Box<Asking>),
}

/// How often a claim may change hands before the store is taken to be out of its mind.
const ROUNDS: u32 = 16;

/// Asking, step by step.
#[derive(Debug)]
pub struct Ask {
    id: RequestId,
    by: Actor,
    asked: Asked,
    claim: Claim,
    step: AskStep,
    rounds: u32,
}

impl Ask {
    /// Asks under a new name, or attaches to what was asked before.
    ///
    /// # Errors
    /// The request can't be stored: a number in it is not finite.
    pub fn new(id: RequestId, by: Actor, put: Put) -> Result<Ask, StoredError> {
        let Put { request, dialect, call, origin, ticket } = put;
        let claim = claim(&request, &dialect, &origin)?;
        let digest = digest(&request)?;
        let step = AskStep::Claimed(claim.key().clone());
        let stated = (!planted!(ClaimIsForgotten)).then(|| claim.clone());
        let asked = Asked { request, digest, claim: stated, dialect, call, origin, ticket };
        Ok(Ask { id, by, asked, claim, step, rounds: 0 })
    }

    /// What to do next; its outcome goes to the method of that name.
    pub fn step(&self) -> AskStep {
        self.step.clone()
    }

    /// Whose the claim is.
    pub fn claimed(&mut self, whose: Option<RequestId>) {
        self.step = whose.map_or_else(|| self.anew(), AskStep::Load);
    }

    /// All records of the request that has the claim.
    pub fn loaded(&mut self, now: Moment, id: RequestId, stored: &[Stored]) {
        let life = life_of(stored);
        let over = life.is_erased() || life.delivered().is_some();
        let released = match &self.claim {
            Claim::Call(_) => false,
            Claim::Content(_) => over,
        };
        let done = |asking| AskStep::Done(Box::new(asking));
        self.step = if released {
            self.anew()
        } else if life.is_erased() {
            done(Asking::Erased(id))
        } else if let Some(asked) = life.asked().filter(|asked| !self.is_same(asked)) {
            done(Asking::Conflict { id, asked: Box::new(asked.clone()) })
        } else if let Some(over) = Over::of(id, &life) {
            done(Asking::Over(over))
        } else if life.deadline().is_some_and(|due| due.left(now) == 0) {
            let by = Actor::system();
            AskStep::Wish(Box::new(Wish { ticket: (), id, by, input: Input::Expire }))
        } else {
            done(Asking::Open { id, again: true })
        };
    }

    /// What came of the wish.
    ///
    /// # Errors
    /// The store failed.
    pub fn told(&mut self, told: Told) -> Result<(), Failure> {
        self.rounds += 1;
        let AskStep::Wish(wish) = &self.step else { return Ok(()) };
        let (id, asks) = (wish.id, wish.id == self.id);
        if self.rounds > ROUNDS {
            let why = StoreError::Failed("a claim changes hands without end".into());
            return Err(Failure::Store(Arc::new(why)));
        }
        self.step = match told {
            Told::Done { .. } if asks => AskStep::Done(Box::new(Asking::Open { id, again: false })),
            Told::Taken(other) => AskStep::Load(other),
            // Whoever judged the time limit: how it ended stands there.
            Told::Done { .. } => AskStep::Load(id),
            Told::Failed(Failure::Refused(_)) if !asks => AskStep::Load(id),
            Told::Failed(failure) => return Err(failure),
        };
        Ok(())
    }

    fn anew(&self) -> AskStep {
        let input = Input::Ask(Box::new(self.asked.clone()));
        AskStep::Wish(Box::new(Wish { ticket: (), id: self.id, by: self.by.clone(), input }))
    }

    /// Whether that is what is asked here.
    fn is_same(&self, before: &Asked) -> bool {
        planted!(ContentIsNoMatter) || is_same(before, &self.asked.dialect, &self.asked.request)
    }
}

/// Whether that is what was asked before, whoever asks it and under whatever settings.
pub(super) fn is_same(before: &Asked, dialect: &str, request: &Request) -> bool {
    before.dialect == dialect && content(&before.request) == content(request)
}

/// What is asked, whoever asks it and under whatever settings.
fn content(request: &Request) -> Request {
    Request { prefs: Prefs::default(), from: Provenance::default(), ..request.clone() }
}

/// What names an ask.
fn claim(request: &Request, dialect: &str, origin: &Origin) -> Result<Claim, StoredError> {
    let said = |text: &Option<Untrusted>| text.as_ref().map_or("", Untrusted::raw).to_owned();
    let Provenance { agent, session, call_id, script: _ } = &request.from;
    let (agent, session) = (said(agent), said(session));
    if call_id.is_some() {
        return Ok(Claim::Call(Key(name_of(&["call", &agent, &session, &said(call_id)]))));
    }
    let place = if session.is_empty() { said(&origin.folder) } else { String::new() };
    let content = digest(&content(request))?;
    Ok(Claim::Content(Key(name_of(&["content", &agent, &session, &place, dialect, &content]))))
}
