//! A program in its own terminal, watched byte by byte.
//!
//! - The terminal is the program's controlling one, as after login, since some forms insist on that.
//! - The clock starts right before exec: a waiting shell already has the terminal open.
//! - The bench answers a program's questions to the terminal (position, type), so it doesn't wait for a timeout. The
//!   cursor stands in the middle of the screen, as below earlier commands; after `clear` asq draws its form once more.
//! - A burst ends after some silence; its time is that of its last byte.
//! - Dropping a session kills its program and no other.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::Outcome;

/// Opens the terminal as session leader, reports it, waits for a line, and becomes the program.
const GATE: &str =
    r#"exec 3<&0 4>&1; exec 0<>"$0" 1>&0 2>&0; echo ready >&4; read -r go <&3; exec 3<&- 4>&-; exec "$@""#;

/// Programs are slow under callgrind.
const PATIENCE: Duration = Duration::from_mins(1);

/// A running program and its terminal.
pub(crate) struct Session {
    master: std::fs::File,
    rows: u16,
    child: Child,
    started: Instant,
}

/// The output up to a silence.
pub(crate) struct Burst {
    pub(crate) bytes: Vec<u8>,
    /// From exec, or from sending the keys, to the last byte.
    pub(crate) took: Duration,
}

impl Session {
    pub(crate) fn start(program: &[&OsStr], home: &Path, (columns, rows): (u16, u16)) -> Outcome<Session> {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)?;
        grantpt(&master)?;
        unlockpt(&master)?;
        tcsetwinsize(&master, Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 })?;
        let terminal = ptsname(&master, Vec::new())?;
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut child = Command::new("setsid")
            .args(["sh", "-c", GATE])
            .arg(OsStr::from_bytes(terminal.to_bytes()))
            .args(program)
            .env_clear()
            .env("PATH", path)
            .env("HOME", home)
            .env("TERM", "xterm-256color")
            .env("LANG", "C.UTF-8")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()?;
        let (Some(mut gate), Some(news)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("the shell that waits has no pipes".into());
        };
        BufReader::new(news).read_line(&mut String::new())?;
        let started = Instant::now();
        gate.write_all(b"\n")?;
        Ok(Session { master: master.into(), rows, child, started })
    }

    /// The clock's zero: right before exec.
    pub(crate) fn started(&self) -> Instant {
        self.started
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Reads until `wanted` appears, followed by silence for `quiet`, or until the program is gone.
    pub(crate) fn first_frame(&mut self, wanted: &str, quiet: Duration) -> Outcome<Burst> {
        let started = self.started;
        let burst = self.burst(started, Some(wanted), quiet)?;
        if contains(&burst.bytes, wanted.as_bytes()) {
            return Ok(burst);
        }
        let seen = String::from_utf8_lossy(&burst.bytes).escape_debug().to_string();
        Err(format!("never showed {wanted:?}; it wrote: {seen}").into())
    }

    /// Sends keys and reads until silence for `quiet`.
    pub(crate) fn keys(&mut self, keys: &str, quiet: Duration) -> Outcome<Burst> {
        let sent = Instant::now();
        self.master.write_all(keys.as_bytes())?;
        self.burst(sent, None, quiet)
    }

    /// Sends keys and reads nothing.
    pub(crate) fn types(&mut self, keys: &str) -> Outcome<()> {
        Ok(self.master.write_all(keys.as_bytes())?)
    }

    /// Reads until all of these have appeared; returns when each was read, counted from `begun`.
    pub(crate) fn shows<const N: usize>(
        &mut self,
        begun: Instant,
        wanted: [&[u8]; N],
    ) -> Outcome<[Duration; N]> {
        let (mut bytes, mut seen) = (Vec::new(), [None; N]);
        while seen.contains(&None) {
            if !self.wait(PATIENCE.saturating_sub(begun.elapsed()))? || self.read(&mut bytes)? == 0 {
                let shown = String::from_utf8_lossy(&bytes).escape_debug().to_string();
                return Err(format!("never showed all of it; it wrote: {shown}").into());
            }
            let now = begun.elapsed();
            for (seen, wanted) in seen.iter_mut().zip(wanted) {
                if seen.is_none() && contains(&bytes, wanted) {
                    *seen = Some(now);
                }
            }
        }
        Ok(seen.map(Option::unwrap_or_default))
    }

    /// Watches without sending anything.
    pub(crate) fn watch(&mut self, time: Duration) -> Outcome<Vec<u8>> {
        let from = Instant::now();
        let mut bytes = Vec::new();
        while let Some(left) = time.checked_sub(from.elapsed()) {
            if !self.wait(left)? || self.read(&mut bytes)? == 0 {
                break;
            }
        }
        Ok(bytes)
    }

    fn burst(&mut self, from: Instant, wanted: Option<&str>, quiet: Duration) -> Outcome<Burst> {
        let mut burst = Burst { bytes: Vec::new(), took: Duration::ZERO };
        loop {
            let there = wanted.is_none_or(|wanted| contains(&burst.bytes, wanted.as_bytes()));
            let wait = if there { quiet } else { PATIENCE.saturating_sub(from.elapsed()) };
            if !self.wait(wait)? || self.read(&mut burst.bytes)? == 0 {
                return Ok(burst);
            }
            burst.took = from.elapsed();
        }
    }

    fn wait(&self, most: Duration) -> Outcome<bool> {
        let most = Timespec { tv_sec: i64::try_from(most.as_secs())?, tv_nsec: most.subsec_nanos().into() };
        Ok(poll(&mut [PollFd::new(&self.master, PollFlags::IN)], Some(&most))? > 0)
    }

    /// Reads once and answers the program's questions. 0: the program has closed the terminal.
    fn read(&mut self, into: &mut Vec<u8>) -> Outcome<usize> {
        let mut buffer = vec![0; 65536];
        // Linux returns EIO once the last program has closed the terminal.
        let count = self.master.read(&mut buffer).unwrap_or(0);
        let new = &buffer[..count];
        into.extend_from_slice(new);
        let middle = format!("\x1b[{};1R", self.rows / 2);
        for (question, answer) in [("\x1b[6n", middle.as_str()), ("\x1b[c", "\x1b[?62;c")] {
            if contains(new, question.as_bytes()) {
                self.master.write_all(answer.as_bytes())?;
            }
        }
        Ok(count)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // It may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn contains(bytes: &[u8], what: &[u8]) -> bool {
    bytes.windows(what.len()).any(|window| window == what)
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUIET: Duration = Duration::from_millis(40);

    fn start(script: &str) -> Outcome<Session> {
        let program = ["sh", "-c", script].map(OsStr::new);
        Session::start(&program, Path::new("/"), (46, 12))
    }

    #[test]
    fn a_program_has_a_terminal_of_its_own_size_and_gets_keys() -> Outcome<()> {
        let mut session = start("stty size </dev/tty; read -r typed; echo \"got $typed.\"")?;
        assert_eq!(session.first_frame("46", QUIET)?.bytes, b"12 46\r\n");
        assert!(contains(&session.keys("abc\n", QUIET)?.bytes, b"got abc."));
        Ok(())
    }

    #[test]
    fn a_program_that_asks_the_terminal_is_answered() -> Outcome<()> {
        let mut session =
            start("stty raw -echo; printf '\\033[6n'; dd bs=6 count=1 2>/dev/null | tr -d '\\033'")?;
        assert!(contains(&session.first_frame("[6;1R", QUIET)?.bytes, b"[6;1R"));
        Ok(())
    }

    #[test]
    fn each_of_several_texts_has_its_time() -> Outcome<()> {
        let mut session = start("read -r go; printf one; read -r go; printf 'two\\007'")?;
        let begun = Instant::now();
        session.types("go\n")?;
        let [one] = session.shows(begun, [b"one"])?;
        session.types("go\n")?;
        let [two, bell] = session.shows(begun, [b"two", b"\x07"])?;
        assert!(one <= two && two <= bell);
        assert!(
            session.shows(begun, [b"three"]).is_err_and(|fault| fault.to_string().contains("never showed"))
        );
        Ok(())
    }

    #[test]
    fn a_program_that_never_shows_it_is_a_fault() {
        let shown = start("echo something else").and_then(|mut session| session.first_frame("this", QUIET));
        assert!(shown.is_err_and(|fault| fault.to_string().contains("something else")));
    }
}
