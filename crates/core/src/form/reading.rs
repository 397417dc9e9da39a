//! Reading on the full screen.
//!
//! - A key opens it over any page, and closes it again; the page behind it stays as it is.
//! - It takes no text and answers nothing; how far it is scrolled is the surface's.

use super::machine::{Form, Overlay};
use super::state::RowId;
use super::{Act, Effect};
use crate::model::Preview;
use crate::text::Untrusted;

impl Form {
    /// Opens it.
    pub(super) fn read(&mut self) {
        self.overlay = Some(Overlay::Reading);
    }

    /// Whether it is open: a surface that leaves room for others then takes the whole screen.
    pub fn reads(&self) -> bool {
        self.overlay == Some(Overlay::Reading)
    }

    /// While it is open.
    pub(super) fn act_reading(&mut self, act: Act) -> Vec<Effect> {
        match act {
            Act::Leave | Act::Read => {
                self.overlay = None;
                Vec::new()
            }
            Act::Cancel => self.cancel(),
            Act::Suspend => vec![Effect::Suspend],
            Act::Aside => self.put_aside(),
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

    /// The preview of the focused row, and what the row is called.
    pub(super) fn focused_preview(&self) -> Option<(Option<&Untrusted>, &Preview)> {
        let (question, state) = (self.question()?, self.state()?);
        match state.focus {
            RowId::Option(i) => {
                let option = question.options.get(i)?;
                Some((Some(&option.label), option.preview.as_ref()?))
            }
            RowId::Custom => Some((None, question.custom_row.as_ref()?.preview.as_ref()?)),
            RowId::Discuss | RowId::Commit => None,
        }
    }

    /// Whether a hint is due: something to know is up, or a preview that is not folded.
    pub(super) fn has_much_to_read(&self) -> bool {
        let preview = self.focused_preview().is_some() && self.focused_fold().is_none();
        preview || self.has_open_fold() || self.question().is_some_and(|q| q.context.is_some())
    }

    /// Whether the preview below the focused option is open.
    pub(super) fn has_open_fold(&self) -> bool {
        let open = |row: &RowId| self.state().is_some_and(|s| s.unfolded.contains(row));
        self.focused_fold().as_ref().is_some_and(open)
    }
}
