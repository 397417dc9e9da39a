//! A paste of several lines: the text of a text, and no answer to anything else.
//!
//! - All of it belongs to the question at which it came; in a text of one line, its line breaks become blanks.
//! - No line of it is a word of line mode.

use super::conversation::LineConversation;
use super::help;
use super::line_writer::OwnWords;
use asq_core::text::Editor;
use asq_core::walk::{Reply, Step, TextFor};
use std::io::{self, BufRead, Write};

/// The reply to a paste that can't be taken.
pub(super) const NO_ANSWER: &str = "Several pasted lines are no answer here. None of it was taken.";

/// A paste on one line.
pub(super) fn one_line(text: &str) -> String {
    let mut line = Editor::new("");
    line.paste_line(text.trim_matches('\n'));
    line.text().to_owned()
}

impl<R: BufRead, W: Write> LineConversation<'_, R, W> {
    pub(super) fn heard_paste(&mut self, text: &str) -> io::Result<()> {
        self.cancels = false;
        let step = self.walk.step();
        let lines = help::takes_lines(&step);
        match step {
            Step::Text { what: TextFor::Answer { .. } | TextFor::Custom | TextFor::Note, .. } => {
                let text = if lines { text.trim_matches('\n').to_owned() } else { one_line(text) };
                self.text_reply(Reply::Text(text.into()))
            }
            Step::Text { what: TextFor::Confirmation { .. }, .. }
            | Step::Choose { .. }
            | Step::Many { .. }
            | Step::Value { .. }
            | Step::Confirm { .. }
            | Step::Leave { .. }
            | Step::Done(_) => self.writer.say(OwnWords::own(NO_ANSWER)),
        }
    }
}
