//! Line mode: a request asked in plain lines, for screen readers and for terminals that can do no more.
//!
//! - Each question is announced once, its rows numbered; then one line is read, with Enter at its end. A paste belongs to
//!   the question at which it came, and what was typed before a question doesn't answer it.
//! - No colour, no cursor movement, no drawing: only text and line breaks are written.
//! - Foreign text is escaped and never begins a line.
//! - Typed words help at any step: `?`, `back`, `note`, `show 2`, `discuss`, `cancel`, `use`, `lines`.
//! - Nothing is sent before all answers were listed and the person typed `yes`.
//! - A secret isn't shown while it is typed, if the terminal can do that.
//! - The end of the input cancels; the typed text stays as a draft.
//! - A request from a list can be put aside; then the end of the input does that, too.

mod announce;
mod aside;
mod conversation;
mod danger;
mod declining;
mod help;
pub mod inbox;
mod input;
mod line_writer;
mod markup;
mod pasted;
mod suggestion;
mod text;
mod typing;
mod word;

pub use typing::LineTyping;

use asq_core::form::FormRules;
use asq_core::life::{About, Origin};
use asq_core::model::{Draft, Outcome, Request};
use asq_core::text::Line;
use std::io::{self, BufRead, Write};

/// How to ask.
#[derive(Default)]
pub struct Options<'a> {
    /// Columns to wrap at; 0 leaves that to the terminal.
    pub width: usize,
    /// Called whenever there is something new to save, before the next line is read.
    pub draft_changed: Option<&'a mut dyn FnMut(&Draft)>,
    /// Called with true before a secret is read, to hide typed characters, and with false afterwards.
    pub hide: Option<&'a mut dyn FnMut(bool)>,
    /// Called before each prompt, to drop what was typed before it could be read.
    pub forget: Option<&'a mut dyn FnMut()>,
    /// For a request from a list, which can be put aside: called before each prompt. The caller then says how it ended.
    pub between: Option<&'a mut dyn FnMut() -> Between>,
    /// What the asker was doing, read on the word `about`.
    pub about: Option<&'a About>,
    /// The request's origin, as the machine knows it; named with a dangerous question, and in the help.
    pub origin: Option<&'a Origin>,
}

/// News between two prompts.
#[derive(Default)]
pub struct Between {
    /// Sentences to say.
    pub says: Vec<Line>,
    /// The request is over; the conversation ends.
    pub over: bool,
}

/// The outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct LineEnd {
    pub outcome: Outcome,
    /// The person put the request aside, or it was over elsewhere; the outcome is then a withdrawal.
    pub aside: bool,
    /// The draft to save for the next time; empty once the request is answered.
    pub draft: Draft,
}

/// Asks a request in plain lines until it is answered or ended. Texts of the draft are suggested, never used by
/// themselves.
///
/// The reader returns lines as they were typed; its end, or its failure, cancels. Terminals that edit lines themselves
/// take at most 4095 bytes a line: longer texts come as several lines.
///
/// # Errors
///
/// If writing fails; the typed text went to `draft_changed` before.
pub fn ask<R: BufRead, W: Write>(
    request: Request,
    rules: FormRules,
    draft: Draft,
    reader: R,
    writer: W,
    options: Options<'_>,
) -> io::Result<LineEnd> {
    conversation::LineConversation::new(request, rules, draft, reader, writer, options).run()
}
