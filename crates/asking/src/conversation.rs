//! One ask's conversation with a backend, from top to bottom: attach, post, link a form, close, write the ending.
//!
//! - The same ask again attaches to the open request, or gets the ending that came meanwhile.
//! - Text typed in a linked form is shared, so that other surfaces can continue it.
//! - An asker waits from the moment its request is stored, unless it comes back for the ending. A form waits while it is up.
//! - The first ending counts, on whichever surface.
//! - Every ending is written in the call's own dialect; a stored one is written from the stored call.
//! - Another question under the same call id is a conflict.
//! - If another process asked for the same secret, this ask ends in a conflict at once: it could never get the answer.
//! - A delivered and erased ending is a conflict, too.

use crate::asker_side::AskerSide;
use crate::{Delivery, WrittenEnding, reply, stored_call, ticket, values};
use asq_backend::{AskReply, Backend, ClosedRequest, Failure, Feed, Follow, Hold, NewRequest, Wake};
use asq_core::inbox::{AnnouncePace, Command};
use asq_core::life::{About, Asked, Closing, Due, Moment, RequestId};
use asq_core::model::{Draft, Outcome, Request, WholeDraft};
use asq_dialects::{Conflict, Dialect, Ending, Why};
use asq_wire::{Ended, Note, ToolCall};
use std::sync::Arc;

/// The winner in a conflict with an ending that was delivered and erased.
const SPENT: &str = "an earlier ask of the same, whose answer was delivered and erased,";

/// The winner in a conflict with another asker's secret.
const SECRET: &str =
    "the same question for a secret, asked elsewhere and told only there or by its ticket (ASQ_TICKET),";

/// One ask, as it talks with a backend.
#[derive(Clone, Copy)]
pub struct Conversation<'a> {
    /// The call as it came.
    pub call: &'a ToolCall,
    /// Whose contract it follows.
    pub dialect: &'static Dialect,
    /// What it asks.
    pub request: &'a Request,
    /// What was dropped or mended while the call was read; every ending has it.
    pub notes: &'a [Note],
    /// The process that asks.
    pub side: &'a dyn AskerSide,
}

/// What posting led to.
pub enum Posted {
    /// It is open. A new one is held from the moment it is stored, so that nobody takes it for left behind.
    Open(RequestId, Option<Hold>),
    /// It has ended before.
    Ended(Box<WrittenEnding>),
}

impl Conversation<'_> {
    /// What the same ask led to before, also that of an asker that is gone; `None` where it is new. Posts nothing.
    pub fn earlier(&self, backend: &Arc<dyn Backend>) -> Result<Option<Posted>, Failure> {
        let before = backend.earlier(&self.new_request(None))?;
        Ok(before.map(|reply| self.posted(backend, reply)))
    }

    /// Posts it, or attaches to what was posted before.
    pub fn post(&self, backend: &Arc<dyn Backend>) -> Result<Posted, Failure> {
        let about = self.side.about();
        if let Some(Err(over)) = about.as_ref().map(|about| about.fits()) {
            let over: Vec<String> = over.iter().map(ToString::to_string).collect();
            return Err(Failure::failed(over.join("; ")));
        }
        let new = self.new_request(about);
        let (reply, hold) = match backend.earlier(&new)? {
            Some(before) => (before, None),
            None if new.returns => (backend.ask(new)?, None),
            None => backend.ask_waiting(new)?,
        };
        Ok(match self.posted(backend, reply) {
            Posted::Open(id, _) => Posted::Open(id, hold),
            ended @ Posted::Ended(_) => ended,
        })
    }

    /// The request, with what the agent was doing. Whether an earlier request is the same doesn't depend on that.
    pub fn new_request(&self, about: Option<Box<About>>) -> NewRequest {
        let ticket = self.side.own_ticket().filter(|_| ticket::is_wanted(self.request));
        NewRequest {
            request: self.request.clone(),
            dialect: self.dialect.id.to_owned(),
            call: stored_call(self.call),
            origin: self.side.origin(),
            ticket: ticket.map(ticket::digest),
            about,
            returns: self.side.returns(),
        }
    }

    /// What an ask led to, for a caller that asked without blocking. Reads the store for a secret, and for a conflict.
    pub fn posted(&self, backend: &Arc<dyn Backend>, reply: AskReply) -> Posted {
        let (id, winner) = match reply {
            AskReply::Open { id, again: false } => return Posted::Open(id, None),
            AskReply::Open { id, again: true } if self.may_be_told(&**backend, id) => {
                return Posted::Open(id, None);
            }
            AskReply::Open { id, again: true } => (id, SECRET),
            AskReply::Closed(closed) => return Posted::Ended(Box::new(self.closed_in(backend, &closed))),
            AskReply::Erased(id) => (id, SPENT),
            AskReply::Conflict { id, asked: _ } => (id, "another question with this call id"),
        };
        let at = backend.get(id).ok().and_then(|stored| stored.life.asked_at());
        Posted::Ended(Box::new(self.conflict(id, winner, at)))
    }

    /// Whether this asker may receive the answer. If not, it mustn't attach: a person would answer in vain.
    fn may_be_told(&self, backend: &dyn Backend, id: RequestId) -> bool {
        let opens = |asked: &Asked| ticket::opens(asked, self.side);
        !ticket::is_wanted(self.request)
            || backend.get(id).is_ok_and(|stored| stored.asked().is_none_or(opens))
    }
}

