//! Standard output and standard error, which may be closed, full or slow pipes.
//!
//! - One function writes JSON, another everything else: both neutralise what a terminal would obey.
//! - Only an ending in a pipe, as text or as a value, keeps its bytes unchanged.
//! - Only what asq itself writes has colours: help and the name before an error, on a terminal that wants them.
//! - Writes a line whole, or returns the error; nothing panics.
//! - Waits for a pipe in non-blocking mode.
//! - A reader that went away ends a listing quietly.
//! - An ending must reach somebody, so a closed standard output is an error.

pub(crate) use crate::closed_output::is_closed;
use crate::env::Env;
use crate::error::{CommandError, ErrorClass, escaped};
use asq_core::text::Untrusted;
use asq_wire::inert;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use serde_json::Value;
use std::borrow::Cow;
use std::io;
use std::os::fd::{AsFd, BorrowedFd};

fn write(bytes: &[u8]) -> io::Result<()> {
    write_all(rustix::stdio::stdout(), bytes)
}

/// Writes an ending to standard output, where somebody waits for it.
pub(crate) fn deliver(bytes: &[u8]) -> io::Result<()> {
    if is_closed() {
        return Err(io::Error::new(io::ErrorKind::BrokenPipe, "it is closed"));
    }
    write(bytes)
}

/// Whether nobody sees the output: it goes to no terminal, and standard error goes elsewhere.
pub(crate) fn is_unseen() -> bool {
    let (out, err) = (rustix::stdio::stdout(), rustix::stdio::stderr());
    let file = |stat: rustix::fs::Stat| (stat.st_dev, stat.st_ino);
    // With 2>&1 both end up in the same place, so the text would come twice.
    let same = match (rustix::fs::fstat(out), rustix::fs::fstat(err)) {
        (Ok(out), Ok(err)) => file(out) == file(err),
        (Ok(_) | Err(_), Ok(_) | Err(_)) => false,
    };
    !same && !rustix::termios::isatty(out)
}

/// Whether standard output is a terminal.
pub(crate) fn is_terminal() -> bool {
    rustix::termios::isatty(rustix::stdio::stdout())
}

/// Prepares a text with foreign words for standard output. On a terminal nothing in it acts; a file or a pipe gets it
/// unchanged.
pub(crate) fn shown(text: String) -> String {
    if !is_terminal() {
        return text;
    }
    // The line breaks at the end are asq's own.
    let bare = text.trim_end_matches('\n');
    let breaks = text.len() - bare.len();
    escaped(bare) + &"\n".repeat(breaks)
}

/// A value as a line of JSON that no terminal obeys.
pub(crate) fn json(value: &Value) -> String {
    inert(value.to_string()) + "\n"
}

/// The same on several lines, for people.
pub(crate) fn json_lines(value: &Value) -> String {
    inert(format!("{value:#}")) + "\n"
}

/// The width of the terminal on standard output; `None` without one.
pub(crate) fn width() -> Option<usize> {
    let stdout = rustix::stdio::stdout();
    if !rustix::termios::isatty(stdout) {
        return None;
    }
    let cells = rustix::termios::tcgetwinsize(stdout).map_or(0, |size| usize::from(size.ws_col));
    // Some terminals don't know their size.
    Some(if cells == 0 { 80 } else { cells })
}

/// Prints a command's result. A reader that has seen enough (`| head`) isn't a failure.
pub(crate) fn print(text: &str) -> Result<(), CommandError> {
    printed(&harmless(text))
}

fn printed(text: &str) -> Result<(), CommandError> {
    let unwritable = |why: &dyn std::fmt::Display| {
        CommandError::new(ErrorClass::Output, format!("can't write to standard output: {why}"))
    };
    if is_closed() {
        return Err(unwritable(&"it is closed"));
    }
    match write(text.as_bytes()) {
        Ok(()) => Ok(()),
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(e) => Err(unwritable(&e)),
    }
}

/// Prints a text of asq's own that has colours in it. They reach only a terminal that wants them.
pub(crate) fn print_styled(text: &str) -> Result<(), CommandError> {
    printed(&styled(text, is_coloured(rustix::stdio::stdout())))
}

/// Prints the same on standard error, and a line break.
pub(crate) fn say_styled(text: &str) {
    let text = styled(text, is_coloured(rustix::stdio::stderr()));
    // If standard error fails, there is nowhere to report it.
    let _ = write_all(rustix::stdio::stderr(), format!("{text}\n").as_bytes());
}

/// Prints an error, which begins with asq's name, on standard error.
pub(crate) fn fail(text: &str) {
    let plain = without_error_numbers(&harmless(text));
    match plain.strip_prefix(NAME).filter(|_| is_coloured(rustix::stdio::stderr())) {
        Some(rest) => say_styled(&format!("\x1b[1;31m{NAME}\x1b[0m{rest}")),
        None => say(text),
    }
}

