//! Power cuts: acknowledged records are on the disk afterwards.
//!
//! - Two processes with two threads each append and keep drafts. They note each acknowledgement on another disk.
//! - They stop, the power goes and comes back. Each acknowledged record is unchanged, the log is sound, and the next
//!   process can write.
//! - The first cut on each disk comes during the creation of the store.
//! - A disk that lies about its syncs loses something within the same cuts, so the test can fail.
//! - `ASQ_TEST_CUTS` sets their number; `cargo xtask soak power` makes 200, and expects a build with `weak` to fail.

use crate::sample;
use asq_store::{DraftRow, Drafts, Log, Sqlite, Upkeep, Verdict};
use asq_testkit::faults::{ChildProcess, Disk, Preload, Random, WorkNotes, again, job, mounts, number, say};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Cuts per disk; then a fresh one replaces it.
const CUTS_A_DISK: u64 = 10;
/// The range of request numbers for one thread.
const ROOM: u64 = 1_000_000;

#[test]
fn no_power_cut_loses_what_was_acknowledged() {
    if let Some(job) = job() {
        return write(&job);
    }
    if !mounts("power cuts") {
        return;
    }
    let cuts = number("ASQ_TEST_CUTS").unwrap_or(20);
    let Came { acknowledged, lost } =
        cut("faults_power::no_power_cut_loses_what_was_acknowledged", cuts, |_| {});
    say(&format!("POWER: {cuts} cuts, {acknowledged} acknowledged, {} lost", lost.len()));
    assert_eq!(lost, [""; 0]);
    assert!(acknowledged > cuts, "the writers hardly wrote: {acknowledged} acknowledged");
}

#[test]
fn a_disk_that_only_says_that_it_syncs_is_found_out() {
    if let Some(job) = job() {
        return write(&job);
    }
    if !mounts("power cuts without syncs") {
        return;
    }
    let lying = Preload::sync();
    let came = cut("faults_power::a_disk_that_only_says_that_it_syncs_is_found_out", 5, |writer| {
        lying.load(writer);
        writer.env("ASQ_TEST_SYNC", "-1");
    });
    assert_ne!(came.lost, [""; 0], "the suite would not notice a store that does not sync");
}

/// The result of a series of cuts.
struct Came {
    acknowledged: u64,
    /// A description of everything missing or damaged.
    lost: Vec<String>,
}

fn cut(test: &str, cuts: u64, with: impl Fn(&mut Command)) -> Came {
    let mut came = Came { acknowledged: 0, lost: Vec::new() };
    let notes = WorkNotes::default();
    let mut disk = Disk::new(64);
    let mut random = Random(cuts);
    let mut known = BTreeMap::new();
    for n in 0..cuts {
        if n % CUTS_A_DISK == 0 {
            disk = Disk::new(64);
            known.clear();
        }
        let path = disk.path().join("asq/store.db");
        let mut writers = Vec::new();
        for at in 0..2 {
            let mut writer = again(test, &format!("{} {}", (n * 2 + at) * 2 * ROOM, path.display()));
            writer.env("ASQ_TEST_NOTES", notes.path());
            with(&mut writer);
            writers.push(ChildProcess::start(&mut writer));
        }
        // The first cut hits the creation of the store; the others hit working writers. A pause of random length is the
        // moment of the cut; nothing waits for it.
        if n % CUTS_A_DISK == 0 {
            std::thread::sleep(Duration::from_millis(random.below(80)));
        } else {
            notes.wait(1 + random.below(60) as usize);
            std::thread::sleep(Duration::from_micros(random.below(5000)));
        }
        for writer in &writers {
            writer.stop();
        }
        disk.cut();
        for writer in &mut writers {
            writer.kill();
        }
        disk.power();
        let fresh = notes.take();
        came.acknowledged += fresh.len() as u64;
        known.extend(fresh);
        if let Err(lost) = check(&path, &known) {
            came.lost.push(format!("cut {n}: {lost}"));
            // Otherwise each later cut would report the same loss.
            disk = Disk::new(64);
            known.clear();
        }
    }
    came
}

/// Checks that all acknowledged records are there; `known` has their number by request.
fn check(path: &Path, known: &BTreeMap<u64, u64>) -> Result<(), String> {
    let store = Sqlite::open(path).map_err(|e| e.to_string())?;
    let verified = store.verify(None).map_err(|e| e.to_string())?;
    if !verified.problems.is_empty() {
        return Err(format!("{:?}", verified.problems));
    }
    for (n, count) in known {
        let stored = store.records(sample::id(*n)).map_err(|e| e.to_string())?;
        let records: Vec<_> = stored.into_iter().filter_map(|stored| stored.record).collect();
        let whole = life(*n).into_iter().flat_map(|append| append.records).collect::<Vec<_>>();
        let at_least = records.len() as u64 >= *count && records[..] == whole[..records.len()];
        if !at_least {
            return Err(format!("request {n}: {count} records acknowledged, {} there", records.len()));
        }
        // A draft is on disk from the next append on; here that is the one that closes the request.
        if *count == 2
            && records.len() == 2
            && store.drafts(sample::id(*n)).map_err(|e| e.to_string())?.is_empty()
        {
            return Err(format!("request {n}: the draft is gone"));
        }
    }
    // The next process can write.
    let next = sample::ask(ROOM * ROOM + verified.head.position.0);
    store.append(&[next]).map(|_| ()).map_err(|e| e.to_string())
}

/// The whole life of the n-th request.
fn life(n: u64) -> [asq_store::Append; 3] {
    [sample::ask(n), sample::close(n, 1, sample::words("as I said")), sample::deliver(n, 2)]
}

/// The writer: two threads with requests of their own, until the test kills it.
fn write(job: &str) {
    let (first, path) = job.split_once(' ').expect("a number and a path");
    let first: u64 = first.parse().expect("a number");
    let store = Sqlite::open(Path::new(path)).expect("the store opens");
    std::thread::scope(|scope| {
        for thread in 0..2 {
            let store = &store;
            scope.spawn(move || write_from(store, first + thread * ROOM));
        }
    });
}

fn write_from(store: &Sqlite, first: u64) {
    let notes = std::env::var_os("ASQ_TEST_NOTES").expect("where to note");
    for n in first.. {
        for (append, count) in life(n).into_iter().zip(1..) {
            if count == 2 {
                let (request, body) = (sample::id(n), b"as I".to_vec());
                let row = DraftRow { request, question: 0, rev: 0, by: 1, at_ms: 0, body, other: None };
                store.keep_draft(&row).expect("a draft is kept");
            }
            let verdict = store.append(&[append]).expect("it is appended");
            assert!(matches!(verdict[..], [Verdict::Appended(_)]), "{verdict:?}");
            WorkNotes::write(Path::new(&notes), n, count);
        }
    }
}
