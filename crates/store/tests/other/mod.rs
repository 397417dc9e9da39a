//! Another process: this test binary once more, told what to do by its environment.
//!
//! - It speaks a line at a time; whoever started it waits for what it says.
//! - It is killed when the test lets go of it.
#![allow(dead_code, clippy::expect_used, clippy::disallowed_methods)]

use rustix::process::{Pid, Signal, kill_process};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

const WHAT: &str = "ASQ_STORE_TEST_OTHER";
const WHERE: &str = "ASQ_STORE_TEST_PATH";

/// What this process was started for, if it is another.
pub(crate) fn told() -> Option<(String, PathBuf)> {
    Some((std::env::var(WHAT).ok()?, std::env::var_os(WHERE)?.into()))
}

/// Says a line to the process that started this one.
pub(crate) fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "\nsays {line}").and_then(|()| out.flush()).expect("somebody listens");
}

/// The next line from the process that started this one; none when it is gone.
pub(crate) fn hear() -> Option<String> {
    std::io::stdin().lock().lines().next().and_then(Result::ok)
}

/// Another process.
pub(crate) struct Other {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Other {
    /// Starts this test binary anew; the test of that name sees [`told`].
    pub(crate) fn start(test: &str, what: &str, path: &Path) -> Other {
        let mut child = Command::new(std::env::current_exe().expect("this program"))
            .args([test, "--exact", "--nocapture", "--test-threads=1"])
            .env(WHAT, what)
            .env(WHERE, path)
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

    /// What it says next.
    pub(crate) fn says(&mut self) -> String {
        for line in self.output.by_ref().lines() {
            if let Some(said) = line.expect("it can be heard").strip_prefix("says ") {
                return said.to_owned();
            }
        }
        panic!("it ended without a word")
    }

    pub(crate) fn tell(&mut self, line: &str) {
        let input = self.input.as_mut().expect("it listens");
        writeln!(input, "{line}").expect("it hears");
    }

    pub(crate) fn signal(&self, signal: Signal) {
        let pid = Pid::from_child(&self.child);
        kill_process(pid, signal).expect("it is there");
    }

    /// Waits until the kernel says that it is stopped.
    pub(crate) fn until_stopped(&self) {
        let begin = Instant::now();
        while begin.elapsed() < Duration::from_secs(20) {
            let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.pid())).unwrap_or_default();
            if stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('T')) {
                return;
            }
            std::thread::yield_now();
        }
        panic!("it goes on");
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
