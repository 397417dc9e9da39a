//! Line mode: a request asked in plain lines, for screen readers and for terminals that can do no more.
//!
//! - Each question is announced once, its rows numbered; then one line is read, with Enter at its end.
//! - No colour, no cursor movement, no drawing: what is written is text and line breaks.
//! - Foreign text is escaped and never stands at the beginning of a line.
//! - Typed words help at any step: `?`, `back`, `note`, `show 2`, `discuss`, `cancel`, `use`, `lines`.
//! - Nothing is sent before all answers were listed and `yes` was typed.
//! - A secret is not shown while it is typed, where the terminal can do that.
//! - The end of the input cancels; what was typed stays as a draft.

mod announce;
mod conversation;
mod help;
mod input;
mod line_writer;
mod text;
mod word;

use asq_core::form::FormRules;
use asq_core::model::{Draft, Outcome, Request};
use std::io::{self, BufRead, Write};

/// How to ask.
#[derive(Default)]
pub struct Options<'a> {
    /// Columns to wrap at; 0: lines are as long as they are, the terminal breaks them.
    pub width: usize,
    /// Is told whenever there is something new to keep, before the next line is read.
    pub draft_changed: Option<&'a mut dyn FnMut(&Draft)>,
    /// Is told to hide what is typed (true) before a secret is read, and to show it again (false) afterwards.
    pub hide: Option<&'a mut dyn FnMut(bool)>,
}

/// How it ended.
#[derive(Clone, Debug, PartialEq)]
pub struct LineEnd {
    pub outcome: Outcome,
    /// What to keep for the next time; empty once it was answered.
    pub draft: Draft,
}

/// Asks a request in plain lines until it is answered or ended. Texts of the draft are held out, never taken
/// by themselves.
///
/// The reader hands out lines as they were typed; its end, or its failure, cancels.
/// Terminals that edit lines themselves take at most 4095 bytes a line: longer texts come as several lines.
///
/// # Errors
///
/// When writing fails; what was typed went to `draft_changed` before.
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
