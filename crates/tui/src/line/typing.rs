//! A line as somebody types it at a terminal: what keys and pastes make of it, and what the terminal shows of that.
//!
//! - Backspace deletes a character, Ctrl+W a word, Ctrl+U all of it. Keys without text do nothing.
//! - Enter ends the line, and Ctrl+D ends the input while the line is empty.
//! - A paste never ends a line. One of several lines is shown, and a sentence says what Enter does.
//! - From a terminal that doesn't mark pastes, several lines that come at once are one, too.
//! - A finished line goes on as bytes; several lines keep the marks of a paste around them.
//! - Of a secret nothing is shown.

use super::input::{PASTE_BEGINS, PASTE_ENDS};
use crate::input::{Parser, TermInput};
use asq_core::fit::TEXT_MOST;
use asq_core::form::{Code, Edit, Key, editing};
use asq_core::text::{Editor, Shown};
use asq_core::time::Timestamp;
use std::mem;

/// The line that is being typed.
#[derive(Default)]
pub struct LineTyping {
    parser: Parser,
    /// What can still be edited.
    text: Editor,
    /// The pasted lines before it.
    lines: String,
    hidden: bool,
    /// What is typed and not yet read.
    done: Vec<u8>,
    over: bool,
}

impl LineTyping {
    /// Shows nothing of what is typed from now on, or shows it again.
    pub fn hide(&mut self, secret: bool) {
        self.hidden = secret;
    }

    /// Takes all bytes that came at once, and returns what the terminal shows of them.
    pub fn feed(&mut self, now: Timestamp, bytes: &[u8]) -> String {
        let mut inputs = Vec::new();
        self.parser.expire(now, &mut inputs);
        self.parser.feed(now, bytes, &mut inputs);
        if pastes_unmarked(&inputs) {
            let text: String = inputs.into_iter().map(as_text).collect();
            return self.paste(&text);
        }
        let mut shown = String::new();
        // Characters that come at once are taken at once: a long line isn't looked through for each of them.
        let mut typed = String::new();
        for input in inputs {
            if let TermInput::Key(Key { code: Code::Char(c), ctrl: false, alt: false, .. }) = input {
                typed.push(c);
                continue;
            }
            shown.push_str(&self.typed(&mem::take(&mut typed)));
            // A line was read until Enter; what a double press brings belongs to it.
            if self.can_read() {
                break;
            }
            match input {
                TermInput::Key(key) => shown.push_str(&self.key(key)),
                TermInput::Paste(text) => shown.push_str(&self.paste(&text)),
                TermInput::Focus(_) | TermInput::Cursor(..) | TermInput::Mouse(..) | TermInput::Unknown => {}
            }
        }
        shown + &self.typed(&typed)
    }

    /// Whether there is something to read: a line, its rest, or the end.
    pub fn can_read(&self) -> bool {
        self.over || !self.done.is_empty()
    }

    /// Passes finished bytes on; `None` if there aren't any yet, and 0 at the end.
    pub fn read(&mut self, into: &mut [u8]) -> Option<usize> {
        if !self.can_read() {
            return None;
        }
        // A list goes on after the end of a request, until the next end.
        self.over &= !self.done.is_empty();
        let count = self.done.len().min(into.len());
        into[..count].copy_from_slice(&self.done[..count]);
        self.done.drain(..count);
        Some(count)
    }

    /// Ends the input; what was typed so far goes on without a line break.
    pub fn end(&mut self) {
        self.over = true;
        let rest = self.taken();
        self.done.extend_from_slice(rest.as_bytes());
    }

    /// Drops what was typed and isn't read yet.
    pub fn forget(&mut self) {
        self.parser = Parser::new();
        self.text = Editor::new("");
        self.lines.clear();
        self.done.clear();
    }

    /// What the terminal shows of the unfinished line.
    pub fn shown(&self) -> String {
        if self.hidden { String::new() } else { visible(self.text.text()) }
    }

    fn typed(&mut self, text: &str) -> String {
        if text.is_empty() { String::new() } else { self.changed(|editor| editor.paste(text)) }
    }

