//! asq is killed at each of its system calls that has an effect, in turn: each change is there whole, or not at
//! all.
//!
//! - Five acts: to ask, to answer, to withdraw, to apply a time limit, to deliver an ending; and to create the
//!   store.
//! - Acknowledged means stored: a printed result is in the store.
//! - An ending that counts as delivered was printed whole.
//! - The same act again always succeeds.

use super::place::{Done, Place, agent, asking, open};
use asq_core::inbox::Position;
use asq_core::life::{Closing, Life, RequestId};
use asq_core::model::Outcome;
use asq_store::Log;
use asq_testkit::eventually::eventually;
use asq_testkit::faults::{Strace, Struck, number, say};
use std::process::Command;
use std::time::{Duration, Instant};

/// An act that a kill interrupts.
struct Act<'a> {
    what: &'a str,
    /// The number of records of its request before the act.
    before: u64,
    /// Prepares a request for the n-th run; returns its name for the command.
    ready: &'a dyn Fn(usize) -> String,
    command: &'a dyn Fn(&str) -> Command,
    /// The request, if there is one yet.
    request: &'a dyn Fn(&str) -> Option<RequestId>,
    /// Whether the output says that it is done.
    acknowledged: &'a dyn Fn(&Done) -> bool,
    /// Whether a life with one record more is right, given the output.
    after: &'a dyn Fn(&Life, &Done) -> bool,
}

/// The calls whose effect outlives the process. A kill at any other call finds the same state as a kill at the
/// next of these, except for writes to shared memory. `ASQ_TEST_EVERY=1` strikes all calls, as `cargo xtask soak
/// kills` does.
fn leaves_something(call: &str, line: &str) -> bool {
    let names = "write writev pwrite64 pwritev ftruncate fallocate fsync fdatasync msync rename renameat renameat2 link \
                 linkat unlink unlinkat mkdir mkdirat chmod fchmod fchmodat chown fchown utimensat flock exit_group";
    let makes = call == "openat" && line.contains("O_CREAT");
    let shares = call == "mmap" && line.contains("MAP_SHARED");
    makes || shares || names.split(' ').any(|it| it == call)
}

fn strike(place: &Place, act: &Act<'_>) {
    let Act { what, before, ready, command, request, acknowledged, after } = act;
    let strace = Strace::default();
    let every = number("ASQ_TEST_EVERY").is_some();
    // The first run creates the store, which another test strikes: traced runs find it.
    let _ = command(&ready(0)).output().unwrap();
    let wanted = |call: &str, line: &str| call != "execve" && (every || leaves_something(call, line));
    let (all, undisturbed) = strace.calls(&command(&ready(1)), wanted);
    let undisturbed = Done::of(&undisturbed);
    assert!(acknowledged(&undisturbed), "{what}: {undisturbed:?}");
    let (mut reached, mut done) = (0, 0);
    for (n, struck) in (2..).zip(&all) {
        let Struck { call, nth } = struck;
        let at = format!("{what}, killed at {call} number {nth}");
        let name = ready(n);
        let life = || request(&name).map(|id| place.life(id));
        let came = Done::of(&strace.kill(&command(&name), struck));
        let left = life();
        let records = left.as_ref().map_or(0, Life::sequence);
        let is_after = records == before + 1 && left.as_ref().is_some_and(|life| after(life, &came));
        assert!(is_after || records == *before, "{at}: {came:?}, {left:?}");
        assert!(is_after || !acknowledged(&came), "{at}: acknowledged and lost: {came:?}");
        reached += usize::from(came.code == -1 || came.code > 128);
        done += usize::from(is_after);
        // Once more, without a kill.
        let again = Done::of(&command(&name).output().unwrap());
        assert_eq!(life().map_or(0, |life| life.sequence()), before + 1, "{at}, and then: {again:?}");
    }
    place.sound();
    say(&format!("KILL {what}: {} calls, killed at {reached}, {done} of them after the act", all.len()));
    // Nearly every run must end where the kill struck, or the suite tests nothing.
    assert!(reached * 10 >= all.len() * 9, "{what}: only {reached} of {} were killed", all.len());
    assert!(done > 0 && done < all.len(), "{what}: the act is in no run, or in all: {done}");
}

