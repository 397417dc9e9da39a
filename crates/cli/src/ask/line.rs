//! Line mode on the terminal: plain lines in and out.
//!
//! - Takes its turn on the terminal as a drawn form does. It changes the terminal's modes only to hide a secret as it
//!   is typed, and every way out shows typing again.
//! - Rings the bell once before the first line, if the settings say so.
//! - Ctrl+C and the end of input cancel; SIGTERM and a closed terminal withdraw.
//! - The asker's time limit ends it, whatever has been typed.
//! - Ctrl+Z stops asq until it is continued; the terminal keeps the unfinished line.

use super::signals::AskSignals;
use crate::clock::ProcessClock;
use asq_core::form::FormRules;
use asq_core::life::Origin;
use asq_core::model::{Draft, Outcome, Request};
use asq_core::time::Timestamp;
use asq_tui::line::{self, Options};
use asq_tui::terminal::{TTY, TermSignal, Terminal};
use rustix::process::Signal as Number;
use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufReader, Read, Write};

/// What signals do to a terminal in lines.
pub(crate) struct LineSignals<'a> {
    pub(crate) terminal: &'a Terminal,
    /// The signal that ended the reading, if one did.
    pub(crate) ended: Cell<Option<i32>>,
    /// Whether the terminal hides typing now.
    hidden: Cell<bool>,
}

impl<'a> LineSignals<'a> {
    pub(crate) fn new(terminal: &'a Terminal) -> LineSignals<'a> {
        LineSignals { terminal, ended: Cell::new(None), hidden: Cell::new(false) }
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
                    if self.hidden.get() {
                        self.terminal.hide_typing()?;
                    }
                }
                TermSignal::Resize | TermSignal::Continue => {}
            }
        }
        Ok(false)
    }

    /// Hides typed characters, or shows them again.
    pub(crate) fn hide(&self, secret: bool) {
        self.hidden.set(secret && self.terminal.hide_typing().is_ok());
        if !secret {
            self.terminal.leave();
        }
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
            let left = self.limit.map(|limit| limit.due.0.saturating_sub(limit.clock.now().0));
            let ready = terminal.wait(left)?;
            if self.signals.follow()? {
                return Ok(0);
            }
            if ready {
                return terminal.read(bytes);
            }
            if let (Some(limit), Some(0)) = (self.limit, left) {
                limit.over.set(true);
                return Ok(0);
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
    let (state, over) = (LineSignals::new(terminal), Cell::new(false));
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
    let options = Options {
        width: usize::from(terminal.size().0),
        draft_changed: Some(keep),
        hide: Some(&mut hide),
        origin,
        ..Options::default()
    };
    let end = line::ask(request, rules, draft, reader, writer, options)?;
    Ok(match (end.outcome, state.ended.get()) {
        (Outcome::Cancelled(draft), None) if over.get() => Outcome::Expired(draft),
        (Outcome::Cancelled(draft), Some(number)) if number != Number::INT.as_raw() => {
            Outcome::Withdrawn(draft)
        }
        (outcome, _) => outcome,
    })
}
