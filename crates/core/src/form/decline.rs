//! Saying no to the whole request, with a reason or without one.
//!
//! - The reason has a line of its own, and may stay empty.
//! - Esc goes back to the form; the typed reason is still there the next time.

use super::model::{Model, Overlay};
use super::{Act, Effect, Page, advance, danger, keep, typing};
use crate::model::Outcome;
use crate::text::Untrusted;
use crate::time::Timestamp;

/// Asks for the reason; on a confirmation page it answers that page instead.
pub(super) fn decline(model: &mut Model, now: Timestamp) -> Vec<Effect> {
    if model.page() == Page::Danger {
        return danger::decline(model, now);
    }
    model.position.overlay = Some(Overlay::Declining);
    model.guard.turned(now);
    Vec::new()
}

/// Handles an act while the reason is typed.
pub(super) fn act(model: &mut Model, act: Act) -> Vec<Effect> {
    match act {
        Act::Choose | Act::PickOrCommit | Act::Decline => {
            let reason = Some(model.reason.text().trim()).filter(|r| !r.is_empty()).map(Untrusted::from);
            vec![Effect::Close(Outcome::Declined { reason, draft: keep::ended_draft(model) })]
        }
        Act::Leave => {
            model.position.overlay = None;
            Vec::new()
        }
        Act::Cancel => advance::cancel(model),
        Act::Editor => typing::open_editor(model),
        Act::Suspend => vec![Effect::Suspend],
        Act::Aside => model.aside.put_aside(),
        Act::Edit(edit) => typing::edit(model, edit),
        Act::Up
        | Act::Down
        | Act::First
        | Act::Last
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
        | Act::Skip
        | Act::Discuss
        | Act::Expand
        | Act::Raw
        | Act::Read
        | Act::About
        | Act::PageUp
        | Act::PageDown
        | Act::Nothing => Vec::new(),
    }
}
