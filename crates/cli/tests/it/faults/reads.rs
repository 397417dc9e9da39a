//! Locks and reads that fail: asq stores or refuses an answer, and never calls it lost or damaged.
//!
//! - After a lock that the system refuses once, the answer is stored anyway.
//! - asq reports a disk that stops reading as such; an answer from before that stays.

use super::place::{Done, Place, open};
use asq_testkit::faults::{Strace, Struck, say};

#[test]
fn a_lock_that_fails_once_delays_an_answer_and_no_more() {
    let strace = Strace::default();
    let (place, driver) = Place::with_driver();
    let answer = |id: &str| place.asq(&["answer", id, "--pick", "Oak"]);
    let locks =
        |call: &str, line: &str| call == "fcntl" && line.contains("F_SETLK") || line.contains("F_GETLK");
    let (calls, _) = strace.calls(&answer(&open(&driver, "first", None).to_string()), locks);
    // An open driver keeps its locks, and the last process that closes the store has more to do.
    drop(driver);
    for Struck { nth, .. } in &calls {
        let id = open(&place.driver(), &format!("call {nth}"), None).to_string();
        let done = Done::of(&strace.inject(&answer(&id), &format!("fcntl:error=EIO:when={nth}")));
        assert_eq!(done.code, 0, "struck at {:?}: {done:?}", strace.struck());
    }
    place.sound();
    say(&format!("LOCKS: {} calls failed once", calls.len()));
    assert!(calls.len() > 20, "asq hardly locks: {calls:?}");
}

#[test]
fn a_disk_that_gives_nothing_any_more_is_named_and_an_answer_that_was_stored_stands() {
    let strace = Strace::default();
    let (mut stood, mut refused, mut runs) = (0, 0, 0);
    'all: for nth in 1.. {
        for often in ["", "+"] {
            // The store stays open here; otherwise the run would read the whole WAL first.
            let (place, driver) = Place::with_driver();
            let id = open(&driver, &format!("call {nth}{often}"), None);
            let answer = place.asq(&["answer", &id.to_string(), "--pick", "Oak"]);
            let done = Done::of(&strace.inject(&answer, &format!("pread64:error=EIO:when={nth}{often}")));
            let struck = strace.struck();
            if struck.is_empty() {
                break 'all;
            }
            if struck.iter().any(|line| !line.contains("/store.db")) {
                // The loader failed to read a library.
                continue 'all;
            }
            let at = format!("read number {nth}{often}: {done:?}");
            let is_stored = place.life(id).sequence() == 2;
            assert_eq!(is_stored, done.code == 0 || done.err.contains("it was stored, and stands"), "{at}");
            assert!(done.code == 0 || done.err.contains("can't be read"), "{at}");
            assert!(!done.err.contains("damaged") && !done.err.contains("malformed"), "{at}");
            assert!(!often.is_empty() || done.code == 0, "{at}");
            (stood, refused) =
                (stood + u32::from(is_stored && done.code != 0), refused + u32::from(!is_stored));
            runs += 1;
            place.sound();
        }
    }
    say(&format!(
        "READS: {runs} runs, {refused} answers were refused, {stood} were stored and could not be told"
    ));
    assert!(stood > 0 && refused > 0, "{stood} failed after the commit, {refused} before it");
}
