//! A file is replaced completely or not at all, whatever the disk reports and whenever the process is killed.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, clippy::exit, reason = "a test")]

use asq_files::{Durable, Folder, Whose};
use asq_testkit::faults::{Strace, again, job};
use asq_testkit::folder::TempFolder;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

const NEW: &str = "the new text, which is longer than the old one";

/// The child process: replaces a file and reports the outcome through its exit code.
#[test]
fn the_other_process() {
    let Some(place) = job() else { return };
    let folder = Folder::make(Path::new(&place), 0o700, Whose::Mine).unwrap();
    // strace counts calls per thread. The test harness has a thread of its own; it never gets as far as this count.
    let mut nowhere = fs::File::create("/dev/null").unwrap();
    for _ in 0..50 {
        nowhere.write_all(b".").unwrap();
    }
    let done = folder.replace(OsStr::new("f"), NEW.as_bytes(), 0o600, Durable::Yes);
    std::process::exit(if done.is_ok() { 7 } else { 8 });
}

fn replacing(scratch: &TempFolder) -> Command {
    fs::write(scratch.join("f"), "old").unwrap();
    again("faults::the_other_process", scratch.path().to_str().unwrap())
}

/// The file's text, and the number of other files left.
fn left(scratch: &TempFolder) -> (String, usize) {
    (fs::read_to_string(scratch.join("f")).unwrap(), fs::read_dir(scratch.path()).unwrap().count() - 1)
}

#[test]
fn a_kill_at_any_call_leaves_the_old_or_the_new_file() {
    let scratch = TempFolder::new("kill");
    let place = scratch.path().to_str().unwrap().to_owned();
    let strace = Strace::default();
    let (calls, done) = strace.calls(&replacing(&scratch), |_, line| line.contains(&place));
    assert_eq!((done.status.code(), left(&scratch)), (Some(7), (NEW.to_owned(), 0)));
    assert!(calls.len() > 5, "{calls:?}");
    let mut seen = [0, 0];
    for at in &calls {
        let scratch = TempFolder::new("kill");
        strace.kill(&replacing(&scratch), at);
        let (text, _) = left(&scratch);
        assert!(text == "old" || text == NEW, "{at:?}: {text}");
        seen[usize::from(text == NEW)] += 1;
    }
    assert!(seen[0] > 0 && seen[1] > 0, "{seen:?}");
}

#[test]
fn a_disk_that_fails_leaves_the_old_file_and_nothing_next_to_it() {
    let strace = Strace::default();
    let scratch = TempFolder::new("disk");
    let place = scratch.path().to_str().unwrap().to_owned();
    let (calls, _) =
        strace.calls(&replacing(&scratch), |call, line| call == "write" && line.contains(&place));
    let write = calls.first().unwrap().nth;
    let faults = [
        format!("write:error=ENOSPC:when={write}"),
        format!("write:error=EIO:when={write}"),
        "fsync:error=EIO:when=1".to_owned(),
        "renameat,renameat2:error=EIO".to_owned(),
        "fchmod:error=EPERM".to_owned(),
    ];
    for fault in faults {
        let scratch = TempFolder::new("disk");
        let done = strace.inject(&replacing(&scratch), &fault);
        assert_eq!((done.status.code(), left(&scratch)), (Some(8), ("old".to_owned(), 0)), "{fault}");
    }
    // An interrupted call is repeated.
    let scratch = TempFolder::new("disk");
    let done = strace.inject(&replacing(&scratch), &format!("write:error=EINTR:when={write}"));
    assert_eq!((done.status.code(), left(&scratch)), (Some(7), (NEW.to_owned(), 0)));
}
