//! The full-screen view, for reading: the page's own texts, or what the agent was doing.
//!
//! - A key opens it over any page and closes it again; the page behind it doesn't change.
//! - It takes no text and answers nothing; the surface keeps its scroll position.

use super::model::{Model, Overlay};
use super::{Act, Effect, advance};

pub(super) fn open(model: &mut Model) {
    model.position.overlay = Some(Overlay::Reading);
}

/// Shows what the agent was doing, if it says so.
pub(super) fn open_about(model: &mut Model) {
    if model.about.is_some() {
        model.position.overlay = Some(Overlay::About);
    }
}

pub(super) fn act(model: &mut Model, act: Act) -> Vec<Effect> {
    match act {
        Act::Leave | Act::Read | Act::About => {
            model.position.overlay = None;
            Vec::new()
        }
        Act::Cancel => advance::cancel(model),
        Act::Suspend => vec![Effect::Suspend],
        Act::Aside => {
            if model.position.overlay == Some(Overlay::About) {
                model.position.overlay = None;
            }
            model.aside.put_aside()
        }
        Act::Up
        | Act::Down
        | Act::First
        | Act::Last
        | Act::Choose
        | Act::PickOrCommit
        | Act::Number(_)
        | Act::FocusNumber(_)
        | Act::PreviousTab
        | Act::NextTab
        | Act::ToCommit
        | Act::FromCommit
        | Act::Notes
        | Act::Yes
        | Act::Filter
        | Act::Help
        | Act::Editor
        | Act::Edit(_)
        | Act::Decline
        | Act::Skip
        | Act::Discuss
        | Act::Expand
        | Act::Raw
        | Act::PageUp
        | Act::PageDown
        | Act::Nothing => Vec::new(),
    }
}