/// A request that is open in a backend.
pub struct OpenRequest {
    /// Where.
    pub backend: Arc<dyn Backend>,
    /// Its id.
    pub id: RequestId,
    /// What was asked, as it was posted.
    pub asked: Asked,
}

/// What links a form to an open request.
pub struct FormLink {
    id: RequestId,
    /// News of other surfaces. Without it the form learns of them only when it is submitted; `unheard` says why.
    pub feed: Option<Box<dyn Feed>>,
    /// What was typed so far, on whatever surface.
    pub draft: Draft,
    /// What is kept of the whole request: the page, and the reason for declining.
    pub whole: WholeDraft,
    /// When its time limit ends.
    pub due: Option<Due>,
    /// Why there is no news of other surfaces.
    pub unheard: Option<Failure>,
    /// Why surfaces take the asker for gone, though its form is there.
    pub unseen: Option<Failure>,
    /// Shows that the asker waits, as long as the form is there.
    _hold: Option<Hold>,
}

/// Whether an ending counts.
pub enum CloseReply {
    /// It does.
    Counts,
    /// Somebody else was first; the failure says who and when.
    Beaten(Failure),
}

impl OpenRequest {
    /// The request, if it is still open.
    pub fn of(backend: &Arc<dyn Backend>, id: RequestId) -> Option<OpenRequest> {
        let stored = backend.get(id).ok().filter(|stored| stored.life.closed().is_none())?;
        Some(OpenRequest { backend: backend.clone(), id, asked: stored.asked()?.clone() })
    }

    /// Links a form to it. If a part of the link fails, the form works without that part, and the link says why.
    pub fn link(&self) -> FormLink {
        let OpenRequest { backend, id, .. } = self;
        let (feed, unheard) = match backend.follow(Follow::Opened, Wake::Descriptor) {
            Ok(feed) => (Some(feed), None),
            Err(failure) => (None, Some(failure)),
        };
        if let Some(feed) = &feed {
            feed.send(Command::Open(*id));
        }
        let draft = backend.drafts(*id).unwrap_or_default();
        let whole = backend.whole(*id).unwrap_or_default();
        let (hold, unseen) = match backend.hold(*id) {
            Ok(hold) => (Some(hold), None),
            Err(failure) => (None, Some(failure)),
        };
        let due = self.asked.request.expiry.as_ref().and_then(|expiry| {
            let at = backend.get(*id).ok()?.life.asked_at()?;
            Some(at.plus(expiry.after_ms))
        });
        FormLink { id: *id, feed, draft, whole, due, unheard, unseen, _hold: hold }
    }

    /// Closes the request with its form's outcome. A withdrawn form leaves the request open, unless `takes_back`.
    pub fn close(&self, outcome: &Outcome, takes_back: bool) -> Result<CloseReply, Failure> {
        let told = match Closing::of(outcome.clone(), &self.asked.digest) {
            Some(Closing::Withdraw) if !takes_back => Ok(true),
            // The driver judges time limits by itself, when the request is read.
            None => Ok(true),
            Some(closing) => self.backend.close(self.id, closing, None),
        };
        match told {
            Ok(_) => Ok(CloseReply::Counts),
            Err(failure) if failure.is_beaten() => Ok(CloseReply::Beaten(failure)),
            Err(failure) => Err(failure),
        }
    }

