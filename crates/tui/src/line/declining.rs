//! The reason for declining, on a line of its own.
//!
//! - An empty line gives no reason; `back` goes on with the question.
//! - A word that means something else elsewhere isn't a reason.

use super::conversation::LineConversation;
use super::input::TypedLine;
use super::line_writer::OwnWords;
use super::pasted;
use super::word::{self, Word};
use asq_core::fit::TEXT_MOST;
use std::io::{self, BufRead, Write};

impl<R: BufRead, W: Write> LineConversation<'_, R, W> {
    pub(super) fn declining(&mut self) -> io::Result<()> {
        self.writer.gap()?;
        self.writer
            .say(OwnWords::own("To decline, type the reason. An empty line gives none; back goes on."))?;
        loop {
            self.forget();
            self.writer.ask(&OwnWords::own("Type the reason: "))?;
            self.hide(false);
            let line = match self.input.line() {
                TypedLine::Line(line) => line,
                TypedLine::Pasted(text) => return self.declined(&pasted::one_line(&text)),
                TypedLine::TooLong => {
                    self.too_long(TEXT_MOST + 1)?;
                    continue;
                }
                TypedLine::End(_) => return self.ended(String::new()),
            };
            if self.listed(&line)? {
                return Ok(());
            }
            let reason = match word::word_or_text(&line) {
                Ok(Word::Back) => {
                    self.announce_again();
                    return self.writer.say(OwnWords::own("Going on."));
                }
                Ok(Word::Cancel) => {
                    self.walk.leave();
                    return Ok(());
                }
                Ok(
                    Word::Help
                    | Word::Note(_)
                    | Word::Show(_)
                    | Word::Discuss
                    | Word::Skip
                    | Word::Decline(_)
                    | Word::Context
                    | Word::Use
                    | Word::Lines,
                ) => {
                    self.writer.say(OwnWords::own("Nothing is declined yet: that is a word of its own."))?;
                    continue;
                }
                Err(reason) => reason.trim().to_owned(),
            };
            return self.declined(&reason);
        }
    }

    fn declined(&mut self, reason: &str) -> io::Result<()> {
        match self.walk.decline(Some(reason.into())) {
            Ok(()) => Ok(()),
            Err(refusal) => self.refused(&refusal),
        }
    }
}
