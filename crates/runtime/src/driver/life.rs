//! Builds a request from its records.

use asq_backend::StoredRequest;
use asq_core::life::{Fact, Life, RequestId};
use asq_store::Stored;

/// The life in these records.
pub fn life_of(stored: &[Stored]) -> Life {
    let mut life = Life::default();
    for stored in stored {
        match &stored.record {
            Some(record) => life.apply(record),
            None => life.apply_erased(),
        }
    }
    life
}

/// The request in these records.
pub(super) fn stored_request(id: RequestId, records: Vec<Stored>) -> StoredRequest {
    let (mut asked_by, mut closed_at, mut life) = (None, None, Life::default());
    for stored in records {
        let Some(record) = stored.record else {
            life.apply_erased();
            continue;
        };
        match &record.fact {
            Fact::Asked(_) if asked_by.is_none() => asked_by = Some((record.at, record.by.clone())),
            Fact::Closed(_) if closed_at.is_none() => closed_at = Some(stored.position),
            Fact::Asked(_) | Fact::Closed(_) | Fact::Delivered => {}
        }
        life.take(record);
    }
    StoredRequest { id, life, asked_by, closed_at }
}
