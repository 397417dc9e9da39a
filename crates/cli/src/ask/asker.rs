//! An ask, and the endings that are written to it.
//!
//! - Every ending is in the words of the call's own dialect.
//! - A secret that was asked for elsewhere is a conflict here, at once: nobody is to answer in vain.
//! - What came through the store is written from what is stored: whoever asks again gets the same, byte for byte.
//! - Why nobody was asked is said in plain words on standard error, with the way out.

use super::ending::{Ending, Handing};
use super::values;
use crate::clock::local_zone;
use crate::env::Env;
use crate::error::Failure;
use crate::store::{Acts, ThisProcess, ticket};
use crate::{output, store};
use asq_backend::{AskReply, Backend, ClosedRequest, NewRequest};
use asq_core::life::{Asked, Moment, RequestId};
use asq_core::model::{Outcome, Request};
use asq_dialects::{Conflict, Dialect, Ending as Written, Why};
use asq_wire::{Ended, ToolCall};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

/// What was first where an ending can't be told again.
const SPENT: &str = "an earlier ask of the same, whose answer was handed over and erased,";

/// What was first where the ending is a secret of somebody else.
const SECRET: &str =
    "the same question for a secret, asked elsewhere and told only there or by its ticket (ASQ_TICKET),";

/// An ask.
#[derive(Clone, Copy)]
pub(crate) struct Asker<'a> {
    pub(crate) call: &'a Rc<ToolCall>,
    pub(crate) dialect: &'static Dialect,
    pub(crate) request: &'a Request,
    pub(crate) env: &'a Env,
    /// Whether the call was made of flags.
    pub(crate) by_flags: bool,
    /// Where it asks from, if that is not this process's own folder.
    pub(crate) folder: Option<&'a Path>,
}

/// What came of posting it.
pub(crate) enum Posted {
    /// It is open.
    Open(RequestId),
    /// It has ended before.
    Ended(Box<Ending>),
}

