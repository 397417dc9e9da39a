//! Text that is typed, pasted or edited elsewhere.
//!
//! - It goes to the editor at hand: custom row, notes, filter, number, text, confirmation.
//! - The first character typed takes the place of a suggested number; after a move of the caret it is edited.
//! - A paste onto a list goes into the custom row or the notes; it never commits.
//! - Each change of a text that is to be kept is told to the driver.

use super::found;
use super::keymap::{Spot, page_spot};
use super::machine::{Form, Mode, Notice, Overlay};
use super::state::RowId;
use super::{CustomEntry, Edit, Effect, Notes, Page};
use crate::model::Kind;
use crate::text::Editor;

impl Form {
    /// The editor that has the caret.
    pub(super) fn editor_mut(&mut self) -> Option<&mut Editor> {
        let page = self.page();
        let custom = self.in_custom();
        let mode = self.mode.clone();
        if self.overlay == Some(Overlay::Declining) {
            return Some(&mut self.reason);
        }
        let state = self.states.get_mut(self.at)?;
        match mode {
            Mode::Filter => Some(&mut state.filter),
            Mode::Notes => Some(&mut state.note),
            Mode::Danger => Some(&mut state.danger),
            Mode::Custom => Some(&mut state.custom),
            Mode::Rows if custom => Some(&mut state.custom),
            Mode::Rows if page == Page::Edit => Some(&mut state.edit),
            Mode::Rows => None,
        }
    }

    /// Whether the text at hand takes line breaks.
    pub(super) fn multiline(&self) -> bool {
        if self.overlay == Some(Overlay::Declining) || self.question().is_none() {
            return false;
        }
        match self.mode {
            Mode::Filter | Mode::Danger => false,
            Mode::Notes | Mode::Custom => true,
            Mode::Rows => match self.question().map(|q| &q.kind) {
                Some(Kind::Number { .. }) => false,
                Some(Kind::Text { multiline, .. }) => *multiline,
                Some(Kind::One | Kind::Many { .. }) | None => true,
            },
        }
    }

    pub(super) fn insert(&mut self, c: char) -> Vec<Effect> {
        let focus_entry = self.custom_row().is_some_and(|r| r.entry == CustomEntry::Focus);
        let in_custom = self.in_custom();
        self.drop_preset();
        let Some(editor) = self.editor_mut() else { return Vec::new() };
        // A space cannot begin the text of a row that types on focus.
        if c == ' ' && in_custom && focus_entry && editor.text().is_empty() {
            return Vec::new();
        }
        let fits = editor.insert(c);
        self.changed(fits)
    }

    pub(super) fn paste(&mut self, text: &str) -> Vec<Effect> {
        let elsewhere = matches!(self.overlay, Some(Overlay::Asking | Overlay::Help | Overlay::Reading));
        if elsewhere || text.is_empty() {
            return Vec::new();
        }
        if self.editor_mut().is_none() {
            self.focus_text();
        }
        self.drop_preset();
        let multiline = self.multiline();
        let Some(editor) = self.editor_mut() else {
            self.notice = Some(Notice::NoText);
            return Vec::new();
        };
        let fits = if multiline { editor.paste(text) } else { editor.paste_line(text) };
        self.changed(fits)
    }

    /// What is typed takes the place of a number that the agent suggests; undo brings it back.
    fn drop_preset(&mut self) {
        let number = self.mode == Mode::Rows && page_spot(self) == Spot::Number && self.overlay.is_none();
        if let Some(state) = self.states.get_mut(self.at).filter(|state| number && state.is_preset()) {
            state.edit.clear();
        }
    }

    /// Whether what is typed here is shown as dots.
    fn masked(&self) -> bool {
        self.question().is_some_and(|q| q.sensitive)
            && self.overlay.is_none()
            && match self.page() {
                Page::Choose | Page::Compare | Page::Edit => self.mode != Mode::Notes,
                Page::Danger | Page::Notes | Page::Review => false,
            }
    }

    /// Whether text can be typed on the page that is up, here or in a row of it.
    pub(super) fn takes_text(&self) -> bool {
        match (self.page(), &self.mode) {
            (Page::Review, _) => self.overlay == Some(Overlay::Declining),
            (Page::Edit | Page::Danger | Page::Notes, _)
            | (_, Mode::Filter | Mode::Notes | Mode::Custom | Mode::Danger) => true,
            (Page::Compare, Mode::Rows) if self.rules.notes == Notes::Compare => true,
            (Page::Choose | Page::Compare, Mode::Rows) => self.custom_row().is_some(),
        }
    }

