//! A form on a terminal that the test itself plays: what it writes, byte for byte, and what is left unread.

use crate::ASQ;
use asq_testkit::eventually::eventually;
use asq_testkit::folder::TempFolder;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::OFlags;
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::OpenOptionsExt;
use std::process::{Child, Command};

/// A form, and the terminal's side of its terminal.
pub(crate) struct Played {
    pub(crate) form: Child,
    terminal: File,
    /// The form's side stays open, so that nothing that is unread gets lost.
    line: File,
    written: Vec<u8>,
    home: TempFolder,
}

impl Played {
    fn start(arguments: &[&str]) -> Played {
        Played::of(TempFolder::new("pty"), &[&ASK, arguments].concat())
    }

    /// asq with these arguments, in this home.
    fn of(home: TempFolder, arguments: &[&str]) -> Played {
        Played::on((80, 24), &[("TERM", "xterm-256color")], home, arguments)
    }

    /// The same on a terminal of this size, with these variables.
    fn on(size: (u16, u16), variables: &[(&str, &str)], home: TempFolder, arguments: &[&str]) -> Played {
        let mut form = Command::new("setsid");
        form.args(["--ctty", ASQ])
            .args(arguments)
            .current_dir(home.path())
            .env_clear()
            .env("LC_ALL", "C.UTF-8");
        form.envs(variables.iter().copied());
        form.envs(["HOME", "XDG_RUNTIME_DIR"].map(|name| (name, home.path())));
        Played::runs(size, form, home)
    }

    /// This command, which leads the terminal.
    pub(crate) fn runs((columns, rows): (u16, u16), mut form: Command, home: TempFolder) -> Played {
        let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
        grantpt(&terminal).unwrap();
        unlockpt(&terminal).unwrap();
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&terminal, size).unwrap();
        let name = ptsname(&terminal, Vec::new()).unwrap();
        let flags = i32::try_from(OFlags::NOCTTY.bits()).unwrap();
        let name = std::ffi::OsStr::from_bytes(name.as_bytes());
        let line = File::options().read(true).write(true).custom_flags(flags).open(name).unwrap();
        let form = form
            .stdin(line.try_clone().unwrap())
            .stdout(line.try_clone().unwrap())
            .stderr(line.try_clone().unwrap())
            .spawn()
            .unwrap();
        Played { form, terminal: terminal.into(), line, written: Vec::new(), home }
    }

    /// Reads until the form has written this.
    pub(crate) fn reads(&mut self, text: &str) {
        let mut bytes = [0; 4096];
        while !self.written.windows(text.len()).any(|at| at == text.as_bytes()) {
            let mut ready = [PollFd::new(&self.terminal, PollFlags::IN)];
            let most = Timespec { tv_sec: 60, tv_nsec: 0 };
            assert_eq!(poll(&mut ready, Some(&most)), Ok(1), "it never writes {text:?}");
            let n = self.terminal.read(&mut bytes).unwrap();
            self.written.extend_from_slice(&bytes[..n]);
        }
    }

    /// Reads until the form has written the first of these, and after that the second.
    fn reads_after(&mut self, first: &str, text: &str) {
        self.reads(first);
        let at = self.written.windows(first.len()).position(|at| at == first.as_bytes()).unwrap();
        self.written.drain(..at + first.len());
        self.reads(text);
    }

    pub(crate) fn types(&mut self, keys: &[u8]) {
        self.terminal.write_all(keys).unwrap();
    }

    fn signal(&self, name: &str) {
        let pid = self.form.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &pid]).status().unwrap().success());
    }

    fn ends(&mut self) {
        eventually("the end of the form", || self.form.try_wait().unwrap().is_some());
    }
}

impl Drop for Played {
    fn drop(&mut self) {
        let _ = self.form.kill();
        let _ = self.form.wait();
    }
}

#[test]
fn a_key_right_after_the_first_frame_is_ignored_and_the_form_says_so() {
    for keys in [&b"\r"[..], b"1", b" ", b"\x1b"] {
        // The guard is long, so that a busy machine doesn't outlast it.
        let mut form = Played::start(&["--guard", "60000"]);
        form.reads("cancel");
        form.reads("\x1b[?2026l");
        form.types(keys);
        form.reads("Key ignored: it came too soo");
        // Ctrl+C is never ignored.
        form.types(b"\x03");
        form.ends();
    }
}

#[test]
fn a_terminal_that_does_not_reply_gets_the_form_all_the_same() {
    let mut form = Played::start(&[]);
    form.reads("\x1b[6n");
    form.reads("cancel");
    form.types(b"\x03");
    form.ends();
}

