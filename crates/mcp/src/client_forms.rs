//! Asking the client's own person, in the older era of the protocol: the server sends a request of its own.
//!
//! - A request is put to a client once. Forms outlive their call: what is typed into one counts until the request is
//!   closed.
//! - A request that is closed elsewhere takes its form back.
//! - What no form can carry gets the address of its page, where a server runs and the client opens addresses.
//! - Nothing depends on it: a client that fails or hangs up leaves the request where it is.

use crate::McpSide;
use crate::form::{AfterForm, ByForm, FormShape};
use crate::server::blocking;
use crate::wait::EndingWaiter;
use asq_core::life::RequestId;
use rmcp::RoleServer;
use rmcp::model::{
    ClientCapabilities, ClientResult, CustomNotification, ElicitRequest, ElicitRequestParams, ElicitResult,
    ServerNotification, ServerRequest,
};
use rmcp::service::{Peer, PeerRequestOptions, RequestHandle};
use serde_json::json;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::time::Instant;

/// The reason that a client learns for a form that it takes back.
const ELSEWHERE: &str = "the question was answered elsewhere";

/// What a client can show its person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClientShows {
    /// Flat forms of the protocol.
    pub(crate) forms: bool,
    /// Whether it opens addresses in a browser.
    pub(crate) addresses: bool,
    /// The shape of its forms.
    pub(crate) shape: FormShape,
}

impl ClientShows {
    /// What these capabilities say, in forms of this shape.
    pub(crate) fn of(capabilities: Option<&ClientCapabilities>, shape: FormShape) -> ClientShows {
        let elicitation = capabilities.and_then(|capabilities| capabilities.elicitation.as_ref());
        let (form, url) = elicitation.map_or((false, false), |can| (can.form.is_some(), can.url.is_some()));
        // A client that names no mode has forms.
        ClientShows { forms: form || (elicitation.is_some() && !url), addresses: url, shape }
    }
}

/// How a client asks its person.
pub(crate) enum ClientAsks {
    /// By forms.
    Form(Box<ByForm>),
    /// By the address of the request's page.
    Address(String),
}

/// The message next to the address of a page.
pub(crate) const OPEN_PAGE: &str = "Your agent has a question for you. It is answered on this page of asq.";

/// So many requests are remembered; the oldest is forgotten first.
const MOST: usize = 1024;

/// The requests that were put to a client.
#[derive(Clone, Default)]
pub(crate) struct ClientForms(Arc<Mutex<VecDeque<RequestId>>>);

impl ClientForms {
    /// Whether this request was put to the client before.
    pub(crate) fn has(&self, id: RequestId) -> bool {
        self.asked().contains(&id)
    }

    /// Whether this request wasn't put to the client before. From now on it was.
    pub(crate) fn is_first(&self, id: RequestId) -> bool {
        let mut asked = self.asked();
        if asked.contains(&id) {
            return false;
        }
        if asked.len() == MOST {
            asked.pop_front();
        }
        asked.push_back(id);
        true
    }

    fn asked(&self) -> MutexGuard<'_, VecDeque<RequestId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Puts a request to the client, and takes what comes back, without waiting for it. The first message is sent with the
/// call that it belongs to.
pub(crate) async fn begin(
    peer: Peer<RoleServer>,
    side: Arc<dyn McpSide>,
    id: RequestId,
    asks: ClientAsks,
    waiting: EndingWaiter,
) {
    match asks {
        ClientAsks::Form(mut form) => {
            let Some(params) = form.form() else { return };
            let sent = Instant::now();
            let Some(handle) = send(&peer, params).await else { return };
            tokio::spawn(by_forms(peer, side, form, waiting, handle, sent));
        }
        ClientAsks::Address(url) => {
            let (message, elicitation_id) = (OPEN_PAGE.to_owned(), id.to_string());
            let params =
                ElicitRequestParams::UrlElicitationParams { meta: None, message, url, elicitation_id };
            let Some(handle) = send(&peer, params).await else { return };
            tokio::spawn(by_address(peer, id, waiting, handle));
        }
    }
}

async fn send(peer: &Peer<RoleServer>, params: ElicitRequestParams) -> Option<RequestHandle<RoleServer>> {
    let request = ServerRequest::ElicitRequest(ElicitRequest::new(params));
    // A client that is gone has no form.
    peer.send_cancellable_request(request, PeerRequestOptions::no_options()).await.ok()
}

async fn by_forms(
    peer: Peer<RoleServer>,
    side: Arc<dyn McpSide>,
    mut form: Box<ByForm>,
    mut waiting: EndingWaiter,
    mut handle: RequestHandle<RoleServer>,
    mut sent: Instant,
) {
    loop {
        let came = tokio::select! {
            came = &mut handle.rx => came,
            _ = waiting.closed() => {
                drop(handle.cancel(Some(ELSEWHERE.to_owned())).await);
                return;
            }
        };
        let Some(result) = elicited(came.ok()) else { return };
        let after = sent.elapsed();
        let next = blocking(&side, move |side| match form.take(result, after) {
            Ok(AfterForm::Next) => Some(form),
            Ok(AfterForm::Closed | AfterForm::Waits) => None,
            Err(failure) => {
                side.tell(&format!("asq: the form in the agent didn't count: {}", side.words(&failure)));
                None
            }
        });
        let Ok(Some(back)) = next.await else { return };
        form = back;
        let Some(params) = form.form() else { return };
        sent = Instant::now();
        let Some(next) = send(&peer, params).await else { return };
        handle = next;
    }
}

/// What the client's person did with a form.
fn elicited<E>(came: Option<Result<ClientResult, E>>) -> Option<ElicitResult> {
    match came? {
        Ok(ClientResult::ElicitResult(result)) => Some(result),
        Ok(_) | Err(_) => None,
    }
}

/// Waits for the end of a request whose page's address the client has.
async fn by_address(
    peer: Peer<RoleServer>,
    id: RequestId,
    mut waiting: EndingWaiter,
    mut handle: RequestHandle<RoleServer>,
) {
    let replied = tokio::select! {
        // What the person did with the address isn't an answer.
        _ = &mut handle.rx => true,
        _ = waiting.closed() => false,
    };
    if replied {
        drop(waiting.closed().await);
        let done = CustomNotification::new(
            "notifications/elicitation/complete",
            Some(json!({ "elicitationId": id.to_string() })),
        );
        drop(peer.send_notification(ServerNotification::CustomNotification(done)).await);
    } else {
        drop(handle.cancel(Some(ELSEWHERE.to_owned())).await);
    }
}
