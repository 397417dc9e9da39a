//! A number in the store.
//!
//! - Keeps the digits that were typed.
//! - A number that an f64 holds exactly as typed is stored as one, as in asq's first version; others as a
//!   string.

use asq_core::number::{Decimal, NotANumber};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::Value;

pub(crate) struct StoredNumber(pub(crate) Decimal);

impl Serialize for StoredNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let StoredNumber(number) = self;
        let float = number.as_str().parse::<f64>().ok().and_then(serde_json::Number::from_f64);
        match float.filter(|float| plain(float).as_ref() == Ok(number)) {
            Some(float) => float.serialize(serializer),
            None => serializer.serialize_str(number.as_str()),
        }
    }
}

impl<'de> Deserialize<'de> for StoredNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<StoredNumber, D::Error> {
        let number = match Value::deserialize(deserializer)? {
            Value::Number(number) => plain(&number),
            Value::String(text) => text.parse(),
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => Err(NotANumber::Other),
        };
        number.map(StoredNumber).map_err(|_| de::Error::custom("expected a number"))
    }
}

/// A number stored as an f64: whole ones have a fraction there that nobody typed.
fn plain(number: &serde_json::Number) -> Result<Decimal, NotANumber> {
    let text = number.as_str();
    text.strip_suffix(".0").unwrap_or(text).parse()
}
