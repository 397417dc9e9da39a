//! A newer asq upgrades the store while older processes use it: an inbox, an asker and a writer of drafts.
//!
//! - Killed at each of its calls, the upgrade leaves the store whole, at the old version or at the new one.
//! - Nothing that an older process stored is lost.
//! - After the upgrade, older processes store nothing more, and say what to do.

use crate::pg;
use crate::sample::*;
use asq_core::inbox::Position;
use asq_store::{
    AnnounceRound, ClaimAsk, DraftRow, Postgres, Query, Sqlite, Store, StoreError, Surroundings, Verdict,
    WakeReason,
};
use asq_testkit::eventually::eventually;
use asq_testkit::faults::{Strace, Struck, again, job};
use asq_testkit::folder::TempFolder;
use rusqlite::Connection;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// The upgrade changes a table that older processes write to, and leaves the log's as they are: only the check keeps
/// those from writing there. It notes where the log ended.
const SQLITE: [&str; 2] = [
    include_str!("../../src/sqlite/migrations/0001.sql"),
    "ALTER TABLE draft RENAME TO typed; ALTER TABLE typed ADD COLUMN language TEXT;
     CREATE TABLE upgraded (position INTEGER NOT NULL) STRICT;
     INSERT INTO upgraded SELECT position FROM head",
];
const POSTGRES: [&str; 2] = [
    include_str!("../../src/postgres/migrations/0001.sql"),
    "ALTER TABLE asq.draft RENAME TO typed; ALTER TABLE asq.typed ADD COLUMN language text;
     CREATE TABLE asq.upgraded AS SELECT position FROM asq.head",
];

const TOLD: &str =
    "a newer asq has upgraded the store to version 2, this one knows 1: restart with the newer asq";

/// The newest revision of the draft that was typed.
const DRAFT: &str = "SELECT max(rev) FROM typed";
/// Where the log ended at the upgrade.
const UPGRADED: &str = "SELECT position FROM upgraded";

/// One database and the two asqs that use it.
struct Both<'a> {
    older: &'a dyn Fn() -> Result<Box<dyn Store>, StoreError>,
    newer: &'a dyn Fn() -> Box<dyn Store>,
    /// The upgrade in a process of its own.
    upgrade: &'a dyn Fn() -> Command,
    /// The number that a statement returns.
    by_hand: &'a dyn Fn(&str) -> u64,
}

/// What an older process did until its store refused.
struct Ended {
    done: u64,
    fault: StoreError,
}

fn draft(rev: u64) -> DraftRow {
    let body = format!("revision {rev}").into_bytes();
    DraftRow { request: id(1), question: 0, rev, by: 1, at_ms: 0, body, other: None }
}

/// Asks again and again, and gives the typist a turn after each ask; returns how many asks were stored.
fn asks(store: &dyn Store, done: &AtomicU64, turn: &Sender<()>) -> Ended {
    let _waits = store.hold_asker(id(1)).expect("held");
    let mut typed = true;
    loop {
        let n = done.load(Ordering::SeqCst) + 1;
        match store.append(&[ask(n)]) {
            Ok(verdicts) => {
                assert!(matches!(verdicts[..], [Verdict::Appended(_)]), "{verdicts:?}");
                assert!(typed, "an ask was stored after a draft was refused");
            }
            Err(fault) => {
                assert_eq!(store.append(&[ask(n)]).expect_err("refused again").to_string(), TOLD);
                return Ended { done: n - 1, fault };
            }
        }
        done.store(n, Ordering::SeqCst);
        typed = turn.send(()).is_ok();
    }
}

/// Types again and again; returns the last revision that was stored.
fn types(store: &dyn Store, done: &AtomicU64, turn: &Receiver<()>) -> Ended {
    loop {
        // Without an asker, it goes on by itself.
        let _ = turn.recv();
        let rev = done.load(Ordering::SeqCst);
        match store.keep_draft(&draft(rev)) {
            Ok(_) => done.store(rev + 1, Ordering::SeqCst),
            Err(fault) => {
                assert_eq!(store.keep_draft(&draft(rev)).expect_err("refused again").to_string(), TOLD);
                return Ended { done: rev, fault };
            }
        }
    }
}

fn claim(ids: Vec<asq_core::life::RequestId>) -> ClaimAsk {
    ClaimAsk { ids, round: AnnounceRound::First, now_ms: 9, gap_ms: 0, silent: false }
}

