//! `asq inbox --accessible` and `asq answer ID`: stored requests in plain lines.
//!
//! - Takes its turn on the terminal as a form does. Its modes are restored on every way out.
//! - `asq answer ID` asks that request alone.
//! - The end of the input and Ctrl+C leave. What was typed stays as a draft on any surface.

use crate::ask::{LineSignals, PATIENCE, TerminalLines, line_writer};
use crate::env::Env;
use crate::error::{CommandError, ErrorClass};
use crate::output;
use crate::pace::pace;
use crate::settings::Chosen;
use asq_backend::{Backend, Feed};
use asq_core::inbox::{Command, Notice};
use asq_core::life::{Moment, RequestId};
use asq_runtime::driver::{Clock, MachineClock};
use asq_tui::TermEnv;
use asq_tui::line::inbox::{self, LineInboxEnd, LineInboxHost, LineInboxSetup, Waited};
use asq_tui::paint::ScreenPlace;
use asq_tui::terminal::{Opening, Refused, TTY, Terminal};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::Signal;
use std::collections::BTreeSet;
use std::io::{self, BufReader};
use std::os::fd::BorrowedFd;
use std::path::Path;

#[derive(Clone, Copy)]
pub(crate) enum LinesFor {
    /// All, beginning with this one.
    All(Option<RequestId>),
    /// The oldest.
    Once,
    One(RequestId),
}

/// Takes the terminal for plain lines; `Ok(None)` if there isn't one.
pub(crate) fn terminal(env: &Env, term: &TermEnv) -> Result<Option<Terminal>, CommandError> {
    let turns = env.turns_dir();
    let mut waiting = |by| {
        output::say(&format!("asq: a question is on this terminal ({by}); this comes after it"));
    };
    let (turns, patience, place) = (turns.as_deref(), PATIENCE, ScreenPlace::Inline);
    let tty = Path::new(TTY);
    let mut opening =
        Opening { tty, env: term, place, insist: false, turns, patience, waiting: &mut waiting };
    match Terminal::open(&mut opening) {
        Ok(terminal) => Ok(Some(terminal)),
        Err(Refused::NoTerminal) => Ok(None),
        Err(refused @ (Refused::InUse | Refused::Ended(_) | Refused::Taken { .. } | Refused::Failed(_))) => {
            Err(CommandError::new(ErrorClass::NoPerson, refused.to_string()))
        }
    }
}

/// LinesFor in plain lines until the person leaves; also returns the signal that ended it, other than Ctrl+C.
pub(crate) fn run(
    terminal: &Terminal,
    backend: &dyn Backend,
    feed: &dyn Feed,
    chosen: &Chosen,
    env: &Env,
    asks: LinesFor,
) -> Result<(LineInboxEnd, Option<i32>), CommandError> {
    let failed = |error| CommandError::new(ErrorClass::NoPerson, format!("the terminal failed: {error}"));
    let signals = LineSignals::new(terminal).map_err(failed)?;
    let mut host = LinesHost { signals: &signals, backend, feed };
    let setup = LineInboxSetup {
        width: usize::from(terminal.size().0),
        rules: Box::new(|dialect, prefs| (asq_asking::dialect(dialect).form)(prefs)),
        home: env.home().and_then(|home| home.into_os_string().into_string().ok()),
        danger_check: chosen.settings.danger_check_enabled,
        bell: chosen.settings.bell_on_question,
        pace: pace(&chosen.settings, env),
    };
    let reader = BufReader::new(TerminalLines::new(&signals));
    let writer = line_writer().map_err(failed)?;
    let end = match asks {
        LinesFor::All(first) => inbox::inbox(&mut host, setup, first, reader, writer),
        LinesFor::Once => inbox::once(&mut host, setup, reader, writer),
        LinesFor::One(id) => inbox::one(&mut host, setup, id, reader, writer),
    };
    signals.leave();
    let signal = signals.ended.get().filter(|number| *number != Signal::INT.as_raw());
    // A terminal that hung up can't be written to; what was typed is kept.
    match end {
        Ok(end) => Ok((end, signal)),
        Err(_) if signal.is_some() => Ok((LineInboxEnd::Ended, signal)),
        Err(error) => Err(failed(error)),
    }
}

struct LinesHost<'a> {
    signals: &'a LineSignals<'a>,
    backend: &'a dyn Backend,
    feed: &'a dyn Feed,
}

impl LineInboxHost for LinesHost<'_> {
    fn now(&self) -> Moment {
        MachineClock.now()
    }

    /// The feed begins with a list that is read on another thread: it is waited for, a second at most.
    fn begin(&mut self) -> Vec<Notice> {
        let mut missing: BTreeSet<RequestId> =
            self.backend.list(0).unwrap_or_default().iter().map(|pending| pending.id).collect();
        let mut notices = Vec::new();
        loop {
            for notice in self.feed.notices() {
                if let Notice::Arrived(pending) = &notice {
                    missing.remove(&pending.id);
                }
                notices.push(notice);
            }
            if missing.is_empty() || !wait_for(self.feed.descriptor(), Some(1000)).unwrap_or(false) {
                return notices;
            }
        }
    }

    fn notices(&mut self) -> Vec<Notice> {
        self.feed.notices()
    }

    fn command(&mut self, command: Command) {
        self.feed.send(command);
    }

    fn wait(&mut self, line: bool) -> Waited {
        let news = self.feed.descriptor();
        loop {
            if line && self.signals.can_read() {
                return Waited::Line;
            }
            let ready = if line {
                self.signals.terminal.wait_also(None, news).map(|ready| (ready.input, ready.also))
            } else {
                wait_for(news, None).map(|news| (false, news))
            };
            match (self.signals.follow(), ready) {
                (Ok(true) | Err(_), _) | (_, Err(_)) => return Waited::Ended,
                // Typed keys aren't a line yet, and news needn't wait for them.
                (Ok(false), Ok((true, also))) => {
                    if self.signals.take_typed().is_err() {
                        return Waited::Ended;
                    }
                    if also && !self.signals.can_read() {
                        return Waited::News;
                    }
                }
                (Ok(false), Ok((false, true))) => return Waited::News,
                (Ok(false), Ok((false, false))) => {}
            }
        }
    }

    fn short_id(&self, id: RequestId) -> String {
        self.backend.short_id(id).unwrap_or_else(|_| id.to_string())
    }

    fn hide(&mut self, secret: bool) {
        self.signals.hide(secret);
    }

    fn forget(&mut self) {
        self.signals.forget();
    }

    fn show_typed(&mut self) {
        // A terminal that is gone shows itself at the next read.
        let _ = self.signals.show_typed();
    }
}

/// Waits for news alone, or a signal; at most so many milliseconds.
fn wait_for(news: Option<BorrowedFd<'_>>, most: Option<i64>) -> io::Result<bool> {
    let mut ready: Vec<PollFd<'_>> = news.iter().map(|fd| PollFd::new(fd, PollFlags::IN)).collect();
    let most = most.map(|ms| Timespec { tv_sec: ms / 1000, tv_nsec: ms % 1000 * 1_000_000 });
    match poll(&mut ready, most.as_ref()) {
        Ok(count) => Ok(count > 0),
        Err(Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}
