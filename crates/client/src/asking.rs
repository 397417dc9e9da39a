//! Asking over HTTP, and attaching to what was asked before.
//!
//! - The call goes to the server as it came; the server reads it by its own person's settings.
//! - A reply that was lost is asked for again: the same ask attaches to its own request.
//! - What was closed before comes with its records, so that the ending is written here.

use crate::call::HttpCall;
use crate::failure::lacks;
use crate::service::{CallError, ServerCalls};
use crate::tokens::TokenRole;
use asq_backend::{AskReply, ClosedRequest, Failure, NewRequest, StoredRequest};
use asq_core::life::{Asked, RequestId, Right};
use asq_core::model::{Prefs, Provenance, Request};
use asq_wire::http::{AskBody, CallCode, CallProblem, ClaimedOrigin};
use asq_wire::public::PublicError;
use asq_wire::{Ended, Output};
use serde_json::Value;

impl ServerCalls {
    /// Asks, or attaches to an earlier request. With `only_attach` it asks nothing, and what is new is `None`.
    pub(crate) async fn ask(
        &self,
        new: NewRequest,
        only_attach: bool,
    ) -> Result<Option<AskReply>, CallError> {
        let body = body(&new).map_err(|why| Failure::failed(format!("the call isn't JSON: {why}")))?;
        let path = if only_attach { "/v1/requests?attach=only" } else { "/v1/requests" };
        let call = self.with_tickets(HttpCall::post(path, body.to_json()), new.ticket.is_some());
        let reply = self.reply(TokenRole::Asks, call).await?;
        let problem = || CallProblem::from_json(&reply.body).ok();
        match (reply.status, problem()) {
            (404, Some(CallProblem::Call { code: CallCode::NotFound, .. })) if only_attach => Ok(None),
            (404, _) if !only_attach => Err(lacks(Right::Ask).into()),
            (409, Some(CallProblem::Conflict { ending })) => self.conflict(&new, &ending).await.map(Some),
            (status, _) => {
                let line = |body: &Value| {
                    Output::parse(&body.to_string()).ok_or(PublicError::Nonsense("reply has no ending"))
                };
                let line = self.read(&reply, None, line)?;
                let id = id_of(&line).map_err(|error| self.strange(&error))?;
                self.asked_here(id);
                let again = status != 201;
                if line.ended == Ended::Pending {
                    return Ok(Some(AskReply::Open { id, again }));
                }
                self.before(id).await.map(Some)
            }
        }
    }

    /// What became of a request that was asked before.
    async fn before(&self, id: RequestId) -> Result<AskReply, CallError> {
        Ok(before_of(&self.records(id).await?))
    }

    /// The server refuses the ask because of an earlier one: another question, or an ending that isn't told.
    async fn conflict(&self, new: &NewRequest, ending: &Output) -> Result<AskReply, CallError> {
        let id = id_of(ending).map_err(|error| self.strange(&error))?;
        self.asked_here(id);
        let stored = self.records(id).await?;
        match stored.life.asked() {
            Some(asked) if !is_same(asked, new) => {
                Ok(AskReply::Conflict { id, asked: Box::new(asked.clone()) })
            }
            Some(_) | None => Ok(before_of(&stored)),
        }
    }
}

fn before_of(stored: &StoredRequest) -> AskReply {
    match ClosedRequest::of(stored.id, &stored.life) {
        Some(closed) => AskReply::Closed(closed),
        None if stored.life.is_erased() => AskReply::Erased(stored.id),
        None => AskReply::Open { id: stored.id, again: true },
    }
}

fn body(new: &NewRequest) -> Result<AskBody, serde_json::Error> {
    let NewRequest { request, dialect, call, origin, ticket: _, about, returns } = new;
    Ok(AskBody {
        call: serde_json::from_str(call)?,
        dialect: Some(dialect.clone()),
        tool: None,
        claims: request.from.clone(),
        about: about.clone(),
        returns: *returns,
        from: ClaimedOrigin::of(origin),
    })
}

fn id_of(line: &Output) -> Result<RequestId, PublicError> {
    let id = line.id.as_deref().ok_or(PublicError::Nonsense("reply names no request"))?;
    Ok(id.parse::<RequestId>()?)
}

/// Whether an earlier ask had the same content; its asker and its settings don't count.
fn is_same(before: &Asked, new: &NewRequest) -> bool {
    let content = |request: &Request| Request {
        prefs: Prefs::default(),
        from: Provenance::default(),
        ..request.clone()
    };
    before.dialect == new.dialect
        && (before.call == new.call || content(&before.request) == content(&new.request))
}