/// The beginning of every error.
const NAME: &str = "asq:";

/// Whether this is a terminal that wants colours.
fn is_coloured(fd: BorrowedFd<'_>) -> bool {
    rustix::termios::isatty(fd) && Env::read().wants_colours()
}

/// A text without what a terminal obeys, but with its colours, or without those, too.
fn styled(text: &str, colours: bool) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("\x1b[") {
        let (plain, style) = rest.split_at(at);
        let end = 2 + style[2..].find(|c: char| !(c.is_ascii_digit() || c == ';')).unwrap_or(style.len() - 2);
        out += &harmless(plain);
        if style[end..].starts_with('m') {
            out += if colours { &style[..=end] } else { "" };
            rest = &style[end + 1..];
        } else {
            out += &harmless(&style[..1]);
            rest = &style[1..];
        }
    }
    out + &harmless(rest)
}

/// Standard output as a writer, for long output.
pub(crate) struct Stdout;

impl io::Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        write(bytes).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
thread_local! {
    /// The lines of this thread on standard error.
    pub(crate) static SAID: std::cell::RefCell<Vec<String>> = const { std::cell::RefCell::new(Vec::new()) };
}

/// Prints a line on standard error, if possible.
pub(crate) fn say(text: &str) {
    #[cfg(test)]
    SAID.with_borrow_mut(|said| said.push(text.to_owned()));
    // If standard error fails, there is nowhere to report it.
    let text = without_error_numbers(&harmless(text)) + "\n";
    let _ = write_all(rustix::stdio::stderr(), text.as_bytes());
}

/// Prints what a person typed on standard error, below an empty line, with its own lines. What a terminal would obey is
/// escaped.
pub(crate) fn say_typed(text: &Untrusted) {
    let lines = format!("\n{}\n", escaped(text.raw()));
    // If standard error fails, there is nowhere to report it.
    let _ = write_all(rustix::stdio::stderr(), lines.as_bytes());
}

/// The text without the system's numbers behind its words, as in `No such file or directory (os error 2)`.
fn without_error_numbers(text: &str) -> String {
    const MARK: &str = " (os error ";
    let mut rest = text;
    let mut plain = String::new();
    while let Some((before, after)) = rest.split_once(MARK) {
        plain.push_str(before);
        let digits = after.trim_start_matches(|c: char| c.is_ascii_digit());
        match digits.strip_prefix(')') {
            Some(end) if digits.len() < after.len() => rest = end,
            Some(_) | None => {
                plain.push_str(MARK);
                rest = after;
            }
        }
    }
    plain + rest
}

/// Replaces what a terminal obeys, or what reverses text, with tokens. This catches whatever a command forgot to
/// escape.
fn harmless(text: &str) -> Cow<'_, str> {
    let acts = |c: char| {
        c.is_control() && !matches!(c, '\n' | '\t')
            || matches!(c, '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let token = |c: char| if acts(c) { format!("<U+{:04X}>", u32::from(c)) } else { c.to_string() };
    Cow::Owned(text.chars().map(token).collect())
}

fn write_all(fd: BorrowedFd<'_>, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match rustix::io::write(fd.as_fd(), bytes) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(n) => bytes = &bytes[n..],
            Err(Errno::INTR) => {}
            // Another process that shares the terminal may have made it non-blocking.
            Err(Errno::AGAIN) => {
                poll(&mut [PollFd::new(&fd, PollFlags::OUT)], None).or_else(|e| match e {
                    Errno::INTR => Ok(0),
                    other => Err(other),
                })?;
            }
            Err(e) => return Err(e.into()),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{styled, without_error_numbers};

    #[test]
    fn errors_have_words_and_no_numbers() {
        for (text, wanted) in [
            (
                "can't read 'x': No such file or directory (os error 2)",
                "can't read 'x': No such file or directory",
            ),
            ("a (os error 2), b (os error 13)\n  c", "a, b\n  c"),
            ("a (os error x) b (os error )", "a (os error x) b (os error )"),
            ("nothing", "nothing"),
        ] {
            assert_eq!(without_error_numbers(text), wanted);
        }
    }

    #[test]
    fn colours_stay_or_go_and_nothing_else_acts() {
        let text = "\x1b[1;32mOptions:\x1b[0m a\x1b[2Jb \x1b]0;x\x07 \x1b[38;5;9mc\x1b[m \x1b[1";
        assert_eq!(
            [true, false].map(|colours| styled(text, colours)),
            [
                "\x1b[1;32mOptions:\x1b[0m a<U+001B>[2Jb <U+001B>]0;x<U+0007> \x1b[38;5;9mc\x1b[m <U+001B>[1",
                "Options: a<U+001B>[2Jb <U+001B>]0;x<U+0007> c <U+001B>[1"
            ]
        );
    }
}
