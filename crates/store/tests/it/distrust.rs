//! A reader trusts nothing: if the store changes behind its back, every call says so and none reads stale data.
//!
//! - The store is removed, replaced, shortened, linked or upgraded by a newer asq while it is open.
//! - Links and pipes in place of its files are refused and block nobody.
//! - A bell notices such changes without a ring.
//! - A migration may be killed anywhere; the next process finishes it.

use crate::other_process::{self, Other, say};
use crate::sample::*;
use asq_core::inbox::Position;
use asq_store::{DraftRow, Drafts, Log, Presence, Seen, Sqlite, StoreError, Upkeep, WakeReason};
use asq_testkit::faults::{Strace, again, job, mounts};
use asq_testkit::folder::TempFolder;
use rusqlite::Connection;
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const LONG: Duration = Duration::from_mins(1);

fn fresh() -> (TempFolder, PathBuf) {
    let folder = TempFolder::new("distrust");
    let path = folder.path().join("store.db");
    (folder, path)
}

/// Changes the database with SQLite alone, as another program would.
fn by_hand(path: &Path, sql: &str) {
    Connection::open(path).and_then(|it| it.execute_batch(sql)).expect("done by hand");
}

/// A sound store with other records.
fn other(folder: &TempFolder) -> PathBuf {
    let path = folder.path().join("other.db");
    let store = Sqlite::open(&path).expect("another store");
    put(&store, &[ask(7), ask(8), ask(9)]);
    drop(store);
    by_hand(&path, "PRAGMA journal_mode = DELETE; PRAGMA journal_mode = WAL");
    path
}

/// The errors of all calls, each once, without the folder's path.
fn told(store: &Sqlite, folder: &TempFolder) -> Vec<String> {
    let row = DraftRow {
        request: id(1),
        question: 0,
        rev: 0,
        by: 1,
        at_ms: 0,
        body: b"typed".to_vec(),
        other: None,
    };
    let mut all: Vec<String> = [
        store.head().err(),
        store.after(Position(0), 9).err(),
        store.records(id(1)).err(),
        store.pending(Position(0), 0).err(),
        store.count().err(),
        store.find("0", 9).err(),
        store.claimed(&key("x")).err(),
        store.snoozed().err(),
        store.drafts(id(1)).err(),
        store.append(&[close(1, 1, words("yes"))]).err(),
        store.keep_draft(&row).err(),
    ]
    .into_iter()
    .map(|it| it.map_or_else(|| "nothing is said".to_owned(), |it| it.to_string()))
    .map(|it| it.replace(&folder.path().display().to_string(), "DIR"))
    .map(|it| it.chars().map(|c| if c.is_ascii_digit() { '#' } else { c }).collect())
    .collect();
    all.dedup();
    all
}

/// An open store with one record.
fn opened() -> (TempFolder, PathBuf, Sqlite) {
    let (folder, path) = fresh();
    let store = Sqlite::open(&path).expect("a store");
    put(&store, &[ask(1)]);
    (folder, path, store)
}

#[test]
fn a_store_that_was_removed_is_told_of_by_every_call() {
    let (folder, path, store) = opened();
    fs::remove_file(&path).expect("removed");
    assert_eq!(told(&store, &folder), ["the store was removed while it was in use: DIR/store.db"]);
    Sqlite::open(&folder.path().join("new/store.db")).expect("elsewhere").count().expect("a count");
}

#[test]
fn a_store_that_was_replaced_is_told_of_by_every_call() {
    let (folder, path, store) = opened();
    fs::rename(other(&folder), &path).expect("replaced");
    let replaced =
        "the store was replaced by another file while it was in use: begin again with DIR/store.db";
    assert_eq!(told(&store, &folder), [replaced]);
}

