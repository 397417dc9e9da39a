//! Line mode on the terminal: plain lines in and out.
//!
//! - Takes its turn on the terminal as a drawn form does. asq reads key by key and shows what is typed, so that it can
//!   tell a paste from lines and keep a secret unseen; every way out restores the terminal's modes.
//! - What was typed before a prompt is dropped, and what is left at the end never reaches the shell.
//! - Rings the bell once before the first line, if the settings say so.
//! - Ctrl+C and the end of input cancel; SIGTERM and a closed terminal withdraw.
//! - The asker's time limit ends it, whatever has been typed.
//! - Ctrl+Z stops asq until it is continued; the unfinished line stays.

use super::signals::AskSignals;
use crate::clock::ProcessClock;
use asq_core::form::FormRules;
use asq_core::life::Origin;
use asq_core::model::{Draft, Outcome, Request};
use asq_core::time::Timestamp;
use asq_tui::line::{self, LineTyping, Options};
use asq_tui::terminal::{TTY, TermSignal, Terminal};
use rustix::process::Signal as Number;
use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io::{self, BufReader, Read, Write};

/// So many milliseconds without input end what came at once.
const AT_ONCE: u64 = 50;
/// The most bytes that come at once.
const MOST_AT_ONCE: usize = 4 << 20;

/// A terminal in lines: what is typed there, and what signals do.
pub(crate) struct LineSignals<'a> {
    pub(crate) terminal: &'a Terminal,
    /// The signal that ended the reading, if one did.
    pub(crate) ended: Cell<Option<i32>>,
    typing: RefCell<LineTyping>,
    clock: ProcessClock,
}

impl<'a> LineSignals<'a> {
    /// Sets the terminal's modes for plain lines; they last until it is left.
    pub(crate) fn new(terminal: &'a Terminal) -> io::Result<LineSignals<'a>> {
        terminal.enter_lines()?;
        let (ended, typing) = (Cell::new(None), RefCell::new(LineTyping::default()));
        Ok(LineSignals { terminal, ended, typing, clock: ProcessClock::start() })
    }

    /// Does what the signals since the last call want. True if one of them ends the reading.
    pub(crate) fn follow(&self) -> io::Result<bool> {
        for signal in self.terminal.signals() {
            match signal {
                TermSignal::End(number) => {
                    self.ended.set(Some(number));
                    return Ok(true);
                }
                TermSignal::Suspend => {
                    // The shell that takes over must show what is typed there.
                    self.terminal.leave();
                    self.terminal.stop(false);
                    self.terminal.enter_lines()?;
                    self.show_typed()?;
                }
                TermSignal::Resize | TermSignal::Continue => {}
            }
        }
        Ok(false)
    }

    /// Shows nothing of what is typed, or shows it again.
    pub(crate) fn hide(&self, secret: bool) {
        self.typing.borrow_mut().hide(secret);
    }

    /// Restores the terminal's modes. What was typed and not read isn't for the shell.
    pub(crate) fn leave(&self) {
        self.terminal.forget_input();
        self.terminal.leave();
    }

    /// Drops what was typed before a prompt.
    pub(crate) fn forget(&self) {
        self.terminal.forget_input();
        self.typing.borrow_mut().forget();
    }

    /// Shows the unfinished line again.
    pub(crate) fn show_typed(&self) -> io::Result<()> {
        self.terminal.show_typed(&self.typing.borrow().shown())
    }

    /// Whether a line or the end is there.
    pub(crate) fn can_read(&self) -> bool {
        self.typing.borrow().can_read()
    }

    /// Ends the input, with what was typed so far.
    pub(crate) fn end(&self) {
        self.typing.borrow_mut().end();
    }

    /// Takes what was typed or pasted. With a line's end, it waits for all that came at once.
    pub(crate) fn take_typed(&self) -> io::Result<()> {
        let mut typed = Vec::new();
        let mut part = vec![0; 64 << 10];
        loop {
            let count = self.terminal.read(&mut part)?;
            typed.extend_from_slice(&part[..count]);
            let ends_line = typed.iter().any(|byte| matches!(byte, b'\n' | b'\r'));
            let full = typed.len() >= MOST_AT_ONCE;
            if count == 0 || full || !ends_line || !self.terminal.wait(Some(AT_ONCE))? {
                break;
            }
        }
        if typed.is_empty() {
            self.end();
            return Ok(());
        }
        let shown = self.typing.borrow_mut().feed(self.clock.now(), &typed);
        self.terminal.show_typed(&shown)
    }
}

/// Reads the terminal's lines until a signal or the time limit ends them.
pub(crate) struct TerminalLines<'a> {
    pub(crate) signals: &'a LineSignals<'a>,
    limit: Option<Limit<'a>>,
}

impl<'a> TerminalLines<'a> {
    pub(crate) fn new(signals: &'a LineSignals<'a>) -> TerminalLines<'a> {
        TerminalLines { signals, limit: None }
    }
}

#[derive(Clone, Copy)]
struct Limit<'a> {
    clock: ProcessClock,
    due: Timestamp,
    over: &'a Cell<bool>,
}

impl Read for TerminalLines<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let terminal = self.signals.terminal;
        loop {
            if let Some(count) = self.signals.typing.borrow_mut().read(bytes) {
                return Ok(count);
            }
            let left = self.limit.map(|limit| limit.due.0.saturating_sub(limit.clock.now().0));
            let ready = terminal.wait(left)?;
            if self.signals.follow()? {
                self.signals.end();
            } else if ready {
                self.signals.take_typed()?;
            } else if let (Some(limit), Some(0)) = (self.limit, left) {
                limit.over.set(true);
                self.signals.end();
            }
        }
    }
}

/// The terminal, to write lines on.
pub(crate) fn writer() -> io::Result<File> {
    #[expect(clippy::disallowed_methods, reason = "a terminal")]
    File::options().write(true).open(TTY)
}

/// Asks in plain lines; a dangerous question and the help name the origin. Calls `keep` whenever the draft has changed.
///
/// # Errors
/// The terminal can't be written to.
pub(crate) fn ask(
    terminal: &Terminal,
    request: Request,
    rules: FormRules,
    draft: Draft,
    origin: Option<&Origin>,
    keep: &mut dyn FnMut(&Draft),
    signals: Option<&mut AskSignals>,
) -> io::Result<Outcome> {
    let (state, over) = (LineSignals::new(terminal)?, Cell::new(false));
    let clock = ProcessClock::start();
    let limit = request.expiry.as_ref().map(|expiry| Limit {
        clock,
        due: clock.now().plus(expiry.after_ms),
        over: &over,
    });
    let reader = BufReader::new(TerminalLines { signals: &state, limit });
    let mut writer = writer()?;
    if let Some(signals) = signals {
        if signals.rings() {
            writer.write_all(b"\x07")?;
        }
        signals.announced();
    }
    let mut hide = |secret: bool| state.hide(secret);
    let mut forget = || state.forget();
    let options = Options {
        width: usize::from(terminal.size().0),
        draft_changed: Some(keep),
        hide: Some(&mut hide),
        forget: Some(&mut forget),
        origin,
        ..Options::default()
    };
    let end = line::ask(request, rules, draft, reader, writer, options);
    state.leave();
    let end = end?;
    Ok(match (end.outcome, state.ended.get()) {
        (Outcome::Cancelled(draft), None) if over.get() => Outcome::Expired(draft),
        (Outcome::Cancelled(draft), Some(number)) if number != Number::INT.as_raw() => {
            Outcome::Withdrawn(draft)
        }
        (outcome, _) => outcome,
    })
}
