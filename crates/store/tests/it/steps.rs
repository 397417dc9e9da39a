//! Long maintenance goes in steps: others write in between, and an interrupted run can be repeated.
//!
//! - While it reports progress nothing is locked: others ask and answer at that moment.
//! - However often it is interrupted, the log is sound, and repeating it gives the same result.
//! - An import is stored whole or not at all, leaves nothing behind, and is refused by a store with records.
//! - `ASQ_TEST_MANY` sets the number of pruned requests.

use crate::sample::*;
use asq_core::inbox::Position;
use asq_core::life::AskKey;
use asq_store::{Append, History, Log, Memory, Query, Sqlite, Upkeep, UpkeepProgress, UpkeepStage};
use asq_testkit::faults::{number, say};
use asq_testkit::folder::TempFolder;
use rusqlite::Connection;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The number of old, closed requests.
const MANY: u64 = 20_000;

fn fresh() -> (TempFolder, PathBuf) {
    let folder = TempFolder::new("steps");
    let path = folder.path().join("store.db");
    (folder, path)
}

/// Closed requests: this many, from this number on.
fn over(from: u64, many: u64) -> Vec<Append> {
    (from..from + many)
        .flat_map(|n| {
            let claim = AskKey::Call(key(&format!("call {n}")));
            [ask_claiming(n, claim), close(n, 1, words(&format!("answer {n}"))), deliver(n, 2)]
        })
        .collect()
}

fn filled(path: &std::path::Path, many: u64) -> Sqlite {
    let store = Sqlite::open(path).expect("a store");
    for part in over(1, many).chunks(3000) {
        put(&store, part);
    }
    store
}

fn exported(store: &dyn Upkeep) -> Vec<u8> {
    let mut log = Vec::new();
    store.export(&mut log).expect("written");
    log
}

fn sound(store: &Sqlite) {
    assert_eq!(store.verify(None).expect("looked at").problems, []);
}

/// The reports of each stage: their number, the last value, and the largest step between two.
type Said = Arc<Mutex<BTreeMap<String, (u64, u64, u64)>>>;

fn hear(said: &Said, UpkeepProgress { stage, done, .. }: UpkeepProgress) {
    let mut said = said.lock().expect("whole");
    let (times, last, most) = said.entry(format!("{stage:?}")).or_insert((0, 0, 0));
    (*times, *most, *last) = (*times + 1, (*most).max(done.saturating_sub(*last)), done);
}

#[test]
fn others_ask_and_answer_at_every_step_of_history_and_of_pruning() {
    let (_folder, path) = fresh();
    let many = number("ASQ_TEST_MANY").unwrap_or(MANY);
    let store = filled(&path, many);
    let other = Sqlite::open(&path).expect("another process");
    let (said, next) = (Said::default(), AtomicU64::new(many + 1));
    let (heard, asked) = (said.clone(), Arc::new(next));
    let n = asked.clone();
    store.on_progress(Box::new(move |progress| {
        hear(&heard, progress);
        // If anything were locked, this would wait for itself.
        let n = n.fetch_add(1, Ordering::SeqCst);
        put(&other, &[ask_with(n, asq_core::life::Asked { ..asked_now(n) })]);
        put(&other, &[close(n, 1, words("at once"))]);
    }));
    let third = Sqlite::open(&path).expect("a third");
    let (waited, asks) = std::thread::scope(|scope| {
        let (done, over) = channel::<()>();
        let asking = scope.spawn(move || {
            let (mut longest, mut asks) = (Duration::ZERO, 0);
            // The pace of a busy team.
            while over.recv_timeout(Duration::from_millis(5)) == Err(RecvTimeoutError::Timeout) {
                let begin = Instant::now();
                put(&third, &[ask(1 << 40 | asks)]);
                (longest, asks) = (longest.max(begin.elapsed()), asks + 1);
            }
            (longest, asks)
        });
        assert!(store.closed_before(minute(many + 99).wall_ms).expect("counted") >= many);
        store.prune(minute(many).wall_ms).expect("pruned");
        drop(done);
        asking.join().expect("no ask failed")
    });
    say(&format!(
        "STEPS: {many} requests pruned, {asks} asks meanwhile, the longest in {} ms",
        waited.as_millis()
    ));
    sound(&store);
    let said = said.lock().expect("whole").clone();
    let of = |stage: &str| said.get(stage).copied().unwrap_or_default();
    let ((erasing, _, bodies), (cutting, _, records)) = (of("Erasing"), of("Cutting"));
    assert!(bodies <= 200 && records <= 2000, "{said:?}");
    assert!(erasing >= many / 210 && cutting >= many / 1000 && of("Indexing").0 >= many / 500, "{said:?}");
    assert!(of("Vacuuming").0 > 0, "{said:?}");
    let log = std::fs::metadata(path.with_extension("db-wal")).expect("about").len();
    assert!(log < 16 << 20, "the WAL has {log} bytes");
}

