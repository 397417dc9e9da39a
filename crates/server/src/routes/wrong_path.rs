//! A path or a method that isn't there: judged after the caller, so that nobody can look around.

use crate::auth::caller::Anyone;
use crate::problem::FailedCall;
use asq_wire::http::CallCode;

/// A path that isn't there.
pub(super) async fn unknown(_: Anyone) -> FailedCall {
    FailedCall::not_found()
}

/// A path that takes other methods; the router names them.
pub(super) async fn method(_: Anyone) -> FailedCall {
    FailedCall::call(CallCode::MethodNotAllowed, "this path takes other methods: Allow names them")
}
