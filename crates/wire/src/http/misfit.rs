//! Misfits of an answer, as JSON.
//!
//! - Each has its question's index and header, its code, its message, its limit and what came.
//! - A program needs no more than that; asq itself reads a misfit back and words it like any other surface.
//! - A limit that can't be read back is an error, never another misfit.

use crate::public::{PublicError, object};
use crate::reason::{Reason, ReasonValue};
use crate::stored::answers::StoredPick;
use crate::{decimal, number};
use asq_core::fit::{Misfit, Wrong};
use asq_core::kind::Kind;
use asq_core::model::Pick;
use asq_core::number::Decimal;
use asq_core::text::Untrusted;
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Serialize, Deserialize)]
struct WireMisfit {
    question: Option<usize>,
    header: Option<String>,
    place: String,
    code: String,
    limit: Value,
    came: Value,
    message: String,
    /// The option that was picked twice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    option: Option<usize>,
    /// The two picks in the wrong order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    order: Option<(StoredPick, StoredPick)>,
}

const NONSENSE: PublicError = PublicError::Nonsense("misfit is one that this asq doesn't know: update asq");

/// The objects in `errors`.
pub(super) fn misfits_to_json(misfits: &[Misfit]) -> Vec<Value> {
    misfits.iter().map(misfit_to_json).collect()
}

fn misfit_to_json(misfit: &Misfit) -> Value {
    let Reason { code, place, message, limit, came, parts: _ } = Reason::from(misfit);
    let (option, order) = match &misfit.wrong {
        Wrong::Twice { option } => (Some(*option), None),
        Wrong::Order { first, then } => (None, Some((StoredPick::from(first), StoredPick::from(then)))),
        Wrong::Entries { .. }
        | Wrong::Open
        | Wrong::Made { .. }
        | Wrong::NoSuchOption { .. }
        | Wrong::CustomTwice
        | Wrong::NoCustom
        | Wrong::TooFew { .. }
        | Wrong::TooMany { .. }
        | Wrong::Blank
        | Wrong::TooLong { .. }
        | Wrong::TooSmall { .. }
        | Wrong::TooLarge { .. }
        | Wrong::NoNotes
        | Wrong::NoteTooLong { .. }
        | Wrong::Unconfirmed { .. }
        | Wrong::WrongConfirmation { .. } => (None, None),
    };
    crate::public::value(&WireMisfit {
        question: misfit.question.as_ref().map(|(index, _)| *index),
        header: misfit.question.as_ref().map(|(_, header)| header.raw().to_owned()),
        place,
        code: code.to_owned(),
        limit: bound(limit),
        came: bound(came),
        message,
        option,
        order,
    })
}

fn bound(value: Option<ReasonValue>) -> Value {
    match value {
        None => Value::Null,
        Some(ReasonValue::Count(count)) => count.into(),
        Some(ReasonValue::Number(digits)) => number(&digits),
        Some(ReasonValue::Text(text)) => text.raw().into(),
    }
}

/// Reads the objects in `errors` back.
pub(super) fn misfits_from_json(errors: Option<&Value>) -> Result<Vec<Misfit>, PublicError> {
    let errors = errors.and_then(Value::as_array).ok_or(PublicError::Nonsense("misfits are missing"))?;
    errors.iter().map(misfit_from_json).collect()
}

fn misfit_from_json(value: &Value) -> Result<Misfit, PublicError> {
    let wire: WireMisfit = object(value)?;
    let header = wire.header.clone().unwrap_or_default();
    let question = wire.question.map(|index| (index, Untrusted::from(header)));
    Ok(Misfit { question, wrong: wire.wrong()? })
}

impl WireMisfit {
    fn wrong(self) -> Result<Wrong, PublicError> {
        let (limit, came) = (&self.limit, &self.came);
        Ok(match self.code.as_str() {
            "entries" => Wrong::Entries { wanted: count(limit)?, came: count(came)? },
            "unanswered" => Wrong::Open,
            "kind" => Wrong::Made { wanted: noun(limit)?, came: noun(came)? },
            "no_such_option" => Wrong::NoSuchOption { options: count(limit)?, came: count(came)? },
            "twice" => Wrong::Twice { option: self.option.ok_or(NONSENSE)? },
            "custom_twice" => Wrong::CustomTwice,
            "no_custom" => Wrong::NoCustom,
            "too_few" => Wrong::TooFew { min: count(limit)?, came: count(came)? },
            "too_many" => Wrong::TooMany { max: count(limit)?, came: count(came)? },
            "order" => {
                let (first, then) = self.order.ok_or(NONSENSE)?;
                Wrong::Order { first: first.into(), then: then.into() }
            }
            "blank" => Wrong::Blank,
            "too_long" => Wrong::TooLong { max: count(limit)?, came: count(came)? },
            "too_small" => Wrong::TooSmall { min: digits(limit)?, came: digits(came)? },
            "too_large" => Wrong::TooLarge { max: digits(limit)?, came: digits(came)? },
            "no_notes" => Wrong::NoNotes,
            "note_too_long" => Wrong::NoteTooLong { max: count(limit)?, came: count(came)? },
            "unconfirmed" => Wrong::Unconfirmed { wanted: limit.as_str().map(Untrusted::from) },
            "wrong_confirmation" => Wrong::WrongConfirmation { wanted: text(limit)?, came: text(came)? },
            _ => return Err(NONSENSE),
        })
    }
}

fn count(value: &Value) -> Result<usize, PublicError> {
    value.as_u64().and_then(|count| usize::try_from(count).ok()).ok_or(NONSENSE)
}

fn digits(value: &Value) -> Result<Decimal, PublicError> {
    value.as_number().and_then(|digits| decimal(digits).ok()).ok_or(NONSENSE)
}

fn text(value: &Value) -> Result<Untrusted, PublicError> {
    value.as_str().map(Untrusted::from).ok_or(NONSENSE)
}

/// The kind's own noun with this text.
fn noun(value: &Value) -> Result<&'static str, PublicError> {
    let kinds = [
        Kind::One,
        Kind::Number { min: None, max: None, step: 1.into(), unit: None },
        Kind::Text { multiline: false, placeholder: None },
    ];
    kinds.iter().map(Kind::noun).find(|noun| value.as_str() == Some(noun)).ok_or(NONSENSE)
}

impl From<&Pick> for StoredPick {
    fn from(pick: &Pick) -> StoredPick {
        match pick {
            Pick::Option(index) => StoredPick::Option(*index),
            Pick::Custom(text) => StoredPick::Custom(text.raw().to_owned()),
        }
    }
}

impl From<StoredPick> for Pick {
    fn from(pick: StoredPick) -> Pick {
        match pick {
            StoredPick::Option(index) => Pick::Option(index),
            StoredPick::Custom(text) => Pick::Custom(text.into()),
        }
    }
}
