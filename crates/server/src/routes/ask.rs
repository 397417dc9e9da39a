//! `POST /v1/requests`: asks, or attaches to what was asked before.
//!
//! - The reply is the line that `asq ask --no-wait` prints, byte for byte.
//! - A call that can't be asked is refused with everything that is wrong with it, and its dialect's own ending.
//! - The same call id with other content is a conflict, with its ending.
//! - A call that its dialect answers at once is answered, and nobody is asked.
//! - With `attach=only` nothing is asked.
//! - A large call is written where that delays nobody.

use super::document::{AskSchema, EndingSchema, Problems, ProblemsOfBody, ProblemsOfStore};
use crate::auth::caller::{Asker, Authenticated};
use crate::body::JsonBody;
use crate::front;
use crate::http_asker::{HttpAsker, Tickets};
use crate::identity::HttpParty;
use crate::problem::FailedCall;
use crate::query::{QueryOf, wrong};
use crate::server_state::ServerState;
use asq_asking::{AskerSide, Call, Conversation, Posted, ReadCall, WrittenEnding, read_json_call};
use asq_backend::{AskReply, Backend, Failure, NewRequest, Then};
use asq_core::life::{About, RequestId};
use asq_core::model::Request;
use asq_dialects::{Dialect, Reading, What, Why};
use asq_wire::http::{AskBody, CallProblem};
use asq_wire::{Ended, Misuse, Note, Output, ToolCall, ToolReply};
use axum::extract::State;
use axum::response::Response;
use http::{HeaderMap, HeaderValue, StatusCode};
use std::rc::Rc;
use std::sync::Arc;
use tokio::sync::oneshot;

/// The replies to larger calls are written where that delays nobody, in bytes.
const LARGE: usize = 64 << 10;

/// An ask whose call was read.
struct ReadAsk {
    backend: Arc<dyn Backend>,
    call: ToolCall,
    dialect: &'static Dialect,
    request: Request,
    notes: Vec<Note>,
    side: HttpAsker,
}

/// What reading an ask led to.
enum AskRouteStage {
    /// It has a reply already, and this is its status.
    Replied(StatusCode, Box<WrittenEnding>),
    /// It is new, with what the store takes of it.
    New(Box<ReadAsk>, Box<NewRequest>),
}

/// Asks, or attaches to an earlier ask of the same.
#[utoipa::path(
    post,
    path = "/v1/requests",
    operation_id = "ask",
    security(("token" = ["ask"])),
    request_body = AskSchema,
    params(
        ("attach" = Option<String>, Query, description = "`only`: attaches to an earlier ask, and never asks"),
        ("Asq-Ticket" = Option<String>, Header, description = "The asker's own ticket for a secret"),
    ),
    responses(
        (status = 200, description = "Attached, answered at once, or closed before: the ending", body = EndingSchema),
        (status = 201, description = "Asked: the pending ending", body = EndingSchema,
            headers(("Location", description = "The path of the request"))),
        Problems, ProblemsOfBody, ProblemsOfStore,
    ),
)]
pub(super) async fn ask(
    State(state): State<ServerState>,
    Asker(caller): Asker,
    query: QueryOf,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<Response, FailedCall> {
    let attach = match query.text("attach") {
        None => false,
        Some("only") => true,
        Some(other) => return Err(wrong(format!("attach is 'only', not {}", asq_wire::quoted(other)))),
    };
    let body = AskBody::from_json(body).map_err(|error| wrong(error.to_string()))?;
    if let Some(Err(over)) = body.about.as_ref().map(|about| About::fits(about)) {
        let over: Vec<String> = over.iter().map(|over| over.named(&place(over.field))).collect();
        return Err(wrong(over.join("; ")));
    }
    let (caller, tickets) = (Arc::new(caller), Tickets::of(&headers));
    let reads = state.clone();
    // A lone ask is posted where it was read: each change of threads takes time. Many are taken together.
    let alone = state.store_has_room() && !attach;
    let read = move || match read(&reads, caller, tickets, body)? {
        AskRouteStage::New(new, put) if alone => post_here(&reads, &new, *put),
        stage @ (AskRouteStage::New(..) | AskRouteStage::Replied(..)) => Ok(stage),
    };
    let (status, ending) = match state.blocking(read).await?? {
        AskRouteStage::Replied(status, ending) => (status, ending),
        AskRouteStage::New(..) if attach => return Err(FailedCall::not_found()),
        AskRouteStage::New(new, put) => post(&state, new, put).await?,
    };
    reply(status, &ending)
}

/// The name of a field of what the agent was doing.
fn place(field: &str) -> String {
    if field == "about" { field.to_owned() } else { format!("about.{field}") }
}

/// Reads a call, and looks for an earlier ask of the same. May block.
fn read(
    state: &ServerState,
    caller: Arc<Authenticated>,
    tickets: Tickets,
    body: AskBody,
) -> Result<AskRouteStage, FailedCall> {
    let AskBody { call, dialect, tool, claims, about, returns, from } = body;
    let prefs = state.settings().prefs(caller.folder().as_deref());
    let Call { call, dialect, reading } =
        match read_json_call(call, (dialect.as_deref(), tool.as_deref()), prefs) {
            ReadCall::Call(call) => *call,
            ReadCall::Misuse(misuse, reply) => return Err(misused(&misuse, reply)),
        };
    let Reading { what, notes } = reading;
    let answered = |reply| {
        let ending = WrittenEnding::of(Ended::Answered, reply).noting(&notes);
        Ok(AskRouteStage::Replied(StatusCode::OK, Box::new(ending)))
    };
    let mut request = match what {
        What::Reply(reply) => return answered(reply),
        What::Ask { request: _, immediate: Some(reply) } => return answered(reply),
        What::Ask { request, immediate: None } => request,
    };
    request.from = claims;
    let party = HttpParty::new(&caller, state.person()).agent(request.from.agent.as_ref());
    let side = HttpAsker::asks(state, caller, tickets, from, about, returns);
    let (backend, call) = (state.backend(Arc::new(party)), Rc::unwrap_or_clone(call));
    let new = Box::new(ReadAsk { backend, call, dialect, request, notes, side });
    if !(dialect.offered)(&prefs) {
        let errors = vec![(String::new(), Why::NotOffered.to_string())];
        let ending = Box::new(output(&new.conversation().unavailable(Why::NotOffered)));
        return Err(CallProblem::Misuse { errors, ending }.into());
    }
    let earlier = new.conversation().earlier(&new.backend).map_err(|failure| state.failed(failure))?;
    if let Some(posted) = earlier {
        return Ok(AskRouteStage::Replied(StatusCode::OK, new.ending(posted)));
    }
    let put = new.conversation().new_request(new.side.about());
    Ok(AskRouteStage::New(new, Box::new(put)))
}

/// The refusal of a call that can't be asked.
fn misused(misuse: &Misuse, reply: ToolReply) -> FailedCall {
    let errors = misuse.problems.iter().map(|problem| (problem.path.clone(), problem.to_string())).collect();
    let ending = Box::new(Output { id: None, ended: Ended::Misuse, reply, notes: Vec::new() });
    CallProblem::Misuse { errors, ending }.into()
}

impl ReadAsk {
    fn conversation(&self) -> Conversation<'_> {
        let ReadAsk { backend: _, call, dialect, request, notes, side } = self;
        Conversation { call, dialect, request, notes, side }
    }

    /// The ending of what was posted. Reads the store for a secret.
    fn ending(&self, posted: Posted) -> Box<WrittenEnding> {
        match posted {
            Posted::Open(id, _) => Box::new(self.pending(id)),
            Posted::Ended(ending) => ending,
        }
    }

    fn pending(&self, id: RequestId) -> WrittenEnding {
        self.conversation().pending(&*self.backend, id)
    }
}

