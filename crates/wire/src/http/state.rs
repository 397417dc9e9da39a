//! What a server says of itself and of its open requests: `GET /v1/state`.
//!
//! - Names the right of the token that asks, so that a client knows what it may call.
//! - With the right to list: counts, and what each request is marked with.
//! - An asker learns only whether an inbox is in use.

use super::field;
use super::list::{ids_of, ids_to_json};
use crate::public::{PublicError, from_utc, id, utc};
use crate::stored::StoredHeldAs;
use asq_core::inbox::RequestMark;
use asq_core::life::RequestId;
use serde_json::{Map, Value, json};

/// The right of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenRight {
    /// To post, wait for and take back what this token asked.
    Ask,
    /// To list, answer and follow.
    Answer,
    /// To list and follow.
    Observe,
    /// To observe, answer and take back.
    Admin,
}

impl TokenRight {
    /// Every right, once.
    pub const ALL: [TokenRight; 4] =
        [TokenRight::Ask, TokenRight::Answer, TokenRight::Observe, TokenRight::Admin];

    /// Its word.
    pub const fn name(self) -> &'static str {
        match self {
            TokenRight::Ask => "ask",
            TokenRight::Answer => "answer",
            TokenRight::Observe => "observe",
            TokenRight::Admin => "admin",
        }
    }

    /// The right of this name.
    pub fn named(name: &str) -> Option<TokenRight> {
        TokenRight::ALL.into_iter().find(|right| right.name() == name)
    }

    /// Whether it may ask.
    pub const fn asks(self) -> bool {
        match self {
            TokenRight::Ask => true,
            TokenRight::Answer | TokenRight::Observe | TokenRight::Admin => false,
        }
    }

    /// Whether it may answer.
    pub const fn answers(self) -> bool {
        match self {
            TokenRight::Answer | TokenRight::Admin => true,
            TokenRight::Ask | TokenRight::Observe => false,
        }
    }

    /// Whether it may list and follow.
    pub const fn observes(self) -> bool {
        match self {
            TokenRight::Answer | TokenRight::Admin | TokenRight::Observe => true,
            TokenRight::Ask => false,
        }
    }
}

/// What a server says of itself.
#[derive(Clone, Debug, PartialEq)]
pub struct ServiceState {
    /// The right of the token that asks.
    pub right: TokenRight,
    /// Whether an inbox is in use.
    pub inbox_in_use: bool,
    /// The rest, for those who may list.
    pub list: Option<ListState>,
}

/// What is known of the open requests.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListState {
    /// How many there are.
    pub open: u64,
    /// How many of them aren't snoozed.
    pub waiting: u64,
    /// The snoozed ones, each with the end of its snooze in milliseconds since 1970.
    pub snoozed: Vec<(RequestId, u64)>,
    /// What a person did with them that isn't sent yet.
    pub marks: Vec<(RequestId, RequestMark)>,
    /// The closed requests with texts that came too late, the latest text first.
    pub late: Vec<RequestId>,
}

impl ServiceState {
    /// The object.
    pub fn to_json(&self) -> Value {
        let mut state = Map::new();
        state.insert("right".into(), self.right.name().into());
        state.insert("inbox_in_use".into(), self.inbox_in_use.into());
        if let Some(ListState { open, waiting, snoozed, marks, late }) = &self.list {
            let snoozed: Map<String, Value> =
                snoozed.iter().map(|(id, until)| (id.to_string(), utc(*until).into())).collect();
            let marks: Map<String, Value> =
                marks.iter().map(|(id, mark)| (id.to_string(), mark_json(*mark))).collect();
            state.insert("open".into(), (*open).into());
            state.insert("waiting".into(), (*waiting).into());
            state.insert("snoozed".into(), snoozed.into());
            state.insert("marks".into(), marks.into());
            state.insert("late".into(), ids_to_json(late).into());
        }
        state.into()
    }

    /// Reads it back.
    ///
    /// # Errors
    /// It has another shape.
    pub fn from_json(value: &Value) -> Result<ServiceState, PublicError> {
        let right = TokenRight::named(&field::<String>(value, "right")?);
        let list = match field::<Option<u64>>(value, "open")? {
            None => None,
            Some(open) => Some(ListState {
                open,
                waiting: field(value, "waiting")?,
                snoozed: by_id(value, "snoozed", |until| {
                    from_utc(until.as_str().ok_or(PublicError::Nonsense("snooze has no end"))?)
                })?,
                marks: by_id(value, "marks", mark_of)?,
                late: ids_of(value, "late")?,
            }),
        };
        Ok(ServiceState {
            right: right.ok_or(PublicError::Nonsense("token has a right that this asq doesn't know"))?,
            inbox_in_use: field(value, "inbox_in_use")?,
            list,
        })
    }
}

fn by_id<T>(
    value: &Value,
    name: &str,
    of: impl Fn(&Value) -> Result<T, PublicError>,
) -> Result<Vec<(RequestId, T)>, PublicError> {
    let all = field::<Option<Map<String, Value>>>(value, name)?.unwrap_or_default();
    all.iter().map(|(key, value)| Ok((id(key)?, of(value)?))).collect()
}

/// A mark as JSON: null, `"draft"`, or what is held back and until when.
pub(super) fn mark_json(mark: RequestMark) -> Value {
    match mark {
        RequestMark::None => Value::Null,
        RequestMark::Draft => "draft".into(),
        RequestMark::Held { how, until_ms } => {
            json!({ "held": crate::public::value(&StoredHeldAs::from(how)), "until": utc(until_ms) })
        }
    }
}

/// A mark back from JSON.
pub(super) fn mark_of(value: &Value) -> Result<RequestMark, PublicError> {
    Ok(match value {
        Value::Null => RequestMark::None,
        Value::String(draft) if draft == "draft" => RequestMark::Draft,
        held => RequestMark::Held {
            how: field::<StoredHeldAs>(held, "held")?.into(),
            until_ms: from_utc(&field::<String>(held, "until")?)?,
        },
    })
}
