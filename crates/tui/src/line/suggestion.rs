//! What an empty line takes: the answer that the asker suggests.
//!
//! - Enter takes a default, as it does in a form.
//! - It takes none of a dangerous question, and none if an empty line leaves the question open.
//! - A text that was kept from before takes the word `use`: nobody may have it in mind any more.

use asq_core::walk::{AskedQuestion, HeldFrom, HeldText, Step};

/// Whether an empty line takes what is suggested.
pub(super) fn by_an_empty_line(step: &Step<'_>) -> bool {
    match step {
        Step::Choose { asked, rows } | Step::Many { asked, rows, .. } => {
            is_open(asked) && rows.iter().any(|row| row.suggested)
        }
        Step::Text { asked, held, .. } | Step::Value { asked, held } => is_taken(asked, held.as_ref()),
        Step::Confirm { .. } | Step::Leave { .. } | Step::Done(_) => false,
    }
}

/// Whether an empty line takes this text.
pub(super) fn is_taken(asked: &AskedQuestion<'_>, held: Option<&HeldText<'_>>) -> bool {
    is_open(asked) && held.is_some_and(|held| held.from == HeldFrom::Default)
}

/// Whether an empty line has no other meaning.
pub(super) fn is_open(asked: &AskedQuestion<'_>) -> bool {
    asked.answer.is_none() && !asked.may_skip && asked.question.danger.is_none()
}

/// How to take what is suggested.
pub(super) fn how(by_an_empty_line: bool) -> &'static str {
    if by_an_empty_line { "An empty line takes it." } else { "Type use to take it." }
}
