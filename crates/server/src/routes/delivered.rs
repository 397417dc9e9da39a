//! `POST /v1/requests/ID/delivered`: the asker has the ending.
//!
//! - Only the asker says so: a reply that was sent proves nothing.
//! - The delivery of a secret erases it, so it takes the same as reading it.

use super::document::{DeliveredSchema, Problems, ProblemsOfBody, ProblemsOfChange};
use super::own_request::{may_have_secret, own};
use crate::auth::caller::Asker;
use crate::body::JsonBody;
use crate::front;
use crate::http_asker::{HttpAsker, Tickets};
use crate::identity::HttpParty;
use crate::problem::FailedCall;
use crate::query::IdInPath;
use crate::server_state::ServerState;
use asq_backend::Then;
use axum::extract::State;
use axum::response::Response;
use http::{HeaderMap, StatusCode};
use serde_json::json;
use std::sync::Arc;
use tokio::sync::oneshot;

/// Records that the asker has the ending.
#[utoipa::path(
    post,
    path = "/v1/requests/{id}/delivered",
    operation_id = "delivered",
    security(("token" = ["ask"])),
    params(
        ("id" = String, Path, description = "The whole id"),
        ("Asq-Ticket" = Option<String>, Header, description = "The ticket of a secret"),
    ),
    responses(
        (status = 200, description = "It is recorded", body = DeliveredSchema),
        Problems, ProblemsOfBody, ProblemsOfChange,
    ),
)]
pub(super) async fn delivered(
    State(state): State<ServerState>,
    Asker(caller): Asker,
    IdInPath(id): IdInPath,
    headers: HeaderMap,
    _: JsonBody,
) -> Result<Response, FailedCall> {
    let caller = Arc::new(caller);
    let stored = own(&state, &caller, id).await?;
    let side = HttpAsker::waits(&state, caller.clone(), Tickets::of(&headers));
    let (person, driver) = (state.person().to_owned(), state.driver().clone());
    let prepare = move || {
        if let Some(asked) = stored.asked() {
            may_have_secret(asked, &side)?;
        }
        Ok::<_, FailedCall>(driver.backend(Arc::new(HttpParty::new(&caller, &person))))
    };
    let backend = state.blocking(prepare).await??;
    let (tell, told) = oneshot::channel();
    // If the caller is gone, nobody wants the reply.
    let then: Then<bool> = Box::new(move |reply| drop(tell.send(reply)));
    backend.delivered_then(id, then);
    let is_new = told.await.map_err(|_| FailedCall::broken())?.map_err(|failure| state.failed(failure))?;
    Ok(front::json(StatusCode::OK, &json!({ "delivered": true, "repeated": !is_new })))
}
