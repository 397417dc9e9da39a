//! Records of the log as events of the public stream.

use super::sse;
use asq_backend::{Backend, LogEntry, LogFact};
use asq_core::inbox::{Position, RequestMark};
use asq_wire::http::{StreamedFact, StreamedRecord};
use asq_wire::public::ListedRequest;
use bytes::Bytes;
use std::sync::Arc;

/// The events of these entries, each with its position. Reads the store.
pub(super) fn events(backend: &dyn Backend, entries: &[Arc<LogEntry>]) -> Vec<(Position, Bytes)> {
    entries.iter().map(|entry| (entry.position, event(backend, entry))).collect()
}

fn event(backend: &dyn Backend, entry: &LogEntry) -> Bytes {
    let LogEntry { position, id, fact } = entry;
    let fact = match fact {
        LogFact::Asked(pending) => StreamedFact::Asked(Box::new(ListedRequest {
            // A whole id does as well if the store can't be read now.
            short: backend.short_id(*id).unwrap_or_else(|_| id.to_string()),
            asker_waits: backend.asker_waits(*id),
            snoozed_until: None,
            mark: RequestMark::None,
            pending: (**pending).clone(),
        })),
        LogFact::Closed { by, at, how } => StreamedFact::Closed { by: by.clone(), at: *at, how },
        LogFact::Delivered { at } => StreamedFact::Delivered { at: *at },
        LogFact::Erased => StreamedFact::Erased,
    };
    let event = StreamedRecord { position: *position, id: *id, fact };
    sse::event(Some(position.0), event.name(), &event.data())
}
