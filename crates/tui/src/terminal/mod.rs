//! The terminal that a form is on.
//!
//! - It is `/dev/tty`, whatever stdin and stdout are.
//! - A terminal in another program's use is refused, unless the person insists; two asks on one terminal take turns.
//! - Its modes are restored on every way out: closing, a signal, a panic.
//! - A wait ends with input, a signal, or at its deadline; without a deadline nothing wakes it.
//! - Suspending stops the process only if somebody can continue it.

mod job;
mod modes;
mod refused;
mod signals;
mod turn;

pub use job::is_in_front;
pub use refused::{Holder, Refused};
pub use signals::TermSignal;

use crate::announce::retitle;
use crate::env::TermEnv;
use crate::paint::ScreenPlace;
use asq_core::text::Shown;
use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process;
use rustix::termios::{LocalModes, QueueSelector, tcflush, tcgetattr, tcgetwinsize};
use signals::TermSignals;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::BorrowedFd;
use std::path::Path;
use std::time::Duration;
use turn::{Patience, Turn};

/// The controlling terminal.
pub const TTY: &str = "/dev/tty";

/// How to open the terminal.
pub struct Opening<'a> {
    /// The terminal's device: [`TTY`], but for tests.
    pub tty: &'a Path,
    pub env: &'a TermEnv,
    pub place: ScreenPlace,
    /// Takes even a terminal in another program's use.
    pub insist: bool,
    /// The folder with the lock files of terminals, accessible to the person alone. Without it nobody waits.
    pub turns: Option<&'a Path>,
    /// How long to wait for another form to close.
    pub patience: Duration,
    /// Called once if another form is open and has to close first; not if standard error is a terminal, because a
    /// message would land inside that form.
    pub waiting: &'a mut dyn FnMut(Holder),
}

/// The end of a wait; if neither is set, it was a signal or the time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ready {
    /// There is input, or a read will report that there never will be.
    pub input: bool,
    /// The other descriptor is readable.
    pub also: bool,
}

/// A terminal that belongs to this process for now.
#[derive(Debug)]
pub struct Terminal {
    tty: File,
    signals: TermSignals,
    turn: Turn,
    place: ScreenPlace,
    term: String,
    title: Option<Shown>,
    /// Whether clicks and the wheel are reported.
    mouse: bool,
    fallback: (u16, u16),
}

impl Terminal {
    /// Waits for the turn on the terminal, and opens it. Its modes are still untouched.
    pub fn open(opening: &mut Opening<'_>) -> Result<Terminal, Refused> {
        #[expect(clippy::disallowed_methods, reason = "a terminal")]
        let tty =
            File::options().read(true).write(true).open(opening.tty).map_err(|_| Refused::NoTerminal)?;
        let signals = TermSignals::new()?;
        let mut patience = Patience { most: opening.patience, waiting: opening.waiting };
        let turn = turn::take(&tty, opening.turns, &signals, &mut patience)?;
        let modes = tcgetattr(&tty).map_err(|_| Refused::NoTerminal)?;
        // A job in the background must not take the shell's keys.
        let ours = is_in_front(&tty);
        // A program that reads single keys has switched off whole lines.
        let free = ours && modes.local_modes.contains(LocalModes::ICANON);
        if !free && !opening.insist {
            return Err(Refused::InUse);
        }
        Ok(Terminal {
            tty,
            signals,
            turn,
            place: opening.place,
            term: opening.env.term.clone(),
            title: None,
            mouse: false,
            fallback: opening.env.size,
        })
    }

    /// The current columns and rows.
    pub fn size(&self) -> (u16, u16) {
        let told = tcgetwinsize(&self.tty).map_or((0, 0), |s| (s.ws_col, s.ws_row));
        let or = |n: u16, other: u16| if n > 0 { n } else { other };
        (or(told.0, self.fallback.0), or(told.1, self.fallback.1))
    }

    /// The title while a form's modes are set.
    pub fn entitle(&mut self, title: Option<Shown>) {
        self.title = title;
    }

    /// Has clicks and the wheel reported while the modes are set.
    pub fn report_mouse(&mut self, wanted: bool) {
        self.mouse = wanted;
    }

    /// Replaces the title, if there is one.
    pub fn retitle(&mut self, title: &Shown) -> io::Result<()> {
        if self.title.is_none() || self.title.as_ref() == Some(title) {
            return Ok(());
        }
        self.title = Some(title.clone());
        // The Linux console takes the sequence for another one, and has no title.
        if self.term == "linux" { Ok(()) } else { self.write(&retitle(title)) }
    }

