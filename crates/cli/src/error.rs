//! Errors of a command, worded for the person who typed it.
//!
//! - Its kind picks the exit code.
//! - One sentence says what is wrong, hints say what to do; they repeat nothing.
//! - Escapes foreign text in a message (a file name, an argument).

use crate::exit::Exit;
use asq_core::life::Refusal;
use asq_core::text::{Shown, Untrusted};
use asq_store::StoreError;
use asq_wire::{Ended, Reason};
use std::fmt;
use strsim::osa_distance;

/// What to do without a right: only a server's tokens lack one.
pub(crate) const OTHER_RIGHT: &str =
    "the token has another right; asq token new makes one that has it, on the server's machine";

/// The class of an error; it picks the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ErrorClass {
    /// The command line is wrong.
    Usage,
    /// The given answer or value doesn't fit.
    Misfit,
    /// No dialect, topic or request has that id.
    UnknownId,
    /// A person must say yes, and there is no terminal to ask them on.
    NoPerson,
    /// Somebody else was faster.
    Conflict,
    /// Standard output or a file can't be written.
    Output,
    /// The store can't be used, or is damaged.
    Store,
    /// asq itself is faulty.
    Fault,
}

/// An error that ends the command.
#[derive(Debug, thiserror::Error)]
pub(crate) struct CommandError {
    kind: ErrorClass,
    message: String,
    hints: Vec<String>,
}

impl CommandError {
    /// An error with one sentence, without a full stop.
    pub(crate) fn new(kind: ErrorClass, message: impl Into<String>) -> CommandError {
        CommandError { kind, message: message.into(), hints: Vec::new() }
    }

    /// Adds a line that says what to do.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> CommandError {
        self.hints.push(hint.into());
        self
    }

    /// The same, with this name for the request in place of "it".
    pub(crate) fn naming(mut self, request: &str) -> CommandError {
        if let Some(rest) = self.message.strip_prefix("it ") {
            self.message = format!("{request} {rest}");
        }
        self
    }

    /// No dialect has this id.
    pub(crate) fn unknown_dialect<'a>(id: &str, known: impl IntoIterator<Item = &'a str>) -> CommandError {
        let known: Vec<&str> = known.into_iter().collect();
        let failure = CommandError::new(ErrorClass::UnknownId, format!("no dialect is called '{id}'"));
        match nearest(id, &known) {
            Some(near) => failure.hint(format!("did you mean '{near}'?")),
            None => failure,
        }
        .hint(format!("asq dialects lists them: {}", known.join(", ")))
    }

    /// A failure of the store, whose words may have several lines.
    pub(crate) fn of_store(text: &str) -> CommandError {
        let mut lines = text.lines();
        let failure = CommandError::new(ErrorClass::Store, lines.next().unwrap_or_default());
        lines.fold(failure, |failure, line| failure.hint(line.trim_start()))
    }

    /// The failure of something that should never fail.
    pub(crate) fn fault(error: impl fmt::Display) -> CommandError {
        CommandError::new(ErrorClass::Fault, error.to_string())
    }

    /// Its sentence, without the hints.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    pub(crate) fn exit(&self) -> Exit {
        match self.kind {
            ErrorClass::Usage => Exit::Usage,
            ErrorClass::UnknownId => Exit::UnknownId,
            ErrorClass::NoPerson => Exit::Ended(Ended::Unavailable),
            ErrorClass::Misfit => Exit::Ended(Ended::Misuse),
            ErrorClass::Conflict => Exit::Ended(Ended::Conflict),
            ErrorClass::Output | ErrorClass::Store => Exit::Output,
            ErrorClass::Fault => Exit::Fault,
        }
    }
}

impl From<StoreError> for CommandError {
    fn from(error: StoreError) -> CommandError {
        CommandError::of_store(&error.to_string())
    }
}

impl From<asq_backend::Failure> for CommandError {
    /// For calls that only read. Another module words the refusal to close, with the winner and the time.
    fn from(failure: asq_backend::Failure) -> CommandError {
        match failure {
            asq_backend::Failure::NoSuch(id) => {
                CommandError::new(ErrorClass::UnknownId, Reason::unknown(id).message)
            }
            asq_backend::Failure::Refused(refusal) if matches!(*refusal, Refusal::Right { .. }) => {
                CommandError::new(ErrorClass::Misfit, Reason::from(&*refusal).message).hint(OTHER_RIGHT)
            }
            asq_backend::Failure::Refused(_) => {
                CommandError::new(ErrorClass::Conflict, "the request's state does not allow that")
            }
            asq_backend::Failure::Store(fault) => CommandError::of_store(&fault.text),
        }
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "asq: {}", escaped(&self.message))?;
        for hint in &self.hints {
            write!(f, "\n  {}", escaped(hint))?;
        }
        Ok(())
    }
}

/// Makes a text that may hold foreign words safe to print, on one line.
pub(crate) fn one_line(text: &str) -> String {
    Shown::one_line(&Untrusted::from(text)).to_string()
}

/// Makes a text that may hold foreign words safe to print, and keeps its line breaks.
pub(crate) fn escaped(text: &str) -> String {
    let lines = Shown::lines(&Untrusted::from(text));
    lines.iter().map(Shown::as_str).collect::<Vec<_>>().join("\n")
}

/// The known name that the person probably meant.
pub(crate) fn nearest<'a>(typed: &str, known: &[&'a str]) -> Option<&'a str> {
    // The rest of a long text changes nothing, and comparing all of it would take too long.
    let head: String = typed.chars().take(64).collect();
    let best = known.iter().map(|name| (osa_distance(&head, name), *name)).min()?;
    (best.0 <= 1 + typed.chars().count() / 4).then_some(best.1)
}

/// The known name that begins with what was typed, or differs from it in a letter or two.
pub(crate) fn meant<'a>(typed: &str, known: &[&'a str]) -> Option<&'a str> {
    let letters = typed.chars().count();
    let begins = known.iter().copied().find(|name| letters > 2 && name.starts_with(typed));
    begins.or_else(|| nearest(typed, known).filter(|near| osa_distance(typed, near) <= 1 + letters / 6))
}

#[cfg(test)]
mod tests {
    use super::{CommandError, ErrorClass, nearest};
    use expect_test::expect;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        let known = ["question", "ask_user_question"];
        assert_eq!(nearest("qestion", &known), Some("question"));
        assert_eq!(nearest("ask-user-question", &known), Some("ask_user_question"));
        assert_eq!(nearest("codex", &known), None);
        assert_eq!(nearest("aks", &["ask", "demo"]), Some("ask"));
        assert_eq!(nearest("", &["ask", "demo"]), None);
    }

    #[test]
    fn foreign_text_in_a_message_is_escaped() {
        let failure =
            CommandError::new(ErrorClass::Usage, "can't read \u{1b}]0;owned\u{7}.json").hint("is it there?");
        let text = failure.to_string();
        assert!(!text.contains('\u{1b}') && !text.contains('\u{7}'), "{text:?}");
    }

    #[test]
    fn an_unknown_dialect_is_answered_with_the_nearest() {
        expect![[r#"
            asq: no dialect is called 'qestion'
              did you mean 'question'?
              asq dialects lists them: question, ask_user_question"#]]
        .assert_eq(&CommandError::unknown_dialect("qestion", ["question", "ask_user_question"]).to_string());
    }
}
