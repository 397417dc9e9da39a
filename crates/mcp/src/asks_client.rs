//! A call whose client is asked as well.
//!
//! - Only while nobody looks at an inbox or a page: there a person answers with everything in sight.
//! - A request is put to a client once; `wait` and asking again don't repeat it.
//! - What comes back counts as long as the request is open. After a restart of asq it is kept as a draft, and the next form
//!   has it.
//! - In the older era the call waits on next to the form. In the newer one the form is the call's result, and what the
//!   client calls back with is taken here.

use crate::McpSide;
use crate::asked::{self, CallFailure, McpCaller, PendingCall};
use crate::client_forms::{self, ClientAsks, ClientShows, OPEN_PAGE};
use crate::clients;
use crate::form::{AfterForm, FormShape};
use crate::rounds::{FormRound, NoSuchRound};
use crate::server::{AskServer, CallNow, blocking, failed};
use crate::wait::EndingWaiter;
use asq_backend::Failure;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ElicitRequest, ElicitRequestParams, ElicitResult, ErrorData,
    InputRequest, InputRequiredResult, ProtocolVersion,
};
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::time::Instant;

/// The name of the form among what a result wants.
const FORM: &str = "answer";

impl CallNow<'_> {
    /// The shape of forms that this client's person can send.
    fn form_shape(&self) -> FormShape {
        let version = self.context.protocol_version();
        let has_arrays = version.is_some_and(|version| version >= ProtocolVersion::V_2025_11_25);
        clients::form_shape(self.context.client_info().map(|info| info.name).as_deref(), has_arrays)
    }
}

fn refused(why: impl Into<String>) -> ErrorData {
    ErrorData::invalid_params(why.into(), None)
}

impl AskServer {
    /// A call whose request is open: asks the client if it should, and waits.
    pub(crate) async fn open(
        &self,
        now: &CallNow<'_>,
        pending: Box<PendingCall>,
        waiting: EndingWaiter,
    ) -> Result<CallToolResponse, ErrorData> {
        let version = now.context.protocol_version();
        let sessionless = version.is_some_and(|version| version >= ProtocolVersion::V_2026_07_28);
        let shows = ClientShows::of(now.context.client_capabilities().as_ref(), now.form_shape());
        let id = pending.id();
        let can = (shows.forms || shows.addresses) && (!sessionless || self.kept.rounds.can_seal());
        let (pending, asks) = if can && !self.kept.client_forms.has(id) {
            let forms = self.kept.client_forms.clone();
            blocking(&now.side, move |side| {
                let asks = pending.client_asks(side, shows).filter(|_| forms.is_first(id));
                let asks = asks.map(|asks| (asks, pending.waiter(side)));
                (pending, asks)
            })
            .await?
        } else {
            (pending, None)
        };
        match asks {
            Some((asks, _)) if sessionless => self.wants_input(now, pending, waiting, asks).await,
            Some((asks, follows)) => {
                client_forms::begin(now.context.peer.clone(), now.side.clone(), id, asks, follows).await;
                self.until_closed(now, pending, waiting).await.map(CallToolResponse::from)
            }
            None => self.until_closed(now, pending, waiting).await.map(CallToolResponse::from),
        }
    }

    /// A result that wants the client to show something, and to call again. After the last form the call just waits.
    async fn wants_input(
        &self,
        now: &CallNow<'_>,
        pending: Box<PendingCall>,
        waiting: EndingWaiter,
        mut asks: ClientAsks,
    ) -> Result<CallToolResponse, ErrorData> {
        let params = match &mut asks {
            ClientAsks::Form(form) => form.form(),
            ClientAsks::Address(url) => Some(ElicitRequestParams::UrlElicitationParams {
                meta: None,
                message: OPEN_PAGE.to_owned(),
                url: url.clone(),
                elicitation_id: String::new(),
            }),
        };
        let Some(params) = params else {
            return self.until_closed(now, pending, waiting).await.map(CallToolResponse::from);
        };
        let round = FormRound { call: pending, waiting: Some(waiting), asks, sent: Instant::now() };
        let Some(state) = self.kept.rounds.begin(round, &now.bound()) else {
            return Err(ErrorData::internal_error("asq failed", None));
        };
        let wanted = InputRequest::Elicitation(ElicitRequest::new(params));
        Ok(InputRequiredResult::new(Some(BTreeMap::from([(FORM.to_owned(), wanted)])), Some(state)).into())
    }

