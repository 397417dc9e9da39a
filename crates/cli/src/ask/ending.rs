//! Prints the ending of an ask, settles its draft and records its delivery.
//!
//! - Keeps typed text that isn't in an answer before it prints anything.
//! - A printed answer ends its draft, except for text that isn't in the answer. An answer that can't be printed becomes
//!   a draft, and standard error says so.
//! - On a terminal it escapes all foreign text. Without a format, the receipt of the form is all that a terminal shows;
//!   if no form was answered here, the text for the agent follows. JSON is indented there.
//! - Reports a malformed call on standard error if nobody sees standard output.
//! - A single yes-or-no question exits with 0 only for a yes.
//! - After the form, reports in one line what it could not keep. Removes drafts that are a week old.
//! - Records the delivery of a stored ending once it is written; until then the next ask or wait gets it.

use super::keep::Keeper;
use crate::args::{OutputArgs, OutputFormat};
use crate::clock::local_zone;
use crate::ending_text::{self, EndingText};
use crate::env::Env;
use crate::error::escaped;
use crate::exit::Exit;
use crate::output;
use crate::session::refused::of as refused;
use asq_asking::{Delivery, WrittenEnding};
use asq_core::life::RequestId;
use asq_core::model::Outcome;
use asq_tui::terminal::Terminal;
use asq_wire::{Ended, ToolReply};

/// An ending that nobody has read yet.
pub(crate) struct PrintedEnding {
    /// `None` if the request isn't in the store.
    pub(crate) id: Option<RequestId>,
    pub(crate) ended: Ended,
    pub(crate) reply: ToolReply,
    /// The values of the answer, one per line; empty without an answer.
    pub(crate) values: String,
    /// What the person said, and the keeper of their drafts; `None` if no form asked them here.
    pub(crate) said: Option<(Outcome, Keeper)>,
    /// The turn on the terminal, held until the ending is printed there, too.
    pub(crate) turn: Option<Terminal>,
    /// What to record after the ending is written, if it came through the store.
    pub(crate) delivery: Option<Delivery>,
    /// The ticket for a secret that nobody has answered yet.
    pub(crate) ticket: Option<String>,
    /// What was dropped or mended while the call was read.
    pub(crate) notes: Vec<String>,
    /// Whether it answers a single yes-or-no question. Then anything but a yes exits like a refusal, since scripts go
    /// by the exit code.
    pub(crate) confirms: bool,
    /// The dialect, if it answers the sample call of `asq demo`.
    pub(crate) sample_of: Option<&'static str>,
}

impl From<WrittenEnding> for PrintedEnding {
    fn from(written: WrittenEnding) -> PrintedEnding {
        let WrittenEnding { id, ended, reply, values, delivery, ticket, notes } = written;
        PrintedEnding { id, values, delivery, ticket, notes, ..PrintedEnding::unasked(ended, reply) }
    }
}

/// Records that the asker has the ending, or reports why that failed.
pub(crate) fn record(delivery: Delivery, env: &Env) {
    if let Err(failure) = delivery.record() {
        let why = refused(&failure, &local_zone(env));
        output::say(&format!("{why}\n  the ending was delivered, but that is not recorded"));
    }
}

impl PrintedEnding {
    pub(crate) fn unasked(ended: Ended, reply: ToolReply) -> PrintedEnding {
        PrintedEnding {
            id: None,
            ended,
            reply,
            values: String::new(),
            said: None,
            turn: None,
            delivery: None,
            ticket: None,
            notes: Vec::new(),
            confirms: false,
            sample_of: None,
        }
    }

    /// Marks it as the ending of a single yes-or-no question.
    pub(crate) fn of_a_confirm(self) -> PrintedEnding {
        PrintedEnding { confirms: true, ..self }
    }

    /// Marks it as the ending of a dialect's sample call.
    pub(crate) fn of_a_sample(self, dialect: &'static str) -> PrintedEnding {
        PrintedEnding { sample_of: Some(dialect), ..self }
    }

    /// The values of the answer, one per line.
    pub(crate) fn values(&self) -> &str {
        &self.values
    }

    /// The same with other values to print.
    pub(crate) fn with_values(self, values: String) -> PrintedEnding {
        PrintedEnding { values, ..self }
    }

