//! Typed and pasted text, and text from another editor.
//!
//! - It goes to the current editor: custom row, notes, filter, number, text, confirmation.
//! - The first typed character replaces a suggested number; after a move of the caret, typing edits it.
//! - A paste onto a list goes into the custom row or the notes; it never commits.
//! - An effect reports each change of a text that is kept.

use super::binding::Spot;
use super::keymap::page_spot;
use super::model::{FormMode, FormNotice, Model, Overlay};
use super::state::Picked;
use super::state::RowId;
use super::{CustomEntry, Edit, Effect, Notes, Page, found};
use crate::text::Editor;

pub(super) fn insert(model: &mut Model, c: char) -> Vec<Effect> {
    let focus_entry = model.custom_row().is_some_and(|r| r.entry == CustomEntry::Focus);
    let in_custom = model.in_custom();
    drop_preset(model);
    let Some(editor) = model.editor_mut() else { return Vec::new() };
    // A space can't begin the text of a row that types on focus.
    if c == ' ' && in_custom && focus_entry && editor.text().is_empty() {
        return Vec::new();
    }
    let fits = editor.insert(c);
    changed(model, fits)
}

pub(super) fn paste(model: &mut Model, text: &str) -> Vec<Effect> {
    let elsewhere = matches!(model.position.overlay, Some(overlay) if overlay != Overlay::Declining);
    if elsewhere || text.is_empty() {
        return Vec::new();
    }
    if model.editor_mut().is_none() {
        focus_text(model);
    }
    drop_preset(model);
    let multiline = model.multiline();
    let Some(editor) = model.editor_mut() else {
        model.notice = Some(FormNotice::NoText);
        return Vec::new();
    };
    let fits = if multiline { editor.paste(text) } else { editor.paste_line(text) };
    changed(model, fits)
}

/// Drops a number that the agent suggests before typing; undo brings it back.
fn drop_preset(model: &mut Model) {
    let number = model.position.mode == FormMode::Rows
        && page_spot(model) == Spot::Value
        && model.position.overlay.is_none();
    if let Some(state) = model.state_mut().filter(|state| number && state.is_preset()) {
        state.edit.clear();
    }
}

/// Moves the focus from the list to a row that takes text, if there is one.
fn focus_text(model: &mut Model) {
    if model.page() == Page::Compare && model.rules.notes == Notes::Compare {
        model.position.mode = FormMode::Notes;
        return;
    }
    let Some(custom) = model.custom_row() else { return };
    if let Some(state) = model.state_mut() {
        state.focus = RowId::Custom;
    }
    model.position.mode = match custom.entry {
        CustomEntry::Opens => FormMode::Custom,
        CustomEntry::Focus => FormMode::Rows,
    };
}

pub(super) fn open_editor(model: &mut Model) -> Vec<Effect> {
    if model.masked() {
        model.notice = Some(FormNotice::Masked);
        return Vec::new();
    }
    if model.editor_mut().is_none() {
        focus_text(model);
    }
    let Some(editor) = model.editor_mut() else { return Vec::new() };
    vec![Effect::Edit(editor.text().to_owned())]
}

pub(super) fn edited(model: &mut Model, text: &str) -> Vec<Effect> {
    // Most editors end a file with a line break that nobody typed.
    let text = text.strip_suffix('\n').unwrap_or(text);
    let multiline = model.multiline();
    let Some(editor) = model.editor_mut() else { return Vec::new() };
    let fits = if multiline { editor.set_text(text) } else { editor.set_text(&text.replace('\n', " ")) };
    changed(model, fits)
}

pub(super) fn edit(model: &mut Model, edit: Edit) -> Vec<Effect> {
    if edit == Edit::KillToStart && drop_kept(model) {
        return vec![Effect::DraftChanged];
    }
    let multiline = model.multiline();
    let Some(editor) = model.editor_mut() else { return Vec::new() };
    let before = editor.revision();
    let fits = edit.apply(editor, multiline);
    if editor.revision() == before && fits { Vec::new() } else { changed(model, fits) }
}

/// Clears all texts kept by an earlier form; undo brings each one back.
fn drop_kept(model: &mut Model) -> bool {
    let Some(state) = model.state_mut().filter(|s| s.kept.is_some()) else { return false };
    state.kept = None;
    state.note_typed = true;
    state.picks.retain(|pick| *pick != Picked::Custom);
    state.committed = None;
    for editor in [&mut state.custom, &mut state.note, &mut state.edit] {
        editor.clear();
    }
    true
}

/// Follows a change of the current text.
fn changed(model: &mut Model, fits: bool) -> Vec<Effect> {
    if !fits {
        model.notice = Some(FormNotice::TooLong);
    }
    if model.position.overlay == Some(Overlay::Declining) {
        return Vec::new();
    }
    let custom = model.in_custom();
    let edits = model.page() == Page::Edit;
    if model.position.mode == FormMode::Filter {
        filtered(model);
        return Vec::new();
    }
    let (Some(state), Some(question)) =
        (model.states.get_mut(model.position.at), model.request.questions.get(model.position.at))
    else {
        return Vec::new();
    };
    if custom {
        state.custom_changed(question, &model.rules);
    } else {
        state.kept = None;
    }
    if model.position.mode == FormMode::Notes {
        state.note_typed = true;
        state.cleared.1.clear();
    }
    if edits {
        state.committed = None;
        state.secret_seen = false;
    }
    vec![Effect::DraftChanged]
}

pub(super) fn start_filter(model: &mut Model) {
    let Some(question) = model.question() else { return };
    if question.options.len() > model.rules.look.filter_over {
        model.position.mode = FormMode::Filter;
    }
}

/// Follows a change of the filter: the focus goes to the best match. Without a match no row has it.
fn filtered(model: &mut Model) {
    let (Some(question), Some(state)) =
        (model.request.questions.get(model.position.at), model.states.get_mut(model.position.at))
    else {
        return;
    };
    state.found = found::by(state.filter.text(), &question.options);
    let Some(found) = &state.found else { return };
    // The first of equal matches wins.
    let best = found.iter().min_by_key(|hit| hit.fits).map(|hit| RowId::Option(hit.option));
    state.focus = match (best, state.focus) {
        (Some(row), _) | (None, row @ RowId::Option(_)) => row,
        // A row of asq's own stays in sight, and isn't what was looked for.
        (None, RowId::Custom | RowId::Discuss | RowId::Commit) => RowId::Option(0),
    };
}

pub(super) fn end_filter(model: &mut Model) {
    model.position.mode = FormMode::Rows;
    if let Some(state) = model.state_mut() {
        state.filter = Editor::new("");
        state.found = None;
    }
}
