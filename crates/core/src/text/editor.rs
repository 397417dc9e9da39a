//! Text entry: a text, a caret, undo.
//!
//! - Everything goes by grapheme: a family emoji, a flag, a letter with its marks moves and dies as one.
//! - An edit looks only at the characters around the caret; a megabyte costs one move of memory.
//! - Pasted line breaks (CR LF, CR) become LF, or spaces where one line is wanted; all else is kept as it came.
//! - A text ends at 1 MiB: an insertion beyond is cut between graphemes and says so; what was typed before
//!   stays.
//! - Undo and redo go by typed words, deletions, pastes; clearing and replacing are steps, too.
//! - What was killed last can be yanked back.
//! - Every change has a revision and says where it was, so that a layout follows it in small steps.

mod changes;
mod line_breaks;
mod moves;
mod undo;

use changes::Changes;
pub use changes::TextChange;
use line_breaks::line_feeds;
pub use moves::TextMove;
use std::ops::Range;
use undo::{Done, EditKind, Undo};

/// A text, a caret, undo.
#[derive(Clone, Debug, Default)]
pub struct Editor {
    text: String,
    /// Always on a grapheme boundary.
    caret: usize,
    /// The column that moves up and down aim at.
    aim: Option<usize>,
    undo: Undo,
    killed: String,
    changes: Changes,
}

impl Editor {
    /// Most bytes of a text, 1 MiB.
    pub const LIMIT: usize = 1 << 20;

    /// An entry with this text, the caret at its end. Line breaks become LF. A text over the limit is
    /// kept whole, but can't grow.
    pub fn new(text: &str) -> Editor {
        let text = line_feeds(text).into_owned();
        let changes = if text.is_empty() { Changes::default() } else { Changes::fresh() };
        Editor { caret: text.len(), text, changes, ..Editor::default() }
    }

    /// The text as typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The caret's byte in the text.
    pub fn caret(&self) -> usize {
        self.caret
    }

    /// Whether the text is empty or white space only.
    pub fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Grows with every change of the text. In one process, equal revisions mean equal texts, even of two
    /// editors.
    pub fn revision(&self) -> u64 {
        self.changes.revision()
    }

    /// The last change: the bytes that went, in the text before, and how many came in their place.
    pub fn last_change(&self) -> Option<(Range<usize>, usize)> {
        self.changes.last().map(|change| (change.removed.clone(), change.inserted))
    }

    /// All changes since a revision as one; `None` if that is too long ago or of another text.
    pub fn changes_since(&self, revision: u64) -> Option<TextChange> {
        self.changes.since(revision)
    }

    /// Types a character, a line break among them; false: it no longer fits.
    pub fn insert(&mut self, c: char) -> bool {
        self.put(c.encode_utf8(&mut [0; 4]), EditKind::Typing)
    }

    /// Puts a text in at the caret, as one step; false: its end was cut off.
    pub fn paste(&mut self, text: &str) -> bool {
        self.undo.seal();
        self.put(text, EditKind::Other)
    }

    /// As [`Editor::paste`], with spaces for line breaks.
    pub fn paste_line(&mut self, text: &str) -> bool {
        self.paste(&line_feeds(text).replace('\n', " "))
    }

    /// Deletes the grapheme before the caret.
    pub fn backspace(&mut self) {
        self.remove(self.before(self.caret)..self.caret, EditKind::Deleting);
    }

    /// Deletes the grapheme after the caret.
    pub fn delete(&mut self) {
        self.remove(self.caret..self.after(self.caret), EditKind::Deleting);
    }

    /// Kills back to the start of a word.
    pub fn delete_word_before(&mut self) {
        self.kill(self.word_before(self.caret)..self.caret);
    }

    /// Kills on to the end of a word.
    pub fn delete_word_after(&mut self) {
        self.kill(self.caret..self.word_after(self.caret));
    }

    /// Kills back to the start of the line; there, the line break before it.
    pub fn kill_to_start(&mut self) {
        let start = self.line_start(self.caret);
        let start = if start == self.caret { self.before(start) } else { start };
        self.kill(start..self.caret);
    }

    /// Kills on to the end of the line; there, the line break.
    pub fn kill_to_end(&mut self) {
        let end = self.line_end(self.caret);
        let end = if end == self.caret { self.after(end) } else { end };
        self.kill(self.caret..end);
    }

    /// Puts in what was killed last; false: its end was cut off.
    pub fn yank(&mut self) -> bool {
        let killed = std::mem::take(&mut self.killed);
        let fits = self.paste(&killed);
        self.killed = killed;
        fits
    }

    /// Replaces the whole text, as one step; the caret goes to its end. False: the end was cut off.
    pub fn set_text(&mut self, text: &str) -> bool {
        let text = line_feeds(text);
        let kept = fitting(&text, Editor::LIMIT);
        self.undo.seal();
        if kept != self.text {
            self.replace(0..self.text.len(), kept, EditKind::Other);
        }
        self.undo.seal();
        self.caret = self.text.len();
        self.aim = None;
        kept.len() == text.len()
    }

    /// Empties the text, as one step.
    pub fn clear(&mut self) {
        self.undo.seal();
        self.remove(0..self.text.len(), EditKind::Other);
    }

    /// Takes the last step back.
    pub fn undo(&mut self) {
        let done = self.undo.back(&mut self.text);
        self.after_step(done);
    }

    /// Does again what was undone last.
    pub fn redo(&mut self) {
        let done = self.undo.forth(&mut self.text);
        self.after_step(done);
    }

    fn after_step(&mut self, done: Option<Done>) {
        if let Some(done) = done {
            self.caret = done.caret;
            self.aim = None;
            self.changes.add(done.removed, done.inserted);
        }
    }

    fn put(&mut self, text: &str, kind: EditKind) -> bool {
        let text = line_feeds(text);
        let kept = fitting(&text, Editor::LIMIT.saturating_sub(self.text.len()));
        if !kept.is_empty() {
            self.replace(self.caret..self.caret, kept, kind);
        }
        kept.len() == text.len()
    }

    fn kill(&mut self, range: Range<usize>) {
        if !range.is_empty() {
            self.text[range.clone()].clone_into(&mut self.killed);
            self.undo.seal();
            self.remove(range, EditKind::Other);
        }
    }

    fn remove(&mut self, range: Range<usize>, kind: EditKind) {
        if !range.is_empty() {
            self.replace(range, "", kind);
        }
    }

    /// The one place where the text changes, but for undo.
    fn replace(&mut self, range: Range<usize>, with: &str, kind: EditKind) {
        let before = self.caret;
        let removed = self.text[range.clone()].to_owned();
        self.text.replace_range(range.clone(), with);
        self.caret = self.boundary_at_or_after(range.start + with.len());
        self.aim = None;
        self.undo.add(range.start, removed, with, before, self.caret, kind);
        self.changes.add(range, with.len());
    }
}

/// As much of a text as fits into `room` bytes, cut between graphemes.
fn fitting(text: &str, room: usize) -> &str {
    if text.len() <= room {
        return text;
    }
    &text[..moves::boundary_at_or_before(text, room)]
}
