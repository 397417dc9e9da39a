//! One request as the store has it.
//!
//! - Made of its records; what was pruned or erased is told apart from what never was.
//! - Its reply is written by any process of any version: from the call, the request and the ending alone.
//! - A dialect that this build does not speak any more replies in asq's own words.

use crate::error::{Failure, Kind};
use asq_core::life::{Actor, Asked, Fact, Life, Moment, RequestId};
use asq_core::model::Outcome;
use asq_dialects::{Dialect, Ending, by_id};
use asq_store::{Store, Stored};
use asq_wire::{ToolCall, ToolReply};
use serde_json::Value;

/// One request.
#[derive(Debug)]
pub(super) struct Kept {
    pub(super) id: RequestId,
    pub(super) life: Life,
    /// When it was asked, and by whom; unknown once that was erased.
    pub(super) put: Option<(Moment, Actor)>,
}

impl Kept {
    /// The request of this id.
    pub(super) fn read(store: &dyn Store, id: RequestId) -> Result<Kept, Failure> {
        let records = store.records(id)?;
        if records.is_empty() {
            return Err(Failure::new(Kind::UnknownId, format!("no request is called '{id}'")));
        }
        Ok(Kept::of(id, &records))
    }

    fn of(id: RequestId, records: &[Stored]) -> Kept {
        let (mut life, mut put) = (Life::default(), None);
        for stored in records {
            match &stored.record {
                Some(record) => {
                    if matches!(record.fact, Fact::Asked(_)) && put.is_none() {
                        put = Some((record.at, record.by.clone()));
                    }
                    life.apply(record);
                }
                None => life.apply_erased(),
            }
        }
        Kept { id, life, put }
    }

    /// What was asked, while that is kept.
    pub(super) fn asked(&self) -> Option<&Asked> {
        self.life.asked()
    }
}

/// Whether a secret stood in it that has been erased since it was handed over: what is left is not what was said.
pub(crate) fn is_spent(asked: &Asked, outcome: &Outcome, delivered: Option<Moment>) -> bool {
    let secret = asked.request.questions.iter().any(|question| question.sensitive);
    secret && delivered.is_some() && matches!(outcome, Outcome::Answered(_))
}

/// What the asker is told.
pub(crate) fn reply(asked: &Asked, ending: Ending<'_>) -> ToolReply {
    (dialect(&asked.dialect).write)(&call(asked), Some(&asked.request), ending)
}

/// The dialect of this id; asq's own where this build knows it no more.
pub(crate) fn dialect(id: &str) -> &'static Dialect {
    by_id(id).unwrap_or(&asq_dialects::asq::DIALECT)
}

/// The call as it came.
fn call(asked: &Asked) -> ToolCall {
    match asq_wire::read(asked.call.as_bytes()) {
        Ok(parsed) => parsed.value,
        Err(_) => ToolCall { name: None, arguments: Value::Null },
    }
}

/// A call as it is kept: any process reads the same call out of it.
pub(crate) fn stored_call(call: &ToolCall) -> String {
    serde_json::json!({ "name": call.name, "arguments": call.arguments }).to_string()
}
