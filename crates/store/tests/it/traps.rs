//! Traps of SQLite between processes; each has a test.
//!
//! - A process that stops or dies inside a transaction blocks or frees the others.
//! - Many writers starve nobody; long readers don't let the WAL grow.
//! - Opening the database by hand would drop its locks.
//! - Locks, drafts and watches behave when a process is killed or the kernel refuses.

use crate::old_requests::exported;
use crate::other_process::{Other, hear, say, told};
use crate::sample::*;
use asq_core::inbox::Position;
use asq_store::{Bell, DraftRow, Drafts, Log, Presence, Sqlite, StoreError, Upkeep, WakeReason};
use asq_testkit::faults::{Strace, again, job};
use asq_testkit::folder::TempFolder;
use rustix::process::{Signal, getpid, kill_process};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

const LONG: Duration = Duration::from_mins(1);

fn fresh() -> (TempFolder, PathBuf) {
    within(TempFolder::new("store"))
}

fn within(folder: TempFolder) -> (TempFolder, PathBuf) {
    let path = folder.path().join("store.db");
    (folder, path)
}

fn start(what: &str, path: &Path) -> Other {
    Other::start("traps::the_other_process", what, path)
}

/// The parts of the other processes in these tests. On its own it does nothing.
#[test]
fn the_other_process() {
    let Some((what, path)) = told() else { return };
    let store = Sqlite::open(Path::new(&path)).expect("a store");
    match what.as_str() {
        // Appends an ask at each command.
        "asks" => {
            while let Some(line) = hear() {
                put(&store, &[ask(line.parse().expect("a number"))]);
                say("asked");
            }
        }
        // Stops inside a transaction.
        "stops" => {
            store.before_commit(|| {
                kill_process(getpid(), Signal::STOP).expect("it stops");
                // Another thread gets the signal first; meanwhile this one must not reach the commit, which takes
                // only microseconds in memory.
                loop {
                    std::thread::park();
                }
            });
            let _ = store.append(&[ask(1)]);
        }
        // Reads, and keeps the store open.
        "reads" => {
            let mut bell = store.bell().expect("a bell");
            let mut seen = 0;
            say("ready");
            while let WakeReason::Records | WakeReason::Drafts | WakeReason::Nudged = bell.wait(LONG) {
                seen += store.after(Position(seen), 10_000).expect("read").len() as u64;
                if hear().is_none() {
                    return;
                }
            }
        }
        "races" => {
            say("ready");
            let first: u64 = hear().expect("where to begin").parse().expect("a number");
            for n in first..first + 10 {
                put(&store, &[ask(n)]);
            }
            say("done");
        }
        "holds an inbox" => {
            let _held = store.hold_inbox().expect("held");
            say("held");
            hear();
        }
        "waits" => {
            let _held = store.hold_asker(id(1)).expect("held");
            say("held");
            hear();
        }
        "types" => {
            let text = |n| DraftRow {
                request: id(1),
                question: 0,
                rev: n,
                by: 1,
                at_ms: n,
                body: vec![b'x'; 9],
                other: None,
            };
            for n in 0..50 {
                store.keep_draft(&text(n)).expect("kept");
            }
            say("typed");
            hear();
        }
        "visits" => {
            // Does everything that a store can do, and closes it.
            put(&store, &[ask(2)]);
            store.verify(None).expect("looked at");
            store.export(&mut std::io::sink()).expect("written");
            store.prune(0).expect("pruned");
            store.about();
            store.inbox_in_use();
        }
        other => panic!("{other}?"),
    }
}

/// A watch on the database's own files would fire before the commit can be read: always one too early.
#[test]
fn what_the_bell_rings_for_can_be_read() {
    let (_folder, path) = fresh();
    let store = Sqlite::open(&path).expect("a store");
    let mut writer = start("asks", &path);
    let mut bell = store.bell().expect("a bell");
    for n in 1..=200 {
        writer.tell(&n.to_string());
        assert_eq!(bell.wait(LONG), WakeReason::Records);
        assert_eq!(store.head().expect("a head").position, Position(n));
        writer.says();
    }
    assert_eq!(bell.wait(Duration::ZERO), WakeReason::Quiet);
}

