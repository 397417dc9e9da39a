//! Finds the request that the beginning of an id names.
//!
//! - The beginning of an id is enough, as long as it fits no other, open or closed.
//! - If several requests fit, lists them with what they ask.

use crate::error::{CommandError, ErrorClass};
use asq_backend::Backend;
use asq_core::life::RequestId;
use asq_core::text::Shown;

/// Most requests that a message lists.
const LISTED: usize = 8;
/// Graphemes of a question in a message.
const QUESTION: usize = 60;

/// The error for an id that no request has.
pub(crate) fn unknown(typed: &str) -> CommandError {
    CommandError::new(ErrorClass::UnknownId, format!("no request is called '{typed}'"))
        .hint("asq list shows the open requests, asq history the closed ones")
}

/// Finds the request whose id begins with this text.
pub(crate) fn find(backend: &dyn Backend, typed: &str) -> Result<RequestId, CommandError> {
    let prefix = typed.to_ascii_lowercase();
    if !RequestId::is_prefix(&prefix) {
        return Err(unknown(typed));
    }
    // One more than a message lists shows whether there are more.
    match backend.find(&prefix, LISTED + 1)?[..] {
        [] => Err(unknown(typed)),
        [id] => Ok(id),
        ref several => {
            let mut failure =
                CommandError::new(ErrorClass::Usage, format!("several requests begin with '{typed}'"));
            for id in several.iter().take(LISTED) {
                failure = failure.hint(format!("{}  {}", backend.short_id(*id)?, question(backend, *id)?));
            }
            Err(if several.len() > LISTED { failure.hint("and more") } else { failure })
        }
    }
}

fn question(backend: &dyn Backend, id: RequestId) -> Result<String, CommandError> {
    let stored = backend.read(id)?;
    let first = stored.asked().and_then(|asked| asked.request.questions.first());
    Ok(first.map_or_else(|| "(erased)".to_owned(), |q| Shown::clipped(&q.text, QUESTION).to_string()))
}