#[test]
fn a_store_that_got_a_second_name_is_told_of_by_every_call_and_not_opened() {
    let (folder, path, store) = opened();
    let link = folder.path().join("b.db");
    fs::hard_link(&path, &link).expect("a second name");
    let named = "the store at DIR/store.db has a second name (a hard link), and a store that is used by two names loses \
                 records: remove the other one (find -inum # finds it); asq log export makes a safe copy";
    let said: Vec<String> =
        told(&store, &folder).into_iter().map(|it| it.replace("####", "#").replace("##", "#")).collect();
    let short = |text: &String| text.split("-inum").next().unwrap_or_default().to_owned();
    assert_eq!(said.iter().map(short).collect::<Vec<_>>(), [short(&named.to_owned())]);
    for name in [&path, &link] {
        assert!(matches!(Sqlite::open(name), Err(StoreError::Changed(_))), "{}", name.display());
    }
    fs::remove_file(&link).expect("removed");
    assert_eq!(everything(&store), stored(1, &[ask(1)]));
}

#[test]
fn a_store_that_a_newer_asq_brought_up_is_neither_read_nor_written() {
    let (folder, path, store) = opened();
    by_hand(&path, "PRAGMA user_version = 2");
    let newer =
        "a newer asq has upgraded the store to version #, this one knows #: restart with the newer asq";
    assert_eq!(told(&store, &folder), [newer]);
    // Other tables would cause other errors.
    let renamed =
        ["record", "pending", "claim", "seen"].map(|table| format!("ALTER TABLE {table} RENAME TO {table}2"));
    by_hand(&path, &renamed.join(";"));
    assert_eq!(told(&store, &folder), [newer]);
}

#[test]
fn a_store_that_was_put_back_is_told_of_by_every_call() {
    let (folder, path) = fresh();
    put(&Sqlite::open(&path).expect("a store"), &[ask(1)]);
    let wal = folder.path().join("store.db-wal");
    let before = fs::read(&wal).expect("read");
    put(&Sqlite::open(&path).expect("a store"), &[ask(2)]);
    fs::write(&wal, before).expect("put back");
    let store = Sqlite::open(&path).expect("opened");
    let gone = "the store is damaged: the records after position # are gone, position # was acknowledged; if an older \
                file was put back on purpose, remove DIR/store.db.bell";
    assert_eq!(told(&store, &folder), [gone]);
}

/// Puts a link or a pipe in place of a file of ours.
fn in_place_of(path: &Path, what: &str, victim: &Path) {
    fs::remove_file(path).expect("it was there");
    match what {
        "link" => symlink(victim, path).expect("a link"),
        _ => {
            assert!(Command::new("mkfifo").args(["-m", "600"]).arg(path).status().expect("mkfifo").success());
        }
    }
}

#[test]
fn links_and_pipes_in_the_place_of_its_files_are_refused_and_hold_nobody_up() {
    for (what, why) in [
        ("link", "it is a link, which no file of a store is: remove it"),
        ("pipe", "it isn't a regular file, as each file of a store is: move it away"),
    ] {
        for name in ["bell", "gate", "drafts", "inbox"] {
            let (folder, _, store) = opened();
            let victim = folder.path().join("victim");
            fs::write(&victim, "stays as it is").expect("written");
            fs::set_permissions(&victim, Permissions::from_mode(0o600)).expect("set");
            let path = folder.path().join(format!("store.db.{name}"));
            in_place_of(&path, what, &victim);
            let fault = match name {
                "bell" => store.append(&[ask(2)]).err(),
                "gate" => Sqlite::open(&folder.path().join("store.db")).err(),
                _ => store.hold_inbox().err().or_else(|| store.bell().err()),
            };
            let said = fault.map(|it| it.to_string()).unwrap_or_default();
            assert_eq!(said, format!("{} can't be trusted: {why}", path.display()), "{what} {name}");
            assert!(!store.inbox_in_use(), "nobody could say so");
            assert_eq!(fs::read_to_string(&victim).expect("read"), "stays as it is", "{what} {name}");
        }
    }
}

