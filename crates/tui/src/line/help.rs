//! The help: what can be typed at the current step.
//!
//! - First it explains how to reply, then the words, one a line.
//! - If a text is typed, it explains how to send a word as a text.
//! - `note`, `show`, `context`, `skip`, `use`, `discuss` and `decline` are named only if they do something.

use super::announce;
use super::conversation::LineConversation;
use super::line_writer::{LineWriter, OwnWords};
use asq_core::walk::{AskedQuestion, Step, StepRow, TextFor};
use std::io::{self, BufRead, Write};

impl<R: BufRead, W: Write> LineConversation<'_, R, W> {
    /// Tells what can be typed, and from where the question comes. Then the step is announced again.
    pub(super) fn help(&mut self) -> io::Result<()> {
        self.announce_again();
        let (discuss, decline) = (self.walk.may_discuss(), self.walk.may_decline());
        tell(&mut self.writer, &self.walk.step(), discuss, decline)?;
        self.help_of_a_list()?;
        // A dangerous question is announced again, and names it.
        let named = match self.walk.step() {
            Step::Choose { asked, .. }
            | Step::Many { asked, .. }
            | Step::Value { asked, .. }
            | Step::Text { asked, what: TextFor::Answer { .. }, .. } => asked.question.danger.is_some(),
            Step::Text { what: TextFor::Custom | TextFor::Note | TextFor::Confirmation { .. }, .. }
            | Step::Confirm { .. }
            | Step::Leave { .. }
            | Step::Done(_) => false,
        };
        match self.origin.filter(|_| !named) {
            Some(origin) => announce::origin(&mut self.writer, origin),
            None => Ok(()),
        }
    }
}

fn tell<W: Write>(
    writer: &mut LineWriter<W>,
    step: &Step<'_>,
    may_discuss: bool,
    may_decline: bool,
) -> io::Result<()> {
    writer.gap()?;
    let (asked, how): (Option<&AskedQuestion<'_>>, &[&'static str]) = match step {
        Step::Choose { asked, .. } if asked.question.is_yes_or_no() => {
            (Some(asked), &["Type yes or no, or the number of the row that you pick, and press Enter."])
        }
        Step::Choose { asked, .. } => {
            (Some(asked), &["Type the number of the row that you pick, and press Enter."])
        }
        Step::Many { asked, .. } => (
            Some(asked),
            &[
                "Type the numbers of all rows that you pick, with spaces or commas between them.",
                "A new line of numbers replaces the one before.",
            ],
        ),
        Step::Value { asked, .. } => (Some(asked), &[]),
        Step::Text { asked, what, .. } => (Some(asked), how_to_write(*what)),
        Step::Confirm { .. } => (
            None,
            &["Type yes to send what is listed.", "Type the number of a question to change its answer."],
        ),
        Step::Leave { .. } => (None, &["Type yes to end this without an answer."]),
        Step::Done(_) => (None, &[]),
    };
    if let Step::Value { asked, .. } = step {
        writer.say(OwnWords::own("Type ").and(asked.question.kind.noun()).and(", and press Enter."))?;
    }
    for line in how {
        writer.say(OwnWords::own(line))?;
    }
    writer.say(OwnWords::own("Words that you can type:"))?;
    let mut word = |text| writer.say_in(2, OwnWords::own(text));
    word("? shows this help and the question again.")?;
    word("back goes to the step before.")?;
    let asks_text = matches!(step, Step::Text { .. });
    if asked.is_some_and(|a| a.takes_note) {
        word(if asks_text {
            "note writes a note on this question."
        } else {
            "note writes a note; it may stand on the same line, as in: note later."
        })?;
    }
    if asked.is_some_and(|a| a.question.has_preview()) {
        word("show and a number reads a preview, as in: show 1.")?;
    }
    if asked.is_some_and(|a| a.question.context.is_some()) {
        word("context reads all of what is said first.")?;
    }
    if asked.is_some_and(|a| a.may_skip) {
        word("skip leaves this question open and goes on.")?;
    }
    if holds_out(step) {
        word("use takes what is kept or suggested.")?;
    }
    if may_discuss {
        word("discuss ends this, to talk about it first.")?;
    }
    if takes_lines(step) {
        word("lines begins a text of several lines, typed or pasted.")?;
    }
    if may_decline {
        word(if asks_text {
            "decline says no to all of this, and asks for the reason."
        } else {
            "decline says no to all of this; a reason may follow, as in: decline not now."
        })?;
    }
    word("cancel ends this without an answer.")?;
    if asks_text {
        writer.say(OwnWords::own("To send such a word as your text, put = before it, as in: =back."))?;
    }
    Ok(())
}

fn how_to_write(what: TextFor<'_>) -> &'static [&'static str] {
    match what {
        TextFor::Answer { multiline: true, .. } | TextFor::Custom | TextFor::Note => &[
            "Type your text, and press Enter.",
            "A line that ends in \\ goes on in the next line. To end it in a \\, type two.",
        ],
        TextFor::Answer { multiline: false, .. } => &["Type your text in one line, and press Enter."],
        TextFor::Confirmation { .. } => &["Type the text that confirms your answer, and press Enter."],
    }
}

/// Whether the step takes a text of several lines.
pub(super) fn takes_lines(step: &Step<'_>) -> bool {
    match step {
        Step::Text { what, .. } => match what {
            TextFor::Answer { multiline, .. } => *multiline,
            TextFor::Custom | TextFor::Note => true,
            TextFor::Confirmation { .. } => false,
        },
        Step::Choose { .. }
        | Step::Many { .. }
        | Step::Value { .. }
        | Step::Confirm { .. }
        | Step::Leave { .. }
        | Step::Done(_) => false,
    }
}

fn holds_out(step: &Step<'_>) -> bool {
    let suggested = |rows: &[StepRow<'_>]| rows.iter().any(|r| r.suggested);
    match step {
        Step::Choose { rows, .. } | Step::Many { rows, .. } => suggested(rows),
        Step::Text { held, .. } | Step::Value { held, .. } => held.is_some(),
        Step::Confirm { .. } | Step::Leave { .. } | Step::Done(_) => false,
    }
}
