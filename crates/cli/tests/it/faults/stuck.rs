//! Processes that die or freeze at the worst moment, and readers that never leave.
//!
//! - A killed asker shows as gone; asking again attaches, and gets the answer that came meanwhile.
//! - asq names a writer that is frozen inside a transaction; reading goes on; once it is killed the next one
//!   writes.
//! - A reader that stays, or is stopped between two reads, doesn't let the WAL grow past 8 MB.
//! - `asq doctor` names a reader that is stopped in the middle of a read. The WAL shrinks once it goes on or dies.

use super::place::{Done, Place, open, open_about};
use asq_testkit::eventually::eventually;
use asq_testkit::faults::{ChildProcess, Strace, number, say};
use rustix::process::{Flock, FlockType, fcntl_getlk};
use serde_json::Value;
use std::fs::File;
use std::mem::ManuallyDrop;
use std::process::Stdio;

#[test]
fn a_killed_asker_is_gone_and_asking_again_gets_the_answer() {
    let place = Place::new();
    let mut asker =
        ChildProcess::start(place.asks("1", "--inbox").stdout(Stdio::null()).stderr(Stdio::null()));
    let id = place.first();
    eventually("an asker", || place.waits(&id));
    asker.kill();
    assert!(!place.waits(&id), "the dead still waits");
    assert_eq!(place.run(&["answer", &id, "--pick", "Oak"]).code, 0);
    let again = Done::of(&place.asks("1", "--inbox").output().unwrap());
    assert_eq!((again.code, again.request().map(|it| it.to_string())), (0, Some(id)), "{again:?}");
}

#[test]
fn a_writer_that_stands_still_is_named_and_others_read_on() {
    let (place, driver) = Place::with_driver();
    let id = open(&driver, "1", None);
    let strace = Strace::default();
    let answer = place.asq(&["answer", &id.to_string(), "--pick", "Oak"]);
    // The sync belongs to the commit, so the writer is in the middle of a transaction.
    let other = place.asq(&["answer", &open(&driver, "2", None).to_string(), "--pick", "Oak"]);
    let syncs = |call: &str, line: &str| call.ends_with("sync") && line.contains("db-wal>");
    let (at, _) = strace.calls(&other, syncs);
    let mut stopped = strace.stopping(&answer, at.first().unwrap());
    let mut stopped = ChildProcess::start(stopped.stdout(Stdio::null()).stderr(Stdio::null()));
    eventually("a writer that stands still", || strace.stopped().is_some());
    let pid = strace.stopped().unwrap();

    assert_eq!(place.run(&["list", "--count"]).out.trim(), "1");
    assert_eq!(place.run(&["show", &id.to_string()]).code, 0);
    let busy = place.run(&["withdraw", &id.to_string()]);
    assert_eq!((busy.code, busy.out.as_str()), (74, ""), "{busy:?}");
    assert!(busy.err.contains(&format!("process {pid}")), "{pid} holds it: {busy:?}");

    stopped.kill();
    let life = place.life(id);
    assert_eq!(life.sequence(), 1, "half of something is there: {life:?}");
    assert_eq!(place.run(&["withdraw", &id.to_string()]).code, 0);
    place.sound();
}

#[test]
fn a_reader_that_stays_keeps_the_log_of_pages_small() {
    let (place, driver) = Place::with_driver();
    let id = open(&driver, "waited for", None).to_string();
    let reader =
        || ChildProcess::start(place.asq(&["wait", &id]).stdout(Stdio::null()).stderr(Stdio::null()));
    let (stays, stands) = (reader(), reader());
    eventually("both", || place.waits(&id));
    let marks = ReadMarks::of(&place);
    // A few writes of more than twenty pages each, or many small ones.
    let (writes, words) = number("ASQ_TEST_WRITES").map_or((400, 6000), |writes| (writes, 1));
    let what = "Which? ".repeat(words);
    let mut most = 0;
    for n in 0..writes {
        if n == writes / 8 {
            // Each write wakes it; the next test stops one in the middle of a read.
            eventually("a reader that stands between two reads", || {
                stands.stop();
                let between = (0..1000).any(|_| marks.are_free());
                if !between {
                    stands.resume();
                }
                between
            });
        }
        open_about(&driver, &n.to_string(), None, &what);
        most = most.max(wal_bytes(&place));
    }
    let all = std::fs::metadata(place.store()).unwrap().len();
    say(&format!("READER: {writes} writes, {} MB of them, the log at most {} kB", all >> 20, most >> 10));
    assert!(all > 16 << 20, "hardly anything was written: {all} bytes");
    assert!(most <= SMALL, "the log of pages grew to {most} bytes");
    drop((stays, stands));
}

