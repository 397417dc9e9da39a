//! Saying no to the whole request, with a reason or without one.
//!
//! - The reason is asked for on one line of its own; it may stay empty.
//! - Esc goes back to the form; what was typed as a reason is there the next time.

use super::machine::{Form, Overlay};
use super::{Act, Effect, Page};
use crate::model::Outcome;
use crate::text::Untrusted;
use crate::time::Timestamp;

impl Form {
    /// Asks why; on a page that confirms danger it is the answer there.
    pub(super) fn decline(&mut self, now: Timestamp) -> Vec<Effect> {
        if self.page() == Page::Danger {
            return self.decline_danger(now);
        }
        self.overlay = Some(Overlay::Declining);
        self.watch.turned(now);
        Vec::new()
    }

    /// While the reason is typed.
    pub(super) fn act_declining(&mut self, act: Act) -> Vec<Effect> {
        match act {
            Act::Choose | Act::Decline => {
                let reason = Some(self.reason.text().trim()).filter(|r| !r.is_empty()).map(Untrusted::from);
                vec![Effect::Close(Outcome::Declined { reason, draft: self.last_draft() })]
            }
            Act::Leave => {
                self.overlay = None;
                Vec::new()
            }
            Act::Cancel => self.cancel(),
            Act::Editor => self.open_editor(),
            Act::Suspend => vec![Effect::Suspend],
            Act::Aside => self.put_aside(),
            Act::Edit(edit) => self.edit(edit),
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
            | Act::PageUp
            | Act::PageDown
            | Act::Nothing => Vec::new(),
        }
    }
}
