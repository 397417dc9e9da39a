//! Typed texts of one line or several.
//!
//! - A line that ends in `\` continues in the next one; `\\` at the end stands for one `\` and ends it.
//! - Between `lines` and a line with only a full stop every line is text; there `..` stands for `.`.
//! - A paste of several lines is taken as it is; in a block, a full stop on its last line ends it.
//! - An empty line leaves the current text, or takes the one that is suggested.
//! - The text so far is passed on to be saved after each line; a long text less often.

use super::conversation::LineConversation;
use super::input::TypedLine;
use super::line_writer::OwnWords;
use super::suggestion;
use super::word;
use asq_core::fit::TEXT_MOST;
use asq_core::walk::{Reply, Step, TextFor};
use std::io::{self, BufRead, Write};

impl<R: BufRead, W: Write> LineConversation<'_, R, W> {
    pub(super) fn heard_text(&mut self, line: &str, lines: bool) -> io::Result<()> {
        if line.trim().is_empty() {
            let taken = suggestion::by_an_empty_line(&self.walk.step());
            return self.text_reply(if taken { Reply::Use } else { Reply::Keep });
        }
        let text = match word::word_or_text(line) {
            Ok(word) => return self.word(word, true),
            Err(text) => self.without_mark(text),
        };
        if !lines {
            return self.text_reply(Reply::Text(text.into()));
        }
        let (mut text, mut more) = continued(text);
        while more {
            self.walk.hold(text.as_str().into());
            self.keep();
            self.writer.ask(&OwnWords::own("More: "))?;
            match self.line() {
                TypedLine::Line(line) => {
                    let (part, goes_on) = continued(&line);
                    text.push('\n');
                    push(&mut text, &part);
                    more = goes_on;
                }
                TypedLine::Pasted(lines) => {
                    text.push('\n');
                    push(&mut text, lines.trim_matches('\n'));
                    more = false;
                }
                TypedLine::TooLong => return self.too_long(TEXT_MOST + 1),
                TypedLine::End(rest) => {
                    text.push('\n');
                    push(&mut text, &rest);
                    return self.ended(text);
                }
            }
        }
        self.text_reply(Reply::Text(text.into()))
    }

    /// Lines up to one with only a full stop.
    pub(super) fn block(&mut self) -> io::Result<()> {
        self.writer
            .say(OwnWords::own("Type or paste your lines. A line with only a full stop ends them."))?;
        self.writer.flush()?;
        let mut text = String::new();
        let mut first = true;
        let mut too_long = false;
        let mut held = 0;
        loop {
            match self.line() {
                TypedLine::Line(line) if line == "." => break,
                TypedLine::Line(line) => {
                    // A line of full stops alone has one more than it means, so that `.` can be a line.
                    let dots = line.len() > 1 && line.bytes().all(|b| b == b'.');
                    if !first {
                        push(&mut text, "\n");
                    }
                    push(&mut text, if dots { &line[1..] } else { &line });
                    first = false;
                    // A short text is saved at each line; a long one isn't copied again and again.
                    if text.len() < 16 << 10 || text.len() > held + held / 8 {
                        held = text.len();
                        self.walk.hold(text.as_str().into());
                        self.keep();
                    }
                }
                TypedLine::Pasted(lines) => {
                    let lines = lines.trim_matches('\n');
                    let ends = lines.strip_suffix("\n.");
                    if !first {
                        push(&mut text, "\n");
                    }
                    push(&mut text, ends.unwrap_or(lines));
                    first = false;
                    self.walk.hold(text.as_str().into());
                    self.keep();
                    if ends.is_some() {
                        break;
                    }
                }
                TypedLine::TooLong => too_long = true,
                TypedLine::End(rest) => {
                    if !first && !rest.is_empty() {
                        push(&mut text, "\n");
                    }
                    push(&mut text, &rest);
                    return self.ended(text);
                }
            }
        }
        if too_long { self.too_long(TEXT_MOST + 1) } else { self.text_reply(Reply::Text(text.into())) }
    }

    /// Replies to a text step, and confirms a note.
    pub(super) fn text_reply(&mut self, reply: Reply) -> io::Result<()> {
        let noted = is_note(&self.walk.step()) && matches!(reply, Reply::Text(_));
        match self.walk.reply(reply) {
            Ok(()) if noted => self.writer.say(OwnWords::own("Your note is taken.")),
            Ok(()) => Ok(()),
            Err(refusal) => self.refused(&refusal),
        }
    }
}

/// Adds a line, unless the text already exceeds an answer's limit: a longer one is refused anyway.
fn push(text: &mut String, part: &str) {
    if text.len() <= TEXT_MOST {
        text.push_str(part);
    }
}

/// A line without the `\` that continues it, and whether it continues; two stand for one and end it.
fn continued(line: &str) -> (String, bool) {
    match line.strip_suffix('\\') {
        None => (line.to_owned(), false),
        Some(rest) => (rest.to_owned(), !rest.ends_with('\\')),
    }
}

fn is_note(step: &Step<'_>) -> bool {
    match step {
        Step::Text { what, .. } => *what == TextFor::Note,
        Step::Choose { .. }
        | Step::Many { .. }
        | Step::Value { .. }
        | Step::Confirm { .. }
        | Step::Leave { .. }
        | Step::Done(_) => false,
    }
}
