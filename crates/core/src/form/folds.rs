//! Previews that open below their option.
//!
//! - A key opens and folds the preview of the focused option; each option remembers its own state.
//! - Another key switches between source and rendering, and opens a folded preview.

use super::model::Model;
use super::state::RowId;

/// Opens or folds the preview of the focused option.
pub(super) fn fold(model: &mut Model) {
    let Some(row) = model.focused_fold() else { return };
    if let Some(state) = model.state_mut() {
        toggle(&mut state.unfolded, row);
    }
}

/// Switches between source and rendering, and opens a folded preview.
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