    /// Sets the modes for a form, and the title. The escape sequences for that go out before the next bytes.
    pub fn enter(&self) -> io::Result<()> {
        modes::enter(&self.tty, self.place, &self.term, (self.title.as_ref(), self.mouse))
    }

    /// Goes to the alternate screen for a while, or back to the one below; the modes stay.
    pub fn switch(&self, place: ScreenPlace) -> io::Result<()> {
        modes::switch(&self.tty, place, &self.term)
    }

    /// Sets the modes for plain lines: keys come one by one and unshown, and pastes with their marks if the terminal
    /// isn't a dumb one.
    pub fn enter_lines(&self) -> io::Result<()> {
        modes::lines(&self.tty, !matches!(self.term.as_str(), "" | "dumb"))
    }

    /// Writes what somebody typed.
    pub fn show_typed(&self, text: &str) -> io::Result<()> {
        let mut tty = &self.tty;
        tty.write_all(text.as_bytes())
    }

    /// Restores the modes.
    pub fn leave(&self) {
        modes::leave();
    }

    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        let mut all = modes::unsent();
        all.extend_from_slice(bytes);
        self.tty.write_all(&all)
    }

    /// Waits for input or a signal, at most so many milliseconds. True if there is input, or if a read will report that
    /// there never will be.
    pub fn wait(&self, most: Option<u64>) -> io::Result<bool> {
        self.wait_also(most, None).map(|ready| ready.input)
    }

    /// The same; `also` ends the wait, too, once it is readable.
    pub fn wait_also(&self, most: Option<u64>, also: Option<BorrowedFd<'_>>) -> io::Result<Ready> {
        self.turn.name_holder();
        let most =
            most.map(|ms| Timespec { tv_sec: (ms / 1000) as i64, tv_nsec: ((ms % 1000) * 1_000_000) as _ });
        let mut ready = vec![PollFd::new(&self.tty, PollFlags::IN), self.signals.poll()];
        ready.extend(also.as_ref().map(|fd| PollFd::new(fd, PollFlags::IN)));
        match poll(&mut ready, most.as_ref()) {
            Ok(_) => {
                let is = |at: usize| ready.get(at).is_some_and(|fd| !fd.revents().is_empty());
                Ok(Ready { input: is(0), also: is(2) })
            }
            Err(Errno::INTR) => Ok(Ready::default()),
            Err(e) => Err(e.into()),
        }
    }

    /// Reads the available input. 0 if the terminal hung up.
    pub fn read(&self, bytes: &mut [u8]) -> io::Result<usize> {
        self.read_with(|tty| rustix::io::read(tty, &mut *bytes))
    }

    /// The same into a buffer, replacing its content, up to its capacity. Memory that no input fills is never touched.
    pub fn read_into(&self, bytes: &mut Vec<u8>) -> io::Result<usize> {
        bytes.clear();
        self.read_with(|tty| rustix::io::read(tty, spare_capacity(bytes)))
    }

    fn read_with(&self, mut read: impl FnMut(&File) -> Result<usize, Errno>) -> io::Result<usize> {
        loop {
            match read(&self.tty) {
                Ok(n) => return Ok(n),
                Err(Errno::INTR) => {}
                // A terminal without its other end says so.
                Err(Errno::IO | Errno::NXIO) => return Ok(0),
                Err(e) => return Err(e.into()),
            }
        }
    }

    /// How many bytes a read would return at once.
    pub fn unread(&self) -> io::Result<u64> {
        Ok(rustix::io::ioctl_fionread(&self.tty)?)
    }

    /// Discards unread input. If the terminal can't do that, the form gets it.
    pub fn forget_input(&self) {
        let _ = tcflush(&self.tty, QueueSelector::IFlush);
    }

    /// The signals that have arrived.
    pub fn signals(&self) -> Vec<TermSignal> {
        self.signals.take()
    }

    /// Stops this process, and with `group` the others of its job, until it is continued. If no shell could continue
    /// it, nothing happens, as with the kernel's own rule.
    pub fn stop(&self, group: bool) {
        if !job::can_be_continued() {
            return;
        }
        // A signal that can't be sent stops nothing; the form simply continues.
        if group {
            let _ = process::kill_current_process_group(process::Signal::TSTP);
        }
        let _ = process::kill_process(process::getpid(), process::Signal::STOP);
        self.signals.settle();
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        modes::leave();
    }
}
