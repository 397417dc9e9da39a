//! A host of `asq embed`, and its recorded conversations.

use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process, prlimit};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// No version knows this line: its error marks the end of the answer to the line before.
const MARK: &str = r#"{"type":"end of the answer"}"#;

pub(crate) struct Host {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Host {
    /// Starts the command and reads its first line.
    pub(crate) fn of(command: &mut Command) -> Host {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let mut host = Host { child, input, output };
        assert_eq!(
            host.read(),
            format!(r#"{{"type":"hello","v":1,"version":"{}"}}"#, env!("CARGO_PKG_VERSION"))
        );
        host
    }

    fn read(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        assert!(!line.is_empty(), "asq embed is gone");
        line.trim_end().to_owned()
    }

    /// Sends a line and returns the whole answer.
    pub(crate) fn say(&mut self, line: &str) -> Vec<String> {
        writeln!(self.input, "{line}\n{MARK}").unwrap();
        let mut answer = self.until("end of the answer");
        answer.pop();
        answer
    }

    /// Reads up to a line with these words.
    pub(crate) fn until(&mut self, what: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.read());
            if lines.iter().any(|line| line.contains(what)) {
                return lines;
            }
        }
    }

    /// Limits the files of asq, which runs below the shell, to so many bytes.
    pub(crate) fn limit_files(&self, bytes: u64) {
        let children = format!("/proc/{0}/task/{0}/children", self.child.id());
        let pid = std::fs::read_to_string(children).unwrap().trim().parse().unwrap();
        let limit = Rlimit { current: Some(bytes), maximum: None };
        prlimit(Pid::from_raw(pid), Resource::Fsize, limit).unwrap();
    }

    /// Sends a signal while the input stays open, and waits; returns the exit code, or `None` if a signal ended
    /// it.
    pub(crate) fn signal(mut self, signal: Signal) -> Option<i32> {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
        self.child.wait().unwrap().code()
    }

    pub(crate) fn hang_up(mut self) -> i32 {
        drop(self.input);
        self.child.wait().unwrap().code().unwrap()
    }
}

/// Plays the conversations of a folder, which are at least so many, and compares them.
pub(crate) fn recorded(folder: &str, least: usize, play: impl Fn(&Path) -> String) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= least, "{files:?}");
    for file in files {
        expect_test::expect_file![&file].assert_eq(&play(&file));
    }
}
