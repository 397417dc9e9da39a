//! Asks on one terminal take turns.
//!
//! - A file per terminal device is locked while a form is open; the kernel unlocks it when the process dies.
//! - It is in a folder of the person's own, so no other user can take the turn; once the form is up, it names
//!   the process that has it.
//! - The next ask waits for it without polling, until a signal or a stated time ends the wait.
//! - The file is removed with the turn.
//! - Without such a folder nobody waits.

use super::refused::{Holder, Refused};
use super::signals::{TermSignal, TermSignals};
use asq_files::{Folder, Whose};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::{fstat, major};
use rustix::io::Errno;
use rustix::process::{Pid, getpid, test_kill_process};
use rustix::stdio::{stderr, stdin};
use rustix::termios::{isatty, tcgetpgrp};
use std::cell::OnceCell;
use std::ffi::OsString;
use std::fs::File;
use std::io::{Read, Write};
use std::ops::RangeInclusive;
use std::os::fd::AsFd;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

/// The turn; dropping it ends it.
#[derive(Debug)]
pub(super) struct Turn {
    held: Option<TurnLock>,
}

impl Turn {
    /// Writes into its file which process has it, once. The first frame doesn't wait for that.
    pub(super) fn name_holder(&self) {
        if let Some(lock) = &self.held {
            lock.name_holder();
        }
    }
}

#[derive(Debug)]
struct TurnLock {
    folder: Folder,
    name: OsString,
    /// The lock lasts as long as this file is open.
    file: File,
    named: OnceCell<()>,
}

impl TurnLock {
    fn name_holder(&self) {
        self.named.get_or_init(|| {
            // Only waiting asks read it; without it their message names no process.
            let _ = self.file.write_all_at(format!("{}\n", getpid()).as_bytes(), 0);
        });
    }
}

impl Drop for TurnLock {
    fn drop(&mut self) {
        // Nobody else needs the file: a waiting ask notices that it is gone and makes another. A file that can't be
        // removed does no harm.
        let _ = self.folder.remove(&self.name);
    }
}

/// How to behave while another process has the turn.
pub(super) struct Patience<'a> {
    pub(super) most: Duration,
    /// Called once if another form is open and standard error goes elsewhere.
    pub(super) waiting: &'a mut dyn FnMut(Holder),
}

/// Waits for the turn on this terminal, and takes it.
pub(super) fn take(
    tty: &File,
    folder: Option<&Path>,
    signals: &TermSignals,
    patience: &mut Patience<'_>,
) -> Result<Turn, Refused> {
    let (Some(folder), Some(device)) = (folder, controlling(tty)) else { return Ok(Turn { held: None }) };
    // The form matters more than the turn: if the turn can't be taken, nobody waits.
    let Ok(folder) = Folder::make(folder, 0o700, Whose::Mine) else { return Ok(Turn { held: None }) };
    let name = OsString::from(format!("tty-{device:x}.lock"));
    Ok(Turn { held: locked(folder, name, signals, patience)? })
}

fn locked(
    folder: Folder,
    name: OsString,
    signals: &TermSignals,
    patience: &mut Patience<'_>,
) -> Result<Option<TurnLock>, Refused> {
    let mut waited = false;
    loop {
        let Ok(file) = folder.lock_file(&name) else { return Ok(None) };
        if matches!(asq_files::try_lock(&file), Ok(false)) {
            // On the terminal itself the message would land inside the open form.
            if !waited && !isatty(stderr()) {
                (patience.waiting)(holder(&file));
            }
            waited = true;
            wait(&file, signals, patience.most)?;
        }
        // The process that had the turn before has removed the file.
        // A lock on a removed file locks nothing: the next ask makes a new file with that name.
        if file.metadata()?.nlink() > 0 {
            return Ok(Some(TurnLock { folder, name, file, named: OnceCell::new() }));
        }
    }
}

/// Reads the first line: a killed process may have left a longer one. The number of a killed process names nobody,
/// unless another one has it by now; the next holder soon writes its own.
fn holder(file: &File) -> Holder {
    let mut bytes = [0; 20];
    let text = file.read_at(&mut bytes, 0).ok().and_then(|n| str::from_utf8(&bytes[..n]).ok());
    let named: Option<u32> = text.and_then(|text| text.lines().next()?.parse().ok());
    let pid = |named: u32| i32::try_from(named).ok().and_then(Pid::from_raw);
    let lives = |named: &u32| pid(*named).is_some_and(|pid| test_kill_process(pid) != Err(Errno::SRCH));
    Holder(named.filter(lives))
}

/// The majors of pseudo terminals on Linux. Each has one name, while a console has several.
const PSEUDO: RangeInclusive<u32> = 136..=143;

/// The device of the process's terminal. `/dev/tty` has the same number for every terminal, so the real one comes from
/// a standard stream on that terminal, otherwise from the kernel, otherwise from a stream on any terminal.
fn controlling(tty: &File) -> Option<u64> {
    let stream = |fd| fstat(fd).ok().map(|s| s.st_rdev);
    // This works for the process's own terminal alone, and takes less time than reading /proc/self/stat.
    let own =
        |fd| tcgetpgrp(fd).ok().and_then(|_| stream(fd)).filter(|device| PSEUDO.contains(&major(*device)));
    own(stdin())
        .or_else(|| own(stderr()))
        .or_else(told)
        .or_else(|| if isatty(stdin()) { stream(stdin()) } else { None })
        .or_else(|| if isatty(stderr()) { stream(stderr()) } else { None })
        .or_else(|| stream(tty.as_fd()))
}