    /// From the list to where text can go, if anywhere.
    fn focus_text(&mut self) {
        if self.page() == Page::Compare && self.rules.notes == Notes::Compare {
            self.mode = Mode::Notes;
            return;
        }
        let Some(custom) = self.custom_row() else { return };
        if let Some(state) = self.states.get_mut(self.at) {
            state.focus = RowId::Custom;
        }
        self.mode = match custom.entry {
            CustomEntry::Opens => Mode::Custom,
            CustomEntry::Focus => Mode::Rows,
        };
    }

    pub(super) fn open_editor(&mut self) -> Vec<Effect> {
        if self.masked() {
            self.notice = Some(Notice::Masked);
            return Vec::new();
        }
        if self.editor_mut().is_none() {
            self.focus_text();
        }
        let Some(editor) = self.editor_mut() else { return Vec::new() };
        vec![Effect::Edit(editor.text().to_owned())]
    }

    pub(super) fn edited(&mut self, text: &str) -> Vec<Effect> {
        let text = text.strip_suffix('\n').unwrap_or(text);
        let multiline = self.multiline();
        let Some(editor) = self.editor_mut() else { return Vec::new() };
        let fits = if multiline { editor.set_text(text) } else { editor.set_text(&text.replace('\n', " ")) };
        self.changed(fits)
    }

    pub(super) fn edit(&mut self, edit: Edit) -> Vec<Effect> {
        if edit == Edit::KillToStart && self.drop_kept() {
            return vec![Effect::DraftChanged];
        }
        let multiline = self.multiline();
        let Some(editor) = self.editor_mut() else { return Vec::new() };
        let before = editor.revision();
        let mut fits = true;
        match edit {
            Edit::NewLine => {
                if multiline {
                    fits = editor.insert('\n');
                }
            }
            Edit::Backspace => editor.backspace(),
            Edit::Delete => editor.delete(),
            Edit::DeleteWordBefore => editor.delete_word_before(),
            Edit::DeleteWordAfter => editor.delete_word_after(),
            Edit::KillToStart => editor.kill_to_start(),
            Edit::KillToEnd => editor.kill_to_end(),
            Edit::Yank => fits = editor.yank(),
            Edit::Undo => editor.undo(),
            Edit::Redo => editor.redo(),
            Edit::Caret(to) => editor.move_to(to),
        }
        if editor.revision() == before && fits { Vec::new() } else { self.changed(fits) }
    }

    /// Clears what an earlier form kept, the whole of it; undo brings each text back.
    fn drop_kept(&mut self) -> bool {
        let Some(state) = self.states.get_mut(self.at).filter(|s| s.kept.is_some()) else { return false };
        state.kept = None;
        state.note_typed = true;
        for editor in [&mut state.custom, &mut state.note, &mut state.edit] {
            editor.clear();
        }
        true
    }

    /// After a change of the text at hand.
    fn changed(&mut self, fits: bool) -> Vec<Effect> {
        if !fits {
            self.notice = Some(Notice::TooLong);
        }
        if self.overlay == Some(Overlay::Declining) {
            return Vec::new();
        }
        let custom = self.in_custom();
        let edits = self.page() == Page::Edit;
        if self.mode == Mode::Filter {
            self.filtered();
            return Vec::new();
        }
        let (Some(state), Some(question)) =
            (self.states.get_mut(self.at), self.request.questions.get(self.at))
        else {
            return Vec::new();
        };
        if custom {
            state.custom_changed(question, &self.rules);
        } else {
            state.kept = None;
        }
        if self.mode == Mode::Notes {
            state.note_typed = true;
            state.cleared.1.clear();
        }
        if edits {
            state.committed = None;
            state.secret_seen = false;
        }
        vec![Effect::DraftChanged]
    }

    pub(super) fn start_filter(&mut self) {
        let Some(question) = self.question() else { return };
        if question.options.len() > self.rules.look.filter_over {
            self.mode = Mode::Filter;
        }
    }

    /// After a change of the filter: the focus goes to the option that fits best, else to the first row that is left.
    fn filtered(&mut self) {
        let (Some(question), Some(state)) =
            (self.request.questions.get(self.at), self.states.get_mut(self.at))
        else {
            return;
        };
        state.found = found::by(state.filter.text(), &question.options);
        let Some(found) = &state.found else { return };
        // Of equals the first.
        let best = found.iter().min_by_key(|hit| hit.fits).map(|hit| RowId::Option(hit.option));
        let rows = self.row_ids();
        if let Some(row) = best.or_else(|| rows.first().copied())
            && let Some(state) = self.states.get_mut(self.at)
        {
            state.focus = row;
        }
    }

    pub(super) fn end_filter(&mut self) {
        self.mode = Mode::Rows;
        if let Some(state) = self.states.get_mut(self.at) {
            state.filter = Editor::new("");
            state.found = None;
        }
    }
}
