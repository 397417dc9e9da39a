//! The request that a call is about, for a caller that may know of it.
//!
//! - A token that asks knows what it asked, and nothing else: the rest is as unknown as an id of nobody.
//! - How long a refusal takes doesn't tell either whether there is such a request, nor how large it is.

use crate::auth::caller::Authenticated;
use crate::http_asker::HttpAsker;
use crate::problem::FailedCall;
use crate::server_state::ServerState;
use asq_asking::ticket;
use asq_backend::{Failure, StoredRequest};
use asq_core::life::{Asked, RequestId};
use asq_wire::http::CallCode;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// A refusal comes after this time, or a multiple of it. Reading the largest request takes less.
const REFUSED_AFTER: Duration = Duration::from_millis(50);

/// A request that this caller asked, with its time limit judged.
///
/// # Errors
/// There is no such request, or somebody else asked it.
pub(super) async fn own(
    state: &ServerState,
    caller: &Arc<Authenticated>,
    id: RequestId,
) -> Result<StoredRequest, FailedCall> {
    let began = Instant::now();
    let (onlooker, caller) = (state.onlooker().clone(), caller.clone());
    let owned = move || {
        let stored = match onlooker.read(id) {
            Ok(stored) => stored,
            Err(Failure::NoSuch(_)) => return Ok(None),
            Err(failure) => return Err(failure),
        };
        let own = stored.asked().is_some_and(|asked| caller.owns(&asked.origin));
        if own { onlooker.get(id).map(Some) } else { Ok(None) }
    };
    let stored = state.blocking(owned).await?.map_err(|failure| state.failed(failure))?;
    if stored.is_none() {
        sleep_until(began + refused_after(began.elapsed())).await;
    }
    stored.ok_or_else(FailedCall::not_found)
}

/// When to refuse a caller after so much time was spent on it.
fn refused_after(spent: Duration) -> Duration {
    let classes = spent.as_millis() / REFUSED_AFTER.as_millis() + 1;
    REFUSED_AFTER * u32::try_from(classes).unwrap_or(u32::MAX)
}

/// A request that this caller may see: it may see all, or asked it.
///
/// # Errors
/// There is no such request, or none that it may see.
pub(super) async fn visible(
    state: &ServerState,
    caller: &Arc<Authenticated>,
    id: RequestId,
) -> Result<StoredRequest, FailedCall> {
    if !caller.credential.observes() {
        return own(state, caller, id).await;
    }
    let onlooker = state.onlooker().clone();
    state.store(move |_| onlooker.get(id)).await
}

/// Refuses somebody who may not have the secret that a request asks for. Reads `/proc` the first time.
///
/// # Errors
/// It neither asked it nor holds its ticket.
pub(super) fn may_have_secret(asked: &Asked, side: &HttpAsker) -> Result<(), FailedCall> {
    if !ticket::is_wanted(&asked.request) || ticket::opens(asked, side) {
        return Ok(());
    }
    let detail =
        "a secret is for the program that asked for it, and for the holder of its ticket (Asq-Ticket)";
    Err(FailedCall::call(CallCode::Forbidden, detail))
}

#[cfg(test)]
mod tests {
    use super::refused_after;
    use std::time::Duration;

    #[test]
    fn a_refusal_takes_the_same_time_whatever_was_read_for_it() {
        let after = |spent: &[u64]| -> Vec<u128> {
            spent.iter().map(|ms| refused_after(Duration::from_millis(*ms)).as_millis()).collect()
        };
        assert_eq!(after(&[0, 1, 11, 49]), [50, 50, 50, 50]);
        assert_eq!(after(&[50, 99, 100]), [100, 100, 150]);
    }
}
