//! Waits for the end of one request.

use asq_backend::{Backend, ClosedRequest, Failure, Hold, Then};
use asq_core::life::RequestId;
use tokio::sync::oneshot;

/// A call that waits. While it is there, surfaces show that its agent waits.
pub(crate) struct EndingWaiter {
    told: oneshot::Receiver<Result<Box<ClosedRequest>, Failure>>,
    _closing: Hold,
    _presence: Option<Hold>,
}

impl EndingWaiter {
    /// Begins to wait; with the failure that hides the agent from surfaces, if there is one. May block.
    pub(crate) fn begin(backend: &dyn Backend, id: RequestId) -> (EndingWaiter, Option<Failure>) {
        let (tell, told) = oneshot::channel();
        // If the call is over, nobody wants the ending.
        let then: Then<ClosedRequest> = Box::new(move |closed| drop(tell.send(closed.map(Box::new))));
        let closing = backend.when_closed(id, then);
        let (presence, unseen) = match backend.hold(id) {
            Ok(hold) => (Some(hold), None),
            Err(failure) => (None, Some(failure)),
        };
        (EndingWaiter { told, _closing: closing, _presence: presence }, unseen)
    }

    /// The end of the request; `None` if the backend is gone. Loses nothing if it is dropped while it waits.
    pub(crate) async fn closed(&mut self) -> Option<Result<Box<ClosedRequest>, Failure>> {
        (&mut self.told).await.ok()
    }
}
