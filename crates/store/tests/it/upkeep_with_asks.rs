//! Asks pass while a log is imported, searched for the first time, and pruned.
//!
//! - No ask fails, each is in the store afterwards, and the log is sound.
//! - Each stage reports its progress.
//! - With `ASQ_TEST_MANY` requests: no ask waits longer than 500 ms, and this process's memory stays bounded.

use crate::old_requests::*;
use crate::pg;
use crate::sample::*;
use asq_core::inbox::Position;
use asq_store::{Query, Sqlite, Store, Upkeep};
use asq_testkit::eventually::eventually;
use asq_testkit::faults::{number, say};
use asq_testkit::folder::TempFolder;
use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The number of old, closed requests.
const MANY: u64 = 5000;
/// The asks that have to pass during each of the three.
const ASKS: u64 = 200;
const LONGEST: Duration = Duration::from_millis(500);
/// The growth of the process's memory, in kilobytes. A log of a million requests has three gigabytes.
const MEMORY: u64 = 32 * 1024;
/// The first number of the asks that pass meanwhile.
const MEANWHILE: u64 = 1 << 40;

/// The asks that passed during one maintenance.
struct Passed {
    what: &'static str,
    asks: u64,
    longest: Duration,
    took: Duration,
    memory: u64,
}

/// Runs the maintenance while others ask every few milliseconds, from its first report until both are done.
fn with_asks(
    what: &'static str,
    open: &(impl Fn() -> Box<dyn Store> + Sync),
    first: u64,
    reports: &Reports,
    run: impl FnOnce(),
) -> Passed {
    let (before, begun) = (peak(), Instant::now());
    let (asks, longest, took) = std::thread::scope(|scope| {
        let (done, over) = channel::<()>();
        let asking = scope.spawn(move || {
            let (mut longest, mut asks) = (Duration::ZERO, 0);
            // An import wants an empty store.
            eventually("a report of the maintenance", || !reports.all().is_empty());
            loop {
                let ended = over.recv_timeout(Duration::from_millis(10)) != Err(RecvTimeoutError::Timeout);
                if ended && asks >= ASKS {
                    return (asks, longest);
                }
                let begin = Instant::now();
                // Each ask is a process of its own, which opens the store.
                put(&*open(), &[ask(first + asks)]);
                (longest, asks) = (longest.max(begin.elapsed()), asks + 1);
            }
        });
        run();
        let took = begun.elapsed();
        drop(done);
        let (asks, longest) = asking.join().expect("no ask failed");
        (asks, longest, took)
    });
    Passed { what, asks, longest, took, memory: peak().saturating_sub(before) }
}

/// The most memory this process has had since the last call, in kilobytes.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("a status");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
    let peak = line.trim().trim_end_matches(" kB").parse().expect("a number");
    std::fs::write("/proc/self/clear_refs", "5").expect("the peak begins again");
    peak
}

/// Writes the log of a store with old requests. The store is a file in memory, which fills fastest.
fn write_log(many: u64, to: &Path) {
    let folder = TempFolder::in_memory();
    let from = Sqlite::open(&folder.path().join("store.db")).expect("a store");
    fill(&from, many);
    let mut to = BufWriter::new(File::create(to).expect("a file"));
    assert_eq!(from.export(&mut to).expect("written"), 3 * many);
    // Otherwise the system would write it back while others ask.
    to.into_inner().expect("written").sync_all().expect("on disk");
}

/// Imports a log, then searches and prunes the store.
fn passes(store_is: &str, open: &(impl Fn() -> Box<dyn Store> + Sync)) {
    let wanted = number("ASQ_TEST_MANY");
    let many = wanted.unwrap_or(MANY);
    let folder = TempFolder::new("log");
    let file = folder.path().join("log.jsonl");
    write_log(many, &file);
    let store = open();
    let reports = Reports::default();
    let heard = reports.clone();
    store.on_progress(Box::new(move |progress| heard.hear(progress)));
    peak();
    let mut passed: Vec<Passed> = Vec::new();
    let mut asked = MEANWHILE;
    let mut during = |what, run: &dyn Fn()| {
        let one = with_asks(what, open, asked, &reports, run);
        asked += one.asks;
        passed.push(one);
    };
    during("import", &|| {
        let mut from = BufReader::new(File::open(&file).expect("the log"));
        assert_eq!(store.import(&mut from).expect("imported"), 3 * many);
    });
    std::fs::remove_file(&file).expect("removed");
    during("first search", &|| {
        let found = store.past(&Query { limit: 1, ..Query::default() }).expect("searched");
        assert_eq!(found.first().map(|past| past.id), Some(id(many)));
    });
    during("prune", &|| {
        let pruned = store.prune(minute(many + 2).wall_ms).expect("pruned");
        assert_eq!((pruned.bodies, pruned.records), (3 * many, 3 * many));
    });
    let counted: Vec<String> = passed
        .iter()
        .map(|Passed { what, asks, longest, took, memory }| {
            format!(
                "{what} {} s, {asks} asks, the longest {} ms, {memory} kB more",
                took.as_secs(),
                longest.as_millis()
            )
        })
        .collect();
    say(&format!("UPKEEP: {store_is}, {many} requests: {}", counted.join("; ")));
    let meanwhile = passed.iter().map(|it| it.asks).sum::<u64>();
    assert!(passed.iter().all(|it| it.asks >= ASKS));
    assert_eq!(store.count().expect("a count"), meanwhile);
    let (_, open) = store.pending(Position(0), 0).expect("a list");
    let expected: Vec<_> = (MEANWHILE..MEANWHILE + meanwhile).map(id).collect();
    assert!(open.iter().map(|it| it.id).eq(expected), "other requests are open");
    sound(&*store);
    for (stage, least) in [("Reading", many / 200), ("Indexing", many / 500), ("Erasing", many / 510)] {
        assert!(reports.of(stage).times >= least, "{stage}: {reports:?}");
    }
    assert!(reports.of("Cutting").times >= many / 1000, "{reports:?}");
    if wanted.is_some() {
        for one in &passed {
            assert!(one.longest <= LONGEST, "{}: {} ms", one.what, one.longest.as_millis());
            assert!(one.memory <= MEMORY, "{}: {} kB", one.what, one.memory);
        }
    }
}

#[test]
fn asks_pass_while_a_file_is_maintained() {
    let folder = TempFolder::new("maintained");
    passes("SQLite", &|| Box::new(Sqlite::open(&folder.path().join("store.db")).expect("a store")));
}

#[test]
fn asks_pass_while_a_server_is_maintained() {
    let url = pg::database(pg::shared());
    passes("PostgreSQL", &|| Box::new(pg::open(&url)));
}
