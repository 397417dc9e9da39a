//! Notes: a remark on a question, beside its answer.
//!
//! - On a page of their own Enter saves and stays, the notes key saves and goes back to where it came from.
//! - Esc drops the edit since the last save; undo brings it back when the notes are opened again.
//! - On a compare page the notes are a row; what is typed there is saved as it is.
//! - A note that an earlier form kept is sent only after it was typed in, saved or sent from its row.

use super::machine::{Form, Mode};
use super::state::State;
use super::{Notes, Page};
use crate::text::Editor;
use crate::time::Timestamp;

impl State {
    /// A note that an earlier form kept; it counts as saved, and is no more than a draft.
    pub(super) fn restore_note(&mut self, text: &str) {
        self.note = Editor::new(text);
        self.saved_note = self.note.text().to_owned();
    }
}

impl Form {
    /// Whether a note can be written on the page that is up.
    pub(super) fn notes_here(&self) -> bool {
        match self.rules.notes {
            Notes::Never => false,
            Notes::Compare => self.page() == Page::Compare,
            Notes::Page => self.question().is_some(),
        }
    }

    /// Opens the notes; open ones are saved and left.
    pub(super) fn toggle_notes(&mut self, now: Timestamp) {
        if !self.notes_here() {
            return;
        }
        let page = self.rules.notes == Notes::Page;
        if self.mode == Mode::Notes {
            self.save_note();
            self.leave_notes(now);
            return;
        }
        if self.mode == Mode::Filter {
            self.end_filter();
        }
        self.before_notes = std::mem::replace(&mut self.mode, Mode::Notes);
        if page {
            self.page_id += 1;
        }
    }

    /// It is the person's own from now on, not only an earlier form's.
    pub(super) fn note_is_typed(&mut self) {
        if let Some(state) = self.states.get_mut(self.at) {
            state.note_typed = true;
        }
    }

    pub(super) fn save_note(&mut self) {
        if let Some(state) = self.states.get_mut(self.at) {
            state.note.text().clone_into(&mut state.saved_note);
            state.note_typed = true;
        }
    }

    /// Drops what was typed since the note was last saved; undo brings it back.
    pub(super) fn drop_note_edit(&mut self) {
        if let Some(state) = self.states.get_mut(self.at) {
            let saved = state.saved_note.clone();
            if saved.trim().is_empty() && !state.note.is_blank() {
                state.note.text().clone_into(&mut state.cleared.1);
            }
            state.note.set_text(&saved);
        }
    }

    /// Back to where the notes were opened.
    pub(super) fn leave_notes(&mut self, now: Timestamp) {
        self.mode = std::mem::replace(&mut self.before_notes, Mode::Rows);
        if self.rules.notes == Notes::Page {
            self.page_id += 1;
            self.watch.turned(now);
        }
    }
}
