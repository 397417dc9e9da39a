//! Surfaces that come and go: what each gets at first, and what doesn't concern it.

use super::setting::{
    OnStore, Still, answer, called, driver, open, person, pick, request, surface, told_until, two,
};
use asq_backend::Feed;
use asq_core::inbox::{Command, Notice};
use asq_runtime::driver::DriverFeed;
use asq_store::{AppendFault, Faults, Faulty};
use asq_testkit::eventually::eventually;
use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

fn failing() -> (Faulty, OnStore) {
    let store = Faulty::new(1, Faults::default());
    let here = driver(Arc::new(store.process()), &Arc::new(Still::default()), 100);
    (store, here)
}

const ALL_READS: Faults =
    Faults { before: 0, after: 0, reads: 1000, lost: 0, twice: 0, late: 0, weak: false };

fn is_trouble(notice: &Notice) -> bool {
    matches!(notice, Notice::Trouble(Some(_)))
}

#[test]
fn a_second_inbox_is_told_what_the_first_one_knows() {
    let (here, there, _) = two();
    let (id, _) = open(&here, called("c1", request("Which?")));
    let ann = here.follow(surface("ann", true)).unwrap();
    let (snoozed, asker) = (Notice::Snoozed { id, until_ms: 77 }, Notice::Asker { id, waits: false });
    there.store().snooze(id, 77).unwrap();
    let (knows_snoozed, knows_asker) = (Cell::new(false), Cell::new(false));
    told_until(&ann, |n| {
        knows_snoozed.set(knows_snoozed.get() || *n == snoozed);
        knows_asker.set(knows_asker.get() || *n == asker);
        knows_snoozed.get() && knows_asker.get()
    });
    let bob = here.follow(surface("bob", true)).unwrap();
    let mut told = bob.notices();
    let Notice::Arrived(arrived) = told.remove(0) else { panic!("{told:?}") };
    assert_eq!(arrived.id, id);
    assert_eq!(told, [asker, snoozed]);
}

#[test]
fn whoever_joins_hears_of_the_trouble_that_there_is() {
    let (store, here) = failing();
    let ann = here.follow(surface("ann", true)).unwrap();
    store.faults(ALL_READS);
    here.poll_now();
    let trouble = told_until(&ann, is_trouble).pop();
    let bob = here.follow(surface("bob", true)).unwrap();
    assert_eq!(bob.notices().into_iter().next(), trouble);
}

/// What it says of trouble while every other reading fails or so.
fn troubles(link: &DriverFeed, here: &OnStore, many: usize) -> Vec<bool> {
    let mut told = Vec::new();
    eventually("notices of trouble", || {
        here.poll_now();
        told.extend(link.notices().into_iter().filter_map(|notice| match notice {
            Notice::Trouble(what) => Some(what.is_some()),
            _ => None,
        }));
        told.len() >= many
    });
    told
}

#[test]
fn trouble_is_told_when_it_begins_and_when_it_is_over() {
    let (store, here) = failing();
    let ann = here.follow(surface("ann", true)).unwrap();
    store.faults(Faults { reads: 700, ..Faults::default() });
    let told = troubles(&ann, &here, 20);
    let turns: Vec<bool> = (0..told.len()).map(|n| n % 2 == 0).collect();
    assert_eq!((told.len() >= 20, told), (true, turns));
}

#[test]
fn when_the_disk_fails_every_wait_ends_and_no_surface_joins() {
    let (store, here) = failing();
    let (id, digest) = open(&here, called("c0", request("Which?")));
    let others = ["c1", "c2"].map(|call| open(&here, called(call, request("Which?"))).0);
    let mut waits = here.wait(&others, true);
    store.next(AppendFault::Disk);
    here.close(id, answer(pick(0), &digest), None, &person("ann")).unwrap_err();
    for _ in 0..2 {
        let (_, ending) = waits.next(Some(Duration::from_mins(1))).unwrap();
        assert!(ending.unwrap_err().is_final());
    }
    assert!(waits.next(None).is_none());
    assert!(here.follow(surface("ann", true)).err().unwrap().is_final());
}

#[test]
fn a_form_beside_an_inbox_hears_of_its_own_request_alone() {
    let (here, there, _) = two();
    let (id, digest) = open(&here, called("c1", request("Which?")));
    let inbox = here.follow(surface("ann", true)).unwrap();
    let form = here.follow(surface("ann", false)).unwrap();
    form.send(Command::Open(id));
    told_until(&form, |n| matches!(n, Notice::Opened { .. }));
    let (other, _) = open(&there, called("c2", request("Which?")));
    told_until(&inbox, |n| matches!(n, Notice::Arrived(p) if p.id == other));
    there.close(id, answer(pick(0), &digest), None, &person("bob")).unwrap();
    let told = told_until(&form, |n| matches!(n, Notice::Closed { .. }));
    assert!(matches!(&told[..], [Notice::Closed { id: of, .. }] if *of == id), "{told:?}");
}
