//! Another process: this test program again, running one test, which finds out that it has a part to play.
//!
//! - Both sides exchange lines: the test waits for each line that it expects.
//! - The process may run on another machine, in a network namespace, or see other mounts than this one.
//! - It dies when the test drops it.

use asq_testkit::eventually::eventually;
use rustix::process::{Pid, Signal, kill_process};
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const PART: &str = "ASQ_STORE_TEST_PART";
const STORE: &str = "ASQ_STORE_TEST_STORE";

/// This process's part and the path or address of its store; `None` in the test's own process.
pub(crate) fn told() -> Option<(String, String)> {
    Some((std::env::var(PART).ok()?, std::env::var(STORE).ok()?))
}

/// Sends a line to the process that started this one.
pub(crate) fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "\nsays {line}").and_then(|()| out.flush()).expect("a reader");
}

/// The next line from the process that started this one; `None` once it is gone.
pub(crate) fn hear() -> Option<String> {
    std::io::stdin().lock().lines().next().and_then(Result::ok)
}

pub(crate) struct Other {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Other {
    /// Starts this program again; the test of that name sees [`told`].
    pub(crate) fn start(test: &str, part: &str, store: impl AsRef<OsStr>) -> Other {
        Other::run(Command::new(this_program()), test, part, store.as_ref())
    }

    /// Like [`start`](Other::start), in a network namespace.
    pub(crate) fn start_on(namespace: &str, test: &str, part: &str, store: impl AsRef<OsStr>) -> Other {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", namespace]).arg(this_program());
        Other::run(command, test, part, store.as_ref())
    }

    /// Like [`start`](Other::start), with mounts of its own.
    pub(crate) fn start_with_mounts(test: &str, part: &str, store: impl AsRef<OsStr>) -> Other {
        let mut command = Command::new("unshare");
        // Only root may do it without a user namespace.
        command.arg(if rustix::process::geteuid().is_root() { "-m" } else { "-Urm" }).arg(this_program());
        Other::run(command, test, part, store.as_ref())
    }

    fn run(mut command: Command, test: &str, part: &str, store: &OsStr) -> Other {
        let mut child = command
            .args([test, "--exact", "--nocapture", "--test-threads=1"])
            .env(PART, part)
            .env(STORE, store)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("another process");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("its output"));
        Other { child, input, output }
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// The next line that it sends.
    pub(crate) fn says(&mut self) -> String {
        for line in self.output.by_ref().lines() {
            if let Some(said) = line.expect("its output").strip_prefix("says ") {
                return said.to_owned();
            }
        }
        panic!("it ended without a word")
    }

    pub(crate) fn tell(&mut self, line: &str) {
        let input = self.input.as_mut().expect("its input");
        writeln!(input, "{line}").expect("it reads");
    }

    pub(crate) fn signal(&self, signal: Signal) {
        let pid = Pid::from_child(&self.child);
        kill_process(pid, signal).expect("it runs");
    }

    /// Waits until the kernel reports it as stopped.
    pub(crate) fn until_stopped(&self) {
        eventually("a stopped process", || {
            let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.pid())).unwrap_or_default();
            stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('T'))
        });
    }

    pub(crate) fn kill(&mut self) {
        self.signal(Signal::KILL);
        self.child.wait().expect("it ends");
    }

    /// Waits until it ends by itself.
    pub(crate) fn ends(&mut self) {
        self.input = None;
        for _ in self.output.by_ref().lines() {}
        assert!(self.child.wait().expect("it ends").success());
    }
}

impl Drop for Other {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn this_program() -> std::path::PathBuf {
    std::env::current_exe().expect("this program")
}
