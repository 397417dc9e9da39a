//! A whole request as it was asked, and moments by both clocks, for asq's own clients.
//!
//! - The id of a token is left out: nobody but the store needs it.

use super::field;
use crate::public::{PublicError, object, value};
use crate::stored::actor::StoredMoment;
use crate::stored::record::StoredAsked;
use asq_core::life::{AccessToken, Asked, Moment, Origin, Via};
use serde_json::Value;

pub(super) fn asked_json(asked: &Asked) -> Value {
    let origin = asked.origin.clone();
    let asked = Asked { origin: Origin { via: unowned(origin.via), ..origin }, ..asked.clone() };
    value(&StoredAsked::from(&asked))
}

pub(super) fn asked_of(value: &Value, name: &str) -> Result<Asked, PublicError> {
    Ok(object::<StoredAsked>(value.get(name).unwrap_or(&Value::Null))?.try_into()?)
}

pub(super) fn moment_json(at: Moment) -> Value {
    value(&StoredMoment::from(at))
}

pub(super) fn moment_of(value: &Value, name: &str) -> Result<Moment, PublicError> {
    Ok(field::<StoredMoment>(value, name)?.try_into()?)
}

/// The same authentication without the id of its token.
pub(super) fn unowned(via: Via) -> Via {
    let Via { token, peer } = via;
    Via { token: token.map(|token| Box::new(AccessToken { id: None, ..*token })), peer }
}