/// Lists and announces whatever is open.
fn follows(store: &dyn Store, done: &AtomicU64) -> Ended {
    let _in_use = store.hold_inbox().expect("held");
    let mut bell = store.bell().expect("a bell");
    loop {
        let seen = store.pending(Position(0), 0).and_then(|(_, open)| {
            let ids: Vec<_> = open.iter().map(|pending| pending.id).collect();
            store.claim(&claim(ids)).map(|_| open.len() as u64)
        });
        match seen {
            Ok(open) => done.store(open, Ordering::SeqCst),
            Err(fault) => return Ended { done: done.load(Ordering::SeqCst), fault },
        }
        bell.wait(bell.patience());
    }
}

/// Upgrades the store while older processes use it. `killed` is where the first try of the upgrade ends; returns whether
/// that try was stopped in time.
fn rehearse(both: &Both<'_>, strace: &Strace, killed: Option<&Struck>) -> bool {
    let stores = [(); 3].map(|()| (both.older)().expect("the older one"));
    let [asker, typist, inbox] = stores.each_ref().map(AsRef::as_ref);
    let counts = [const { AtomicU64::new(0) }; 3];
    let [many, revision, open] = &counts;
    let (give, take) = channel();
    let (older, [asked, typed, listed]) = std::thread::scope(|threads| {
        let asker = threads.spawn(move || asks(asker, many, &give));
        let typist = threads.spawn(move || types(typist, revision, &take));
        let inbox = threads.spawn(move || follows(inbox, open));
        eventually("work in all of them", || counts.iter().all(|it| it.load(Ordering::SeqCst) > 0));
        match killed {
            Some(at) => drop(strace.kill(&(both.upgrade)(), at)),
            None => assert!((both.upgrade)().status().expect("this program again").success()),
        }
        let older = (both.older)().is_ok();
        drop((both.newer)());
        (older, [asker, typist, inbox].map(|it| it.join().expect("it ended")))
    });
    let told = [&asked, &typed, &listed].map(|ended| ended.fault.to_string());
    assert_eq!(told, [TOLD; 3], "{killed:?}");
    let newer = (both.newer)();
    assert_eq!(newer.verify(None).expect("looked at").problems, [], "{killed:?}");
    let stored: BTreeSet<_> = everything(&*newer).into_iter().map(|it| it.request).collect();
    assert_eq!(stored, (1..=asked.done).map(id).collect(), "{killed:?}");
    let head = newer.head().expect("a head").position.0;
    assert_eq!((head, (both.by_hand)(UPGRADED)), (asked.done, asked.done), "{killed:?}");
    assert_eq!((both.by_hand)(DRAFT), typed.done, "{killed:?}");
    assert!(listed.done > 0);
    older
}

/// The calls of an upgrade that read or write the store.
fn calls(strace: &Strace, upgrade: &Command, names: &[&str], of_store: &str) -> BTreeSet<Struck> {
    let (calls, done) = strace.calls(upgrade, |call, line| names.contains(&call) && line.contains(of_store));
    assert!(done.status.success() && calls.len() > 10, "{calls:?}");
    calls
}

/// Rehearses the upgrade, killed at each of these calls and not at all.
fn at_each(calls: &BTreeSet<Struck>, rehearse: impl Fn(Option<&Struck>) -> bool) {
    assert!(!rehearse(None), "the older one goes on");
    let stopped = calls.iter().filter(|at| rehearse(Some(at))).count();
    assert!(stopped > 0 && stopped < calls.len(), "{stopped} of {}", calls.len());
}

/// What the calls that read and write say.
fn told(store: &dyn Store) -> BTreeSet<String> {
    let told = [
        store.head().err(),
        store.after(Position(0), 9).err(),
        store.records(id(1)).err(),
        store.pending(Position(0), 0).err(),
        store.count().err(),
        store.find("0", 9).err(),
        store.claimed(&key("x")).err(),
        store.append(&[close(1, 1, words("yes"))]).err(),
        store.drafts(id(1)).err(),
        store.late_drafts(id(1)).err(),
        store.keep_draft(&draft(0)).err(),
        store.drop_drafts(id(1), None).err(),
        store.forget_late(id(1), 9).err(),
        store.claim(&claim(vec![id(1)])).err(),
        store.typing(9).err(),
        store.waiting(9).err(),
        store.draft_marks().err(),
        store.snooze(id(1), 9).err(),
        store.snooze(id(1), 0).err(),
        store.snoozed().err(),
        store.past(&Query::default()).err(),
        store.closed_before(9).err(),
        store.prune(9).err(),
    ];
    told.into_iter().map(|it| it.map_or_else(|| "no error".to_owned(), |it| it.to_string())).collect()
}

