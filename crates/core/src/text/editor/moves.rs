//! Moves of the caret.
//!
//! - The caret moves by grapheme, by word, by typed line, or to the ends. A word is a run of letters and digits, or of
//!   other signs; spaces before it are skipped.
//! - Consecutive moves up and down keep to the column of the first one, in cells.
//! - Up in the first line and down in the last line do nothing: a form moves its focus instead.
//! - A move reads only the text between the old place and the new one.

use super::Editor;
use crate::text::width;
use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation};

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

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Space,
    Word,
    Sign,
}

impl Editor {
    /// Moves the caret. `Up` in the first line and `Down` in the last one do nothing.
    pub fn move_to(&mut self, to: TextMove) {
        let caret = self.caret;
        let (place, aim) = match to {
            TextMove::Left => (self.before(caret), None),
            TextMove::Right => (self.after(caret), None),
            TextMove::WordLeft => (self.word_before(caret), None),
            TextMove::WordRight => (self.word_after(caret), None),
            TextMove::LineStart => (self.line_start(caret), None),
            TextMove::LineEnd => (self.line_end(caret), None),
            TextMove::Start => (0, None),
            TextMove::End => (self.text.len(), None),
            TextMove::Up => {
                let start = self.line_start(caret);
                if start == 0 {
                    return;
                }
                self.in_line(self.line_start(start - 1))
            }
            TextMove::Down => {
                let end = self.line_end(caret);
                if end == self.text.len() {
                    return;
                }
                self.in_line(end + 1)
            }
        };
        self.caret = place;
        self.aim = aim;
        self.undo.seal();
    }

    /// Puts the caret at a byte, or before the grapheme around it.
    pub fn caret_to(&mut self, byte: usize) {
        self.caret = boundary_at_or_before(&self.text, byte);
        self.aim = None;
        self.undo.seal();
    }

    /// The place at the target column in the line from `start`, and that column.
    fn in_line(&self, start: usize) -> (usize, Option<usize>) {
        let from = &self.text[self.line_start(self.caret)..self.caret];
        let aim = self.aim.unwrap_or_else(|| from.graphemes(true).map(width::of_grapheme).sum());
        let mut used = 0;
        let line = &self.text[start..self.line_end(start)];
        let fits = |grapheme: &&str| {
            used += width::of_grapheme(grapheme);
            used <= aim
        };
        (start + line.graphemes(true).take_while(fits).map(str::len).sum::<usize>(), Some(aim))
    }

    pub(super) fn before(&self, at: usize) -> usize {
        GraphemeCursor::new(at, self.text.len(), true)
            .prev_boundary(&self.text, 0)
            .ok()
            .flatten()
            .unwrap_or(0)
    }

    pub(super) fn after(&self, at: usize) -> usize {
        at + self.text[at..].graphemes(true).next().map_or(0, str::len)
    }

    pub(super) fn line_start(&self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |newline| newline + 1)
    }

    pub(super) fn line_end(&self, at: usize) -> usize {
        self.text[at..].find('\n').map_or(self.text.len(), |newline| at + newline)
    }

    pub(super) fn word_before(&self, at: usize) -> usize {
        let mut graphemes = self.text[..at].grapheme_indices(true).rev().peekable();
        let mut place = at;
        while let Some((start, _)) = graphemes.next_if(|(_, g)| class(g) == Class::Space) {
            place = start;
        }
        if let Some((start, grapheme)) = graphemes.next() {
            place = start;
            while let Some((start, _)) = graphemes.next_if(|(_, g)| class(g) == class(grapheme)) {
                place = start;
            }
        }
        place
    }

    pub(super) fn word_after(&self, at: usize) -> usize {
        let mut graphemes = self.text[at..].graphemes(true).peekable();
        let mut place = at;
        while let Some(grapheme) = graphemes.next_if(|g| class(g) == Class::Space) {
            place += grapheme.len();
        }
        if let Some(first) = graphemes.next() {
            place += first.len();
            while let Some(grapheme) = graphemes.next_if(|g| class(g) == class(first)) {
                place += grapheme.len();
            }
        }
        place
    }

    pub(super) fn boundary_at_or_after(&self, at: usize) -> usize {
        if is_boundary(&self.text, at) {
            return at;
        }
        GraphemeCursor::new(at, self.text.len(), true)
            .next_boundary(&self.text, 0)
            .ok()
            .flatten()
            .unwrap_or(self.text.len())
    }
}

fn is_boundary(text: &str, at: usize) -> bool {
    GraphemeCursor::new(at, text.len(), true).is_boundary(text, 0).unwrap_or(false)
}

/// The grapheme boundary at a byte or before it; the end for any byte beyond.
pub(super) fn boundary_at_or_before(text: &str, byte: usize) -> usize {
    let at = text.floor_char_boundary(byte);
    if is_boundary(text, at) {
        return at;
    }
    GraphemeCursor::new(at, text.len(), true).prev_boundary(text, 0).ok().flatten().unwrap_or(0)
}

fn class(grapheme: &str) -> Class {
    match grapheme.chars().next() {
        Some(c) if c.is_whitespace() => Class::Space,
        Some(c) if c.is_alphanumeric() || c == '_' => Class::Word,
        Some(_) | None => Class::Sign,
    }
}