/// The device of the process's terminal, as the kernel tells it.
fn told() -> Option<u64> {
    #[expect(clippy::disallowed_methods, reason = "/proc")]
    let mut file = File::open("/proc/self/stat").ok()?;
    // One line; the wanted fields are at its beginning.
    let mut bytes = [0; 512];
    let n = file.read(&mut bytes).ok()?;
    let line = String::from_utf8_lossy(&bytes[..n]);
    // After the name in brackets: state, parent, group, session, terminal.
    let (_, rest) = line.rsplit_once(')')?;
    rest.split_whitespace().nth(4)?.parse().ok().filter(|device| *device != 0)
}

/// The end of a wait, apart from a signal.
const LOCKED: u8 = b'l';
const LATE: u8 = b't';

fn wait(file: &File, signals: &TermSignals, most: Duration) -> Result<(), Refused> {
    // A lock can't be polled together with signals, and has no time limit: two threads report by this pair.
    let (mut ours, theirs) = UnixStream::pair()?;
    let (mut first, mut second) = (theirs.try_clone()?, theirs);
    let locked = file.try_clone()?;
    std::thread::spawn(move || {
        // Without locks nobody waits.
        let _ = asq_files::wait_for_lock(&locked);
        // After a signal or the deadline nobody listens any more; then the lock ends with this thread.
        let _ = first.write_all(&[LOCKED]);
    });
    std::thread::spawn(move || {
        std::thread::sleep(most);
        // Nor after the lock came first.
        let _ = second.write_all(&[LATE]);
    });
    loop {
        let mut ready = [PollFd::new(&ours, PollFlags::IN), signals.poll()];
        match poll(&mut ready, None) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(e) => return Err(e.into()),
        }
        if !ready[0].revents().is_empty() {
            let mut which = [0];
            ours.read_exact(&mut which)?;
            if which[0] == LATE {
                return Err(Refused::Taken { by: holder(file), minutes: most.as_secs() / 60 });
            }
            return Ok(());
        }
        for signal in signals.take() {
            match signal {
                TermSignal::End(number) => return Err(Refused::Ended(number)),
                TermSignal::Resize | TermSignal::Suspend | TermSignal::Continue => {}
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests make and read whatever files they need")]
mod tests {
    use super::*;
    use asq_testkit::folder::TempFolder;
    use std::os::unix::fs::PermissionsExt;

    fn turn(folder: &TempFolder, most: Duration) -> Result<Option<TurnLock>, Refused> {
        let folder = Folder::make(folder.path(), 0o700, Whose::Mine).unwrap();
        let signals = TermSignals::new().unwrap();
        let patience = &mut Patience { most, waiting: &mut |_| {} };
        locked(folder, "tty-1.lock".into(), &signals, patience).inspect(|lock| {
            lock.iter().for_each(TurnLock::name_holder);
        })
    }

    #[test]
    fn the_turn_goes_with_its_file_and_the_next_one_takes_it() {
        let folder = TempFolder::new("turn");
        let path = folder.join("tty-1.lock");
        let first = turn(&folder, Duration::ZERO).unwrap().unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("{}\n", std::process::id()));
        assert_eq!(path.metadata().unwrap().mode() & 0o777, 0o600);
        std::thread::scope(|scope| {
            let next = scope.spawn(|| turn(&folder, Duration::from_mins(10)).unwrap().unwrap());
            drop(first);
            drop(next.join().unwrap());
        });
        assert!(!path.exists());
    }

    #[test]
    fn a_file_that_a_killed_ask_left_names_the_next_one() {
        for left in ["7", "7\n", "99999999999", "99999999999\n"] {
            let folder = TempFolder::new("turn");
            let path = folder.join("tty-1.lock");
            std::fs::write(&path, left).unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
            let turn = turn(&folder, Duration::ZERO).unwrap().unwrap();
            assert_eq!(holder(&turn.file), Holder(Some(std::process::id())), "{left:?}");
        }
    }

    #[test]
    fn a_number_that_no_process_has_names_none() {
        let mut gone = std::process::Command::new("true").spawn().unwrap();
        gone.wait().unwrap();
        let folder = TempFolder::new("turn");
        let path = folder.join("tty-1.lock");
        for left in [gone.id().to_string(), "0\n".into(), "-1\n".into(), "x\n".into(), String::new()] {
            std::fs::write(&path, &left).unwrap();
            assert_eq!(holder(&File::open(&path).unwrap()), Holder(None), "{left:?}");
        }
    }

    #[test]
    fn a_turn_that_does_not_come_is_given_up_and_says_who_has_it() {
        let folder = TempFolder::new("turn");
        let _first = turn(&folder, Duration::ZERO).unwrap().unwrap();
        let refused = turn(&folder, Duration::from_millis(20)).unwrap_err();
        assert_eq!(
            refused.to_string(),
            format!(
                "another question has been on the terminal for 0 minutes (process {})",
                std::process::id()
            )
        );
    }

    /// Whether the file is safe for a turn: nobody else could lock it.
    #[test]
    fn without_a_folder_of_ones_own_nobody_waits() {
        let folder = TempFolder::new("turn");
        let tty = File::open("/dev/null").unwrap();
        let signals = TermSignals::new().unwrap();
        let files = |path: Option<&Path>| {
            let mut patience = Patience { most: Duration::ZERO, waiting: &mut |_| {} };
            let _turn = take(&tty, path, &signals, &mut patience).unwrap();
            std::fs::read_dir(folder.path()).unwrap().count()
        };
        assert_eq!([files(None), files(Some(folder.path())), files(None)], [0, 1, 0]);
        std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o1777)).unwrap();
        assert_eq!(files(Some(folder.path())), 0);
    }
}