#[test]
fn a_reader_that_stands_in_the_middle_of_a_read_is_named_and_the_log_of_pages_shrinks_after_it() {
    let (place, driver) = Place::with_driver();
    let id = open(&driver, "read", None).to_string();
    let what = "Which? ".repeat(6000);
    let mut written = 0;
    let mut write = |times: u64| {
        for _ in 0..times {
            written += 1;
            open_about(&driver, &written.to_string(), None, &what);
        }
        written
    };
    let long_read = || place.run(&["doctor", "--json"]).out.parse::<Value>().unwrap()["long_read"].clone();
    for goes_on in [true, false] {
        let strace = Strace::default();
        let show = place.asq(&["show", &id]);
        let reads = |call: &str, line: &str| call == "fcntl" && begins_to_read(line);
        let (at, _) = strace.calls(&show, reads);
        let mut show = strace.stopping(&show, at.first().unwrap());
        let mut reader = ChildProcess::start(show.stdout(Stdio::null()).stderr(Stdio::null()));
        let pid = eventually("a reader that stands still", || strace.stopped());
        // Every write comes after what it reads.
        write(100);
        let grown = wal_bytes(&place);
        assert!(grown > SMALL, "it holds nothing: the log of pages has {grown} bytes");
        let named = format!("process {pid} (stopped): the log of pages grows until it goes on or ends");
        assert_eq!(long_read(), Value::String(named));

        if goes_on {
            reader.resume();
            eventually("its end", || reader.members().is_empty());
        } else {
            reader.kill();
        }
        let written = write(2);
        let left = wal_bytes(&place);
        assert!(left <= SMALL, "the log of pages still has {left} of {grown} bytes");
        assert_eq!(
            (long_read(), place.run(&["list", "--count"]).out),
            (Value::Null, format!("{}\n", written + 1))
        );
    }
    place.sound();
}

/// The size below which the WAL stays.
const SMALL: u64 = 8 << 20;

fn wal_bytes(place: &Place) -> u64 {
    std::fs::metadata(place.wal()).unwrap().len()
}

/// The bytes of the WAL's index that SQLite locks: one of them for as long as a read lasts.
const READ_MARKS: std::ops::RangeInclusive<u64> = 123..=127;

/// Whether this line of strace takes one of them.
fn begins_to_read(line: &str) -> bool {
    let takes = |mark: u64| line.contains(&format!("l_start={mark},"));
    line.contains("db-shm>") && line.contains("F_RDLCK") && READ_MARKS.clone().any(takes)
}

/// The read marks of a store, as other processes hold them.
struct ReadMarks(ManuallyDrop<File>);

impl ReadMarks {
    fn of(place: &Place) -> ReadMarks {
        let index = place.store().with_file_name("store.db-shm");
        // Closing it would drop the locks of this process's driver.
        ReadMarks(ManuallyDrop::new(File::open(index).unwrap()))
    }

    /// Whether no other process is in the middle of a read.
    fn are_free(&self) -> bool {
        READ_MARKS.clone().all(|mark| {
            let lock = Flock { start: mark, length: 1, ..Flock::from(FlockType::WriteLock) };
            fcntl_getlk(&*self.0, &lock).unwrap().is_none()
        })
    }
}
