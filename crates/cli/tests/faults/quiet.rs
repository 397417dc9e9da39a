//! Waiting: it costs hardly a wake-up, and it ends though nothing rings.
//!
//! - `asq wait` and `asq ask --inbox` sleep: at most 3 wake-ups in 20 s, all threads counted. To look every 2 s would be 10
//!   of them. `cargo xtask soak idle` counts over ten minutes and fifty processes.
//! - Where nothing can be watched, where no file can, or where watching only seems to work, the ending is found by
//!   looking: every 2 s, once nothing has happened for 10 s.

use super::place::{Done, Place, open, until};
use asq_testkit::faults::{Process, Strace, say, wakes};
use std::process::Stdio;
use std::time::{Duration, Instant};

#[test]
fn who_waits_sleeps() {
    let (place, desk) = Place::with_desk();
    let id = open(&desk, "waited for", None).to_string();
    let quietly = |mut command: std::process::Command| {
        Process::start(command.stdout(Stdio::null()).stderr(Stdio::null()))
    };
    let mut asks = place.asks("1", "--inbox");
    asks.args(["--session", "another"]);
    let waiting = [("asq wait", quietly(place.asq(&["wait", &id]))), ("asq ask --inbox", quietly(asks))];
    until("both wait", || place.run(&["list", "--json"]).out.matches("\"asker_waits\":true").count() == 2);
    let counts =
        || waiting.each_ref().map(|(_, process)| process.members().into_iter().map(wakes).sum::<u64>());
    // They are at rest when a second goes by without a wake-up.
    let mut before = counts();
    until("they are at rest", || {
        std::thread::sleep(Duration::from_secs(1));
        let now = counts();
        std::mem::replace(&mut before, now) == now
    });
    std::thread::sleep(Duration::from_secs(20));
    let after = counts();
    for (at, (name, _)) in waiting.iter().enumerate() {
        let woke = after[at] - before[at];
        say(&format!("QUIET {name}: {woke} wake-ups in 20 s"));
        assert!(woke <= 3, "{name} woke {woke} times in 20 s");
    }
}

#[test]
fn without_a_ring_the_ending_is_found_by_looking() {
    let (place, desk) = Place::with_desk();
    let faults = [
        ("nothing can be watched", "inotify_init1:error=EMFILE"),
        ("no file can be watched", "inotify_add_watch:error=ENOSPC"),
        // Each call seems to work, and nothing is ever told.
        ("watching does not work", "inotify_add_watch:retval=1"),
    ];
    let strace = Strace::default();
    let waiting = faults.map(|(what, fault)| {
        let id = open(&desk, what, None).to_string();
        let mut command = strace.injected(&place.asq(&["wait", &id]), fault);
        (what, id, Process::start(command.stdout(Stdio::piped()).stderr(Stdio::piped())))
    });
    until("all wait", || waiting.iter().all(|(_, id, _)| place.waits(id)));
    // From now on they look every 2 s.
    std::thread::sleep(Duration::from_secs(11));
    let began = Instant::now();
    for (what, id, process) in waiting {
        assert_eq!(place.run(&["answer", &id, "--pick", "Oak"]).code, 0);
        let told = process.ended();
        let took = began.elapsed();
        let told = Done::of(&told);
        assert_eq!((told.code, told.id().map(|it| it.to_string())), (0, Some(id)), "{what}: {told:?}");
        // Where rings were trusted it would take up to 30 s.
        assert!(took < Duration::from_secs(12), "{what}: it took {took:?}");
        say(&format!("RING {what}: found {} ms after the first answer", took.as_millis()));
    }
}
