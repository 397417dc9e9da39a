//! Text entry.

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
}

impl Editor {
    pub fn new(text: &str) -> Editor {
        Editor { text: text.to_owned(), caret: text.len() }
    }
    pub fn text(&self) -> &str {
        &self.text
    }
    pub fn caret(&self) -> usize {
        self.caret
    }
}