    /// The values of an answer to a question of asq's own. Removes its drafts.
    pub(crate) fn taken(self) -> Option<String> {
        if let Some((outcome, mut keeper)) = self.said {
            settle(&outcome, &mut keeper, true);
        }
        (self.ended == Ended::Answered).then(|| self.values.trim_end().to_owned())
    }

    pub(crate) fn deliver(self, wanted: &OutputArgs, env: &Env) -> Exit {
        let mut said = self.said;
        if let Some((outcome, keeper)) = &mut said
            && !matches!(outcome, Outcome::Answered(_))
        {
            keeper.keep_ending(outcome);
        }
        let ended = self.ended;
        // A form that a signal ends leaves no receipt.
        let has_receipt = |it: &Outcome| Ended::from(it) == ended && ended != Ended::Withdrawn;
        let is_shown = said.as_ref().is_some_and(|(outcome, _)| has_receipt(outcome));
        let exit = Exit::of(ended, self.confirms, &self.values);
        // Nobody sees output that goes into a pipe or a variable, but somebody must see the problems of a malformed
        // call, and that another question has the call's id.
        let is_unseen = match wanted.chosen() {
            None if output::is_terminal() => true,
            Some(OutputFormat::Value) => true,
            None | Some(OutputFormat::Json | OutputFormat::Text) => output::is_unseen(),
        };
        if matches!(ended, Ended::Misuse | Ended::Conflict) && is_unseen {
            output::say(&escaped(&self.reply.content));
        }
        let more = self.ticket.map(|ticket| ("ticket", ticket.into()));
        let text = EndingText {
            id: self.id,
            ended,
            reply: self.reply,
            values: self.values,
            notes: self.notes,
            more,
        };
        let text = match (wanted.chosen(), output::is_terminal()) {
            (None, true) => below_receipt(&text, is_shown, self.sample_of),
            (Some(OutputFormat::Json), true) => text.indented(),
            (format, _) => text.printed(format.unwrap_or(OutputFormat::Json)),
        };
        let written = output::deliver(text.as_bytes());
        if let Some((outcome, keeper)) = &mut said {
            settle(outcome, keeper, written.is_ok());
        }
        // The ending is printed, so the next form on this terminal may begin below it.
        drop(self.turn);
        match written {
            Ok(()) => {
                // Only now: an asker that got nothing has to find the ending again.
                if let Some(delivery) = self.delivery {
                    record(delivery, env);
                }
                exit
            }
            Err(error) => {
                let kept = said.and_then(|(_, keeper)| keeper.kept_answer());
                let kept = match (self.delivery, kept) {
                    (Some(_), _) => "; it stays undelivered".to_owned(),
                    (None, Some(what)) => format!("; {what} is kept as a draft (asq help drafts)"),
                    (None, None) => String::new(),
                };
                let what = if ended == Ended::Answered {
                    "the answer".to_owned()
                } else {
                    format!("the outcome '{}'", ended.name())
                };
                output::say(&format!("asq: can't write {what} to standard output: {error}{kept}"));
                Exit::Output
            }
        }
    }
}

/// What a terminal shows without `--format`: nothing below the receipt of a form, except for a sample call.
fn below_receipt(text: &EndingText, is_shown: bool, sample_of: Option<&str>) -> String {
    match (text.ended, sample_of) {
        // Standard error says it.
        (Ended::Pending | Ended::Unavailable | Ended::Misuse | Ended::Conflict, _) => String::new(),
        (_, Some(dialect)) => ending_text::of_sample(dialect, &text.reply.content),
        (_, None) if is_shown => String::new(),
        (_, None) => output::shown(text.reply.content.clone() + "\n"),
    }
}

fn settle(outcome: &Outcome, keeper: &mut Keeper, written: bool) {
    if matches!(outcome, Outcome::Answered(_)) {
        if written {
            keeper.answered();
        } else {
            keeper.keep_ending(outcome);
        }
    } else if written && matches!(outcome, Outcome::Declined { .. }) {
        keeper.declined(outcome);
    }
    keeper.sweep();
    tell_troubles(keeper);
}

/// Says what became of drafts. What couldn't be kept stays on the terminal, to be copied.
pub(super) fn tell_troubles(keeper: &Keeper) {
    for trouble in keeper.troubles() {
        output::say(&format!("asq: {}", escaped(&trouble)));
    }
    // The asker may read standard error unless it is a terminal.
    if rustix::termios::isatty(rustix::stdio::stderr()) {
        for text in keeper.unkept() {
            output::say_typed(text);
        }
    }
}
