//! Previews that are opened below their option.
//!
//! - A key opens and folds the preview of the focused option; each option remembers for itself.
//! - Another shows its source as it came, or the rendering again; it opens a folded one.

use super::model::Model;
use super::state::RowId;

/// Opens or folds the preview of the focused option.
pub(super) fn fold(model: &mut Model) {
    let Some(row) = model.focused_fold() else { return };
    if let Some(state) = model.state_mut() {
        toggle(&mut state.unfolded, row);
    }
}

/// Its source instead of its rendering, or back; open at any rate.
pub(super) fn show_source(model: &mut Model) {
    let Some(row) = model.focused_fold() else { return };
    let Some(state) = model.state_mut() else { return };
    if state.unfolded.contains(&row) {
        toggle(&mut state.sources, row);
    } else {
        state.unfolded.push(row);
        state.sources.retain(|r| *r != row);
        state.sources.push(row);
    }
}

fn toggle(rows: &mut Vec<RowId>, row: RowId) {
    if rows.contains(&row) {
        rows.retain(|r| *r != row);
    } else {
        rows.push(row);
    }
}
