//! Endings on their way to the client.
//!
//! - An ending counts as delivered once the line of its result was flushed, and not before.
//! - If the client is gone by then, it stays undelivered, and the next ask of the same gets it.

use asq_asking::Delivery;
use rmcp::model::RequestId;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

#[derive(Default)]
pub(crate) struct Deliveries(Mutex<HashMap<RequestId, Delivery>>);

impl Deliveries {
    /// The result of this call will carry an ending.
    pub(crate) fn begin(&self, call: RequestId, delivery: Delivery) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(call, delivery);
    }

    /// Nobody waits for this call any more.
    pub(crate) fn forget(&self, call: &RequestId) -> Option<Delivery> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(call)
    }

    /// Records that the result of this call was flushed.
    pub(crate) async fn flushed(&self, call: &RequestId) {
        let Some(delivery) = self.forget(call) else { return };
        // The store may take its time. A failure leaves it undelivered: the next ask of the same gets it again.
        drop(tokio::task::spawn_blocking(move || delivery.record()).await);
    }
}