/// The error names the process that stopped inside a transaction. Reading still works; after its death so does writing.
#[test]
fn a_writer_that_stopped_is_named_and_its_death_frees_the_store() {
    let (_folder, path) = within(TempFolder::in_memory());
    let store = Sqlite::open(&path).expect("a store");
    let mut stopped = start("stops", &path);
    stopped.until_stopped();
    match store.append(&[ask(2)]) {
        Err(StoreError::Busy(pid)) => assert_eq!(pid, Some(stopped.pid())),
        other => panic!("{other:?}"),
    }
    assert_eq!(everything(&store), []);
    stopped.kill();
    assert_eq!(put(&store, &[ask(2)]), Position(1));
    assert_eq!(everything(&store), stored(1, &[ask(2)]));
    assert_eq!(store.verify(None).expect("looked at").problems, []);
}

#[test]
fn maintenance_waits_for_a_writer_that_stopped_when_others_have_given_up() {
    let (_folder, path) = within(TempFolder::in_memory());
    let log = {
        let (_folder, path) = fresh();
        let store = Sqlite::open(&path).expect("a store");
        put(&store, &[ask(1)]);
        exported(&store)
    };
    let impatient = || Sqlite::open_impatient(&path, Duration::from_millis(20)).expect("a store");
    let (imports, asks) = (impatient(), impatient());
    let mut stopped = start("stops", &path);
    stopped.until_stopped();
    let (refused, imported) = std::thread::scope(|scope| {
        let imports = scope.spawn(|| imports.import(&mut &log[..]));
        let refused: Vec<bool> = (0..20)
            .map(|_| matches!(asks.append(&[ask(2)]), Err(StoreError::Busy(pid)) if pid == Some(stopped.pid())))
            .collect();
        stopped.kill();
        (refused, imports.join().expect("it ends").expect("imported"))
    });
    assert_eq!((refused, imported), (vec![true; 20], 1));
    assert_eq!(everything(&asks), stored(1, &[ask(1)]));
}

/// A reader inside a transaction would keep the WAL from ever being reused.
#[test]
fn a_reader_that_stays_does_not_let_the_log_of_pages_grow() {
    let (_folder, path) = fresh();
    let store = Sqlite::open(&path).expect("a store");
    let mut reader = start("reads", &path);
    reader.says();
    let mut written = 0;
    for n in 0..30u64 {
        let batch: Vec<_> = (0..10).map(|at| ask_large(1 + n * 10 + at)).collect();
        put(&store, &batch);
        written += 10 * LARGE;
        if n % 10 == 0 {
            reader.tell("go on");
        }
    }
    let wal = std::fs::metadata(path.with_extension("db-wal")).expect("a WAL").len();
    assert!(wal <= 8 * 1024 * 1024, "{wal} bytes for {written}");
}

/// Bytes of a large question; its request has it three times.
const LARGE: usize = 8192;

fn ask_large(n: u64) -> asq_store::Append {
    ask_with(n, asked(n, vec![question(&"x".repeat(LARGE))]))
}

/// With SQLite's own way of waiting, some of many writers would starve.
#[test]
fn many_processes_write_and_none_is_turned_away() {
    let (_folder, path) = fresh();
    let store = Sqlite::open(&path).expect("a store");
    let mut others: Vec<Other> = (0..16).map(|_| start("races", &path)).collect();
    for other in &mut others {
        other.says();
    }
    for (n, other) in others.iter_mut().enumerate() {
        other.tell(&(n * 100 + 1).to_string());
    }
    for other in &mut others {
        assert_eq!(other.says(), "done");
        other.ends();
    }
    assert_eq!(store.count().expect("a count"), 160);
    assert_eq!(store.verify(None).expect("looked at").problems, []);
}

#[test]
fn who_is_killed_is_there_no_more_and_that_is_told() {
    let (_folder, path) = fresh();
    let store = Sqlite::open(&path).expect("a store");
    let mut bell = store.bell().expect("a bell");
    let mut inbox = start("holds an inbox", &path);
    inbox.says();
    assert!(store.inbox_in_use());
    inbox.kill();
    until(&mut *bell, || !store.inbox_in_use());
    let mut asker = start("waits", &path);
    asker.says();
    assert!(store.asker_waits(id(1)));
    asker.kill();
    until(&mut *bell, || !store.asker_waits(id(1)));
    let left: Vec<_> = std::fs::read_dir(path.with_extension("db.waiting")).expect("a folder").collect();
    assert!(left.is_empty(), "{left:?}");
}

