//! The preview of the focused row: below it, next to it, or on the full screen.

use super::model::Model;
use super::state::RowId;
use super::{Page, PreviewPlace};
use crate::model::Preview;
use crate::text::Untrusted;

impl Model {
    /// The preview of an option's row or the custom row, if previews are drawn below rows.
    pub(super) fn preview_below(&self, row: RowId) -> Option<&Preview> {
        match self.rules.preview {
            PreviewPlace::Below => {}
            PreviewPlace::Never | PreviewPlace::Side { .. } => return None,
        }
        let question = self.question()?;
        match row {
            RowId::Option(i) => question.options.get(i)?.preview.as_ref(),
            RowId::Custom => question.custom_row.as_ref()?.preview.as_ref(),
            RowId::Discuss | RowId::Commit => None,
        }
    }

    /// The focused row, if its preview can be opened.
    pub(super) fn focused_fold(&self) -> Option<RowId> {
        let row = self.state()?.focus;
        (self.page() == Page::Choose && self.preview_below(row).is_some()).then_some(row)
    }

    /// The preview of the focused row, and the row's label.
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

    /// Whether the page has a long text that needs a reading hint: context, or an open preview.
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