#[test]
fn killed_while_it_asks() {
    let place = Place::new();
    let asked = |call: &str| {
        let store = place.open();
        let open = store.pending(Position(0), 0).unwrap().1;
        open.into_iter().rev().take(2).map(|it| it.id).find(|id| place.call_id(*id) == call)
    };
    strike(
        &place,
        &Act {
            what: "ask",
            before: 0,
            ready: &|n| format!("call {n}"),
            command: &|call| place.asq(&asking(call, "--no-wait")),
            request: &asked,
            acknowledged: &|done| done.request().is_some(),
            after: &|life, done| {
                life.closed().is_none() && done.request().is_none_or(|id| place.life(id) == *life)
            },
        },
    );
}

#[test]
fn killed_while_it_makes_the_store() {
    let strace = Strace::default();
    let every = number("ASQ_TEST_EVERY").is_some();
    let wanted = |call: &str, line: &str| call != "execve" && (every || leaves_something(call, line));
    let asks = |place: &Place| place.asq(&asking("1", "--no-wait"));
    let (all, _) = strace.calls(&asks(&Place::new()), wanted);
    for at in &all {
        let place = Place::new();
        let came = Done::of(&strace.kill(&asks(&place), at));
        // The next process continues from there.
        let again = Done::of(&asks(&place).output().unwrap());
        assert_eq!(again.code, 6, "killed at {at:?}, and then: {again:?}");
        assert!(came.request().is_none_or(|id| again.request() == Some(id)), "{at:?}: {came:?}, {again:?}");
        assert_eq!(place.open().count().unwrap(), 1, "{at:?}");
        place.sound();
    }
    say(&format!("KILL make: {} calls", all.len()));
    assert!(all.len() > 40, "hardly anything is made: {all:?}");
}

#[test]
fn killed_while_it_answers() {
    let (place, driver) = Place::with_driver();
    strike(
        &place,
        &Act {
            what: "answer",
            before: 1,
            ready: &|n| open(&driver, &n.to_string(), None).to_string(),
            command: &|id| place.asq(&["answer", id, "--pick", "Oak"]),
            request: &|id| id.parse().ok(),
            acknowledged: &|done| done.code == 0 || done.out.contains("answered"),
            after: &|life, _| matches!(life.closed(), Some((Outcome::Answered(_), ..))),
        },
    );
}

#[test]
fn killed_while_it_withdraws() {
    let (place, driver) = Place::with_driver();
    strike(
        &place,
        &Act {
            what: "withdraw",
            before: 1,
            ready: &|n| open(&driver, &n.to_string(), None).to_string(),
            command: &|id| place.asq(&["withdraw", id]),
            request: &|id| id.parse().ok(),
            acknowledged: &|done| done.code == 0 || done.out.contains("withdrawn"),
            after: &|life, _| matches!(life.closed(), Some((Outcome::Withdrawn(_), ..))),
        },
    );
}

#[test]
fn killed_while_it_judges_a_time_limit() {
    let (place, driver) = Place::with_driver();
    strike(
        &place,
        &Act {
            what: "expire",
            before: 1,
            ready: &|n| {
                let (opened, id) = (Instant::now(), open(&driver, &n.to_string(), Some(1)));
                eventually("the end of its time", || opened.elapsed() > Duration::from_millis(2));
                id.to_string()
            },
            // A late answer applies the time limit.
            command: &|id| place.asq(&["answer", id, "--pick", "Oak"]),
            request: &|id| id.parse().ok(),
            acknowledged: &|done| done.err.contains("expired"),
            after: &|life, _| matches!(life.closed(), Some((Outcome::Expired(_), ..))),
        },
    );
}

#[test]
fn killed_while_it_hands_over() {
    let (place, driver) = Place::with_driver();
    strike(
        &place,
        &Act {
            what: "deliver",
            before: 2,
            ready: &|n| {
                let id = open(&driver, &n.to_string(), None);
                driver.close(id, Closing::Withdraw, None, &agent()).unwrap();
                id.to_string()
            },
            command: &|id| place.asq(&["wait", id]),
            request: &|id| id.parse().ok(),
            // It prints first, and the output doesn't claim a delivery yet. The exit code does.
            acknowledged: &|done| done.code == 8,
            after: &|life, done| life.delivered().is_some() && done.request().is_some(),
        },
    );
}