/// Waits for this and looks only after a nudge.
fn until(bell: &mut dyn Bell, so: impl Fn() -> bool) {
    while !so() {
        assert_eq!(bell.wait(LONG), WakeReason::Nudged);
    }
}

#[test]
fn what_was_typed_survives_the_process() {
    let (_folder, path) = fresh();
    let mut typing = start("types", &path);
    typing.says();
    typing.kill();
    let store = Sqlite::open(&path).expect("a store");
    let drafts = store.drafts(id(1)).expect("read");
    assert_eq!(drafts.iter().map(|it| (it.rev, it.body.len())).collect::<Vec<_>>(), [(50, 9)]);
}

/// A process that opens and closes the database file drops all its locks on it. The next one that closes it would then
/// remove the WAL that others use.
#[test]
fn a_visitor_takes_nothing_away() {
    let (_folder, path) = fresh();
    let store = Sqlite::open(&path).expect("a store");
    put(&store, &[ask(1)]);
    store.verify(None).expect("looked at");
    store.export(&mut std::io::sink()).expect("written");
    store.about();
    start("visits", &path).ends();
    assert!(path.with_extension("db-wal").exists());
    put(&store, &[ask(3)]);
    let third = Sqlite::open(&path).expect("a store");
    assert_eq!(everything(&third), stored(1, &[ask(1), ask(2), ask(3)]));
}

