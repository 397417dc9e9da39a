//! The records of one request, for asq's own client, which replays them.
//!
//! - An erased record is null.
//! - The answer to a question for a secret can be left out, for everybody but its asker.
//! - Neither the key of an ending nor the id of a token leaves the server.

use super::asked::unowned;
use super::field;
use crate::public::{PublicError, id, object, value};
use crate::stored::record::StoredRecord;
use asq_core::inbox::Position;
use asq_core::life::{Actor, Asked, Closed, Fact, How, Life, Moment, Origin, Record, RequestId, Right};
use asq_core::model::{Answers, Draft, Entry, Outcome, Request};
use serde_json::{Value, json};

/// The records of one request: the reply of `GET /v1/requests/ID/records`.
#[derive(Clone, Debug, PartialEq)]
pub struct RequestRecords {
    /// Its id.
    pub id: RequestId,
    /// The position of the record that closed it.
    pub closed_at: Option<Position>,
    /// Its records in their order; an erased one is `None`.
    pub records: Vec<Option<Record>>,
}

impl RequestRecords {
    /// The records behind a life. `asked_by` is who asked, and when.
    pub fn of(
        id: RequestId,
        life: &Life,
        asked_by: Option<&(Moment, Actor)>,
        closed_at: Option<Position>,
    ) -> RequestRecords {
        let unknown = || Actor::new("", Right::Ask, How::Api);
        let asked = life.asked().zip(life.asked_at()).map(|(asked, at)| Record {
            by: asked_by.map_or_else(unknown, |(_, by)| by.clone()),
            at,
            fact: Fact::Asked(Box::new(asked.clone())),
        });
        let closed = life.closed().map(|(outcome, by, at)| Record {
            by: by.clone(),
            at,
            fact: Fact::Closed(Box::new(Closed { outcome: outcome.clone(), key: None })),
        });
        let delivered = life.delivered().zip(life.delivered_to()).map(|(at, by)| Record {
            by: by.clone(),
            at,
            fact: Fact::Delivered,
        });
        // Without the ask nothing else can be applied: one erased record stands for all.
        let erased = life.is_erased() && closed.is_none();
        let mut records: Vec<Option<Record>> = [asked, closed].into_iter().flatten().map(Some).collect();
        records.extend(erased.then_some(None));
        records.extend(delivered.map(Some));
        for record in records.iter_mut().flatten() {
            record.by.via = unowned(std::mem::take(&mut record.by.via));
            if let Fact::Asked(asked) = &mut record.fact {
                let origin = std::mem::take(&mut asked.origin);
                asked.origin = Origin { via: unowned(origin.via), ..origin };
            }
        }
        RequestRecords { id, closed_at, records }
    }

    /// The same without the answers to questions for a secret.
    #[must_use]
    pub fn withheld(mut self) -> RequestRecords {
        let asked = self.records.iter().flatten().find_map(|record| match &record.fact {
            Fact::Asked(asked) => Some(asked.request.clone()),
            Fact::Closed(_) | Fact::Delivered => None,
        });
        let Some(request) = asked else { return self };
        for record in self.records.iter_mut().flatten() {
            if let Fact::Closed(closed) = &mut record.fact {
                withhold(&mut closed.outcome, &request);
            }
        }
        self
    }

    /// The life that these records lead to.
    pub fn life(&self) -> Life {
        let mut life = Life::default();
        for record in &self.records {
            match record {
                Some(record) => life.apply(record),
                None => life.apply_erased(),
            }
        }
        life
    }

    /// Who asked, and when; unknown once that is erased.
    pub fn asked_by(&self) -> Option<(Moment, Actor)> {
        let first = self.records.first()?.as_ref()?;
        matches!(first.fact, Fact::Asked(_)).then(|| (first.at, first.by.clone()))
    }

    /// The content of the ask.
    pub fn asked(&self) -> Option<&Asked> {
        match &self.records.first()?.as_ref()?.fact {
            Fact::Asked(asked) => Some(asked),
            Fact::Closed(_) | Fact::Delivered => None,
        }
    }

    /// The object.
    pub fn to_json(&self) -> Value {
        let record = |record: &Option<Record>| {
            record.as_ref().map_or(Value::Null, |record| value(&StoredRecord::from(record)))
        };
        let records: Vec<Value> = self.records.iter().map(record).collect();
        json!({
            "id": self.id.to_string(),
            "closed_position": self.closed_at.map(|position| position.0),
            "records": records,
        })
    }

    /// Reads it back.
    ///
    /// # Errors
    /// It has another shape, or a record of a kind that this version doesn't know.
    pub fn from_json(value: &Value) -> Result<RequestRecords, PublicError> {
        let record = |record: &Value| match record {
            Value::Null => Ok(None),
            record => Ok(Some(Record::try_from(object::<StoredRecord>(record)?)?)),
        };
        let records: Vec<Value> = field(value, "records")?;
        Ok(RequestRecords {
            id: id(&field::<String>(value, "id")?)?,
            closed_at: field::<Option<u64>>(value, "closed_position")?.map(Position),
            records: records.iter().map(record).collect::<Result<_, PublicError>>()?,
        })
    }
}

/// Takes the answers to questions for a secret out of an outcome.
fn withhold(outcome: &mut Outcome, request: &Request) {
    let secret = |at: usize| request.questions.get(at).is_some_and(|question| question.sensitive);
    let clear = |answers: &mut Answers| {
        let secrets = answers.entries.iter_mut().enumerate().filter(|(at, _)| secret(*at));
        secrets.for_each(|(_, entry)| *entry = Entry::default());
    };
    match outcome {
        Outcome::Answered(answers) => clear(answers),
        Outcome::Discuss(draft)
        | Outcome::Declined { draft, .. }
        | Outcome::Cancelled(draft)
        | Outcome::Withdrawn(draft)
        | Outcome::Expired(draft) => {
            let Draft { answers, typed, kept: _ } = draft;
            clear(answers);
            typed.retain(|typed| !secret(typed.question));
        }
    }
}
