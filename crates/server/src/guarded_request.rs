//! A stored request, under the guards of the server's person.
//!
//! - A dangerous answer needs its confirmation if the person's own settings want it, even against the asker's.
//! - Everything else is as it was asked.

use crate::person_settings::PageSettings;
use asq_backend::{Backend, Failure, StoredRequest};
use asq_core::fit::fit;
use asq_core::life::{Asked, Closing, Life, Refusal, RequestId};

pub(crate) struct GuardedRequest {
    pub(crate) id: RequestId,
    pub(crate) life: Life,
    /// The ask, if the person's guards change it.
    stricter: Option<Asked>,
}

impl GuardedRequest {
    pub(crate) fn new(stored: StoredRequest, person: PageSettings) -> GuardedRequest {
        let stricter = stored.asked().and_then(|asked| {
            let mut prefs = asked.request.prefs;
            prefs.hold_danger(person.danger_check);
            (prefs != asked.request.prefs).then(|| {
                let mut stricter = asked.clone();
                stricter.request.prefs = prefs;
                stricter
            })
        });
        GuardedRequest { id: stored.id, life: stored.life, stricter }
    }

    /// The content of the ask, while it is kept: for drawing it, and for judging its answers.
    pub(crate) fn asked(&self) -> Option<&Asked> {
        self.stricter.as_ref().or_else(|| self.life.asked())
    }
}

/// Refuses an answer that lacks what only the person's guards ask for. The store judges the rest.
///
/// # Errors
/// It doesn't fit, or the request can't be read.
pub(crate) fn judge(
    backend: &dyn Backend,
    id: RequestId,
    closing: &Closing,
    person: PageSettings,
) -> Result<(), Failure> {
    let Closing::Answer { answers, .. } = closing else { return Ok(()) };
    let request = GuardedRequest::new(backend.read(id)?, person);
    let stricter = request.stricter.filter(|_| request.life.closed().is_none());
    let misfits = stricter.map(|asked| fit(&asked.request, answers)).unwrap_or_default();
    if misfits.is_empty() { Ok(()) } else { Err(Failure::Refused(Box::new(Refusal::Misfit(misfits)))) }
}
