//! Two asks on one terminal take turns.
//!
//! - A file per terminal device is locked while a form is up; the kernel lets go at any death.
//! - The next one waits for it without polling, until a signal ends the wait.
//! - Where the file can't be made, nobody waits.

use super::Refused;
use super::signals::{Signal, Signals};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::{FlockOperation, Mode, OFlags, flock, fstat, open};
use rustix::io::Errno;
use rustix::process::getuid;
use rustix::stdio::{stderr, stdin};
use rustix::termios::isatty;
use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;

/// The turn; it is over when this is dropped.
#[derive(Debug)]
pub(super) struct Turn {
    _locked: Option<File>,
}

/// Takes the turn on this terminal; calls `waiting` once if another form is up and
/// standard error is elsewhere.
pub(super) fn take(
    tty: &File,
    folder: &Path,
    signals: &Signals,
    waiting: &mut dyn FnMut(),
) -> Result<Turn, Refused> {
    let Some(file) = lock_file(tty, folder) else {
        return Ok(Turn { _locked: None });
    };
    if flock(&file, FlockOperation::NonBlockingLockExclusive) == Err(Errno::WOULDBLOCK) {
        // On the terminal itself it would stand in the middle of the form that is up.
        if !isatty(stderr()) {
            waiting();
        }
        wait(&file, signals)?;
    }
    Ok(Turn { _locked: Some(file) })
}

fn lock_file(tty: &File, folder: &Path) -> Option<File> {
    let device = controlling().or_else(|| Some(fstat(tty).ok()?.st_rdev))?;
    let name = format!("asq-{}-tty-{device:x}.lock", getuid().as_raw());
    let flags = OFlags::RDWR | OFlags::CREATE | OFlags::CLOEXEC | OFlags::NOFOLLOW;
    open(folder.join(name), flags, Mode::RUSR | Mode::WUSR).ok().map(File::from)
}

/// The device behind `/dev/tty`, which itself is one and the same for every terminal: as the kernel tells
/// it, else that of a standard stream.
fn controlling() -> Option<u64> {
    let stat = File::open("/proc/self/stat").ok().and_then(|mut file| {
        // One line; what is wanted stands at its beginning.
        let mut bytes = [0; 512];
        let n = file.read(&mut bytes).ok()?;
        Some(String::from_utf8_lossy(&bytes[..n]).into_owned())
    });
    // After the name in brackets: state, parent, group, session, terminal.
    let told = stat
        .as_deref()
        .and_then(|s| s.rsplit_once(')'))
        .and_then(|(_, rest)| rest.split_whitespace().nth(4)?.parse().ok())
        .filter(|device| *device != 0);
    let stream = |fd| fstat(fd).ok().map(|s| s.st_rdev);
    told.or_else(|| if isatty(stdin()) { stream(stdin()) } else { None })
        .or_else(|| if isatty(stderr()) { stream(stderr()) } else { None })
}

fn wait(file: &File, signals: &Signals) -> Result<(), Refused> {
    let (ours, mut theirs) = UnixStream::pair()?;
    let locked = file.try_clone()?;
    std::thread::spawn(move || {
        while flock(&locked, FlockOperation::LockExclusive) == Err(Errno::INTR) {}
        // Nobody listens any more when a signal was first.
        let _ = theirs.write_all(b"x");
    });
    loop {
        let mut ready = [PollFd::new(&ours, PollFlags::IN), signals.poll()];
        match poll(&mut ready, None) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(e) => return Err(e.into()),
        }
        if !ready[0].revents().is_empty() {
            return Ok(());
        }
        for signal in signals.take() {
            match signal {
                Signal::End(number) => return Err(Refused::Ended(number)),
                Signal::Resize | Signal::Suspend | Signal::Continue => {}
            }
        }
    }
}