/// Asks, and waits for the store.
fn post_here(state: &ServerState, new: &ReadAsk, put: NewRequest) -> Result<AskRouteStage, FailedCall> {
    let reply = new.backend.ask(put).map_err(|failure| state.failed(failure))?;
    let status = status_of(&reply);
    let posted = new.conversation().posted(&new.backend, reply);
    Ok(AskRouteStage::Replied(status, new.ending(posted)))
}

fn status_of(reply: &AskReply) -> StatusCode {
    match reply {
        AskReply::Open { again: false, .. } => StatusCode::CREATED,
        AskReply::Open { again: true, .. }
        | AskReply::Closed(_)
        | AskReply::Erased(_)
        | AskReply::Conflict { .. } => StatusCode::OK,
    }
}

/// Asks without blocking: the store takes many asks at once.
async fn post(
    state: &ServerState,
    new: Box<ReadAsk>,
    put: Box<NewRequest>,
) -> Result<(StatusCode, Box<WrittenEnding>), FailedCall> {
    let (tell, told) = oneshot::channel();
    // If the caller is gone, nobody wants the reply.
    let then: Then<AskReply> = Box::new(move |reply: Result<AskReply, Failure>| drop(tell.send(reply)));
    let inline = put.call.len() <= LARGE && !asq_asking::ticket::is_wanted(&new.request);
    new.backend.ask_then(*put, then);
    let reply = told.await.map_err(|_| FailedCall::broken())?;
    let reply = reply.map_err(|failure| state.failed(failure))?;
    let status = status_of(&reply);
    if let (AskReply::Open { id, again: false }, true) = (&reply, inline) {
        return Ok((status, Box::new(new.pending(*id))));
    }
    let ending = move || {
        let posted = new.conversation().posted(&new.backend, reply);
        new.ending(posted)
    };
    Ok((status, state.blocking(ending).await?))
}

fn output(ending: &WrittenEnding) -> Output {
    Output {
        id: ending.id.map(|id| id.to_string()),
        ended: ending.ended,
        reply: ending.reply.clone(),
        notes: ending.notes.clone(),
    }
}

fn reply(status: StatusCode, ending: &WrittenEnding) -> Result<Response, FailedCall> {
    let output = output(ending);
    if ending.ended == Ended::Conflict {
        return Err(CallProblem::Conflict { ending: Box::new(output) }.into());
    }
    let line = output.line();
    let line = match (&ending.ticket, line.strip_suffix('}')) {
        (Some(ticket), Some(open)) => format!("{open},\"ticket\":\"{ticket}\"}}"),
        (Some(_) | None, Some(_) | None) => line,
    };
    let mut reply = front::bytes(status, line + "\n");
    let location = ending.id.and_then(|id| HeaderValue::from_str(&format!("/v1/requests/{id}")).ok());
    if let Some(location) = location {
        reply.headers_mut().insert(http::header::LOCATION, location);
    }
    Ok(reply)
}
