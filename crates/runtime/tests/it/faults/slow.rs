//! Sixty-four processes write at once to a disk that takes 3 ms for a sync: none gets a busy error.

use super::driver;
use crate::driver::setting::{called, open, request};
use asq_testkit::faults::{ChildProcess, Preload, TempFolder, WorkNotes, again, job};
use std::path::Path;

const PROCESSES: u64 = 64;
const EACH: u64 = 6;

#[test]
fn sixty_four_processes_share_a_slow_disk() {
    if let Some(job) = job() {
        return write(&job);
    }
    let folder = TempFolder::default();
    let path = folder.join("store.db");
    let here = driver(&path);
    let (notes, slow) = (WorkNotes::default(), Preload::sync());
    let processes: Vec<ChildProcess> = (0..PROCESSES)
        .map(|n| {
            let job = format!("{n} {}", path.display());
            let mut command = again("faults::slow::sixty_four_processes_share_a_slow_disk", &job);
            slow.load(&mut command);
            ChildProcess::start(command.env("ASQ_TEST_SYNC", "3000").env("ASQ_TEST_NOTES", notes.path()))
        })
        .collect();
    for mut process in processes {
        let ended = process.child().wait().unwrap();
        assert!(ended.success(), "{:?}", notes.take());
    }
    let written = notes.take();
    assert_eq!(written, (0..PROCESSES).map(|n| (n, EACH)).collect());
    assert_eq!(here.pending(0).unwrap().len() as u64, PROCESSES * EACH);
    assert_eq!(here.store().verify(None).unwrap().problems, []);
}

/// Asks a few things, one after the other.
fn write(job: &str) {
    let (n, path) = job.split_once(' ').unwrap();
    let driver = driver(Path::new(path));
    let notes = std::env::var_os("ASQ_TEST_NOTES").unwrap();
    for ask in 1..=EACH {
        open(&driver, called(&format!("{n} {ask}"), request("Go on?")));
        WorkNotes::write(Path::new(&notes), n.parse().unwrap(), ask);
    }
}
