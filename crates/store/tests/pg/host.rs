//! A process of its own, as on another machine.
//!
//! - It is the test program once more, which runs the same test and plays a part in it.
//! - What it is told goes to its standard input, what it says comes back line by line.
#![allow(clippy::expect_used, clippy::disallowed_methods, reason = "part of the tests")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

/// The store that a part of this program is to use, where it plays this part.
pub(crate) fn role(part: &str) -> Option<String> {
    let given = std::env::var("ASQ_TEST_PART").ok()?;
    let (name, url) = given.split_once(' ')?;
    (name == part).then(|| url.to_owned())
}

/// Waits until whoever started this lets go.
pub(crate) fn wait_for_end() {
    let _ = std::io::stdin().read_line(&mut String::new());
}

/// A process of its own, as on another machine: this program once more, playing a part.
pub(crate) struct Host {
    child: std::process::Child,
    said: BufReader<std::process::ChildStdout>,
}

impl Host {
    pub(crate) fn start(test: &str, part: &str, url: &str, namespace: Option<&str>) -> Host {
        let this = std::env::current_exe().expect("this program");
        let mut command = match namespace {
            None => Command::new(this),
            Some(namespace) => {
                let mut command = Command::new("ip");
                command.args(["netns", "exec", namespace]).arg(this);
                command
            }
        };
        let mut child = command
            .args(["--exact", test, "--nocapture"])
            .env("ASQ_TEST_PART", format!("{part} {url}"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("this program again");
        let said = BufReader::new(child.stdout.take().expect("a pipe"));
        Host { child, said }
    }

    pub(crate) fn say(&mut self, line: &str) {
        writeln!(self.child.stdin.as_mut().expect("a pipe"), "{line}").expect("said");
    }

    /// Reads on until this is said; the test runner of the other process says things, too.
    pub(crate) fn hear(&mut self, what: &str) {
        let mut heard = String::new();
        loop {
            let from = heard.len();
            assert_ne!(self.said.read_line(&mut heard).expect("read"), 0, "{what} was not said: {heard}");
            if heard[from..].trim_end().ends_with(what) {
                return;
            }
            assert!(!heard[from..].contains("panicked"), "{what} was not said: {heard}");
        }
    }

    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("reaped");
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