    /// The ending as it is stored; pending while the request is open.
    pub fn ending(&self, ask: &Conversation<'_>) -> Result<WrittenEnding, Failure> {
        let life = self.backend.get(self.id)?.life;
        Ok(match ClosedRequest::of(self.id, &life) {
            Some(closed) => ask.closed_in(&self.backend, &closed),
            None if life.closed().is_none() && !life.is_erased() => ask.pending(&*self.backend, self.id),
            None => ask.spent(&*self.backend, self.id),
        })
    }
}

impl FormLink {
    /// Asks for the turn to announce the request; `false`: nobody says when it is.
    pub fn announce(&self, pace: AnnouncePace) -> bool {
        let Some(feed) = &self.feed else { return false };
        feed.send(Command::Announce { ids: vec![self.id], pace });
        true
    }

    /// Shares the draft through the backend; `false` without a feed.
    pub fn share(&self, draft: &Draft) -> bool {
        let Some(feed) = &self.feed else { return false };
        feed.send(Command::Draft { id: self.id, draft: draft.clone() });
        true
    }

    /// Shares the page and the reason through the backend; `false` without a feed.
    pub fn share_whole(&self, whole: &WholeDraft) -> bool {
        let Some(feed) = &self.feed else { return false };
        // An answer that an inbox didn't send stays marked until the request is closed.
        let whole = WholeDraft { held: self.whole.held.clone(), ..whole.clone() };
        feed.send(Command::Whole { id: self.id, whole });
        true
    }
}

impl Conversation<'_> {
    /// The ending of a closed request, to be delivered once it is written.
    pub fn closed_in(&self, backend: &Arc<dyn Backend>, closed: &ClosedRequest) -> WrittenEnding {
        if closed.is_spent() {
            return self.conflict(closed.id, SPENT, Some(closed.at));
        }
        if ticket::withholds(&closed.asked, &closed.outcome, self.side) {
            return self.conflict(closed.id, SECRET, Some(closed.at));
        }
        let reply = reply(&closed.asked, Ending::Closed(&closed.outcome));
        let secret = ticket::is_wanted(&closed.asked.request).then(|| self.side.holds_secret()).flatten();
        WrittenEnding {
            id: Some(closed.id),
            values: values(&closed.asked.request, &closed.outcome),
            delivery: Some(Delivery::of(backend, closed.id, secret)),
            ..WrittenEnding::of(Ended::from(&*closed.outcome), reply).noting(self.notes)
        }
    }

    /// The ending of a request that was closed and erased.
    pub fn spent(&self, backend: &dyn Backend, id: RequestId) -> WrittenEnding {
        let at = backend.get(id).ok().and_then(|stored| stored.life.asked_at());
        self.conflict(id, SPENT, at)
    }

    /// The ending of a form whose request was never posted.
    pub fn closed_here(&self, outcome: &Outcome) -> WrittenEnding {
        let ending = self.write(Ended::from(outcome), Ending::Closed(outcome));
        WrittenEnding { values: values(self.request, outcome), ..ending }
    }

    /// Not answered yet. For a secret with the ticket that it can be taken with, where this process asked.
    pub fn pending(&self, backend: &dyn Backend, id: RequestId) -> WrittenEnding {
        let ending = self.write(Ended::Pending, Ending::Pending(&id.to_string()));
        WrittenEnding { id: Some(id), ticket: self.ticket(backend, id), ..ending }
    }

    /// The ticket of a question for a secret, where this process asked it.
    pub fn ticket(&self, backend: &dyn Backend, id: RequestId) -> Option<String> {
        if !ticket::is_wanted(self.request) {
            return None;
        }
        backend.get(id).ok()?.asked().and_then(|asked| ticket::of(asked, self.side)).map(str::to_owned)
    }

    /// Nobody was asked.
    pub fn unavailable(&self, why: Why) -> WrittenEnding {
        self.write(Ended::Unavailable, Ending::Unavailable(why))
    }

    fn conflict(&self, id: RequestId, winner: &str, at: Option<Moment>) -> WrittenEnding {
        let time = at.map_or_else(|| "an unknown time".to_owned(), |at| self.side.time(at));
        let conflict = Conflict { winner: winner.to_owned(), time };
        WrittenEnding { id: Some(id), ..self.write(Ended::Conflict, Ending::Conflict(&conflict)) }
    }

    fn write(&self, ended: Ended, ending: Ending<'_>) -> WrittenEnding {
        WrittenEnding::of(ended, (self.dialect.write)(self.call, Some(self.request), ending))
            .noting(self.notes)
    }
}
