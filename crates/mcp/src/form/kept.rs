//! What was filled in, kept where other surfaces find it.

use asq_backend::{Backend, Failure};
use asq_core::life::RequestId;
use asq_core::model::{Draft, Request};

/// Keeps the draft of each question that differs from the kept one. What another surface wrote meanwhile stays next to
/// it. May block.
///
/// # Errors
/// The store fails.
pub(crate) fn keep(
    backend: &dyn Backend,
    id: RequestId,
    request: &Request,
    draft: &Draft,
) -> Result<(), Failure> {
    let kept = backend.question_drafts(id)?;
    for at in 0..request.questions.len() {
        let own = draft.of_question(at);
        let before = kept.iter().find(|kept| kept.question == at);
        if before.map_or(own.is_empty(), |before| before.draft == own) {
            continue;
        }
        backend.keep_draft(id, at, before.map_or(0, |before| before.revision), &own)?;
    }
    Ok(())
}
