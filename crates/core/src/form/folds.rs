//! Previews that are opened below their option.
//!
//! - A key opens and folds the preview of the focused option; each option remembers for itself.
//! - Another shows its source as it came, or the rendering again; it opens a folded one.

use super::machine::Form;
use super::state::RowId;
use super::{Page, PreviewPlace};
use crate::model::Preview;

impl Form {
    /// The preview of an option's row, or of the custom row; only where they are drawn below it.
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

    /// The row whose preview can be opened now.
    pub(super) fn focused_fold(&self) -> Option<RowId> {
        let row = self.state()?.focus;
        (self.page() == Page::Choose && self.preview_below(row).is_some()).then_some(row)
    }

    /// Opens or folds the preview of the focused option.
    pub(super) fn fold(&mut self) {
        let Some(row) = self.focused_fold() else { return };
        if let Some(state) = self.states.get_mut(self.at) {
            toggle(&mut state.unfolded, row);
        }
    }

    /// Its source instead of its rendering, or back; open at any rate.
    pub(super) fn show_source(&mut self) {
        let Some(row) = self.focused_fold() else { return };
        let Some(state) = self.states.get_mut(self.at) else { return };
        if state.unfolded.contains(&row) {
            toggle(&mut state.sources, row);
        } else {
            state.unfolded.push(row);
            state.sources.retain(|r| *r != row);
            state.sources.push(row);
        }
    }
}

fn toggle(rows: &mut Vec<RowId>, row: RowId) {
    if rows.contains(&row) {
        rows.retain(|r| *r != row);
    } else {
        rows.push(row);
    }
}
