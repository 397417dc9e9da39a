//! Waiting costs hardly a wake-up, and ends even if no bell rings.
//!
//! - `asq wait` and `asq ask --inbox` sleep: at most 3 wake-ups in 20 s over all threads. A look every 2 s would
//!   take 10. `cargo xtask soak idle` counts for ten minutes with fifty processes.
//! - If asq can't watch anything, or not a file, or watching only seems to work, it finds the ending by looking:
//!   every 2 s, after 10 s of silence.

use super::place::{Done, Place, open};
use asq_testkit::eventually::eventually;
use asq_testkit::faults::{ChildProcess, Strace, number, say, wakes};
use std::process::Stdio;
use std::time::Duration;

#[test]
fn who_waits_sleeps() {
    let (place, driver) = Place::with_driver();
    let id = open(&driver, "waited for", None).to_string();
    let quietly = |mut command: std::process::Command| {
        ChildProcess::start(command.stdout(Stdio::null()).stderr(Stdio::null()))
    };
    let mut asks = place.asks("1", "--inbox");
    asks.args(["--session", "another"]);
    let waits = number("ASQ_TEST_WAITING").unwrap_or(1) as usize;
    let mut waiting: Vec<ChildProcess> = (0..waits).map(|_| quietly(place.asq(&["wait", &id]))).collect();
    waiting.push(quietly(asks));
    eventually("both askers", || {
        place.run(&["list", "--json"]).out.matches("\"asker_waits\":true").count() == 2
    });
    let counts = || -> Vec<u64> {
        waiting.iter().map(|process| process.members().into_iter().map(wakes).sum()).collect()
    };
    // Three seconds without a wake-up mean that they are at rest.
    let mut before = counts();
    eventually("rest", || {
        std::thread::sleep(Duration::from_secs(3));
        let now = counts();
        std::mem::replace(&mut before, now.clone()) == now
    });
    let seconds = number("ASQ_TEST_SECONDS").unwrap_or(20);
    std::thread::sleep(Duration::from_secs(seconds));
    let woke: Vec<u64> = counts().iter().zip(&before).map(|(after, before)| after - before).collect();
    let most = woke.iter().max().unwrap();
    say(&format!(
        "QUIET: {} waiting processes for {seconds} s, each woken {most} times at most, {} times in all",
        woke.len(),
        woke.iter().sum::<u64>()
    ));
    assert!(*most <= 3 * seconds.div_ceil(60), "one woke {most} times in {seconds} s");
}

#[test]
fn without_a_ring_the_ending_is_found_by_looking() {
    let (place, driver) = Place::with_driver();
    let faults = [
        ("nothing can be watched", "inotify_init1:error=EMFILE"),
        ("no file can be watched", "inotify_add_watch:error=ENOSPC"),
        // Each call succeeds, and no event ever comes.
        ("watching does not work", "inotify_add_watch:retval=1"),
    ];
    let waiting = faults.map(|(what, fault)| {
        let (id, strace) = (open(&driver, what, None).to_string(), Strace::default());
        let mut command = strace.injected_with_sleeps(&place.asq(&["wait", &id]), fault);
        let process = ChildProcess::start(command.stdout(Stdio::piped()).stderr(Stdio::piped()));
        (what, id, strace, process)
    });
    eventually("all waits", || waiting.iter().all(|(_, id, ..)| place.waits(id)));
    for (what, id, strace, process) in waiting {
        // Up to 10 s after the last event they look every 250 ms.
        let calm = Duration::from_secs(1);
        eventually("the slower looks", || strace.sleeps().into_iter().any(|it| it > calm));
        assert_eq!(place.run(&["answer", &id, "--pick", "Oak"]).code, 0);
        let told = Done::of(&process.ended());
        assert_eq!((told.code, told.request().map(|it| it.to_string())), (0, Some(id)), "{what}: {told:?}");
        // With bells that work it would sleep for 30 s.
        let longest = strace.sleeps().into_iter().max();
        assert!(longest.is_some_and(|it| it <= Duration::from_secs(2)), "{what}: {longest:?}");
    }
}
