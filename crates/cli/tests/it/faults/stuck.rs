//! Processes that die or freeze at the worst moment, and readers that never leave.
//!
//! - A killed asker shows as gone; asking again attaches, and gets the answer that came meanwhile.
//! - asq names a writer that is frozen inside a transaction; reading goes on; once it is killed the next one
//!   writes.
//! - A reader that stays or is stopped doesn't let the WAL grow past 8 MB.

use super::place::{Done, Place, open, open_about};
use asq_testkit::eventually::eventually;
use asq_testkit::faults::{ChildProcess, Strace, number, say};
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
    // A few writes of more than twenty pages each, or many small ones.
    let (writes, words) = number("ASQ_TEST_WRITES").map_or((400, 6000), |writes| (writes, 1));
    let what = "Which? ".repeat(words);
    let mut most = 0;
    for n in 0..writes {
        if n == writes / 8 {
            stands.stop();
        }
        open_about(&driver, &n.to_string(), None, &what);
        most = most.max(std::fs::metadata(place.wal()).unwrap().len());
    }
    let all = std::fs::metadata(place.store()).unwrap().len();
    say(&format!("READER: {writes} writes, {} MB of them, the log at most {} kB", all >> 20, most >> 10));
    assert!(all > 16 << 20, "hardly anything was written: {all} bytes");
    assert!(most <= 8 << 20, "the log of pages grew to {most} bytes");
    drop((stays, stands));
}
