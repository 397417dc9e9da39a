//! What is open for a host: a form, dialogs, or a request without either.

use super::live::Live;
use super::steps::DialogSteps;
use asq_core::model::Draft;

pub(super) enum HostForm {
    Form(Box<Live>),
    Steps(Box<DialogSteps>),
    /// Nothing is shown; the form that is aside, if there is one.
    Waits(Option<Box<Live>>),
    /// The host has an ending, and the request stays open until it says more; the text that was typed here.
    Left(Draft),
}

impl HostForm {
    /// The text that was typed here.
    pub(super) fn draft(&self) -> Draft {
        match self {
            HostForm::Form(live) => live.draft(),
            HostForm::Steps(steps) => steps.draft(),
            HostForm::Waits(live) => typed(live.as_deref()),
            HostForm::Left(draft) => draft.clone(),
        }
    }
}

/// The text that was typed before the form was put aside.
pub(super) fn typed(live: Option<&Live>) -> Draft {
    live.map(Live::draft).unwrap_or_default()
}
