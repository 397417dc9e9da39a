//! The inbox in plain lines: all open requests as sentences, and each asked step by step.
//!
//! - Tells what waits, then reads a line: a number opens that request, a word does the rest.
//! - A request keeps its number as long as the inbox is open.
//! - News comes between two prompts; at the list's own prompt it comes at once, and then the prompt again.
//! - A request is asked as line mode asks any; `list` puts it aside with what was typed.
//! - Says that an answer was sent only once it was accepted, and who was faster if it was refused.
//! - One request alone, by its id, is asked in the same way.

mod command;
mod done;
mod news;
mod row;
mod session;
mod spoken;
mod walk;

use asq_core::inbox::{AnnouncePace, Command, Notice, Rules};
use asq_core::life::{Moment, RequestId};
use std::io::{self, BufReader, Read, Write};

/// The end of a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waited {
    /// There is a line to read, or its end.
    Line,
    /// There are notices.
    News,
    /// A signal ended it, or the terminal is gone.
    Ended,
}

/// What an inbox in plain lines needs from its process.
pub trait LineInboxHost {
    /// The clocks that date requests.
    fn now(&self) -> Moment;
    /// The notices of all that is known at the start.
    fn begin(&mut self) -> Vec<Notice>;
    /// The news so far.
    fn notices(&mut self) -> Vec<Notice>;
    /// Passes a command on.
    fn command(&mut self, command: Command);
    /// Waits for news, and with `line` for typed input, too.
    fn wait(&mut self, line: bool) -> Waited;
    /// The id by which commands name a request.
    fn short_id(&self, id: RequestId) -> String;
    /// Hides typed characters, or shows them again.
    fn hide(&mut self, secret: bool);
    /// Drops what was typed before a prompt.
    fn forget(&mut self) {}
    /// Shows the unfinished line again, after a prompt that was repeated.
    fn show_typed(&mut self) {}
}

/// The configuration.
pub struct LineInboxSetup {
    /// Columns to wrap at; 0 leaves that to the terminal.
    pub width: usize,
    /// The form rules of a dialect.
    pub rules: Rules,
    /// The person's home folder, shown as `~`.
    pub home: Option<String>,
    /// The person wants each danger confirmed by typing.
    pub danger_check: bool,
    /// Rings when a request arrives.
    pub bell: bool,
    /// How often the person wants to hear of requests.
    pub pace: AnnouncePace,
}

/// How it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineInboxEnd {
    /// The person left, or the one request is closed.
    Left,
    /// The one request was put aside, or was over.
    Open,
    /// The one request was refused, and stays open.
    Refused,
    /// The input ended, or a signal came.
    Ended,
    /// The store is gone; the reason was the last line.
    Stopped,
}

/// The whole list, until the person leaves; `first` opens at once.
///
/// # Errors
/// If writing fails; the typed text was kept before.
pub fn inbox<H: LineInboxHost, R: Read, W: Write>(
    host: &mut H,
    setup: LineInboxSetup,
    first: Option<RequestId>,
    reader: BufReader<R>,
    writer: W,
) -> io::Result<LineInboxEnd> {
    session::LineSession::new(host, setup, reader, writer).run(first)
}

/// The oldest request that waits.
///
/// # Errors
/// If writing fails; the typed text was kept before.
pub fn once<H: LineInboxHost, R: Read, W: Write>(
    host: &mut H,
    setup: LineInboxSetup,
    reader: BufReader<R>,
    writer: W,
) -> io::Result<LineInboxEnd> {
    session::LineSession::new(host, setup, reader, writer).once()
}

/// One request alone.
///
/// # Errors
/// If writing fails; the typed text was kept before.
pub fn one<H: LineInboxHost, R: Read, W: Write>(
    host: &mut H,
    setup: LineInboxSetup,
    id: RequestId,
    reader: BufReader<R>,
    writer: W,
) -> io::Result<LineInboxEnd> {
    session::LineSession::new(host, setup, reader, writer).one(id)
}