/// One that waits hears of an upgrade, and then no call works.
fn hears(older: &dyn Store, upgrade: impl FnOnce()) {
    put(older, &[ask(1)]);
    older.keep_draft(&draft(0)).expect("kept");
    let mut bell = older.bell().expect("a bell");
    older.pending(Position(0), 0).expect("listed");
    while bell.wait(Duration::ZERO) != WakeReason::Quiet {}
    upgrade();
    assert_ne!(bell.wait(pg::LONG), WakeReason::Quiet);
    assert_eq!(told(older), BTreeSet::from([TOLD.to_owned()]));
}

#[test]
fn who_waits_at_a_file_hears_of_an_upgrade_and_every_call_says_so() {
    let folder = TempFolder::new("upgrade");
    let path = folder.path().join("store.db");
    let older = Sqlite::open(&path).expect("a store");
    hears(&older, || drop(Sqlite::open_newer(&path, &SQLITE).expect("upgraded")));
}

#[test]
fn who_waits_at_a_server_hears_of_an_upgrade_and_every_call_says_so() {
    let url = pg::database(pg::shared());
    let (older, polling) = (pg::open(&url), pg::open(&format!("{url}?listen=off")));
    hears(&older, || {
        drop(Postgres::open_newer(&url, &Surroundings::default(), &POSTGRES).expect("upgraded"));
    });
    assert_eq!(told(&polling), BTreeSet::from([TOLD.to_owned()]));
}

#[test]
fn an_upgrade_of_a_file_is_killed_anywhere_and_older_processes_store_nothing_after_it() {
    if let Some(path) = job() {
        drop(Sqlite::open_newer(Path::new(&path), &SQLITE).expect("upgraded"));
        return;
    }
    let name = "upgrade::an_upgrade_of_a_file_is_killed_anywhere_and_older_processes_store_nothing_after_it";
    let upgrade = |path: &Path| again(name, &path.display().to_string());
    let fresh = || -> (TempFolder, PathBuf) {
        let folder = TempFolder::new("upgrade");
        let path = folder.path().join("store.db");
        drop(Sqlite::open(&path).expect("a store"));
        (folder, path)
    };
    let strace = Strace::default();
    let (folder, path) = fresh();
    let here = folder.path().display().to_string();
    let names = ["pwrite64", "fdatasync", "fsync", "ftruncate", "openat", "flock", "unlink", "fcntl"];
    let calls = calls(&strace, &upgrade(&path), &names, &here);
    at_each(&calls, |killed| {
        let (_folder, path) = fresh();
        let by_hand = |sql: &str| {
            let database = Connection::open(&path).expect("opened by hand");
            database.query_row(sql, (), |row| row.get::<_, i64>(0)).expect("a number") as u64
        };
        let both = Both {
            older: &|| Ok(Box::new(Sqlite::open(&path)?)),
            newer: &|| Box::new(Sqlite::open_newer(&path, &SQLITE).expect("the newer one")),
            upgrade: &|| upgrade(&path),
            by_hand: &by_hand,
        };
        rehearse(&both, &strace, killed)
    });
}

#[test]
fn an_upgrade_on_a_server_is_killed_anywhere_and_older_processes_store_nothing_after_it() {
    let newer = |url: &str| Postgres::open_newer(url, &Surroundings::default(), &POSTGRES);
    if let Some(url) = job() {
        drop(newer(&url).expect("upgraded"));
        return;
    }
    let name =
        "upgrade::an_upgrade_on_a_server_is_killed_anywhere_and_older_processes_store_nothing_after_it";
    let server = pg::shared();
    let fresh = || -> (String, String) {
        let database = pg::name(server);
        let url = server.url(&database);
        drop(pg::open(&url));
        (database, url)
    };
    let strace = Strace::default();
    let (_, url) = fresh();
    let names = ["connect", "sendto", "sendmsg", "write", "writev", "recvfrom", "recvmsg", "read", "close"];
    let calls = calls(&strace, &again(name, &url), &names, "socket:");
    at_each(&calls, |killed| {
        let (database, url) = fresh();
        let by_hand = |sql: &str| {
            let sql = sql.replace("FROM ", "FROM asq.");
            server.sql(&database, &sql).parse().expect("a number")
        };
        let both = Both {
            older: &|| Ok(Box::new(Postgres::open(&url, &Surroundings::default())?)),
            newer: &|| Box::new(newer(&url).expect("the newer one")),
            upgrade: &|| again(name, &url),
            by_hand: &by_hand,
        };
        rehearse(&both, &strace, killed)
    });
}
