//! A dangerous question, read whole before it is confirmed.
//!
//! - What doesn't fit one page, or has previews, is read once more: context, question, options, previews.
//! - It is read in pages; the confirming text is asked for after the last one.
//! - `back` returns to the question, and nothing else confirms anything.

use super::conversation::LineConversation;
use super::input::TypedLine;
use super::line_writer::{FURTHER_IN, OwnWords};
use super::word::{self, SaidWord, Word};
use asq_core::model::Question;
use asq_core::text::{Shown, Untrusted};
use asq_core::walk::{Step, TextFor};
use std::io::{self, BufRead, Write};

/// Lines on a page.
const PAGE: usize = 20;

impl<R: BufRead, W: Write> LineConversation<'_, R, W> {
    /// Reads the question of a confirmation, if it was announced only in part or is long. False if the person left it.
    pub(super) fn read_whole(&mut self) -> io::Result<bool> {
        let step = self.walk.step();
        let Step::Text { asked, what: TextFor::Confirmation { .. }, .. } = &step else { return Ok(true) };
        let (index, asker) = (asked.index, asked.asker);
        if self.read.contains(&index) {
            return Ok(true);
        }
        let lines = whole(asked.question);
        if lines.len() > PAGE || asked.question.has_preview() {
            self.writer.gap()?;
            let says = OwnWords::own("Before you confirm: all that the ").and(asker).and(" says about it, ");
            self.writer.say(says.number(lines.len()).and(if lines.len() == 1 {
                " line."
            } else {
                " lines."
            }))?;
            let mut heard = 0;
            for page in lines.chunks(PAGE) {
                if heard > 0 && !self.goes_on(lines.len() - heard)? {
                    return Ok(false);
                }
                for line in page {
                    self.writer.say_in(FURTHER_IN, OwnWords::default().shown(line.clone()))?;
                }
                heard += page.len();
            }
            self.writer.say(OwnWords::own("That is all of it."))?;
        }
        self.read.push(index);
        Ok(true)
    }

    /// Asks for the next page.
    fn goes_on(&mut self, left: usize) -> io::Result<bool> {
        loop {
            let (more, or) = (OwnWords::own("Type more to hear the other "), " lines, or back: ");
            self.forget();
            self.writer.ask(&more.number(left).and(or))?;
            match self.line() {
                TypedLine::Line(line) if self.listed(&line)? => {
                    if self.aside {
                        return Ok(false);
                    }
                }
                TypedLine::Line(line) if line.trim().eq_ignore_ascii_case("more") => return Ok(true),
                TypedLine::Line(line) => match word::word_of(&line) {
                    SaidWord::Nothing => return Ok(true),
                    SaidWord::Word(Word::Back) => {
                        // From a confirmation there is always a way back.
                        let _ = self.walk.back();
                        return Ok(false);
                    }
                    SaidWord::Word(Word::Cancel) => {
                        self.walk.leave();
                        return Ok(false);
                    }
                    SaidWord::Word(_)
                    | SaidWord::Numbers(_)
                    | SaidWord::Yes
                    | SaidWord::No
                    | SaidWord::NoRow
                    | SaidWord::Other => {
                        self.writer.say(OwnWords::own("Nothing is confirmed before you heard all of it."))?;
                    }
                },
                TypedLine::TooLong | TypedLine::Pasted(_) => {
                    self.writer.say(OwnWords::own("Nothing is confirmed before you heard all of it."))?;
                }
                TypedLine::End(rest) => {
                    self.ended(rest)?;
                    return Ok(false);
                }
            }
        }
    }
}

/// All text of a question, in the order of its announcement.
fn whole(question: &Question) -> Vec<Shown> {
    let mut lines = Vec::new();
    if let Some(context) = &question.context {
        lines.extend(Shown::lines(&question.literal_source(&context.source)));
    }
    lines.extend(Shown::lines(&question.literal(&question.text)));
    lines.extend(question.description.iter().flat_map(|text| Shown::lines(&question.literal(text))));
    for (n, option) in question.options.iter().chain(&question.custom_row).enumerate() {
        let number = Shown::number(n + 1).then(&Shown::own(". "));
        let mut label = Shown::lines(&question.literal(&option.label)).into_iter();
        lines.push(number.then(&label.next().unwrap_or_default()));
        lines.extend(label);
        let below =
            |text: &Untrusted| Shown::lines(text).into_iter().map(|line| Shown::own("   ").then(&line));
        if let Some(text) = &option.description {
            lines.extend(below(&question.literal(text)));
        }
        if let Some(preview) = &option.preview {
            lines.extend(below(&question.literal_source(&preview.source)));
        }
    }
    lines
}
