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
use asq_core::model::{Draft, Outcome, Request};
use asq_core::time::Timestamp;
use asq_tui::line::{self, Options};
use asq_tui::terminal::{TTY, TermSignal, Terminal};
use rustix::process::Signal as Number;
use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufReader, Read, Write};

/// The signal that ended the reading, if one did.
type EndSignal = Cell<Option<i32>>;

/// Reads the terminal's lines until a signal or the time limit ends them.
struct TerminalLines<'a> {
    terminal: &'a Terminal,
    ended: &'a EndSignal,
    /// Whether the terminal hides typing now.
    hidden: &'a Cell<bool>,
    limit: Option<Limit<'a>>,
}

#[derive(Clone, Copy)]
struct Limit<'a> {
    clock: ProcessClock,
    due: Timestamp,
    over: &'a Cell<bool>,
}

impl Read for TerminalLines<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            let left = self.limit.map(|limit| limit.due.0.saturating_sub(limit.clock.now().0));
            let ready = self.terminal.wait(left)?;
            for signal in self.terminal.signals() {
                match signal {
                    TermSignal::End(number) => {
                        self.ended.set(Some(number));
                        return Ok(0);
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
            if ready {
                return self.terminal.read(bytes);
            }
            if let (Some(limit), Some(0)) = (self.limit, left) {
                limit.over.set(true);
                return Ok(0);
            }
        }
    }
}

/// Asks in plain lines. Calls `keep` whenever the draft has changed.
///
/// # Errors
/// The terminal can't be written to.
pub(crate) fn ask(
    terminal: &Terminal,
    request: Request,
    rules: FormRules,
    draft: Draft,
    keep: &mut dyn FnMut(&Draft),
    signals: Option<&mut AskSignals>,
) -> io::Result<Outcome> {
    let (ended, over, hidden) = (Cell::new(None), Cell::new(false), Cell::new(false));
    let clock = ProcessClock::start();
    let limit = request.expiry.as_ref().map(|expiry| Limit {
        clock,
        due: clock.now().plus(expiry.after_ms),
        over: &over,
    });
    let reader = BufReader::new(TerminalLines { terminal, ended: &ended, hidden: &hidden, limit });
    #[expect(clippy::disallowed_methods, reason = "a terminal")]
    let mut writer = File::options().write(true).open(TTY)?;
    if let Some(signals) = signals {
        if signals.rings() {
            writer.write_all(b"\x07")?;
        }
        signals.announced();
    }
    let mut hide = |secret: bool| {
        hidden.set(secret && terminal.hide_typing().is_ok());
        if !secret {
            terminal.leave();
        }
    };
    let options =
        Options { width: usize::from(terminal.size().0), draft_changed: Some(keep), hide: Some(&mut hide) };
    let end = line::ask(request, rules, draft, reader, writer, options)?;
    Ok(match (end.outcome, ended.get()) {
        (Outcome::Cancelled(draft), None) if over.get() => Outcome::Expired(draft),
        (Outcome::Cancelled(draft), Some(number)) if number != Number::INT.as_raw() => {
            Outcome::Withdrawn(draft)
        }
        (outcome, _) => outcome,
    })
}
