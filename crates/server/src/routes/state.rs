//! `GET /v1/state`: whether an inbox is in use, and what is known of the open requests beyond the log.

use super::document::{AnyObject, Problems};
use crate::auth::caller::Anyone;
use crate::front;
use crate::problem::FailedCall;
use crate::server_state::ServerState;
use asq_wire::http::{ListState, ServiceState};
use axum::extract::State;
use axum::response::Response;
use http::StatusCode;

/// The caller's right, whether an inbox is in use, and for those who may list the state of the open requests.
#[utoipa::path(
    get,
    path = "/v1/state",
    operation_id = "state",
    security(("token" = ["ask", "answer", "observe", "admin"])),
    responses((status = 200, description = "The state", body = AnyObject), Problems),
)]
pub(super) async fn state(
    State(state): State<ServerState>,
    Anyone(caller): Anyone,
) -> Result<Response, FailedCall> {
    let right = caller.credential.right().ok_or_else(FailedCall::unauthorized)?;
    let onlooker = state.onlooker().clone();
    let read = move |_: &asq_runtime::Driver| {
        let list = || {
            Ok::<_, asq_backend::Failure>(ListState {
                open: onlooker.count()?,
                waiting: onlooker.waiting()?,
                snoozed: onlooker.snoozed()?,
                marks: onlooker.marks()?,
                late: onlooker.late_requests()?,
            })
        };
        let list = right.observes().then(list).transpose()?;
        Ok(ServiceState { right, inbox_in_use: onlooker.inbox_in_use(), list })
    };
    let service = state.store(read).await?;
    Ok(front::json(StatusCode::OK, &service.to_json()))
}
