//! The database file: modes, version, damage.

use crate::sample::*;
use asq_core::inbox::Position;
use asq_core::life::AskKey;
use asq_store::{DraftRow, Drafts, Log, Presence, Sqlite, Upkeep, WakeReason};
use asq_testkit::folder::TempFolder;
use rusqlite::Connection;
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::time::Duration;

fn fresh() -> (TempFolder, PathBuf) {
    let folder = TempFolder::new("store");
    let path = folder.path().join("store.db");
    (folder, path)
}

/// Changes the database with SQLite alone, as another program would.
fn by_hand(path: &Path, sql: &str) {
    Connection::open(path).and_then(|it| it.execute_batch(sql)).expect("done by hand");
}

/// Writes a file with the mode that asq gives its files.
fn own(path: &Path, text: &str) {
    fs::write(path, text).expect("written");
    fs::set_permissions(path, Permissions::from_mode(0o600)).expect("set");
}

/// The error of opening it.
fn refused(path: &Path) -> String {
    match Sqlite::open(path) {
        Ok(_) => panic!("it was opened"),
        Err(fault) => {
            fault.to_string().replace(&path.parent().expect("a folder").display().to_string(), "DIR")
        }
    }
}

#[test]
fn everything_belongs_to_its_owner_alone() {
    let folder = TempFolder::new("store");
    let inside = folder.path().join("a b/deep%3F");
    let path = inside.join("store?x.db");
    let store = Sqlite::open(&path).expect("a store");
    put(&store, &[ask(1)]);
    let _held = store.hold_asker(id(1)).expect("held");
    let mut modes: Vec<String> = fs::read_dir(&inside)
        .expect("a folder")
        .map(|it| it.expect("a file"))
        .map(|it| {
            format!("{:o} {}", it.metadata().expect("about").mode() & 0o777, it.file_name().to_string_lossy())
        })
        .collect();
    modes.push(format!("{:o} the folder", fs::metadata(&inside).expect("about").mode() & 0o777));
    modes.sort();
    expect_test::expect![[r#"
        600 store?x.db
        600 store?x.db-shm
        600 store?x.db-wal
        600 store?x.db.bell
        600 store?x.db.drafts
        600 store?x.db.gate
        600 store?x.db.inbox
        700 store?x.db.waiting
        700 the folder
    "#]]
    .assert_eq(&(modes.join("\n") + "\n"));
}

#[test]
fn what_others_can_reach_is_refused() {
    let (folder, path) = fresh();
    drop(Sqlite::open(&path).expect("a store"));
    let set = |path: &Path, mode| fs::set_permissions(path, Permissions::from_mode(mode)).expect("set");
    set(&path, 0o640);
    assert_eq!(
        refused(&path),
        "DIR/store.db can't be trusted: others can read or write it (if it is a store: chmod go=)"
    );
    set(&path, 0o600);
    set(folder.path(), 0o777);
    assert_eq!(
        refused(&path),
        "DIR can't be trusted: others can write to this folder (chmod go-w, or a folder of your own)"
    );
    // In such a folder others can't remove the database, but they can create its WAL first.
    set(folder.path(), 0o1777);
    assert_eq!(
        refused(&path),
        "DIR can't be trusted: others can write to this folder (chmod go-w, or a folder of your own)"
    );
    set(folder.path(), 0o700);
    let gate = folder.path().join("store.db.gate");
    set(&gate, 0o666);
    assert_eq!(refused(&path), "DIR/store.db.gate can't be trusted: others can read or write it (chmod go=)");
}

#[test]
fn a_link_leads_to_the_same_store() {
    let (folder, path) = fresh();
    let store = Sqlite::open(&path).expect("a store");
    let link = folder.path().join("link.db");
    symlink(&path, &link).expect("a link");
    let linked = Sqlite::open(&link).expect("the same store");
    let _held = linked.hold_inbox().expect("held");
    assert!(store.inbox_in_use());
    put(&linked, &[ask(1)]);
    assert_eq!(everything(&store), stored(1, &[ask(1)]));
    assert!(!folder.path().join("link.db.gate").exists());
}

#[test]
fn looking_for_a_store_makes_none() {
    let (folder, path) = fresh();
    assert!(Sqlite::open_existing(&path).expect("looked").is_none());
    assert!(Sqlite::open_existing(&folder.path().join("no/such/folder/store.db")).expect("looked").is_none());
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    drop(Sqlite::open(&path).expect("a store"));
    let there = Sqlite::open_existing(&path).expect("looked").expect("a store");
    assert_eq!(there.count().expect("a count"), 0);
}

#[test]
fn a_newer_store_and_foreign_files_are_refused() {
    let (_folder, path) = fresh();
    drop(Sqlite::open(&path).expect("a store"));
    by_hand(&path, "PRAGMA user_version = 99");
    assert_eq!(
        refused(&path),
        "a newer asq has upgraded the store to version 99, this one knows 1: restart with the newer asq"
    );
    by_hand(&path, "PRAGMA user_version = 1; PRAGMA application_id = 7");
    assert_eq!(refused(&path), "the store failed: DIR/store.db is the database of another program");
    let (_folder, text) = fresh();
    fs::write(&text, "not a database, but long enough to look like one at first sight\n".repeat(99))
        .expect("written");
    fs::set_permissions(&text, Permissions::from_mode(0o600)).expect("set");
    assert_eq!(refused(&text), "DIR/store.db isn't an asq store");
}

#[test]
fn a_store_that_was_begun_is_finished() {
    let (_folder, path) = fresh();
    by_hand(&path, "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL");
    fs::set_permissions(&path, Permissions::from_mode(0o600)).expect("set");
    // A process that creates a store takes its gate first.
    own(&path.with_extension("db.gate"), "");
    let store = Sqlite::open(&path).expect("a store");
    put(&store, &[ask(1)]);
    let (_folder, empty) = fresh();
    fs::write(&empty, "").expect("written");
    fs::set_permissions(&empty, Permissions::from_mode(0o600)).expect("set");
    put(&Sqlite::open(&empty).expect("a store"), &[ask(1)]);
}

#[test]
fn what_cannot_be_changed_later_is_right_from_the_first() {
    let (_folder, path) = fresh();
    let store = Sqlite::open(&path).expect("a store");
    put(&store, &[ask(1)]);
    let other = Connection::open(&path).expect("open");
    let say = |pragma: &str| -> String {
        other
            .query_row(pragma, (), |row| row.get::<_, rusqlite::types::Value>(0))
            .map(|it| format!("{it:?}"))
            .expect("told")
    };
    let told =
        ["PRAGMA page_size", "PRAGMA auto_vacuum", "PRAGMA application_id", "PRAGMA journal_mode"].map(say);
    assert_eq!(told, ["Integer(4096)", "Integer(2)", "Integer(1634955569)", "Text(\"wal\")"]);
}

#[test]
fn a_log_that_lost_its_end_is_neither_read_nor_added_to() {
    let (folder, path) = fresh();
    let store = Sqlite::open(&path).expect("a store");
    put(&store, &[ask(1)]);
    drop(store);
    let older = folder.path().join("older.db");
    by_hand(&path, "PRAGMA wal_checkpoint(TRUNCATE)");
    fs::copy(&path, &older).expect("copied");
    put(&Sqlite::open(&path).expect("a store"), &[ask(2)]);
    by_hand(&path, "PRAGMA wal_checkpoint(TRUNCATE)");
    fs::copy(&older, &path).expect("put back");
    let store = Sqlite::open(&path).expect("a store");
    let bell = folder.path().join("store.db.bell");
    let gone = format!(
        "the store is damaged: the records after position 1 are gone, position 2 was acknowledged; if an older file \
         was put back on purpose, remove {}",
        bell.display()
    );
    let told = [
        store.after(Position(0), 9).expect_err("what was").to_string(),
        store.pending(Position(0), 0).expect_err("what was").to_string(),
        store.count().expect_err("what was").to_string(),
        store.append(&[ask(3)]).expect_err("the second is gone").to_string(),
    ];
    assert_eq!(told, [(); 4].map(|()| gone.clone()));
    let mut left = Vec::new();
    assert_eq!(store.export(&mut left).expect("what is left is saved"), 1);
    let problems: Vec<_> =
        store.verify(None).expect("looked at").problems.into_iter().map(|it| it.what).collect();
    assert_eq!(problems, ["position 2 was acknowledged and is not in the log"]);
    fs::remove_file(bell).expect("removed");
    assert_eq!(put(&Sqlite::open(&path).expect("a store"), &[ask(3)]), Position(2));
    fs::write(&path, "").expect("emptied");
    assert!(refused(&path).contains("records are missing from DIR/store.db"));
}

#[test]
fn a_changed_row_is_not_read_as_a_record() {
    let (_folder, path) = fresh();
    let change = |sql: &str| {
        let (_folder, path) = fresh();
        let store = Sqlite::open(&path).expect("a store");
        let claiming = |n| ask_claiming(n, AskKey::Call(key(&format!("call {n}"))));
        put(&store, &[claiming(1), claiming(2), close(1, 1, words("yes"))]);
        by_hand(&path, sql);
        let read = store.records(id(1)).err().map(|it| it.to_string());
        let listed = store.pending(Position(0), 0).err().map(|it| it.to_string());
        let again = asq_store::Append { expected: 1, ..close(1, 2, words("no")) };
        let taken = store.append(&[again]).map_or_else(|e| e.to_string(), |it| format!("{it:?}"));
        let problems = store.verify(None).expect("looked at").problems;
        let told: Vec<String> =
            problems.into_iter().map(|it| format!("{:?} {}", it.position.map(|p| p.0), it.what)).collect();
        let told =
            format!("{sql}\n  read: {read:?}\n  list: {listed:?}\n  again: {taken}\n  verify: {told:?}\n");
        told.replace(&path.parent().expect("a folder").display().to_string(), "DIR")
    };
    let told = [
        "UPDATE record SET body = CAST(replace(body, 'yes', 'no!') AS BLOB) WHERE position = 3",
        "UPDATE record SET seq = 3 WHERE position = 3",
        "UPDATE record SET request = zeroblob(16) WHERE position = 3",
        "DELETE FROM record WHERE position = 3",
        "UPDATE record SET at = at + 1 WHERE position = 1",
        "UPDATE record SET link = zeroblob(32) WHERE position = 2",
        "UPDATE pending SET summary = CAST(replace(summary, 'Go on', 'Ko on') AS BLOB)",
        "DELETE FROM pending",
        "UPDATE head SET open = 7",
        "UPDATE claim SET key = 'x' || key",
        "DELETE FROM claim",
        "UPDATE head SET position = 2",
    ]
    .map(change)
    .concat();
    expect_test::expect![[r#"
        UPDATE record SET body = CAST(replace(body, 'yes', 'no!') AS BLOB) WHERE position = 3
          read: Some("the store is damaged at position 3: its digest does not match")
          list: None
          again: [Stale]
          verify: ["Some(3) its digest does not match", "None the list of open requests does not follow from the log: 4y6xwvjztafgag000000000001", "None 2 requests are open, but the count is 1"]
        UPDATE record SET seq = 3 WHERE position = 3
          read: Some("the store is damaged: a record of request 4y6xwvjztafgag000000000001 is missing")
          list: None
          again: [Stale]
          verify: ["Some(3) its number in request 4y6xwvjztafgag000000000001 is 3, out of order", "Some(3) its digest does not match", "None the list of open requests does not follow from the log: 4y6xwvjztafgag000000000001", "None 2 requests are open, but the count is 1"]
        UPDATE record SET request = zeroblob(16) WHERE position = 3
          read: Some("the store is damaged: a record of request 4y6xwvjztafgag000000000001 is missing")
          list: None
          again: the store is damaged at position 4: it closes a request that is not open
          verify: ["Some(3) its number in request 00000000000000000000000000 is 2, out of order", "Some(3) its digest does not match", "None the list of open requests does not follow from the log: 4y6xwvjztafgag000000000001", "None 2 requests are open, but the count is 1"]
        DELETE FROM record WHERE position = 3
          read: Some("the store is damaged: a record of request 4y6xwvjztafgag000000000001 is missing")
          list: None
          again: the store is damaged at position 4: it closes a request that is not open
          verify: ["None the log ends at 2, but its head is at 3", "None the list of open requests does not follow from the log: 4y6xwvjztafgag000000000001", "None 2 requests are open, but the count is 1"]
        UPDATE record SET at = at + 1 WHERE position = 1
          read: Some("the store is damaged at position 1: its digest does not match")
          list: None
          again: [Stale]
          verify: ["Some(1) its digest does not match", "None the list of idempotency keys does not follow from the log"]
        UPDATE record SET link = zeroblob(32) WHERE position = 2
          read: None
          list: None
          again: [Stale]
          verify: ["Some(2) it does not link to the record before it", "Some(3) it does not link to the record before it"]
        UPDATE pending SET summary = CAST(replace(summary, 'Go on', 'Ko on') AS BLOB)
          read: None
          list: None
          again: [Stale]
          verify: ["Some(2) its row in the list of open requests was changed"]
        DELETE FROM pending
          read: None
          list: Some("the store is damaged: the count of open requests says 1, their list has 0")
          again: [Stale]
          verify: ["None the list of open requests does not follow from the log: 1wdvsq5zmmz0n0000000000002"]
        UPDATE head SET open = 7
          read: None
          list: Some("the store is damaged: the count of open requests says 7, their list has 1")
          again: [Stale]
          verify: ["None 1 requests are open, but the count is 7"]
        UPDATE claim SET key = 'x' || key
          read: None
          list: None
          again: [Stale]
          verify: ["None the list of idempotency keys does not follow from the log"]
        DELETE FROM claim
          read: None
          list: None
          again: [Stale]
          verify: ["None the list of idempotency keys does not follow from the log"]
        UPDATE head SET position = 2
          read: Some("the store is damaged: the records after position 2 are gone, position 3 was acknowledged; if an older file was put back on purpose, remove DIR/store.db.bell")
          list: Some("the store is damaged: the records after position 2 are gone, position 3 was acknowledged; if an older file was put back on purpose, remove DIR/store.db.bell")
          again: the store is damaged: the records after position 2 are gone, position 3 was acknowledged; if an older file was put back on purpose, remove DIR/store.db.bell
          verify: ["None position 3 was acknowledged and is not in the log", "None the log ends at 2, but with another link than its head", "None the list of open requests does not follow from the log: 4y6xwvjztafgag000000000001", "None 2 requests are open, but the count is 1"]
    "#]]
    .assert_eq(&told);
    drop(path);
}

/// Erased text is in no file.
#[test]
fn what_is_erased_is_in_no_file() {
    let (folder, path) = fresh();
    let holds = |text: &str| {
        let files = fs::read_dir(folder.path()).expect("a folder").map(|it| it.expect("a file").path());
        let with = files.filter(|it| it.is_file()).filter(|it| {
            let bytes = fs::read(it).expect("read");
            bytes.windows(text.len()).any(|window| window.eq_ignore_ascii_case(text.as_bytes()))
        });
        with.map(|it| it.file_name().expect("a name").to_string_lossy().into_owned()).collect::<Vec<_>>()
    };
    let mut secret = asked(1, vec![question("Token?")]);
    secret.request.questions[0].sensitive = true;
    {
        let store = Sqlite::open(&path).expect("a store");
        put(&store, &[ask_with(1, secret), close(1, 1, words("hunter2hunter2")), ask(2)]);
        put(&store, &[close(2, 1, words("zanzibarzanzibar"))]);
        let query = asq_store::Query { text: Some("zanzibar".to_owned()), ..asq_store::Query::default() };
        assert_eq!(asq_store::History::past(&store, &query).expect("looked").len(), 1);
        assert_eq!((holds("hunter2").is_empty(), holds("zanzibar").is_empty()), (false, false));
        put(&store, &[deliver(1, 2)]);
        let body = b"typedaftertheend".to_vec();
        let late = DraftRow {
            request: id(2),
            question: 0,
            rev: 0,
            by: 1,
            at_ms: minute(100).wall_ms,
            body,
            other: None,
        };
        store.keep_draft(&late).expect("kept");
        assert!(!holds("typedaftertheend").is_empty());
    }
    assert_eq!(holds("hunter2"), [""; 0]);
    {
        let store = Sqlite::open(&path).expect("a store");
        store.prune(minute(99).wall_ms).expect("pruned");
    }
    assert_eq!(holds("zanzibar"), [""; 0]);
    assert_eq!(holds("Question 2"), [""; 0]);
    assert_eq!(holds("typedaftertheend"), [""; 0]);
}

#[test]
fn a_bell_that_was_taken_away_while_a_writer_has_it_open_is_rung_at_its_place() {
    let (folder, path) = fresh();
    let store = Sqlite::open(&path).expect("a store");
    let (bell, away) = (folder.path().join("store.db.bell"), folder.path().join("away"));
    let noted = |bell: &Path| fs::read_to_string(bell).expect("a bell").trim().to_owned();
    put(&store, &[ask(1)]);
    fs::rename(&bell, &away).expect("taken away");
    put(&store, &[ask(2)]);
    assert_eq!((noted(&bell), noted(&away)), ("2".to_owned(), "1".to_owned()));
}

#[test]
fn a_ring_after_the_bell_was_taken_away_is_heard_within_two_seconds() {
    let (folder, path) = fresh();
    let store = Sqlite::open(&path).expect("a store");
    put(&store, &[ask(1)]);
    let mut bell = store.bell().expect("a bell");
    fs::remove_file(folder.path().join("store.db.bell")).expect("removed");
    assert_eq!(bell.wait(Duration::from_secs(30)), WakeReason::Records, "that it went is worth a look");
    assert!(bell.patience() <= Duration::from_secs(2), "{:?}", bell.patience());
    put(&store, &[ask(2)]);
    let patience = bell.patience();
    assert_eq!(bell.wait(patience), WakeReason::Records);
}