    /// Takes what a client calls back with.
    pub(crate) async fn came_back(
        &self,
        now: &CallNow<'_>,
        request: &CallToolRequestParams,
        caller: McpCaller,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(state) = &request.request_state else {
            return Err(refused("inputResponses come with the requestState that they belong to"));
        };
        let result = request.input_responses.as_ref().and_then(|responses| responses.get(FORM));
        let result = result.map(|result| serde_json::from_value::<ElicitResult>(result.clone())).transpose();
        // A state counts once, but not with what nobody can read.
        let result =
            result.map_err(|_| refused(format!("inputResponses.{FORM} isn't the result of a form")))?;
        let FormRound { call: pending, waiting, asks, sent } =
            match self.kept.rounds.take(state, &now.bound()) {
                Ok(round) => round,
                Err(why) => {
                    if let (NoSuchRound::Foreign, Some(result)) = (&why, result) {
                        self.keep_filled(now, request, caller, result).await?;
                    }
                    return Err(refused(why.to_string()));
                }
            };
        let after = sent.elapsed();
        let taken = move |side: &dyn McpSide| {
            let waiting = waiting.unwrap_or_else(|| pending.waiter(side));
            let next = taken(asks, result, after).map_err(|failure| side.words(&failure));
            let next = next.map(|next| next.filter(|_| !pending.is_closed()));
            (pending, waiting, next)
        };
        let (pending, waiting, next) = blocking(&now.side, taken).await?;
        match next {
            Ok(Some(asks)) => self.wants_input(now, pending, waiting, asks).await,
            Ok(None) => self.until_closed(now, pending, waiting).await.map(CallToolResponse::from),
            Err(why) => Ok(failed(&*now.side, &CallFailure::Store(why)).into()),
        }
    }

    /// Keeps what was filled into a form that another process may have sent for this call, as a draft of its open request.
    async fn keep_filled(
        &self,
        now: &CallNow<'_>,
        request: &CallToolRequestParams,
        caller: McpCaller,
        result: ElicitResult,
    ) -> Result<(), ErrorData> {
        let Some(dialect) = self.options.dialect_of(&request.name) else { return Ok(()) };
        let tool = request.name.clone().into_owned();
        let arguments = Value::Object(request.arguments.clone().unwrap_or_default());
        let shape = now.form_shape();
        blocking(&now.side, move |side| {
            if side.answers_here()
                && let Some(pending) = asked::earlier(side, dialect, &tool, arguments, caller)
                && let Some(mut form) = pending.form(side, shape)
            {
                form.hold(result);
            }
        })
        .await
    }
}

/// Takes what came back of a form so long after it was sent; what the client shows next, if anything. May block.
///
/// # Errors
/// The store fails; the request stays open.
fn taken(
    asks: ClientAsks,
    result: Option<ElicitResult>,
    after: Duration,
) -> Result<Option<ClientAsks>, Failure> {
    match (asks, result) {
        (ClientAsks::Form(mut form), Some(result)) => match form.take(result, after)? {
            AfterForm::Next => Ok(Some(ClientAsks::Form(form))),
            AfterForm::Closed | AfterForm::Waits => Ok(None),
        },
        // It came without the form: once more.
        (form @ ClientAsks::Form(_), None) => Ok(Some(form)),
        // What the person did with the address isn't an answer.
        (ClientAsks::Address(_), _) => Ok(None),
    }
}

#[cfg(test)]
#[path = "../tests/unit/asks_client.rs"]
mod tests;
