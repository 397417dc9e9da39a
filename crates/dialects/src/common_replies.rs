//! Sentences that all contracts share.
//!
//! - Endings that a contract's document doesn't know have the same words in every contract.
//! - Line breaks in typed text are indented.
//! - A decline has the contract's own words for a cancel, plus the person's reason.
//! - A misuse lists every problem and says that nobody was asked.

use crate::{Ending, Misuse, ToolReply};
use asq_core::model::Outcome;

const DISCUSS: &str = "User wants to discuss this topic in conversation. Switch to conversational mode — \
    ask follow-ups in plain text, no tools. When you've understood enough, resume structured interaction with \
    ask_question.";

/// Indents the second and later lines, so that none can pass for a line of the reply itself.
pub(crate) fn indented(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n").replace('\n', "\n    ")
}

/// A contract's words for a cancel.
#[derive(Clone, Copy)]
pub(crate) struct Cancel {
    pub(crate) text: &'static str,
    pub(crate) is_error: bool,
}

/// Text and error flag of an ending; `None` for answered, unavailable and misuse, which each contract words
/// itself.
pub(crate) fn common_reply(ending: Ending<'_>, cancel: Cancel) -> Option<(String, bool)> {
    let Cancel { text, is_error } = cancel;
    Some(match ending {
        Ending::Unavailable(_) | Ending::Misuse(_) | Ending::Closed(Outcome::Answered(_)) => return None,
        Ending::Closed(Outcome::Cancelled(_)) => (text.to_owned(), is_error),
        Ending::Closed(Outcome::Declined { reason, draft: _ }) => match reason {
            Some(reason) if !reason.is_blank() => {
                (format!("{text} Reason: {}", indented(reason.raw())), is_error)
            }
            _ => (text.to_owned(), is_error),
        },
        Ending::Closed(Outcome::Discuss(_)) => (DISCUSS.to_owned(), false),
        Ending::Closed(Outcome::Withdrawn(_)) => {
            ("The question was withdrawn before the user answered.".to_owned(), is_error)
        }
        Ending::Closed(Outcome::Expired(_)) => {
            ("No answer came before the time limit. No choice was made.".to_owned(), is_error)
        }
        Ending::Pending(id) => (
            format!("Not answered yet. The user has been asked (id {id}). Call wait, or run: asq wait {id}"),
            false,
        ),
        Ending::Conflict(conflict) => {
            (format!("Conflict: {} was first, at {}.", conflict.winner, conflict.time), is_error)
        }
    })
}

/// The text of a misuse: that nobody was asked, then every problem.
pub(crate) fn misuse_text(what: &str, misuse: &Misuse) -> String {
    format!("Error: {what}, so the user was not asked. Fix all of this and call again:\n{misuse}")
}

/// The reply to a call that no dialect reads.
pub fn misuse_reply(misuse: &Misuse) -> ToolReply {
    ToolReply::error(misuse_text("the call could not be read", misuse))
}