fn asked_now(n: u64) -> asq_core::life::Asked {
    asked(n, vec![question("Meanwhile?")])
}

/// Interrupts it at its n-th report of progress; returns whether it got that far.
fn broken_off(store: &Sqlite, at: u64, run: impl FnOnce(&Sqlite)) -> bool {
    let words = AtomicU64::new(0);
    store.on_progress(Box::new(move |_| {
        if words.fetch_add(1, Ordering::SeqCst) >= at {
            resume_unwind(Box::new("broken off"));
        }
    }));
    catch_unwind(AssertUnwindSafe(|| run(store))).is_err()
}

#[test]
fn pruning_that_was_broken_off_anywhere_is_done_again_and_comes_to_the_same_end() {
    let (_folder, path) = fresh();
    let sure = || minute(9999).wall_ms;
    drop(filled(&path, 3000));
    let mut at = 0;
    loop {
        // The next process continues.
        let store = Sqlite::open(&path).expect("a store");
        let again = broken_off(&store, at, |store| {
            store.prune(sure()).expect("pruned");
        });
        let store = Sqlite::open(&path).expect("a store");
        sound(&store);
        if !again {
            break;
        }
        at += 1;
    }
    assert!(at > 3, "it was interrupted {at} times");
    let store = Sqlite::open(&path).expect("a store");
    assert_eq!((store.past(&Query::default()).expect("looked"), everything(&store)), (vec![], vec![]));
    assert_eq!(put(&store, &[ask(1_000_000)]), Position(9001));
}

#[test]
fn an_import_is_there_as_a_whole_or_not_at_all_wherever_it_is_broken_off() {
    let (_from, from) = fresh();
    let log = exported(&filled(&from, 2000));
    let (_folder, path) = fresh();
    let tables = |path: &std::path::Path| -> Vec<String> {
        let sql = Connection::open(path).expect("opened");
        let mut all = sql
            .prepare("SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema ORDER BY 1")
            .expect("asked");
        let all = all.query_map((), |row| row.get(0)).expect("read").collect::<Result<Vec<String>, _>>();
        all.expect("rows").into_iter().map(|it| it.replace('"', "")).collect()
    };
    drop(Sqlite::open(&path).expect("a store"));
    let before = tables(&path);
    let mut at = 0;
    loop {
        let store = Sqlite::open(&path).expect("a store");
        let again =
            broken_off(&store, at, |store| assert_eq!(store.import(&mut &log[..]).expect("read"), 6000));
        let store = Sqlite::open(&path).expect("a store");
        sound(&store);
        if !again {
            break;
        }
        assert_eq!((store.count().expect("a count"), everything(&store).len()), (0, 0));
        at += 1;
    }
    assert!(at >= 6, "it was interrupted {at} times");
    let store = Sqlite::open(&path).expect("a store");
    assert!(exported(&store) == log, "another log");
    assert_eq!(tables(&path), before);
    assert_eq!(store.claimed(&key("call 7")).expect("read"), Some(id(7)));
    assert_eq!(put(&store, &[ask(1_000_000)]), Position(6001));
    sound(&store);
}

#[test]
fn who_asks_during_an_import_is_stored_and_the_import_is_refused() {
    let memory = Memory::new([1; 32]);
    put(&memory, &over(1, 600));
    let log = exported(&memory);
    let (_folder, path) = fresh();
    let store = Sqlite::open(&path).expect("a store");
    let other = Sqlite::open(&path).expect("another process");
    let asked = AtomicU64::new(0);
    store.on_progress(Box::new(move |progress| {
        if progress.stage == UpkeepStage::Reading && asked.fetch_add(1, Ordering::SeqCst) == 0 {
            put(&other, &[ask(7777)]);
        }
    }));
    let told = store.import(&mut &log[..]).expect_err("refused").to_string();
    assert_eq!(told, "the store failed: a log is only read into an empty store");
    assert_eq!(everything(&store), stored(1, &[ask(7777)]));
    sound(&store);
}

#[test]
fn an_import_into_a_store_with_records_is_refused_before_anything_is_read() {
    let memory = Memory::new([1; 32]);
    put(&memory, &over(1, 600));
    let log = exported(&memory);
    let (_folder, path) = fresh();
    let store = Sqlite::open(&path).expect("a store");
    put(&store, &[ask(7777)]);
    let said = Said::default();
    let heard = said.clone();
    store.on_progress(Box::new(move |progress| hear(&heard, progress)));
    let told = store.import(&mut &log[..]).expect_err("refused").to_string();
    assert_eq!(told, "the store failed: a log is only read into an empty store");
    assert_eq!(*said.lock().expect("whole"), BTreeMap::new());
}