impl Asker<'_> {
    /// What is posted.
    fn new_request(&self) -> NewRequest {
        NewRequest {
            request: self.request.clone(),
            dialect: self.dialect.id.to_owned(),
            call: store::stored_call(self.call),
            origin: match self.folder {
                Some(folder) => store::origin(self.env, folder),
                None => store::origin(self.env, &std::env::current_dir().unwrap_or_default()),
            },
            ticket: ticket::own().filter(|_| ticket::is_wanted(self.request)).map(ticket::digest),
        }
    }

    /// This process, as the asker and as somebody who answers where it asks.
    pub(crate) fn party(&self, acts: Acts) -> Arc<ThisProcess> {
        ThisProcess::asks(self.request.from.agent.as_ref(), acts)
    }

    /// What the same ask led to before, also that of an asker that is gone; nothing where there was none. Posts nothing.
    pub(crate) fn earlier(&self, backend: &Arc<dyn Backend>) -> Result<Option<Posted>, asq_backend::Failure> {
        let before = backend.earlier(&self.new_request())?;
        Ok(before.map(|reply| self.posted(backend, reply)))
    }

    /// Posts it, or attaches to what was posted before.
    pub(crate) fn post(&self, backend: &Arc<dyn Backend>) -> Result<Posted, asq_backend::Failure> {
        match self.earlier(backend)? {
            Some(posted) => Ok(posted),
            None => Ok(self.posted(backend, backend.ask(self.new_request())?)),
        }
    }

    fn posted(&self, backend: &Arc<dyn Backend>, reply: AskReply) -> Posted {
        let (id, winner) = match reply {
            AskReply::Open { id, again: false } => return Posted::Open(id),
            AskReply::Open { id, again: true } if self.may_be_told(&**backend, id) => {
                return Posted::Open(id);
            }
            AskReply::Open { id, again: true } => (id, SECRET),
            AskReply::Closed(closed) => return Posted::Ended(Box::new(self.over(backend, &closed))),
            AskReply::Erased(id) => (id, SPENT),
            AskReply::Conflict { id, asked: _ } => (id, "another question with this call id"),
        };
        let at = backend.get(id).ok().and_then(|stored| stored.life.asked_at());
        Posted::Ended(Box::new(self.conflict(id, winner, at)))
    }

    /// Whether what a person answers may be told here. Nobody is to answer for an asker that is never told.
    fn may_be_told(&self, backend: &dyn Backend, id: RequestId) -> bool {
        let given = self.env.text(ticket::VARIABLE);
        let opens = |asked: &Asked| ticket::opens(asked, given.as_deref());
        !ticket::is_wanted(self.request)
            || backend.get(id).is_ok_and(|stored| stored.asked().is_none_or(opens))
    }

    fn conflict(&self, id: RequestId, winner: &str, at: Option<Moment>) -> Ending {
        let zone = local_zone(self.env);
        let time = at.map_or_else(|| "an unknown time".to_owned(), |at| store::local(&zone, at.wall_ms));
        let conflict = Conflict { winner: winner.to_owned(), time };
        Ending { id: Some(id), ..self.unasked(Ended::Conflict, Written::Conflict(&conflict)) }
    }

    /// The ending of a closed request, to be delivered once it is written.
    pub(crate) fn over(&self, backend: &Arc<dyn Backend>, closed: &ClosedRequest) -> Ending {
        if closed.is_spent() {
            return self.conflict(closed.id, SPENT, Some(closed.at));
        }
        let given = self.env.text(ticket::VARIABLE);
        if ticket::withholds(&closed.asked, &closed.outcome, given.as_deref()) {
            return self.conflict(closed.id, SECRET, Some(closed.at));
        }
        let reply = store::reply(&closed.asked, Written::Closed(&closed.outcome));
        Ending {
            id: Some(closed.id),
            values: values(&closed.asked.request, &closed.outcome),
            handing: Some(Handing { backend: backend.clone(), id: closed.id }),
            ..Ending::unasked(Ended::from(&*closed.outcome), reply)
        }
    }

    /// It is over, and how is not to be told any more.
    pub(crate) fn spent(&self, backend: &dyn Backend, id: RequestId) -> Ending {
        let at = backend.get(id).ok().and_then(|stored| stored.life.asked_at());
        self.conflict(id, SPENT, at)
    }

    /// How a form ended that nobody else knows of.
    pub(crate) fn closed(&self, outcome: &Outcome) -> Ending {
        let ending = self.unasked(Ended::from(outcome), Written::Closed(outcome));
        Ending { values: values(self.request, outcome), ..ending }
    }

    /// Not answered yet. For a secret with the ticket that it can be taken with, where this process asked.
    pub(crate) fn pending(&self, backend: &dyn Backend, id: RequestId) -> Ending {
        let ending = self.unasked(Ended::Pending, Written::Pending(&id.to_string()));
        Ending { id: Some(id), ticket: self.ticket(backend, id), ..ending }
    }

    /// The ticket of a question for a secret, where this process asked it.
    pub(crate) fn ticket(&self, backend: &dyn Backend, id: RequestId) -> Option<&'static str> {
        if !ticket::is_wanted(self.request) {
            return None;
        }
        backend.get(id).ok()?.asked().and_then(ticket::of)
    }

    /// Nobody was asked: said in plain words, and written in the dialect's.
    pub(crate) fn unavailable(&self, why: Why) -> Ending {
        let way_out = match why {
            Why::TerminalInUse => "\n  --inline or --fullscreen asks there anyway",
            Why::NotOffered => "\n  OPENCODE_ENABLE_QUESTION_TOOL=1 offers it anyway",
            Why::NoTerminal | Why::TerminalTaken => {
                "\n  --inbox lets it wait until somebody answers elsewhere"
            }
            Why::TerminalFailed | Why::NoStore => "",
        };
        output::say(&format!("asq: nobody was asked: {why}{way_out}"));
        self.unasked(Ended::Unavailable, Written::Unavailable(why))
    }

    /// Nobody was asked, since the store can't be used.
    pub(crate) fn without_store(&self, failure: Failure) -> Ending {
        let failure = failure
            .hint("so nobody was asked; without --inbox, --wait and --no-wait the terminal is asked, and needs no store")
            .hint("where the store is, and how to name another: asq help store");
        output::say(&failure.to_string());
        self.unasked(Ended::Unavailable, Written::Unavailable(Why::NoStore))
    }

    fn unasked(&self, ended: Ended, written: Written<'_>) -> Ending {
        Ending::unasked(ended, (self.dialect.write)(self.call, Some(self.request), written))
    }

    /// The store's trouble, worded.
    pub(crate) fn failure(&self, failure: &asq_backend::Failure) -> Failure {
        store::refused(failure, &local_zone(self.env))
    }
}