#[test]
fn a_link_to_a_store_that_is_not_there_yet_leads_to_one_place() {
    let folder = TempFolder::new("distrust");
    let there = folder.path().join("there");
    fs::create_dir(&there).expect("a folder");
    fs::set_permissions(&there, Permissions::from_mode(0o700)).expect("set");
    let link = folder.path().join("link.db");
    symlink("there/hop.db", &link).expect("a link");
    symlink("store.db", there.join("hop.db")).expect("a link");
    let first = Sqlite::open(&link).expect("a store");
    let _held = first.hold_asker(id(1)).expect("held");
    let second = Sqlite::open(&link).expect("the same");
    assert!(second.asker_waits(id(1)));
    let mut names: Vec<_> =
        fs::read_dir(folder.path()).expect("a folder").map(|it| it.expect("a file").file_name()).collect();
    names.sort();
    assert_eq!(names, ["link.db", "there"]);
    assert!(there.join("store.db").exists());
}

#[test]
fn a_database_that_was_copied_alone_is_refused_until_its_owner_insists() {
    let (folder, path, store) = opened();
    drop(store);
    let copy = folder.path().join("copy.db");
    fs::copy(&path, &copy).expect("copied");
    let said = format!(
        "{0} was copied without {0}-wal, where the newest records are: copy all files of the store while nobody uses \
         it, or use asq log export; to use what is there as it is: install -m 600 /dev/null {0}.gate",
        copy.display()
    );
    // The second attempt also finds what the first one left behind.
    for _ in 0..2 {
        assert_eq!(Sqlite::open_existing(&copy).err().map(|it| it.to_string()), Some(said.clone()));
    }
    assert_eq!(Sqlite::open(&copy).err().map(|it| it.to_string()), Some(said));
    assert!(
        Command::new("install")
            .args(["-m", "600", "/dev/null"])
            .arg(copy.with_extension("db.gate"))
            .status()
            .expect("install")
            .success()
    );
    Sqlite::open(&copy).expect("as it is").count().expect("a count");
}

#[test]
fn a_database_that_was_copied_with_its_log_of_pages_is_a_store() {
    let (folder, path, store) = opened();
    drop(store);
    let copy = folder.path().join("copy.db");
    for ending in ["", "-wal"] {
        let of = |path: &Path| PathBuf::from(format!("{}{ending}", path.display()));
        fs::copy(of(&path), of(&copy)).expect("copied");
    }
    assert_eq!(everything(&Sqlite::open(&copy).expect("a store")), stored(1, &[ask(1)]));
}

type Change = fn(&TempFolder, &Path);

#[test]
fn who_waits_hears_at_once_that_its_store_changed_hands() {
    let replace = |folder: &TempFolder, path: &Path| fs::rename(other(folder), path).expect("replaced");
    let remove = |folder: &TempFolder, _: &Path| fs::remove_dir_all(folder.path()).expect("removed");
    let name =
        |folder: &TempFolder, path: &Path| fs::hard_link(path, folder.path().join("b.db")).expect("named");
    let bell = |folder: &TempFolder, _: &Path| {
        fs::remove_file(folder.path().join("store.db.bell")).expect("removed");
    };
    let ways: [(&str, Change); 4] =
        [("replaced", replace), ("removed", remove), ("named twice", name), ("its bell removed", bell)];
    for (what, change) in ways {
        let (folder, path, store) = opened();
        let mut hears = store.bell().expect("a bell");
        change(&folder, &path);
        assert_eq!(hears.wait(Duration::ZERO), WakeReason::Records, "{what}");
    }
}

#[test]
fn who_waits_hears_at_once_that_a_folder_above_its_store_was_moved() {
    for moved in ["a", "a/b", "a/b/store"] {
        let folder = TempFolder::new("moved");
        let path = folder.path().join("a/b/store/store.db");
        fs::create_dir_all(folder.path().join("a/b")).expect("made");
        let store = Sqlite::open(&path).expect("a store");
        put(&store, &[ask(1)]);
        let mut hears = store.bell().expect("a bell");
        fs::rename(folder.path().join(moved), folder.path().join("away")).expect("moved");
        assert_eq!(hears.wait(Duration::ZERO), WakeReason::Records, "{moved}");
        let said = format!("the store was removed while it was in use: {}", path.display());
        assert_eq!(store.head().err().map(|it| it.to_string()), Some(said));
    }
}

