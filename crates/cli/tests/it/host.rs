//! A host of `asq embed`, and conversations that were recorded with it.

use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process, prlimit};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A line that no version knows: its error marks the end of the answer to the line before.
const MARK: &str = r#"{"type":"end of the answer"}"#;

pub(crate) struct Host {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Host {
    /// The host of what this command starts, which has said its first line.
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

    /// Sends a line and reads all that comes of it.
    pub(crate) fn say(&mut self, line: &str) -> Vec<String> {
        writeln!(self.input, "{line}\n{MARK}").unwrap();
        let mut answer = self.until("end of the answer");
        answer.pop();
        answer
    }

    /// All lines up to one with these words.
    pub(crate) fn until(&mut self, what: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.read());
            if lines.iter().any(|line| line.contains(what)) {
                return lines;
            }
        }
    }

    /// No file of asq, below the shell, may grow beyond so many bytes.
    pub(crate) fn limit_files(&self, bytes: u64) {
        let children = format!("/proc/{0}/task/{0}/children", self.child.id());
        let pid = std::fs::read_to_string(children).unwrap().trim().parse().unwrap();
        let limit = Rlimit { current: Some(bytes), maximum: None };
        prlimit(Pid::from_raw(pid), Resource::Fsize, limit).unwrap();
    }

    /// Sends a signal while the input stays open, and waits for the end: its code, if it ended by itself.
    pub(crate) fn signal(mut self, signal: Signal) -> Option<i32> {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
        self.child.wait().unwrap().code()
    }

    pub(crate) fn hang_up(mut self) -> i32 {
        drop(self.input);
        self.child.wait().unwrap().code().unwrap()
    }
}

/// Goes through the conversations in a folder of the tests, at least so many; `play` has one anew.
pub(crate) fn recorded(folder: &str, least: usize, play: impl Fn(&Path) -> String) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= least, "{files:?}");
    for file in files {
        expect_test::expect_file![&file].assert_eq(&play(&file));
    }
}
