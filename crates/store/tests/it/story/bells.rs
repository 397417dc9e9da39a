//! Bells: nothing is lost between taking one, reading and waiting.

use super::Opened;
use crate::sample::*;
use asq_core::inbox::Position;
use asq_store::{Bell, DraftRow, WakeReason};
use std::time::Duration;

/// The longest wait; a test that waits in vain fails after it.
const LONG: Duration = Duration::from_mins(1);

fn draft(n: u64) -> DraftRow {
    DraftRow { request: id(n), question: 0, rev: 0, by: 1, at_ms: 1, body: b"x".to_vec(), other: None }
}

/// Waits for this and ignores nudges.
fn hear(bell: &mut dyn Bell, what: WakeReason) {
    loop {
        match bell.wait(LONG) {
            WakeReason::Nudged => {}
            // If the machine stands still for a second, taking the gate for a draft counts as a lost ring.
            WakeReason::Records if what == WakeReason::Drafts => {}
            rang => return assert_eq!(rang, what),
        }
    }
}

pub(crate) fn an_append_between_taking_a_bell_and_waiting_rings(open: &Opened) {
    let mut bell = open.store.bell().expect("a bell");
    assert_eq!(everything(&*open.store), []);
    put(&*open.store, &[ask(1)]);
    hear(&mut *bell, WakeReason::Records);
    assert_eq!(everything(&*open.store).len(), 1);
    assert_eq!(bell.wait(Duration::ZERO), WakeReason::Quiet);
}

pub(crate) fn another_handle_rings(open: &Opened) {
    let mut bell = open.store.bell().expect("a bell");
    let other = (open.again)();
    std::thread::scope(|threads| {
        threads.spawn(|| put(&*other, &[ask(1)]));
        hear(&mut *bell, WakeReason::Records);
    });
    assert_eq!(everything(&*open.store).len(), 1);
}

pub(crate) fn a_stale_append_rings_nothing(open: &Opened) {
    put(&*open.store, &[ask(1)]);
    let mut bell = open.store.bell().expect("a bell");
    open.store.append(&[ask(1)]).expect("judged");
    assert_eq!(bell.wait(Duration::ZERO), WakeReason::Quiet);
}

pub(crate) fn drafts_ring_their_own(open: &Opened) {
    put(&*open.store, &[ask(1)]);
    let mut bell = open.store.bell().expect("a bell");
    (open.again)().keep_draft(&draft(1)).expect("kept");
    hear(&mut *bell, WakeReason::Drafts);
    open.store.snooze(id(1), 7).expect("put off");
    hear(&mut *bell, WakeReason::Drafts);
    open.store.drop_drafts(id(1), None).expect("dropped");
    hear(&mut *bell, WakeReason::Drafts);
    assert_eq!(bell.wait(Duration::ZERO), WakeReason::Quiet);
}

pub(crate) fn records_are_told_before_drafts(open: &Opened) {
    let mut bell = open.store.bell().expect("a bell");
    open.store.keep_draft(&draft(1)).expect("kept");
    put(&*open.store, &[ask(1)]);
    hear(&mut *bell, WakeReason::Records);
    hear(&mut *bell, WakeReason::Drafts);
}

pub(crate) fn a_waker_ends_a_wait(open: &Opened) {
    let mut bell = open.store.bell().expect("a bell");
    let wake = bell.waker();
    std::thread::scope(|threads| {
        threads.spawn(move || wake());
        assert_eq!(bell.wait(LONG), WakeReason::Nudged);
    });
    let wake = bell.waker();
    wake();
    assert_eq!(bell.wait(LONG), WakeReason::Nudged);
}

pub(crate) fn silence_ends_when_time_is_over(open: &Opened) {
    let mut bell = open.store.bell().expect("a bell");
    assert_eq!(bell.wait(Duration::from_millis(5)), WakeReason::Quiet);
    assert_eq!(bell.wait(Duration::ZERO), WakeReason::Quiet);
    assert!(bell.patience() <= Duration::from_secs(30));
}

/// A reader that only reads after a ring sees everything in the end.
pub(crate) fn every_append_is_heard_of(open: &Opened) {
    const ALL: u64 = 60;
    let mut bell = open.store.bell().expect("a bell");
    let writers: Vec<_> = (0..2).map(|_| (open.again)()).collect();
    std::thread::scope(|threads| {
        for (n, writer) in writers.iter().enumerate() {
            threads.spawn(move || {
                for round in 0..ALL / 2 {
                    put(&**writer, &[ask(1 + n as u64 * 1000 + round)]);
                }
            });
        }
        let mut seen = 0;
        while seen < ALL {
            match bell.wait(LONG) {
                WakeReason::Records => {
                    seen += open.store.after(Position(seen), 1000).expect("read").len() as u64;
                }
                WakeReason::Drafts | WakeReason::Nudged => {}
                WakeReason::Quiet => panic!("{seen} were heard of"),
            }
        }
    });
}