/// The other process of the next test: something is mounted over its store while it waits.
#[test]
fn the_process_whose_store_is_covered() {
    let Some((_, path)) = other_process::told() else { return };
    let store = Sqlite::open(Path::new(&path)).expect("a store");
    let mut hears = store.bell().expect("a bell");
    let folder = Path::new(&path).parent().expect("a folder");
    let mounted = Command::new("mount").args(["-t", "tmpfs", "none"]).arg(folder).status();
    assert!(mounted.expect("mount").success());
    // Nothing but the event ends this.
    let heard = hears.wait(Duration::from_hours(24));
    say(&format!("{heard:?}: {}", store.head().expect_err("covered")));
}

#[test]
fn who_waits_hears_at_once_that_something_was_mounted_over_its_store() {
    if !mounts("mounts over a store") {
        return;
    }
    let (_folder, path, store) = opened();
    let test = "distrust::the_process_whose_store_is_covered";
    let said = Other::start_with_mounts(test, "waits", &path).says();
    assert_eq!(said, format!("Records: the store was removed while it was in use: {}", path.display()));
    assert_eq!(everything(&store), stored(1, &[ask(1)]));
}

#[test]
fn a_commit_that_never_rang_is_looked_for_soon() {
    let (_folder, path, store) = opened();
    let mut hears = store.bell().expect("a bell");
    // A process that died between its commit and its ring had taken the gate.
    let writer = Sqlite::open(&path).expect("a store");
    let quiet = fs::read(path.with_extension("db.bell")).expect("read");
    put(&writer, &[ask(2)]);
    while hears.wait(Duration::ZERO) == WakeReason::Records {}
    fs::write(path.with_extension("db.bell"), quiet).expect("as if it never rang");
    while hears.wait(Duration::ZERO) == WakeReason::Records {}
    drop(writer);
    assert_eq!(hears.wait(LONG), WakeReason::Records);
}

/// The migrations of a later asq.
const NEWER: [&str; 2] = [
    include_str!("../../src/sqlite/migrations/0001.sql"),
    "CREATE TABLE more (k INTEGER); INSERT INTO more VALUES (7)",
];

#[test]
fn a_migration_that_is_killed_anywhere_is_finished_by_the_next_and_the_older_one_is_told() {
    if let Some(path) = job() {
        put(&Sqlite::open_newer(Path::new(&path), &NEWER).expect("brought up"), &[ask(2)]);
        return;
    }
    let name =
        "distrust::a_migration_that_is_killed_anywhere_is_finished_by_the_next_and_the_older_one_is_told";
    let migrates = |path: &Path| again(name, &path.display().to_string());
    let strace = Strace::default();
    let (folder, path, _store) = opened();
    let here = folder.path().display().to_string();
    let leaves = ["pwrite64", "fdatasync", "fsync", "ftruncate", "openat", "flock", "unlink", "fcntl"];
    let (calls, _) =
        strace.calls(&migrates(&path), |call, line| leaves.contains(&call) && line.contains(&here));
    assert!(calls.len() > 20, "{calls:?}");
    let (mut before, mut after) = (0, 0);
    for at in &calls {
        let (folder, path, older) = opened();
        let waits = older.hold_asker(id(1)).expect("held");
        strace.kill(&migrates(&path), at);
        match older.records(id(1)) {
            Ok(records) => {
                before += 1;
                assert_eq!(records, stored(1, &[ask(1)]), "{at:?}");
            }
            Err(StoreError::Newer { found: 2, known: 1 }) => after += 1,
            Err(other) => panic!("{at:?}: {other}"),
        }
        let newer = Sqlite::open_newer(&path, &NEWER).expect("finished");
        assert_eq!(newer.records(id(1)).expect("read"), stored(1, &[ask(1)]), "{at:?}");
        assert!(newer.asker_waits(id(1)), "{at:?}");
        assert_eq!(newer.verify(None).expect("looked at").problems, [], "{at:?}");
        assert_eq!(
            told(&older, &folder),
            ["a newer asq has upgraded the store to version #, this one knows #: restart with the newer asq"],
            "{at:?}"
        );
        drop(waits);
    }
    assert!(before > 0 && after > 0, "{before} {after}");
}
