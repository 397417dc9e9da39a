//! `GET /question`: the questions that wait, in the order of asking.
//!
//! - Written once for as long as the list is true: each call compares it with the end of the log.
//! - So it has everything that any process had acknowledged before the call.
//! - A narrowed token is sent the questions of its scope alone.
//! - A request is written once: nothing of it changes while it is open. One that can't be read now fails the call.

use super::OpenCodeState;
use super::carried::CarriedRequest;
use super::directory::Directory;
use super::login::OpenCodeCaller;
use super::refusals::{self, OpenCodeRefusal};
use crate::problem::FailedCall;
use crate::server_state::ServerState;
use asq_backend::{Backend, Failure};
use asq_core::inbox::Position;
use asq_core::life::{Due, RequestId};
use asq_core::text::Untrusted;
use asq_runtime::Driver;
use axum::extract::State;
use axum::response::Response;
use http::StatusCode;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

#[derive(Default)]
pub(super) struct QuestionList(Mutex<Option<Arc<WrittenList>>>);

/// The list at a position of the log.
pub(super) struct WrittenList {
    position: Position,
    due: Option<Due>,
    questions: Vec<(RequestId, Option<Arc<WrittenQuestion>>)>,
}

/// A question as it is sent.
struct WrittenQuestion {
    folder: String,
    /// The session and the call, as the asker names them.
    session: Option<Untrusted>,
    call: Option<Untrusted>,
    json: String,
}

pub(super) async fn list(
    State(state): State<OpenCodeState>,
    OpenCodeCaller(caller): OpenCodeCaller,
    directory: Directory,
) -> Result<Response, OpenCodeRefusal> {
    let list = state.list.read(&state.server).await?;
    let scope = caller.credential.scope();
    let seen = |question: &&WrittenQuestion| {
        let (session, call) = (question.session.as_ref(), question.call.as_ref());
        directory.has(&question.folder) && scope.is_none_or(|scope| scope.covers_names(session, call))
    };
    let meant = list.questions.iter().filter_map(|(_, question)| question.as_deref());
    let meant: Vec<&str> = meant.filter(seen).map(|question| &*question.json).collect();
    Ok(refusals::text(StatusCode::OK, format!("[{}]", meant.join(","))))
}

impl QuestionList {
    /// The list as it is now. Reading it closes what is overdue.
    ///
    /// # Errors
    /// The store failed.
    pub(super) async fn read(&self, server: &ServerState) -> Result<Arc<WrittenList>, FailedCall> {
        let cached = self.latest();
        let onlooker = server.onlooker().clone();
        let read = move |driver: &Driver| match cached {
            Some(cached) if cached.is_true(driver)? => Ok(cached),
            cached => WrittenList::read(&*onlooker, cached.as_deref()).map(Arc::new),
        };
        let list = server.store(read).await?;
        self.keep(&list);
        Ok(list)
    }

    fn latest(&self) -> Option<Arc<WrittenList>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn keep(&self, list: &Arc<WrittenList>) {
        let mut latest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if latest.as_ref().is_none_or(|latest| latest.position <= list.position) {
            *latest = Some(list.clone());
        }
    }
}

impl WrittenList {
    fn is_true(&self, driver: &Driver) -> Result<bool, Failure> {
        let over = self.due.is_some_and(|due| due.left(driver.now()) == 0);
        Ok(!over && driver.head()? == self.position)
    }

    fn read(backend: &dyn Backend, before: Option<&WrittenList>) -> Result<WrittenList, Failure> {
        let (position, pending) = backend.list_at(0)?;
        let due = pending.iter().filter_map(|pending| pending.due.as_deref().copied());
        let due = due.min_by_key(|due| due.0.wall_ms);
        let known: HashMap<RequestId, &Option<Arc<WrittenQuestion>>> =
            before.into_iter().flat_map(|list| list.questions.iter().map(|(id, it)| (*id, it))).collect();
        let one = |id: RequestId, asked_ms: u64| match known.get(&id) {
            Some(known) => Ok((*known).clone()),
            None => WrittenQuestion::read(backend, id, asked_ms),
        };
        let questions = pending.iter().map(|it| Ok((it.id, one(it.id, it.asked_ms)?)));
        Ok(WrittenList { position, due, questions: questions.collect::<Result<_, Failure>>()? })
    }
}

impl WrittenQuestion {
    /// `None` for a request that OpenCode's questions can't carry.
    fn read(backend: &dyn Backend, id: RequestId, asked_ms: u64) -> Result<Option<Arc<Self>>, Failure> {
        let stored = match backend.read(id) {
            Ok(stored) => stored,
            // One that was closed and erased meanwhile is in the next list no more.
            Err(Failure::NoSuch(_)) => return Ok(None),
            Err(failure) => return Err(failure),
        };
        let Some(asked) = stored.asked() else { return Ok(None) };
        let Some(carried) = CarriedRequest::of(id, asked_ms, asked) else { return Ok(None) };
        let json = asq_wire::inert(carried.to_json().to_string());
        let (session, call) = (asked.request.from.session.clone(), asked.request.from.call_id.clone());
        Ok(Some(Arc::new(WrittenQuestion { folder: carried.folder, session, call, json })))
    }
}
