//! The full-screen view, for reading.
//!
//! - A key opens it over any page and closes it again; the page behind it doesn't change.
//! - It takes no text and answers nothing; the surface keeps its scroll position.

use super::model::{Model, Overlay};
use super::{Act, Effect, advance};

pub(super) fn open(model: &mut Model) {
    model.position.overlay = Some(Overlay::Reading);
}

pub(super) fn act(model: &mut Model, act: Act) -> Vec<Effect> {
    match act {
        Act::Leave | Act::Read => {
            model.position.overlay = None;
            Vec::new()
        }
        Act::Cancel => advance::cancel(model),
        Act::Suspend => vec![Effect::Suspend],
        Act::Aside => model.aside.put_aside(),
        Act::Up
        | Act::Down
        | Act::First
        | Act::Last
        | Act::Choose
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
