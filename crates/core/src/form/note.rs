//! Notes: a remark on a question, next to its answer.
//!
//! - On the notes page, Enter saves, and stays or goes back, as the contract says; the notes key saves and goes back.
//! - Esc drops the edit since the last save; undo brings it back when the notes are opened again.
//! - On a compare page the notes have a row, which saves typed text at once.
//! - A note kept by an earlier form is sent only once the person types in it, saves it, or sends it from its row.

use super::model::{FormMode, Model};
use super::typing;
use crate::time::Timestamp;

/// Opens the notes, or saves and leaves open ones.
pub(super) fn toggle(model: &mut Model, now: Timestamp) {
    if !model.notes_here() {
        return;
    }
    let page = model.rules.notes.have_a_page();
    if model.position.mode == FormMode::Notes {
        save(model);
        leave(model, now);
        return;
    }
    if model.position.mode == FormMode::Filter {
        typing::end_filter(model);
    }
    model.position.before_notes = std::mem::replace(&mut model.position.mode, FormMode::Notes);
    if page {
        model.position.page_id += 1;
    }
}

/// Marks the note as taken up in this form, not only kept by an earlier one.
pub(super) fn typed(model: &mut Model) {
    if let Some(state) = model.state_mut() {
        state.note_typed = true;
    }
}

pub(super) fn save(model: &mut Model) {
    if let Some(state) = model.state_mut() {
        state.note.text().clone_into(&mut state.saved_note);
        state.note_typed = true;
    }
}

/// Drops the edit since the last save of the note; undo brings it back.
pub(super) fn drop_edit(model: &mut Model) {
    if let Some(state) = model.state_mut() {
        let saved = state.saved_note.clone();
        if saved.trim().is_empty() && !state.note.is_blank() {
            state.note.text().clone_into(&mut state.cleared.1);
        }
        state.note.set_text(&saved);
    }
}

/// Returns to the page that opened the notes.
pub(super) fn leave(model: &mut Model, now: Timestamp) {
    model.position.mode = std::mem::replace(&mut model.position.before_notes, FormMode::Rows);
    if model.rules.notes.have_a_page() {
        model.position.page_id += 1;
        model.guard.turned(now);
    }
}
