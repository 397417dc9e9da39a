//! An open request, asked through a client's forms, whatever the era.
//!
//! - Accepting the last form closes the request; if another surface was faster, that ending counts.
//! - A decline is the person's word if it came later than a second after the form. Programs decline faster.
//! - A cancelled form is nobody's word: the request stays open, and what was filled in stays a draft.
//! - What was filled in is shared with every other surface, and is kept if it comes too late.
//! - At most eight forms are shown for one request, or 32 where a text has a form of its own.

use super::carried::{ROUNDS, WALKED, is_carried};
use super::{FormShape, FormWalk};
use asq_asking::{CloseReply, FormLink, OpenRequest};
use asq_backend::{Backend, Failure};
use asq_core::form::FormRules;
use asq_core::life::RequestId;
use asq_core::model::Outcome;
use rmcp::model::{ElicitRequestParams, ElicitResult, ElicitationAction};
use std::sync::Arc;
use std::time::Duration;

/// A decline that comes faster is a program's.
const HUMAN: Duration = Duration::from_secs(1);

/// An open request, asked through forms.
pub(crate) struct ByForm {
    open: OpenRequest,
    /// `None` while no form is shown for it.
    link: Option<FormLink>,
    rules: FormRules,
    walk: FormWalk,
    shape: FormShape,
    /// How many forms were shown.
    shown: usize,
}

/// What follows from a form that came back.
pub(crate) enum AfterForm {
    /// Another form.
    Next,
    /// The request is closed.
    Closed,
    /// Nothing: the call waits on.
    Waits,
}

impl ByForm {
    /// The request, if it is open and forms can carry it. May block.
    pub(crate) fn of(
        backend: &Arc<dyn Backend>,
        id: RequestId,
        rules: FormRules,
        shape: FormShape,
    ) -> Option<ByForm> {
        let open = OpenRequest::of(backend, id)?;
        let request = &open.asked.request;
        if !is_carried(request) {
            return None;
        }
        let link = open.link();
        let walk = FormWalk::new(request.clone(), rules, link.draft.clone(), shape);
        Some(ByForm { open, link: Some(link), rules, walk, shape, shown: 0 })
    }

    /// The next form; `None` after the last one that may be shown.
    pub(crate) fn form(&mut self) -> Option<ElicitRequestParams> {
        let most = match self.shape {
            FormShape::Lists | FormShape::Each => ROUNDS,
            FormShape::Walked => WALKED,
        };
        if self.shown == most {
            return None;
        }
        self.shown += 1;
        self.walk.form().ok()
    }

    /// Takes a form that came back so long after it was sent. May block.
    ///
    /// # Errors
    /// The store fails; the request stays open.
    pub(crate) fn take(&mut self, result: ElicitResult, after: Duration) -> Result<AfterForm, Failure> {
        match result.action {
            ElicitationAction::Accept => {
                self.walk.accept(result.content);
                if let Some(outcome) = self.walk.outcome().cloned() {
                    return self.close(&outcome);
                }
                self.share();
                Ok(AfterForm::Next)
            }
            ElicitationAction::Decline if after > HUMAN => {
                self.close(&Outcome::Declined { reason: None, draft: self.walk.draft() })
            }
            _ => Ok(AfterForm::Waits),
        }
    }

    /// Keeps what was filled into a form of which nobody can tell that it was this one. May block.
    pub(crate) fn hold(&mut self, result: ElicitResult) {
        if result.action == ElicitationAction::Accept {
            self.walk.accept(result.content);
            self.share();
        }
    }

    /// Nobody counts as waiting for this form any more. It may still come back.
    pub(crate) fn leave(&mut self) {
        self.link = None;
    }

    /// Shares what was filled in. A store that can't be followed keeps it only in the walk; closing says what is wrong.
    fn share(&mut self) {
        let draft = self.walk.draft();
        self.link.get_or_insert_with(|| self.open.link()).share(&draft);
    }

    fn close(&mut self, outcome: &Outcome) -> Result<AfterForm, Failure> {
        // What was shared is on disk then, and the ending knows that it has it.
        self.leave();
        match self.open.close(outcome, false) {
            Ok(CloseReply::Counts) => Ok(AfterForm::Closed),
            Ok(CloseReply::Beaten(_)) => {
                self.share();
                Ok(AfterForm::Closed)
            }
            // The form can't be closed like this; the person starts again with what was filled in.
            Err(Failure::Refused(refusal)) if matches!(outcome, Outcome::Answered(_)) => {
                let request = self.open.asked.request.clone();
                let draft = self.walk.draft();
                self.walk =
                    FormWalk::new(request, self.rules, draft, self.shape).refused(refusal.to_string());
                Ok(AfterForm::Next)
            }
            Err(Failure::Refused(_)) => Ok(AfterForm::Waits),
            Err(failure) => {
                self.share();
                Err(failure)
            }
        }
    }
}
