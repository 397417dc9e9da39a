//! A test as a process of its own: it starts itself again, with a job.
#![allow(dead_code, reason = "every test binary uses a part")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods, reason = "part of the tests")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What this process was started for, if not to test.
pub(crate) fn job() -> Option<String> {
    std::env::var("ASQ_TEST_JOB").ok()
}

/// A number from the environment.
pub(crate) fn number(name: &str) -> Option<u64> {
    std::env::var(name)
        .ok()
        .map(|text| text.parse().unwrap_or_else(|_| panic!("{name} is no number: {text}")))
}

/// Starts this test once more, with a job.
pub(crate) fn again(test: &str, job: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--nocapture", "--test-threads=1"]).env("ASQ_TEST_JOB", job);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Where writers note what was acknowledged: a number and how far it is, a line each.
pub(crate) struct Notes(PathBuf);

impl Notes {
    pub(crate) fn new() -> Notes {
        let path = std::env::temp_dir().join(format!(
            "asq-test-notes-{}-{:?}",
            std::process::id(),
            std::thread::current().id()
        ));
        std::fs::write(&path, "").unwrap();
        Notes(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Waits until so many lines are there.
    pub(crate) fn wait(&self, lines: u64) {
        for _ in 0..20_000 {
            if std::fs::read_to_string(&self.0).unwrap().lines().count() as u64 >= lines {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        panic!("nothing is acknowledged");
    }

    /// What was noted since the last look.
    pub(crate) fn take(&self) -> BTreeMap<u64, u64> {
        let text = std::fs::read_to_string(&self.0).unwrap();
        std::fs::write(&self.0, "").unwrap();
        let pairs = text.lines().map(|line| line.split_once(' ').unwrap());
        pairs.map(|(n, count)| (n.parse().unwrap(), count.parse().unwrap())).collect()
    }
}

impl Drop for Notes {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Numbers that look random and are the same each time.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

/// A folder that goes away with the test.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static COUNT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let n = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("asq-test-faults-{}-{n}", std::process::id()));
        std::fs::create_dir(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
