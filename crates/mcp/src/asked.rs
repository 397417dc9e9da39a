//! A call, from its arguments to its ending or to the request that it waits for. Everything here may block.
//!
//! - The same call again attaches to the open request, or gets the ending that came meanwhile.
//! - A misuse is a result, so that the model can mend its call.
//! - Without a store the ending says that nobody was asked, and the person learns why.
//! - `wait` goes on with a request of the same agent, and with no other.

use crate::McpSide;
use crate::client_forms::{ClientAsks, ClientShows};
use crate::form::{ByForm, FormShape};
use crate::side::StoreAway;
use crate::wait::EndingWaiter;
use asq_asking::{Call, Conversation, Posted, ReadCall, WrittenEnding, read_json_call};
use asq_backend::{Backend, ClosedRequest, Failure, StoredRequest};
use asq_core::life::{Asked, Closing, RequestId};
use asq_core::model::{Prefs, Provenance, Request};
use asq_core::text::Untrusted;
use asq_dialects::{Dialect, Reading, What, Why};
use asq_wire::{Ended, Note, ToolCall};
use serde_json::Value;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

/// What a call led to at first.
pub(crate) enum CallStage {
    /// It has an ending.
    Ended(Box<CallEnding>),
    /// It waits for a person.
    Open(Box<PendingCall>, EndingWaiter),
}

/// An ending, and the dialect that wrote it.
pub(crate) struct CallEnding {
    pub(crate) dialect: &'static Dialect,
    pub(crate) ending: WrittenEnding,
    /// For a pending one, where the person answers.
    pub(crate) place: Option<String>,
}

impl CallEnding {
    fn new(dialect: &'static Dialect, ending: WrittenEnding) -> CallEnding {
        CallEnding { dialect, ending, place: None }
    }
}

/// A call whose request is open.
pub(crate) struct PendingCall {
    backend: Arc<dyn Backend>,
    id: RequestId,
    ask: AskedCall,
}

/// A call that was read.
struct AskedCall {
    call: ToolCall,
    dialect: &'static Dialect,
    request: Request,
    /// What was dropped or mended while it was read.
    notes: Vec<Note>,
    folder: Option<PathBuf>,
}

/// Why a call has no ending of its dialect.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CallFailure {
    /// No request of this agent has this id.
    #[error("no question of yours has the id {0}")]
    Unknown(String),
    /// Several requests have ids that begin like this.
    #[error("several questions have ids that begin with {0}; name it in full")]
    Ambiguous(String),
    /// The store can't be used.
    #[error("the store can't be used: {0}")]
    Store(String),
    /// Nobody can tell whether it was stored.
    #[error(
        "nobody can tell whether the question was stored: {0}. Ask the same again; it attaches to it then."
    )]
    Unclear(String),
}

/// Who calls, and from where.
pub(crate) struct McpCaller {
    pub(crate) from: Provenance,
    pub(crate) folder: Option<PathBuf>,
}

/// Asks, or attaches to what was asked before.
///
/// # Errors
/// The store fails in a way that no dialect has words for.
pub(crate) fn ask(
    side: &dyn McpSide,
    dialect: &'static Dialect,
    tool: &str,
    arguments: Value,
    caller: McpCaller,
) -> Result<CallStage, CallFailure> {
    let (ask, prefs) = match read(side, dialect, tool, arguments, caller) {
        Ok(read) => read,
        Err(ended) => return Ok(CallStage::Ended(ended)),
    };
    let dialect = ask.dialect;
    let ended = |dialect, ending| Ok(CallStage::Ended(Box::new(CallEnding::new(dialect, ending))));
    let asker = side.asker(ask.folder.as_deref());
    let conversation = ask.conversation(&*asker);
    if !(dialect.offered)(&prefs) {
        return ended(dialect, conversation.unavailable(Why::NotOffered));
    }
    let nobody = |why: String| {
        side.tell(&format!("asq: {why}; nobody was asked"));
        ended(dialect, conversation.unavailable(Why::NoStore))
    };
    let backend = match side.backend(ask.request.from.agent.as_ref()) {
        Ok(backend) => backend,
        Err(StoreAway(why)) => return nobody(why),
    };
    match conversation.post(&backend) {
        Ok(Posted::Open(id, _hold)) => {
            drop(asker);
            Ok(PendingCall { backend, id, ask }.waits(side))
        }
        Ok(Posted::Ended(ending)) => ended(dialect, *ending),
        Err(failure) if failure.is_unclear() => Err(CallFailure::Unclear(side.words(&failure))),
        Err(failure) => nobody(side.words(&failure)),
    }
}