    /// A key without a character of its own.
    fn key(&mut self, key: Key) -> String {
        if ends_line(&TermInput::Key(key)) {
            // Below pasted lines the caret is at the start of a line already.
            let below = self.text.text().is_empty() && !self.lines.is_empty();
            let line = self.taken();
            self.done.extend_from_slice(line.as_bytes());
            self.done.push(b'\n');
            return if below { String::new() } else { "\n".to_owned() };
        }
        if key == Key::ctrl(Code::Char('d')) {
            if self.text.text().is_empty() && self.lines.is_empty() {
                self.over = true;
            }
            return String::new();
        }
        if key == Key::plain(Code::Tab) {
            return self.changed(|text| text.insert('\t'));
        }
        match editing(key) {
            Some(Edit::Backspace) => self.changed(|text| {
                text.backspace();
                true
            }),
            Some(Edit::DeleteWordBefore) => self.changed(|text| {
                text.delete_word_before();
                true
            }),
            Some(Edit::KillToStart) if self.text.text().is_empty() && !self.lines.is_empty() => {
                self.lines.clear();
                "The pasted lines are dropped.\n".to_owned()
            }
            Some(Edit::KillToStart) => self.changed(|text| text.set_text("")),
            Some(_) | None => String::new(),
        }
    }

    /// Changes the text at its end, and shows the difference.
    fn changed(&mut self, change: impl FnOnce(&mut Editor) -> bool) -> String {
        let before = visible(self.text.text());
        if self.lines.len() + self.text.text().len() <= TEXT_MOST || self.text.text().is_empty() {
            change(&mut self.text);
        }
        if self.hidden {
            return String::new();
        }
        let after = visible(self.text.text());
        if let Some(added) = after.strip_prefix(before.as_str()) {
            return added.to_owned();
        }
        let columns = Shown::one_line(&before.as_str().into()).width();
        let left = Shown::one_line(&after.as_str().into()).width();
        "\x08 \x08".repeat(columns.saturating_sub(left))
    }

    fn paste(&mut self, text: &str) -> String {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let text = text.replace(PASTE_BEGINS, "").replace(PASTE_ENDS, "");
        let text = text.trim_matches('\n');
        if !text.contains('\n') {
            return self.changed(|editor| editor.paste(text));
        }
        let typed = mem::take(&mut self.text);
        self.lines.push_str(typed.text());
        // One byte too many is enough to be refused.
        let room = (TEXT_MOST + 1).saturating_sub(self.lines.len());
        self.lines.push_str(&text[..text.floor_char_boundary(room)]);
        let mut shown = String::new();
        if !self.hidden {
            let lines: Vec<String> = text.split('\n').map(visible).collect();
            // No line of it can pass for one of asq's own.
            shown.push_str(&lines.join("\n  "));
        }
        shown.push('\n');
        let count = self.lines.split('\n').count();
        let says = "lines were pasted. Press Enter to go on with them, or Ctrl+U to drop them.";
        format!("{shown}{count} {says}\n")
    }

    /// All of the line; several lines with the marks of a paste around them.
    fn taken(&mut self) -> String {
        let typed = mem::take(&mut self.text);
        let lines = mem::take(&mut self.lines);
        if lines.is_empty() {
            return typed.text().to_owned();
        }
        format!("{PASTE_BEGINS}{lines}{}{PASTE_ENDS}", typed.text())
    }
}

fn visible(text: &str) -> String {
    Shown::one_line(&text.into()).to_string()
}

fn ends_line(input: &TermInput) -> bool {
    *input == TermInput::Key(Key::plain(Code::Enter)) || *input == TermInput::Key(Key::ctrl(Code::Char('j')))
}

/// Whether there is text on both sides of a line's end, or a paste before it: nobody types that at once.
fn pastes_unmarked(inputs: &[TermInput]) -> bool {
    let Some(end) = inputs.iter().position(ends_line) else { return false };
    let (before, after) = inputs.split_at(end);
    let text = |input: &TermInput| !ends_line(input) && !as_text(input.clone()).is_empty();
    before.iter().any(|input| matches!(input, TermInput::Paste(_))) || after.iter().any(text)
}

