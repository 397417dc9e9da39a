//! A store that is replaced by another one while a process opens it.
//!
//! - The process is stopped at each call that touches the database; then another store takes its place.
//! - It reports the change or reads the other store, and never reads the old one as if nothing had happened.

use crate::other_process::say;
use crate::sample::*;
use asq_core::inbox::Position;
use asq_store::{Log, Sqlite};
use asq_testkit::eventually::eventually;
use asq_testkit::faults::{Strace, again, job};
use asq_testkit::folder::TempFolder;
use rustix::process::{Pid, Signal, kill_process};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Stdio;

const TEST: &str = "opening::a_store_that_is_replaced_while_it_is_opened_is_never_read_as_the_old_one";

/// Creates a store with these records and nothing in its WAL.
fn settled(folder: &TempFolder, name: &str, asks: &[u64]) -> PathBuf {
    let path = folder.path().join(name);
    put(&Sqlite::open(&path).expect("a store"), &asks.iter().copied().map(ask).collect::<Vec<_>>());
    let settle = rusqlite::Connection::open(&path).expect("opened");
    settle.query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |_| Ok(())).expect("settled");
    path
}

/// What the other process reports: the number of records that it reads, or the error.
fn opened(path: &Path) -> String {
    let Ok(store) = Sqlite::open(path) else { return "an error when opening".to_owned() };
    match store.after(Position(0), 9) {
        Ok(records) => format!("{} records", records.len()),
        Err(fault) => fault.to_string().replace(&path.display().to_string(), "STORE"),
    }
}

#[test]
fn a_store_that_is_replaced_while_it_is_opened_is_never_read_as_the_old_one() {
    if let Some(job) = job() {
        let (part, path) = job.split_once(' ').expect("a part and a path");
        match part {
            // Without closing it, which touches the database as well.
            "opens" => std::mem::forget(Sqlite::open(Path::new(path)).expect("a store")),
            _ => say(&opened(Path::new(path))),
        }
        return;
    }
    let folder = TempFolder::new("opening");
    let path = settled(&folder, "store.db", &[1]);
    let touches = format!("{}\"", path.display());
    let opens = again(TEST, &format!("opens {}", path.display()));
    let (calls, done) = Strace::default().calls(&opens, |_, line| line.contains(&touches));
    assert!(done.status.success(), "{done:?}");
    let mut said = BTreeSet::new();
    for at in &calls {
        let folder = TempFolder::new("opening");
        let path = settled(&folder, "store.db", &[1]);
        let other = settled(&folder, "other.db", &[7, 8, 9]);
        let strace = Strace::default();
        let mut process = strace.stopping(&again(TEST, &format!("reads {}", path.display())), at);
        let mut process = process.stdout(Stdio::piped()).spawn().expect("strace");
        let pid = eventually("it stops", || strace.stopped());
        std::fs::rename(&other, &path).expect("replaced");
        let pid = Pid::from_raw(pid as i32).expect("a process");
        eventually("it ends", || {
            // Again and again: its threads stop one after the other. At last it is gone.
            let _ = kill_process(pid, Signal::CONT);
            process.try_wait().expect("a child").is_some()
        });
        let done = process.wait_with_output().expect("its output");
        let text = String::from_utf8(done.stdout).expect("text");
        let line = text.lines().find_map(|line| line.strip_prefix("says ")).expect("a report").to_owned();
        assert_ne!(line, "1 records", "{at:?}");
        said.insert(line);
    }
    let replaced = "the store was replaced by another file while it was in use: begin again with STORE";
    assert_eq!(said, ["3 records", "an error when opening", replaced].map(ToOwned::to_owned).into());
}
