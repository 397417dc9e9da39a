//! An event of the public stream, `GET /v1/events`.
//!
//! - Its id is the log position; its name says what happened.
//! - Its data has what a list shows: no answer, no typed text.
//! - A moment is one of the wall clock, as everywhere in public JSON.

use super::field;
use super::refused::outcome_named;
use crate::public::actor::WireActor;
use crate::public::{ListedRequest, PublicError, from_utc, id, object, utc, value};
use asq_core::inbox::Position;
use asq_core::life::{Actor, Moment, RequestId};
use serde_json::{Map, Value};

/// One record of the log.
#[derive(Clone, Debug, PartialEq)]
pub struct StreamedRecord {
    /// Its place in the log: the id of the event.
    pub position: Position,
    /// The request.
    pub id: RequestId,
    /// What happened.
    pub fact: StreamedFact,
}

/// What happened to a request, as far as a list shows it.
#[derive(Clone, Debug, PartialEq)]
pub enum StreamedFact {
    /// Somebody asked.
    Asked(Box<ListedRequest>),
    /// It was closed.
    Closed {
        /// Who closed it.
        by: Box<Actor>,
        /// When.
        at: Moment,
        /// The name of its outcome.
        how: &'static str,
    },
    /// Its asker has the ending.
    Delivered {
        /// When.
        at: Moment,
    },
    /// The content of a record was erased.
    Erased,
}

impl StreamedRecord {
    /// The name of the event.
    pub const fn name(&self) -> &'static str {
        match self.fact {
            StreamedFact::Asked(_) => "asked",
            StreamedFact::Closed { .. } => "closed",
            StreamedFact::Delivered { .. } => "delivered",
            StreamedFact::Erased => "erased",
        }
    }

    /// Its data.
    pub fn data(&self) -> Value {
        let mut data = Map::new();
        data.insert("position".into(), self.position.0.into());
        data.insert("id".into(), self.id.to_string().into());
        match &self.fact {
            StreamedFact::Asked(listed) => {
                if let Value::Object(listed) = listed.to_json() {
                    data.extend(listed);
                }
            }
            StreamedFact::Closed { by, at, how } => {
                data.insert("by".into(), value(&WireActor::from(&**by)));
                data.insert("at".into(), utc(at.wall_ms).into());
                data.insert("outcome".into(), (*how).into());
            }
            StreamedFact::Delivered { at } => {
                data.insert("at".into(), utc(at.wall_ms).into());
            }
            StreamedFact::Erased => {}
        }
        data.into()
    }

    /// The event of this name with these data; `None` if it belongs to no record.
    ///
    /// # Errors
    /// The data have another shape.
    pub fn read(name: &str, data: &Value) -> Result<Option<StreamedRecord>, PublicError> {
        let at =
            || Ok::<_, PublicError>(Moment { wall_ms: from_utc(&field::<String>(data, "at")?)?, boot: None });
        let fact = match name {
            "asked" => StreamedFact::Asked(Box::new(ListedRequest::from_json(data)?)),
            "closed" => StreamedFact::Closed {
                by: Box::new(object::<WireActor>(data.get("by").unwrap_or(&Value::Null))?.into()),
                at: at()?,
                how: outcome_named(&field::<String>(data, "outcome")?)?.name(),
            },
            "delivered" => StreamedFact::Delivered { at: at()? },
            "erased" => StreamedFact::Erased,
            _ => return Ok(None),
        };
        let (position, id) = (Position(field(data, "position")?), id(&field::<String>(data, "id")?)?);
        Ok(Some(StreamedRecord { position, id, fact }))
    }
}
