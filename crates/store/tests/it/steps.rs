//! Long maintenance goes in steps: others write in between, and an interrupted run can be repeated.
//!
//! - While it reports progress nothing is locked: others ask and answer at that moment.
//! - However often it is interrupted, the log is sound, and repeating it gives the same result.
//! - An import is stored whole or not at all, leaves nothing behind, and is refused by a store with records.

use crate::old_requests::*;
use crate::sample::*;
use asq_core::inbox::Position;
use asq_store::{History, Log, Memory, Query, Sqlite, Upkeep};
use asq_testkit::folder::TempFolder;
use rusqlite::Connection;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of old, closed requests.
const MANY: u64 = 20_000;

fn fresh() -> (TempFolder, PathBuf) {
    let folder = TempFolder::new("steps");
    let path = folder.path().join("store.db");
    (folder, path)
}

fn filled(path: &std::path::Path, many: u64) -> Sqlite {
    let store = Sqlite::open(path).expect("a store");
    fill(&store, many);
    store
}

#[test]
fn others_ask_and_answer_at_every_step_of_history_and_of_pruning() {
    let (_folder, path) = fresh();
    let store = filled(&path, MANY);
    let other = Sqlite::open(&path).expect("another process");
    let (reports, next) = (Reports::default(), AtomicU64::new(MANY + 1));
    let heard = reports.clone();
    store.on_progress(Box::new(move |progress| {
        heard.hear(progress);
        // If anything were locked, this would wait for itself.
        let n = next.fetch_add(1, Ordering::SeqCst);
        put(&other, &[ask(n)]);
        put(&other, &[close(n, 1, words("at once"))]);
    }));
    assert!(store.closed_before(minute(MANY + 99).wall_ms).expect("counted") >= MANY);
    store.prune(minute(MANY).wall_ms).expect("pruned");
    sound(&store);
    let (erasing, cutting) = (reports.of("Erasing"), reports.of("Cutting"));
    assert!(erasing.most <= 200 && cutting.most <= 2000, "{reports:?}");
    assert!(erasing.times >= MANY / 210 && cutting.times >= MANY / 1000, "{reports:?}");
    assert!(reports.of("Indexing").times >= MANY / 500 && reports.of("Vacuuming").times > 0, "{reports:?}");
    let log = std::fs::metadata(path.with_extension("db-wal")).expect("about").len();
    assert!(log < 16 << 20, "the WAL has {log} bytes");
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
        let again = interrupted(&store, at, |store| {
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

/// The definitions of all tables and indexes.
fn tables(path: &std::path::Path) -> Vec<String> {
    let sql = Connection::open(path).expect("opened");
    let mut all = sql
        .prepare("SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema ORDER BY 1")
        .expect("asked");
    let all = all.query_map((), |row| row.get(0)).expect("read").collect::<Result<Vec<String>, _>>();
    all.expect("rows").into_iter().map(|it| it.replace('"', "")).collect()
}

#[test]
fn an_import_is_there_as_a_whole_or_not_at_all_wherever_it_is_broken_off() {
    let (_from, from) = fresh();
    let log = exported(&filled(&from, 2000));
    let (_folder, path) = fresh();
    drop(Sqlite::open(&path).expect("a store"));
    let before = tables(&path);
    let mut at = 0;
    loop {
        let store = Sqlite::open(&path).expect("a store");
        let again =
            interrupted(&store, at, |store| assert_eq!(store.import(&mut &log[..]).expect("read"), 6000));
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
fn who_asks_during_an_import_appends_after_the_imported_log() {
    let memory = Memory::new([1; 32]);
    fill(&memory, 600);
    put(&memory, &[ask(5000)]);
    let log = exported(&memory);
    let (_folder, path) = fresh();
    asks_during_an_import(&Sqlite::open(&path).expect("a store"), &log, || {
        Box::new(Sqlite::open(&path).expect("another process"))
    });
    let tables = tables(&path);
    assert!(tables.iter().all(|it| !it.contains("incoming") && !it.contains("outgoing")), "{tables:?}");
}

#[test]
fn who_asks_during_an_import_without_an_end_is_stored_and_the_import_is_refused() {
    let memory = Memory::new([1; 32]);
    fill(&memory, 600);
    let log = without_end(&exported(&memory));
    let (_folder, path) = fresh();
    asks_and_refuses(&Sqlite::open(&path).expect("a store"), &log, || {
        Box::new(Sqlite::open(&path).expect("another process"))
    });
}

#[test]
fn an_import_into_a_store_with_records_is_refused_before_anything_is_read() {
    let memory = Memory::new([1; 32]);
    fill(&memory, 600);
    let log = exported(&memory);
    let (_folder, path) = fresh();
    let store = Sqlite::open(&path).expect("a store");
    put(&store, &[ask(7777)]);
    let reports = Reports::default();
    let heard = reports.clone();
    store.on_progress(Box::new(move |progress| heard.hear(progress)));
    let told = store.import(&mut &log[..]).expect_err("refused").to_string();
    assert_eq!(told, "a log is only read into an empty store");
    assert_eq!(reports.all(), BTreeMap::new());
}
