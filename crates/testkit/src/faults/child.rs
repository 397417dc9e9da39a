//! A test as a process of its own: it starts itself again, with a job.
//!
//! - A test that finds a [`job`] does that instead of testing; [`again`] starts it so.
//! - What was done is noted in [`Notes`], whole lines that outlive whoever wrote them.
//! - [`Random`] numbers are the same in each run; a [`Folder`] goes away with its test.

use super::{scratch, scratch_in};
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

/// A number that whoever starts the tests may set.
#[expect(clippy::disallowed_methods, reason = "how much is tested comes by the environment")]
pub fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is no number: {text}")))
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

/// Numbers that look random and are the same each time.
#[derive(Debug)]
pub struct Random(pub u64);

impl Random {
    /// The next, below this.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

/// A folder that goes away with the test.
#[derive(Debug)]
pub struct Folder(PathBuf);

impl Default for Folder {
    fn default() -> Folder {
        Folder(scratch("folder"))
    }
}

impl Folder {
    /// One that is in memory where the machine has such a place: for what no sync matters to.
    pub fn in_memory() -> Folder {
        let memory = Path::new("/dev/shm");
        if memory.is_dir() { Folder(scratch_in(memory, "folder")) } else { Folder::default() }
    }

    /// What is in it under this name.
    pub fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
