//! A test that starts itself again as a child process, with a job.
//!
//! - A test that finds a [`job`] does it instead of testing; [`again`] starts the test that way.
//! - [`WorkNotes`] records finished work in whole lines that survive the death of the writer.

use crate::eventually::eventually;
use crate::folder::TempFolder;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const JOB: &str = "ASQ_TEST_JOB";

/// This process's job; `None` if it runs the test itself.
#[expect(clippy::disallowed_methods, reason = "a job comes by the environment")]
pub fn job() -> Option<String> {
    std::env::var(JOB).ok()
}

/// Starts this test again, with a job.
pub fn again(test: &str, job: &str) -> Command {
    let own = std::env::current_exe().unwrap_or_else(|e| panic!("the test's own program: {e}"));
    let mut command = Command::new(own);
    command.args(["--exact", test, "--nocapture", "--test-threads=1"]).env(JOB, job);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// A file for acknowledged work: each line is a number and its progress.
#[derive(Debug)]
pub struct WorkNotes(TempFolder);

impl Default for WorkNotes {
    fn default() -> WorkNotes {
        let notes = WorkNotes(TempFolder::default());
        notes.clear();
        notes
    }
}

impl WorkNotes {
    pub fn path(&self) -> PathBuf {
        self.0.join("notes")
    }

    /// Appends a line in one write, from any process.
    pub fn write(path: &Path, n: u64, count: u64) {
        let file = std::fs::OpenOptions::new().append(true).open(path);
        let noted = file.and_then(|mut file| file.write_all(format!("{n} {count}\n").as_bytes()));
        noted.unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    }

    /// Waits until the file has this many lines.
    pub fn wait(&self, lines: usize) {
        eventually("an acknowledgement", || self.text().lines().count() >= lines);
    }

    /// The new lines since the last call; for each number the highest progress.
    pub fn take(&self) -> BTreeMap<u64, u64> {
        let text = self.text();
        self.clear();
        let pairs = text.lines().filter_map(|line| line.split_once(' '));
        pairs.filter_map(|(n, count)| Some((n.parse().ok()?, count.parse().ok()?))).collect()
    }

    fn text(&self) -> String {
        std::fs::read_to_string(self.path()).unwrap_or_else(|e| panic!("{}: {e}", self.path().display()))
    }

    fn clear(&self) {
        std::fs::write(self.path(), "").unwrap_or_else(|e| panic!("{}: {e}", self.path().display()));
    }
}
