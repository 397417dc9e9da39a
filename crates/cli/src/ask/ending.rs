//! How an ask ended, on its way out.
//!
//! - What was typed and not answered is kept before anything is printed.
//! - A printed answer ends its draft; one that can't be printed becomes a draft, and is said to be one.
//! - What could not be kept is said in one line, after the form.

use super::keep::Keeper;
use crate::args::{Format, Output};
use crate::error::escaped;
use crate::exit::Exit;
use crate::output;
use asq_core::model::Outcome;
use asq_tui::terminal::Terminal;
use asq_wire::{Ended, ToolReply};

/// An ending that nobody has read yet.
#[derive(Debug)]
pub(crate) struct Ending {
    pub(crate) ended: Ended,
    pub(crate) reply: ToolReply,
    /// Where a person was asked: what they said, and where drafts of it lie.
    pub(crate) said: Option<(Outcome, Keeper)>,
    /// The turn on the terminal that the ending is printed on, too.
    pub(crate) turn: Option<Terminal>,
}

impl Ending {
    /// Where nobody was asked.
    pub(crate) fn unasked(ended: Ended, reply: ToolReply) -> Ending {
        Ending { ended, reply, said: None, turn: None }
    }

    /// Prints it.
    pub(crate) fn deliver(self, wanted: &Output) -> Exit {
        let mut said = self.said;
        if let Some((outcome, keeper)) = &mut said
            && !matches!(outcome, Outcome::Answered(_))
        {
            keeper.keep_ending(outcome);
        }
        let ended = self.ended;
        let mut text = match wanted.format {
            Format::Json => asq_wire::Output { id: None, ended, reply: self.reply }.line(),
            Format::Text => self.reply.content,
        };
        text.push('\n');
        let written = output::deliver(text.as_bytes());
        if let Some((outcome, keeper)) = &mut said {
            settle(outcome, keeper, written.is_ok());
        }
        drop(self.turn);
        match written {
            Ok(()) => Exit::Ended(ended),
            Err(error) => {
                let kept = said.is_some_and(|(_, keeper)| keeper.has_kept());
                let kept = if kept { "; what was answered is kept as a draft (asq help drafts)" } else { "" };
                output::say(&format!(
                    "asq: can't write the {} ending to standard output: {error}{kept}",
                    ended.name()
                ));
                Exit::Output
            }
        }
    }
}

fn settle(outcome: &Outcome, keeper: &mut Keeper, written: bool) {
    if matches!(outcome, Outcome::Answered(_)) {
        if written {
            keeper.forget();
        } else {
            keeper.keep_ending(outcome);
        }
    }
    keeper.sweep();
    if let Some(trouble) = keeper.trouble() {
        output::say(&format!("asq: what was typed can't be kept as a draft: {}", escaped(trouble)));
    }
}