/// Reads a call. One that asks nobody has its ending at once.
fn read(
    side: &dyn McpSide,
    dialect: &'static Dialect,
    tool: &str,
    arguments: Value,
    caller: McpCaller,
) -> Result<(AskedCall, Prefs), Box<CallEnding>> {
    let McpCaller { from, folder } = caller;
    let prefs = side.prefs(folder.as_deref());
    let ended = |dialect, ending| Err(Box::new(CallEnding::new(dialect, ending)));
    let Call { call, dialect, reading } =
        match read_json_call(arguments, (Some(dialect.id), Some(tool)), prefs) {
            ReadCall::Call(call) => *call,
            ReadCall::Misuse(_, reply) => return ended(dialect, WrittenEnding::of(Ended::Misuse, reply)),
        };
    let Reading { what, notes } = reading;
    let answered = |reply| ended(dialect, WrittenEnding::of(Ended::Answered, reply).noting(&notes));
    let mut request = match what {
        What::Reply(reply) => return answered(reply),
        What::Ask { request: _, immediate: Some(reply) } => return answered(reply),
        What::Ask { request, immediate: None } => request,
    };
    request.from = from;
    Ok((AskedCall { call: Rc::unwrap_or_clone(call), dialect, request, notes, folder }, prefs))
}

/// The open request that the same call led to before, in whatever process. Posts nothing.
pub(crate) fn earlier(
    side: &dyn McpSide,
    dialect: &'static Dialect,
    tool: &str,
    arguments: Value,
    caller: McpCaller,
) -> Option<PendingCall> {
    let (ask, _) = read(side, dialect, tool, arguments, caller).ok()?;
    // What can't be found is lost with its form, as if it had been closed.
    let backend = side.backend(ask.request.from.agent.as_ref()).ok()?;
    let asker = side.asker(ask.folder.as_deref());
    let before = ask.conversation(&*asker).earlier(&backend).ok()??;
    drop(asker);
    match before {
        Posted::Open(id, _) => Some(PendingCall { backend, id, ask }),
        Posted::Ended(_) => None,
    }
}

/// Goes on with a request that this agent asked before.
///
/// # Errors
/// There is no such request, or the store fails.
pub(crate) fn go_on(side: &dyn McpSide, id: &str, caller: &McpCaller) -> Result<CallStage, CallFailure> {
    let (backend, stored) = found(side, caller.from.agent.as_ref(), id)?;
    let unknown = || CallFailure::Unknown(asq_wire::quoted(id));
    let asked = stored.asked().ok_or_else(unknown)?;
    let call = PendingCall { ask: AskedCall::of(asked, caller.folder.clone()), id: stored.id, backend };
    match ClosedRequest::of(stored.id, &stored.life) {
        Some(closed) => Ok(CallStage::Ended(Box::new(call.closed(side, &closed)))),
        None if stored.life.is_erased() => Ok(CallStage::Ended(Box::new(call.spent(side)))),
        None => Ok(call.waits(side)),
    }
}

/// A request that this agent asked, by the beginning of its id, and where it is.
///
/// # Errors
/// There is no such request, or the store fails.
pub(crate) fn found(
    side: &dyn McpSide,
    agent: Option<&Untrusted>,
    id: &str,
) -> Result<(Arc<dyn Backend>, StoredRequest), CallFailure> {
    let failed = |failure: Failure| CallFailure::Store(side.words(&failure));
    let backend = side.backend(agent).map_err(|StoreAway(why)| CallFailure::Store(why))?;
    let unknown = || CallFailure::Unknown(asq_wire::quoted(id));
    let prefix = id.trim();
    if prefix.is_empty() || !prefix.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Err(unknown());
    }
    let found = match &backend.find(prefix, 2).map_err(failed)?[..] {
        [] => return Err(unknown()),
        [id] => *id,
        _ => return Err(CallFailure::Ambiguous(asq_wire::quoted(id))),
    };
    let stored = backend.get(found).map_err(failed)?;
    let own = |asked: &Asked| asked.request.from.agent.as_ref() == agent && side.owns(&asked.origin);
    if stored.asked().is_some_and(own) { Ok((backend, stored)) } else { Err(unknown()) }
}

impl AskedCall {
    fn of(asked: &Asked, folder: Option<PathBuf>) -> AskedCall {
        let call = asq_wire::read(asked.call.as_bytes()).map(|parsed| parsed.value);
        let call = call.unwrap_or(ToolCall { name: None, arguments: Value::Null });
        let dialect = asq_asking::dialect(&asked.dialect);
        let notes = asq_asking::stored_notes(asked);
        AskedCall { call, dialect, request: asked.request.clone(), notes, folder }
    }

