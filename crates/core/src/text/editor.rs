//! Text entry.

use unicode_segmentation::UnicodeSegmentation;

/// A move of the caret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextMove {
    Left,
    Right,
    WordLeft,
    WordRight,
    LineStart,
    LineEnd,
    Start,
    End,
    Up,
    Down,
}

/// A text, a caret, undo.
#[derive(Clone, Debug, Default)]
pub struct Editor {
    text: String,
    caret: usize,
    revision: u64,
    killed: String,
    past: Vec<(String, usize)>,
    future: Vec<(String, usize)>,
}

impl Editor {
    pub fn new(text: &str) -> Editor {
        Editor { text: text.to_owned(), caret: text.len(), ..Editor::default() }
    }
    pub fn text(&self) -> &str {
        &self.text
    }
    pub fn caret(&self) -> usize {
        self.caret
    }
    pub fn revision(&self) -> u64 {
        self.revision
    }
    pub fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }
    fn replace(&mut self, range: std::ops::Range<usize>, with: &str) -> bool {
        if range.is_empty() && with.is_empty() {
            return true;
        }
        self.past.push((self.text.clone(), self.caret));
        self.future.clear();
        self.caret = range.start + with.len();
        self.text.replace_range(range, with);
        self.revision += 1;
        true
    }
    pub fn insert(&mut self, c: char) -> bool {
        self.replace(self.caret..self.caret, c.encode_utf8(&mut [0; 4]))
    }
    pub fn paste(&mut self, text: &str) -> bool {
        self.replace(self.caret..self.caret, &text.replace("\r\n", "\n").replace('\r', "\n"))
    }
    pub fn paste_line(&mut self, text: &str) -> bool {
        self.replace(self.caret..self.caret, &text.replace("\r\n", " ").replace(['\r', '\n'], " "))
    }
    pub fn set_text(&mut self, text: &str) -> bool {
        self.replace(0..self.text.len(), text)
    }
    pub fn clear(&mut self) {
        self.replace(0..self.text.len(), "");
    }
    fn target(&self, to: TextMove) -> usize {
        let (before, after) = self.text.split_at(self.caret);
        match to {
            TextMove::Left => before.grapheme_indices(true).next_back().map_or(0, |(i, _)| i),
            TextMove::Right => self.caret + after.graphemes(true).next().map_or(0, str::len),
            TextMove::WordLeft => before.trim_end().rfind(char::is_whitespace).map_or(0, |i| i + 1),
            TextMove::WordRight => {
                let skip = after.len() - after.trim_start().len();
                self.caret + after[skip..].find(char::is_whitespace).map_or(after.len(), |i| i + skip)
            }
            TextMove::LineStart | TextMove::Up => before.rfind('\n').map_or(0, |i| i + 1),
            TextMove::LineEnd | TextMove::Down => self.caret + after.find('\n').unwrap_or(after.len()),
            TextMove::Start => 0,
            TextMove::End => self.text.len(),
        }
    }
    pub fn move_to(&mut self, to: TextMove) {
        self.caret = self.target(to);
    }
    pub fn caret_to(&mut self, byte: usize) {
        if self.text.is_char_boundary(byte) {
            self.caret = byte;
        }
    }
    pub fn backspace(&mut self) {
        self.replace(self.target(TextMove::Left)..self.caret, "");
    }
    pub fn delete(&mut self) {
        let end = self.target(TextMove::Right);
        self.replace(self.caret..end, "");
    }
    pub fn delete_word_before(&mut self) {
        self.replace(self.target(TextMove::WordLeft)..self.caret, "");
    }
    pub fn delete_word_after(&mut self) {
        let end = self.target(TextMove::WordRight);
        self.replace(self.caret..end, "");
    }
    pub fn kill_to_start(&mut self) {
        let start = self.target(TextMove::LineStart);
        self.killed = self.text[start..self.caret].to_owned();
        self.replace(start..self.caret, "");
    }
    pub fn kill_to_end(&mut self) {
        let end = self.target(TextMove::LineEnd);
        self.killed = self.text[self.caret..end].to_owned();
        let caret = self.caret;
        self.replace(caret..end, "");
    }
    pub fn yank(&mut self) -> bool {
        let killed = self.killed.clone();
        self.replace(self.caret..self.caret, &killed)
    }
    pub fn undo(&mut self) {
        if let Some((text, caret)) = self.past.pop() {
            self.future.push((std::mem::replace(&mut self.text, text), self.caret));
            self.caret = caret;
            self.revision += 1;
        }
    }
    pub fn redo(&mut self) {
        if let Some((text, caret)) = self.future.pop() {
            self.past.push((std::mem::replace(&mut self.text, text), self.caret));
            self.caret = caret;
            self.revision += 1;
        }
    }
}
