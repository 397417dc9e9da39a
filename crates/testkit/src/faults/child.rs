//! A test as a process of its own: it starts itself again, with a job.
//!
//! - A test that finds a [`job`] does that instead of testing; [`again`] starts it so.
//! - What was done is noted in [`Notes`], whole lines that outlive whoever wrote them.

use crate::folder::Folder;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

const JOB: &str = "ASQ_TEST_JOB";

/// What this process was started for, if not to test.
#[expect(clippy::disallowed_methods, reason = "a job comes by the environment")]
pub fn job() -> Option<String> {
    std::env::var(JOB).ok()
}

/// Starts this test once more, with a job.
pub fn again(test: &str, job: &str) -> Command {
    let own = std::env::current_exe().unwrap_or_else(|e| panic!("the test's own program: {e}"));
    let mut command = Command::new(own);
    command.args(["--exact", test, "--nocapture", "--test-threads=1"]).env(JOB, job);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Where writers note what was acknowledged: a number and how far it is, a line each.
#[derive(Debug)]
pub struct Notes(Folder);

impl Default for Notes {
    fn default() -> Notes {
        let notes = Notes(Folder::default());
        notes.clear();
        notes
    }
}

impl Notes {
    /// The file.
    pub fn path(&self) -> PathBuf {
        self.0.join("notes")
    }

    /// Notes something, from whatever process, in one piece.
    pub fn write(path: &Path, n: u64, count: u64) {
        let file = std::fs::OpenOptions::new().append(true).open(path);
        let noted = file.and_then(|mut file| file.write_all(format!("{n} {count}\n").as_bytes()));
        noted.unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    }

    /// Waits until so many lines are there.
    pub fn wait(&self, lines: usize) {
        for _ in 0..20_000 {
            if self.text().lines().count() >= lines {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        panic!("nothing is acknowledged");
    }

    /// What was noted since the last look: of each number the most.
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