    fn conversation<'a>(&'a self, side: &'a dyn asq_asking::AskerSide) -> Conversation<'a> {
        let AskedCall { call, dialect, request, notes, folder: _ } = self;
        Conversation { call, dialect, request, notes, side }
    }
}

impl PendingCall {
    fn waits(self, side: &dyn McpSide) -> CallStage {
        let waiting = self.waiter(side);
        CallStage::Open(Box::new(self), waiting)
    }

    /// The id of its request.
    pub(crate) fn id(&self) -> RequestId {
        self.id
    }

    /// Whether it has ended meanwhile, as far as anybody can tell. May block.
    pub(crate) fn is_closed(&self) -> bool {
        self.backend.get(self.id).is_ok_and(|stored| stored.life.closed().is_some())
    }

    /// Begins to wait for its end.
    pub(crate) fn waiter(&self, side: &dyn McpSide) -> EndingWaiter {
        let (waiting, unseen) = EndingWaiter::begin(&*self.backend, self.id);
        if let Some(failure) = unseen {
            side.tell(&format!("asq: lists show the agent as gone: {}", side.words(&failure)));
        }
        waiting
    }

    /// How its client asks its own person; `None` while somebody looks at an inbox or a page, or if it can't.
    pub(crate) fn client_asks(&self, side: &dyn McpSide, shows: ClientShows) -> Option<ClientAsks> {
        if !(shows.forms || shows.addresses) || self.backend.inbox_in_use() {
            return None;
        }
        let form = (shows.forms && side.answers_here()).then(|| self.form(side, shows.shape)).flatten();
        match form {
            Some(form) => Some(ClientAsks::Form(Box::new(form))),
            None => side.page(self.id).filter(|_| shows.addresses).map(ClientAsks::Address),
        }
    }

    /// Its forms, if it is open and forms can carry it. May block.
    pub(crate) fn form(&self, side: &dyn McpSide, shape: FormShape) -> Option<ByForm> {
        let rules = (self.ask.dialect.form)(&side.prefs(self.ask.folder.as_deref()));
        ByForm::of(&self.backend, self.id, rules, shape)
    }

    /// The ending of the closed request.
    pub(crate) fn closed(&self, side: &dyn McpSide, closed: &ClosedRequest) -> CallEnding {
        let asker = side.asker(self.ask.folder.as_deref());
        let ending = self.ask.conversation(&*asker).closed_in(&self.backend, closed);
        CallEnding::new(self.ask.dialect, ending)
    }

    /// The ending of a request that was delivered and erased.
    fn spent(&self, side: &dyn McpSide) -> CallEnding {
        let asker = side.asker(self.ask.folder.as_deref());
        let ending = self.ask.conversation(&*asker).spent(&*self.backend, self.id);
        CallEnding::new(self.ask.dialect, ending)
    }

    /// The ending after a wait in vain: pending, unless it was closed in this moment.
    pub(crate) fn still_open(&self, side: &dyn McpSide) -> CallEnding {
        let asker = side.asker(self.ask.folder.as_deref());
        let conversation = self.ask.conversation(&*asker);
        let closed =
            self.backend.get(self.id).ok().and_then(|stored| ClosedRequest::of(self.id, &stored.life));
        let (ending, place) = match closed {
            Some(closed) => (conversation.closed_in(&self.backend, &closed), None),
            None => (conversation.pending(&*self.backend, self.id), Some(answered_where(side, self.id))),
        };
        CallEnding { dialect: self.ask.dialect, ending, place }
    }

    /// Takes the question back. If somebody answered it meanwhile, that ending counts.
    pub(crate) fn withdraw(&self, side: &dyn McpSide) {
        match self.backend.close(self.id, Closing::Withdraw, None) {
            // The agent knows it; its next ask of the same is a new one. If that fails, the next ask learns it.
            Ok(_) => drop(self.backend.delivered(self.id)),
            // Somebody was faster: the next ask of the same gets that ending.
            Err(failure) if failure.is_beaten() => {}
            Err(failure) => side.tell(&format!("asq: the question stays open: {}", side.words(&failure))),
        }
    }
}

/// Where the person answers, for a model that tells them.
fn answered_where(side: &dyn McpSide, id: RequestId) -> String {
    match side.page(id) {
        Some(page) => format!("The user answers in asq inbox, or at {page}"),
        None => "The user answers in asq inbox.".to_owned(),
    }
}

#[cfg(test)]
#[path = "../tests/unit/asked.rs"]
mod tests;
