//! Full disks, failing disks and read-only disks: asq says so, with its exit code too, and acknowledges nothing.
//!
//! - A full disk: asking tells the agent that nobody was asked, answering ends with 74. Reading works, and so
//!   does writing once there is space, without a restart of the waiting asker.
//! - A sync or a write that fails, once or for good: 74, nothing on standard output; the next run finds a sound
//!   store.
//! - A read-only disk: the same as a full one, with the path and the system's message.

use super::place::{Done, Place, open};
use asq_core::life::Life;
use asq_testkit::faults::{Disk, Small, Strace, Struck, mounts, say};
use std::cell::Cell;
use std::fs;

/// The exit codes that the tests expect.
const UNAVAILABLE: i32 = 7;
const STORE: i32 = 74;

#[test]
fn a_full_disk_is_told_and_gets_well_again() {
    if !mounts("a full disk") {
        return;
    }
    let small = Small::new(1024);
    let place = Place::within(&small.path());
    let waiting = place.asks("waits", "--inbox").spawn().unwrap();
    let id = place.first();
    fs::write(small.path().join("filler"), vec![0; 2 << 20]).unwrap_err();

    let mut asked = Vec::new();
    let refused = loop {
        // A write that fits into the allocated blocks of the WAL still succeeds.
        let done = Done::of(&place.asks(&asked.len().to_string(), "--no-wait").output().unwrap());
        match done.code {
            6 => asked.push(done.request().unwrap()),
            _ => break done,
        }
        assert!(asked.len() < 2000, "it is never full");
    };
    assert_eq!((refused.code, refused.request()), (UNAVAILABLE, None), "{refused:?}");
    assert!(refused.err.contains("no space is left"), "{refused:?}");
    let answered = place.run(&["answer", &id, "--pick", "Oak"]);
    assert_eq!((answered.code, answered.out.as_str()), (STORE, ""), "{answered:?}");
    assert!(answered.err.contains("no space is left"), "{answered:?}");
    let listed = place.run(&["list", "--count"]);
    assert_eq!((listed.code, listed.out.trim().parse()), (0, Ok(asked.len() + 1)), "{listed:?}");
    assert_eq!(place.run(&["show", &id]).code, 0);

    fs::remove_file(small.path().join("filler")).unwrap();
    assert_eq!(place.run(&["answer", &id, "--pick", "Oak"]).code, 0);
    let told = Done::of(&waiting.wait_with_output().unwrap());
    assert_eq!((told.code, told.request().map(|it| it.to_string())), (0, Some(id)), "{told:?}");
    assert!(asked.iter().all(|id| place.life(*id).sequence() == 1), "acknowledged and lost");
    place.sound();
}

#[test]
fn a_disk_that_fails_is_told_and_nothing_is_acknowledged() {
    let strace = Strace::default();
    let (mut tried, mut syncs) = (0, 0);
    for (call, error) in [("fsync", "EIO"), ("fdatasync", "EIO"), ("pwrite64", "EIO"), ("pwrite64", "ENOSPC")]
    {
        let (place, driver) = Place::with_driver();
        let n = Cell::new(0);
        let next = || {
            n.set(n.get() + 1);
            open(&driver, &n.get().to_string(), None)
        };
        let answer = |id: &str| place.asq(&["answer", id, "--pick", "Oak"]);
        let calls = |wanted: &dyn Fn(&str) -> bool| {
            let wanted = |it: &str, line: &str| it == call && wanted(line);
            strace.calls(&answer(&next().to_string()), wanted).0
        };
        // Only the WAL must be on the disk. The gate, the bell and the shared memory need not.
        let on_the_log = |line: &str| line.contains("db-wal>");
        syncs += if call.ends_with("sync") { calls(&on_the_log).len() } else { 0 };
        for Struck { call, nth } in &calls(&|_| true) {
            for (often, when) in [("once", format!("{nth}")), ("for good", format!("{nth}+"))] {
                let id = next();
                let what = format!("{call}:error={error}:when={when}");
                let done = Done::of(&strace.inject(&answer(&id.to_string()), &what));
                // The traced line names the file: not every answer checkpoints the WAL.
                let on_the_log = strace.struck().iter().any(|line| on_the_log(line));
                let (life, at) = (place.life(id), format!("{call} number {nth} fails with {error} {often}"));
                if on_the_log || done.code != 0 {
                    assert_eq!((done.code, done.out.as_str()), (STORE, ""), "{at}: {done:?}");
                } else {
                    assert_eq!(life.sequence(), 2, "{at}: acknowledged and lost");
                }
                assert!(matches!(life.sequence(), 1 | 2), "{at}: {life:?}");
                let again = place.run(&["answer", &id.to_string(), "--pick", "Oak"]);
                assert_eq!(place.life(id).sequence(), 2, "{at}, and then: {again:?}");
                tried += u32::from(on_the_log);
            }
        }
        place.sound();
    }
    say(&format!("DISK: {tried} failures of syncs and writes of the log of pages"));
    assert!(syncs > 0, "the log of pages is not synced");
    assert!(tried > 8, "asq hardly syncs or writes: {tried}");
}

#[test]
fn an_ask_that_may_be_stored_is_not_told_as_one_that_nobody_saw() {
    let (strace, place, n) = (Strace::default(), Place::new(), Cell::new(0));
    let ask = || {
        n.set(n.get() + 1);
        place.asks(&n.get().to_string(), "--no-wait")
    };
    assert_eq!(Done::of(&ask().output().unwrap()).code, 6);
    let syncs = strace.calls(&ask(), |call, line| call == "fdatasync" && line.contains("db-wal>")).0;
    assert!(!syncs.is_empty(), "the log of pages is not synced");
    for Struck { nth, .. } in &syncs {
        let done = Done::of(&strace.inject(&ask(), &format!("fdatasync:error=EIO:when={nth}")));
        assert_eq!((done.code, done.out.as_str()), (STORE, ""), "{done:?}");
        assert!(done.err.contains("asking again attaches to it, where it was stored"), "{done:?}");
    }
}

#[test]
fn a_disk_that_can_only_be_read_is_told() {
    if !mounts("a disk that can only be read") {
        return;
    }
    let mut disk = Disk::new(32);
    let place = Place::within(&disk.path());
    let asked = Done::of(&place.asks("1", "--no-wait").output().unwrap());
    let id = asked.request().unwrap().to_string();
    disk.read_only();
    let refused = Done::of(&place.asks("2", "--no-wait").output().unwrap());
    assert_eq!((refused.code, refused.request()), (UNAVAILABLE, None), "{refused:?}");
    let answered = place.run(&["answer", &id, "--pick", "Oak"]);
    assert_eq!((answered.code, answered.out.as_str()), (STORE, ""), "{answered:?}");
    for said in [&refused.err, &answered.err] {
        assert!(said.contains(&place.store().display().to_string()), "the path is not told: {said}");
        assert!(said.contains("can't be written"), "what is wrong is not told: {said}");
    }
    disk.writable();
    let life: Life = place.life(id.parse().unwrap());
    assert_eq!(life.sequence(), 1);
    assert_eq!(place.run(&["answer", &id, "--pick", "Oak"]).code, 0);
    place.sound();
}
