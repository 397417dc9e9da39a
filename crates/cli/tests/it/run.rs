//! Runs the real binary without a terminal, in an empty home of its own.

use crate::ASQ;
pub(crate) use crate::done::Done;
pub(crate) use asq_testkit::folder::TempFolder;
use std::io::Write;
use std::process::{Command, Stdio};

pub(crate) struct Run {
    command: Command,
    input: Vec<u8>,
    home: TempFolder,
}

/// Runs the binary with these arguments, no terminal, empty standard input, and no variables but PATH and HOME.
pub(crate) fn asq(args: &[&str]) -> Run {
    let mut command = Command::new("setsid");
    command.arg("--wait").arg(ASQ).args(args);
    Run { command, input: Vec::new(), home: TempFolder::new("home") }
}

impl Run {
    /// Sets standard input.
    pub(crate) fn input(mut self, text: impl Into<Vec<u8>>) -> Run {
        self.input = text.into();
        self
    }

    /// Runs this script of bash instead, in which `asq` is the binary.
    pub(crate) fn shell(mut self, script: &str) -> Run {
        let mut command = Command::new("setsid");
        command.args(["--wait", "bash", "-c"]).arg(format!("asq() {{ '{ASQ}' \"$@\"; }}; {script}"));
        self.command = command;
        self
    }

    pub(crate) fn done(mut self) -> Done {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut child = self
            .command
            .env_clear()
            .env("PATH", path)
            .env("HOME", self.home.path())
            .env("LANG", "C.UTF-8")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = std::mem::take(&mut self.input);
        // asq may refuse a call before it has read all of it.
        let writer = std::thread::spawn(move || stdin.write_all(&input));
        let output = child.wait_with_output().unwrap();
        let _ = writer.join().unwrap();
        Done::of(&output)
    }
}