/// What an input is in a paste without marks.
fn as_text(input: TermInput) -> String {
    match input {
        ref enter if ends_line(enter) => "\n".to_owned(),
        TermInput::Key(Key { code: Code::Char(c), ctrl: false, alt: false, .. }) => c.to_string(),
        TermInput::Key(Key { code: Code::Tab, .. }) => "\t".to_owned(),
        TermInput::Paste(text) => text,
        TermInput::Key(_)
        | TermInput::Focus(_)
        | TermInput::Cursor(..)
        | TermInput::Mouse(..)
        | TermInput::Unknown => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was shown, and what was read, piece by piece; `None` while nothing can be read.
    fn typed(pieces: &[&str]) -> (String, Option<String>) {
        let mut typing = LineTyping::default();
        let shown = pieces
            .iter()
            .enumerate()
            .map(|(at, piece)| typing.feed(Timestamp(at as u64 * 100), piece.as_bytes()));
        let shown = shown.collect();
        let mut bytes = [0; 256];
        (shown, typing.read(&mut bytes).map(|count| String::from_utf8_lossy(&bytes[..count]).into_owned()))
    }

    #[test]
    fn a_line_is_edited_at_its_end() {
        assert_eq!(typed(&["ab", "\x7f", "c\r"]), ("ab\x08 \x08c\n".to_owned(), Some("ac\n".to_owned())));
        assert_eq!(
            typed(&["漢", "\x7f", "\n"]),
            ("漢\x08 \x08\x08 \x08\n".to_owned(), Some("\n".to_owned()))
        );
        assert_eq!(typed(&["one two", "\x17", "\n"]).1, Some("one \n".to_owned()));
        assert_eq!(typed(&["one two", "\x15", "\x1b[A", "x\n"]).1, Some("x\n".to_owned()));
        assert_eq!(typed(&["half"]), ("half".to_owned(), None));
        assert_eq!(typed(&["\x04"]), (String::new(), Some(String::new())));
        assert_eq!(typed(&["half", "\x04"]).1, None);
    }

    #[test]
    fn a_paste_belongs_to_its_line_and_waits_for_enter() {
        assert_eq!(typed(&["\x1b[200~yes\n\x1b[201~"]), ("yes".to_owned(), None));
        assert_eq!(typed(&["\x1b[200~yes\n\x1b[201~", "\r"]).1, Some("yes\n".to_owned()));
        let says = "2 lines were pasted. Press Enter to go on with them, or Ctrl+U to drop them.\n";
        let shown = |end: &str| format!("first\n  second\n{says}{end}");
        let pasted = "\x1b[200~first\r\nsecond\r\n\x1b[201~";
        assert_eq!(typed(&[pasted]), (shown(""), None));
        assert_eq!(typed(&[pasted, "\r"]), (shown(""), Some("\x1b[200~first\nsecond\x1b[201~\n".to_owned())));
        assert_eq!(typed(&["a ", pasted, "!\r"]).1, Some("\x1b[200~a first\nsecond!\x1b[201~\n".to_owned()));
        assert_eq!(typed(&[pasted, "\x15", "\r"]).1, Some("\n".to_owned()));
    }

    #[test]
    fn several_lines_at_once_are_a_paste() {
        assert_eq!(typed(&["first\nsecond\n"]).1, None);
        assert_eq!(typed(&["first\nsecond\n", "\r"]).1, Some("\x1b[200~first\nsecond\x1b[201~\n".to_owned()));
        assert_eq!(typed(&["\x1b[200~yes\x1b[201~\r"]), ("yes".to_owned(), None));
        // A bouncing Enter isn't one.
        assert_eq!(typed(&["2\r\r"]), ("2\n".to_owned(), Some("2\n".to_owned())));
    }

    #[test]
    fn the_marks_of_a_paste_in_a_text_are_dropped() {
        assert_eq!(typed(&["\x1b[200~a\x1b[200~b\n\x1b[201~", "\r"]).1, Some("ab\n".to_owned()));
    }

    #[test]
    fn nothing_is_shown_of_a_secret_and_the_end_passes_the_rest_on() {
        let mut typing = LineTyping::default();
        typing.hide(true);
        assert_eq!(typing.feed(Timestamp(0), b"s3cret"), "");
        typing.end();
        let mut bytes = [0; 16];
        assert_eq!((typing.read(&mut bytes), &bytes[..6]), (Some(6), &b"s3cret"[..]));
        assert_eq!(typing.read(&mut bytes), Some(0));
    }
}
