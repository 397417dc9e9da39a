//! A store that fails: nothing is acknowledged that is not there, and nothing is lost that was.

use super::setting::{Still, answer, asker, called, driver, key, open, person, pick, put, request};
use asq_backend::{AskReply, Failure, FaultKind};
use asq_core::life::Refusal;
use asq_core::model::Outcome;
use asq_store::{AppendFault, Faults, Faulty};
use std::sync::Arc;
use std::time::Duration;

#[test]
fn a_lost_reply_is_looked_up_and_not_guessed() {
    let store = Faulty::new(1, Faults::default());
    let here = driver(Arc::new(store.process()), &Arc::new(Still::default()), 100);
    store.next(AppendFault::Unknown);
    let (id, digest) = open(&here, put(request("Which?")));
    for _ in 0..3 {
        store.next(AppendFault::Unknown);
    }
    assert!(here.close(id, answer(pick(0), &digest), Some(key("k")), &person("ann")).unwrap());
    assert!(here.deliver(id, &asker()).unwrap());
    assert_eq!(here.life(id).unwrap().sequence(), 3);
}

#[test]
fn a_full_or_busy_store_says_so_and_goes_on_when_it_can() {
    let store = Faulty::new(1, Faults::default());
    let here = driver(Arc::new(store.process()), &Arc::new(Still::default()), 100);
    store.next(AppendFault::Full);
    let Err(Failure::Store(error)) = here.ask(put(request("Which?")), &asker()) else { panic!("asked") };
    assert_eq!(error.kind, FaultKind::Full, "{error}");
    assert!(error.text.starts_with("no space is left"), "{error}");
    assert_eq!(here.pending(0).unwrap(), []);
    let (id, digest) = open(&here, put(request("Which?")));
    store.next(AppendFault::Busy);
    let told = here.close(id, answer(pick(0), &digest), Some(key("k")), &person("ann"));
    let Err(Failure::Store(busy)) = told else { panic!("{told:?}") };
    assert_eq!((busy.kind, busy.text.as_str()), (FaultKind::Failed, "the store is busy: process 1 holds it"));
    assert!(here.life(id).unwrap().closed().is_none());
    assert!(here.close(id, answer(pick(0), &digest), Some(key("k")), &person("ann")).unwrap());
}

#[test]
fn after_a_fault_of_the_disk_nothing_is_acknowledged_and_every_wait_ends() {
    let store = Faulty::new(1, Faults::default());
    let here = driver(Arc::new(store.process()), &Arc::new(Still::default()), 100);
    let (id, digest) = open(&here, called("c1", request("Which?")));
    let (other, _) = open(&here, called("c2", request("Which?")));
    let mut waits = here.wait(&[other], true);
    store.next(AppendFault::Disk);
    let told = here.close(id, answer(pick(0), &digest), None, &person("ann")).unwrap_err();
    assert!(told.is_final());
    let (_, ending) = waits.next(Some(Duration::from_mins(1))).unwrap();
    assert!(matches!(ending, Err(failure) if failure.is_final()));
    for told in [
        here.close(id, answer(pick(0), &digest), None, &person("ann")).unwrap_err(),
        here.ask(called("c3", request("Which?")), &asker()).unwrap_err(),
        here.deliver(id, &asker()).unwrap_err(),
        here.stopped().unwrap(),
    ] {
        assert!(told.is_final(), "{told:?}");
    }
    assert!(here.wait_for(id, true, None).unwrap_err().is_final());
    // The power goes, and with it what was never acknowledged; another process asks again.
    store.power_cut().unwrap();
    let there = driver(Arc::new(store.process()), &Arc::new(Still::default()), 200);
    let asking = there.ask(called("c1", request("Which?")), &asker()).unwrap();
    assert!(matches!(asking, AskReply::Open { id: again, again: true } if again == id));
}

#[test]
fn a_process_that_dies_leaves_the_request_and_the_next_one_gets_the_ending() {
    for (fault, answered) in [(AppendFault::DiesBefore, false), (AppendFault::DiesAfter, true)] {
        let store = Faulty::new(1, Faults::default());
        let clock = Arc::new(Still::default());
        let asking = store.process();
        let here = driver(Arc::new(asking.clone()), &clock, 100);
        let (id, digest) = open(&here, called("c1", request("Which?")));
        let _waits = here.wait(&[id], true);
        let there = driver(Arc::new(store.process()), &clock, 200);
        assert!(there.store().asker_waits(id));
        asking.kill();
        assert!(!there.store().asker_waits(id));

        let dying = driver(Arc::new(store.process()), &clock, 300);
        store.next(fault);
        assert!(dying.close(id, answer(pick(0), &digest), Some(key("k")), &person("ann")).is_err());
        // The same person repeats it after coming back; a loser learns who won.
        let told = there.close(id, answer(pick(0), &digest), Some(key("k")), &person("ann")).unwrap();
        assert_eq!(told, !answered);
        let Err(Failure::Refused(lost)) = there.close(id, answer(pick(1), &digest), None, &person("bob"))
        else {
            panic!("two answers")
        };
        assert!(matches!(*lost, Refusal::Closed { .. }));
        let AskReply::Closed(over) = there.ask(called("c1", request("Which?")), &asker()).unwrap() else {
            panic!("not over")
        };
        assert_eq!((over.id, *over.outcome), (id, Outcome::Answered(pick(0))));
    }
}