/// What this form writes up to its end.
fn written(mut form: Played) -> String {
    form.reads("cancel");
    form.types(b"\x03");
    form.ends();
    form.reads("\x1b[?25h");
    String::from_utf8(form.written.clone()).unwrap()
}

const ASK: [&str; 7] = ["ask", "-q", "Which database?", "-o", "Postgres", "-o", "SQLite"];

#[test]
fn a_terminal_that_tells_no_size_gets_the_one_that_the_environment_names() {
    for (variables, columns) in [(&[("COLUMNS", "60"), ("LINES", "20")][..], 60), (&[], 80)] {
        let variables = [&[("TERM", "xterm-256color")], variables].concat();
        let form = Played::on((0, 0), &variables, TempFolder::new("pty"), &ASK);
        // The way to a fresh row leads over all columns but two.
        let written = written(form);
        assert!(written.contains(&format!("\x1b[{}C  \r", columns - 2)), "{columns}: {written:?}");
    }
}

#[test]
fn a_form_leaves_clicks_and_the_wheel_to_the_terminal() {
    let written = written(Played::start(&[]));
    assert!(written.contains("\x1b[?2004h") && !written.contains("\x1b[?1000h"), "{written:?}");
}

/// It would take them for other sequences.
#[test]
fn the_linux_console_gets_no_key_encoding_and_no_title() {
    let on = |term| {
        let written = written(Played::on((80, 24), &[("TERM", term)], TempFolder::new("pty"), &ASK));
        ["\x1b[>1u", "\x1b[<u", "\x1b]0;"].map(|sequence| written.contains(sequence))
    };
    assert_eq!((on("linux"), on("xterm")), ([false; 3], [true; 3]));
}

#[test]
fn keys_that_come_together_are_shown_together() {
    let mut form = Played::of(TempFolder::new("pty").unguarded(), &ASK);
    form.reads("cancel");
    form.reads("\x1b[?2026l");
    form.written.clear();
    form.types(&[&b"\x1b[B\x1b[A".repeat(15)[..], b"\x03"].concat());
    form.ends();
    form.reads("\x1b[?25h");
    let frames = form.written.windows(8).filter(|at| at == b"\x1b[?2026h").count();
    assert!(frames < 15, "{frames} frames for 30 keys");
}

/// The number of bytes that a form which a signal ends leaves unread, if these are typed first. It waits for a reply.
fn left_unread(typed: &[u8]) -> u64 {
    let mut form = Played::start(&[]);
    form.reads("\x1b[6n");
    form.signal("STOP");
    form.types(typed);
    form.signal("TERM");
    form.signal("CONT");
    form.ends();
    rustix::io::ioctl_fionread(&form.line).unwrap()
}

#[test]
fn a_reply_that_comes_when_the_form_ends_never_reaches_the_shell() {
    assert_eq!(left_unread(b"\x1b[2;1R"), 0);
}

#[test]
fn a_reply_that_comes_with_a_stop_does_not_keep_the_form_from_coming_back() {
    // It wakes up with both in nearly each of the runs.
    for _ in 0..10 {
        let mut form = Played::start(&[]);
        form.reads("\x1b[6n");
        form.reads("cancel");
        form.types(b"\x1b[2;1R");
        kill_process(Pid::from_child(&form.form), Signal::TSTP).unwrap();
        form.reads_after("\x1b[?2004l", "cancel");
        form.types(b"\x03");
        form.ends();
    }
}

#[test]
fn keys_that_come_while_a_form_ends_are_left_to_the_shell() {
    assert_eq!(left_unread(b"ls\n"), 3, "the terminal doesn't reply");
    assert_eq!(left_unread(b"\x1b[2;1Rls -l\n"), 6);
}

#[test]
fn what_came_of_a_paste_is_kept_when_the_terminal_goes_away_in_the_middle() {
    for (ask, paste) in [
        (&["ask", "-q", "Why?", "--text"][..], &b"now \x1b[200~half a paste, and \x1b[20"[..]),
        (&["ask", "-q", "How?", "--text"], b"now \x1b[200~half a paste, and\x03"),
    ] {
        let mut form = Played::of(TempFolder::new("pty"), ask);
        form.reads("cancel");
        form.types(paste);
        // What is typed before the paste is on the screen once the form has read all of it.
        form.reads("now");
        eventually("the form to read it", || rustix::io::ioctl_fionread(&form.line).unwrap() == 0);
        // Nobody holds the terminal's side any more.
        form.terminal = File::open("/dev/null").unwrap();
        form.ends();
        let left = std::mem::take(&mut form.home);
        let mut again = Played::of(left, ask);
        again.reads("now half a paste, and");
        again.types(b"\x03");
        again.ends();
    }
}
