//! Presence of inboxes and askers.
//!
//! - A released lock may look held for a moment: a process that another test starts has copies of our descriptors until its
//!   exec.

use super::Opened;
use crate::sample::*;
use asq_store::WakeReason;
use asq_testkit::eventually::eventually;
use std::time::Duration;

const LONG: Duration = Duration::from_mins(1);

pub(crate) fn an_inbox_is_in_use_while_somebody_holds_it(open: &Opened) {
    let other = (open.again)();
    assert!(!open.store.inbox_in_use());
    let one = open.store.hold_inbox().expect("held");
    let two = other.hold_inbox().expect("held");
    assert!(open.store.inbox_in_use() && other.inbox_in_use());
    drop(one);
    assert!(open.store.inbox_in_use() && other.inbox_in_use());
    drop(two);
    eventually("a free inbox", || !open.store.inbox_in_use() && !other.inbox_in_use());
}

pub(crate) fn an_asker_waits_while_it_holds_its_lock(open: &Opened) {
    let other = (open.again)();
    assert!(!other.asker_waits(id(1)));
    let one = open.store.hold_asker(id(1)).expect("held");
    let again = other.hold_asker(id(1)).expect("held");
    let two = open.store.hold_asker(id(2)).expect("held");
    assert!(other.asker_waits(id(1)) && open.store.asker_waits(id(2)));
    assert!(!other.asker_waits(id(3)) && !other.inbox_in_use());
    drop(one);
    assert!(open.store.asker_waits(id(1)));
    drop(again);
    eventually("no first asker", || !open.store.asker_waits(id(1)));
    assert!(other.asker_waits(id(2)));
    drop(two);
    eventually("no second asker", || !other.asker_waits(id(2)));
    let back = other.hold_asker(id(1)).expect("held again");
    assert!(open.store.asker_waits(id(1)));
    drop(back);
}

pub(crate) fn one_lock_shows_several_waits(open: &Opened) {
    let other = (open.again)();
    let waiting = || [1, 2, 3].map(|n| other.asker_waits(id(n)));
    let two = open.store.hold_askers(&[id(1), id(2)]).expect("held");
    assert_eq!(waiting(), [true, true, false]);
    let next = open.store.hold_askers(&[id(2), id(3)]).expect("held");
    assert_eq!(waiting(), [true, true, true]);
    drop(two);
    eventually("no first asker", || waiting() == [false, true, true]);
    drop(next);
    eventually("no asker", || waiting() == [false, false, false]);
    drop(open.store.hold_askers(&[]).expect("nothing to hold"));
}

pub(crate) fn looking_leaves_no_trace(open: &Opened) {
    let mut bell = open.store.bell().expect("a bell");
    assert!(!open.store.asker_waits(id(1)) && !open.store.inbox_in_use());
    assert_eq!(bell.wait(Duration::ZERO), WakeReason::Quiet);
}

pub(crate) fn taking_and_letting_go_nudges(open: &Opened) {
    let other = (open.again)();
    let mut bell = open.store.bell().expect("a bell");
    let inbox = other.hold_inbox().expect("held");
    assert_eq!(bell.wait(LONG), WakeReason::Nudged);
    assert!(open.store.inbox_in_use());
    drop(inbox);
    while open.store.inbox_in_use() {
        assert_eq!(bell.wait(LONG), WakeReason::Nudged);
    }
    let mut bell = open.store.bell().expect("a bell");
    let asker = other.hold_asker(id(1)).expect("held");
    assert_eq!(bell.wait(LONG), WakeReason::Nudged);
    assert!(open.store.asker_waits(id(1)));
    drop(asker);
    while open.store.asker_waits(id(1)) {
        assert_eq!(bell.wait(LONG), WakeReason::Nudged);
    }
    // A bell that was taken after the lock rings, too.
    let asker = other.hold_asker(id(2)).expect("held");
    let mut bell = open.store.bell().expect("a bell");
    drop(asker);
    assert_eq!(bell.wait(LONG), WakeReason::Nudged);
}

/// Nothing else happens before, so no other nudge can stand in for this one.
pub(crate) fn a_new_wait_nudges(open: &Opened) {
    let other = (open.again)();
    let mut bell = open.store.bell().expect("a bell");
    let asker = other.hold_asker(id(1)).expect("held");
    assert_eq!(bell.wait(LONG), WakeReason::Nudged);
    assert!(open.store.asker_waits(id(1)));
    drop(asker);
}