/// Only looking at its name and passing it to SQLite is allowed.
#[test]
fn the_database_is_opened_by_hand_in_one_place_alone() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/sqlite");
    let mut handed = Vec::new();
    for file in std::fs::read_dir(sources).expect("the sources") {
        let path = file.expect("a file").path();
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        for line in text.lines().filter(|line| line.contains(".database")) {
            handed.push(format!("{name}: {}", line.trim()));
        }
    }
    handed.sort();
    expect_test::expect![[r#"
        connection.rs: let connection = Connection::open_with_flags(&place.database, flags)?;
        connection.rs: let uri = format!("file:{}?modeof={}", encoded(&place.database), encoded(&place.gate()));
        disk.rs: let (_, inode) = place::lies_at(&place.database).expect("it is there");
        disk.rs: let file = opened(&place.database)?;
        disk.rs: let there = place::lies_at(&place.database);
        fault.rs: let path = place.database.clone();
        mod.rs: Some(why) => Err(StoreError::Disk { path: self.place.database.clone(), why: why.clone() }),
        open.rs: place.database.display()
        place.rs: Err(e) => Err(unreadable(&self.database, &e)),
        place.rs: Err(e) => return Err(read_only(&self.database, &e)),
        place.rs: Ok(file) => single(&self.database, &file).map(|()| Some((file.dev(), file.ino()))),
        place.rs: StoreError::ReadOnly { path: self.database.clone(), why }
        place.rs: let file = match by_name::look(&self.database) {
        place.rs: let mut name: OsString = self.database.clone().into_os_string();
        place.rs: match by_name::look(&self.database) {
        place.rs: private(&self.database, &file).map_err(|fault| match fault {
        place.rs: return Err(StoreError::NotAFile { path: self.database.clone(), what });
        place.rs: self.database.display(),
        place.rs: single(&self.database, &file)?;
        schema.rs: let fresh = !asq_files::by_name::is_there(&place.database);
        schema.rs: place.database.display()
        schema.rs: place.database.display(),
        trust.rs: let path = self.place.database.display();
        upkeep.rs: ("bytes", Some(bytes(self.place.database.clone()))),
        upkeep.rs: ("file", Some(self.place.database.display().to_string())),
    "#]]
    .assert_eq(&(handed.join("\n") + "\n"));
}

/// Processes that write once and end don't remember what was copied back: the WAL would never restart, and each of them
/// would have to read all of it.
#[test]
fn writers_that_come_and_go_do_not_let_the_log_of_pages_grow() {
    let (_folder, path) = fresh();
    for n in 1..=200 {
        put(&Sqlite::open(&path).expect("a store"), &[ask(n)]);
    }
    let log = std::fs::metadata(path.with_extension("db-wal")).expect("a log").len();
    assert!(log < 2_000_000, "{log} bytes");
}

/// The flags of `.cargo/config.toml` must reach SQLite: by default it syncs a file's times with its data, and it can load
/// code.
#[test]
fn sqlite_is_built_as_it_is_meant() {
    if let Some(path) = job() {
        let store = Sqlite::open(Path::new(&path)).expect("a store");
        put(&store, &[ask(1)]);
        return;
    }
    let sqlite = rusqlite::Connection::open_in_memory().expect("memory");
    let mut options = sqlite.prepare("PRAGMA compile_options").expect("its options");
    let options: Vec<String> =
        options.query_map((), |row| row.get(0)).expect("options").map(|it| it.expect("an option")).collect();
    assert!(options.contains(&"OMIT_LOAD_EXTENSION".to_owned()), "{options:?}");

    let (_folder, path) = fresh();
    let appends = again("traps::sqlite_is_built_as_it_is_meant", &path.to_string_lossy());
    let (calls, done) = Strace::default().calls(&appends, |call, _| matches!(call, "fsync" | "fdatasync"));
    assert!(done.status.success(), "{done:?}");
    let mut names: Vec<String> = calls.into_iter().map(|it| it.call).collect();
    names.dedup();
    assert_eq!(names, ["fdatasync"]);
}

/// The kernel drops events when there are too many; then anything may have happened.
#[test]
fn after_too_many_events_everything_counts_as_changed() {
    let (_folder, path) = fresh();
    let store = Sqlite::open(&path).expect("a store");
    let mut bell = store.bell().expect("a bell");
    let most = std::fs::read_to_string("/proc/sys/fs/inotify/max_queued_events").expect("a limit");
    let files = ["db.bell", "db.drafts"].map(|ending| path.with_extension(ending));
    let files = files.map(|path| std::fs::File::options().append(true).open(path).expect("a file"));
    // Taking turns: the kernel joins an event with the same one before it.
    for _ in 0..=most.trim().parse::<u64>().expect("a number") {
        for mut file in &files {
            file.write_all(b" ").expect("written");
        }
    }
    // No event of this one arrives.
    let inbox = store.hold_inbox().expect("held");
    let told = [(); 3].map(|()| bell.wait(Duration::ZERO));
    assert_eq!(told, [WakeReason::Records, WakeReason::Drafts, WakeReason::Nudged]);
    drop(inbox);
}

/// Each user has a number of watchers, and other programs may have taken them all.
#[test]
fn without_a_watcher_the_files_are_checked_when_a_wait_ends() {
    const TEST: &str = "traps::without_a_watcher_the_files_are_checked_when_a_wait_ends";
    if let Some(path) = job() {
        let store = Sqlite::open(Path::new(&path)).expect("a store");
        let mut bell = store.bell().expect("a bell");
        assert_eq!(bell.patience(), Duration::from_millis(250));
        put(&store, &[ask(2)]);
        assert_eq!(bell.wait(Duration::from_millis(1)), WakeReason::Records);
        return;
    }
    let (_folder, path) = fresh();
    let store = Sqlite::open(&path).expect("a store");
    put(&store, &[ask(1)]);
    let strace = Strace::default();
    let done = strace.inject(&again(TEST, &path.to_string_lossy()), "inotify_init1:error=EMFILE");
    assert!(done.status.success(), "{done:?}");
    assert_ne!(strace.struck(), [""; 0]);
    assert_eq!(everything(&store), stored(1, &[ask(1), ask(2)]));
}

/// A lock's file closes a moment before the lock is released, so an early check must be repeated.
#[test]
fn the_end_of_a_lock_is_reported_again_a_little_later() {
    let (_folder, path) = fresh();
    let (store, other) = (Sqlite::open(&path).expect("a store"), Sqlite::open(&path).expect("the same"));
    let inbox = other.hold_inbox().expect("held");
    let mut bell = store.bell().expect("a bell");
    drop(inbox);
    assert_eq!([bell.wait(LONG), bell.wait(LONG)], [WakeReason::Nudged; 2]);
}
