//! Waiting: told once, for what was waited for, and never in vain.

use super::setting::{
    Still, answer, asker, at, called, driver, limited, open, person, pick, put, request, two,
};
use asq_backend::Failure;
use asq_core::inbox::{Notice, Position};
use asq_core::life::{Closing, RequestId};
use asq_core::model::{Draft, Outcome};
use asq_runtime::driver::{Follower, News, NextRead};
use asq_store::{AppendFault, Faults, Faulty, Store, Stored};
use asq_testkit::eventually::eventually;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

const LONG: Duration = Duration::from_mins(1);

#[test]
fn an_ending_wakes_those_who_wait_for_it_and_nobody_else() {
    let (here, there, _) = two();
    let (first, digest) = open(&here, called("c1", request("Which?")));
    let (second, _) = open(&here, called("c2", request("Which?")));
    let mut waits = here.wait(&[second, first, second], true);
    assert!(there.store().asker_waits(first) && there.store().asker_waits(second));
    there.close(first, answer(pick(1), &digest), None, &person("ann")).unwrap();
    let (id, ending) = waits.next(Some(LONG)).unwrap();
    assert_eq!((id, *ending.unwrap().outcome), (first, Outcome::Answered(pick(1))));
    assert!(!there.store().asker_waits(first) && there.store().asker_waits(second));
    assert_eq!(waits.open().collect::<Vec<_>>(), [second]);
    assert_eq!(waits.next(Some(Duration::ZERO)).map(|(id, _)| id), None);
    there.close(second, Closing::Withdraw, None, &asker()).unwrap();
    let (id, ending) = waits.next(Some(LONG)).unwrap();
    assert_eq!(id, second);
    assert!(matches!(*ending.unwrap().outcome, Outcome::Withdrawn(_)));
    assert!(waits.next(None).is_none());
}

#[test]
fn what_is_over_already_and_what_never_was_are_told_at_once() {
    let (here, there, _) = two();
    let (id, _) = open(&here, put(request("Which?")));
    there.close(id, Closing::Cancel { draft: Draft::default() }, None, &person("ann")).unwrap();
    let over = here.wait_for(id, false, Some(LONG)).unwrap().unwrap();
    assert_eq!((over.id, over.by), (id, person("ann")));
    assert!(matches!(here.wait_for(RequestId(5), false, Some(LONG)), Err(Failure::NoSuch(RequestId(5)))));
}

#[test]
fn a_time_limit_ends_a_wait() {
    let (here, _, clock) = two();
    let (id, _) = open(&here, put(limited("Which?", 60_000)));
    let (tell, told) = channel();
    let waiting = here.when_closed(id, move |ending| tell.send(ending).unwrap());
    clock.set(59_999);
    here.poll_now();
    assert!(here.wait_for(id, false, Some(Duration::ZERO)).unwrap().is_none());
    clock.set(60_000);
    here.poll_now();
    let over = told.recv_timeout(LONG).unwrap().unwrap();
    assert!(matches!(*over.outcome, Outcome::Expired(_)));
    drop(waiting);
}

#[test]
fn a_wait_that_is_given_up_is_not_told_and_the_request_stays() {
    let (here, there, _) = two();
    let (id, digest) = open(&here, put(request("Which?")));
    let (tell, told) = channel();
    let held = here.hold(id).unwrap();
    let waiting = here.when_closed(id, move |ending| tell.send(ending).unwrap());
    assert!(there.store().asker_waits(id));
    drop((waiting, held));
    assert!(!there.store().asker_waits(id));
    there.close(id, answer(pick(0), &digest), None, &person("ann")).unwrap();
    // The sender is gone.
    assert!(told.recv_timeout(LONG).is_err());
}

#[test]
fn a_thousand_waits_end_each_in_its_own_ending() {
    let (here, there, _) = two();
    let opened: Vec<(RequestId, String)> =
        (0..1000).map(|n| open(&here, called(&n.to_string(), request("Which?")))).collect();
    let ids: Vec<RequestId> = opened.iter().map(|(id, _)| *id).collect();
    let mut waits = here.wait(&ids, true);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for (n, (id, digest)) in opened.iter().enumerate() {
                there.close(*id, answer(pick(n % 2), digest), None, &person("ann")).unwrap();
            }
        });
        let mut ended = Vec::new();
        while let Some((id, ending)) = waits.next(Some(LONG)) {
            let n = ids.iter().position(|i| *i == id).unwrap();
            assert_eq!(*ending.unwrap().outcome, Outcome::Answered(pick(n % 2)));
            ended.push(id);
        }
        ended.sort_unstable();
        assert_eq!(ended, ids);
    });
}

#[test]
fn all_who_wait_for_one_request_are_told() {
    let (here, there, _) = two();
    let (id, digest) = open(&here, called("c1", request("Which?")));
    let (tell, told) = channel();
    let waiting: Vec<_> = (0..3)
        .map(|n| {
            let tell = tell.clone();
            here.when_closed(id, move |ending| tell.send((n, ending.unwrap().outcome)).unwrap())
        })
        .collect();
    there.close(id, answer(pick(1), &digest), None, &person("ann")).unwrap();
    let mut all: Vec<_> = (0..3).map(|_| told.recv_timeout(LONG).unwrap()).collect();
    all.sort_by_key(|(n, _)| *n);
    let ending = || Outcome::Answered(pick(1));
    let all: Vec<_> = all.into_iter().map(|(n, outcome)| (n, (*outcome).clone())).collect();
    assert_eq!(all, [(0, ending()), (1, ending()), (2, ending())]);
    drop(waiting);
}

#[test]
fn a_time_limit_that_could_not_be_judged_is_judged_again() {
    let store = Faulty::new(1, Faults::default());
    let clock = Arc::new(Still::default());
    let here = driver(Arc::new(store.process()), &clock, 100);
    let (id, _) = open(&here, put(limited("Which?", 60_000)));
    let (tell, told) = channel();
    let waiting = here.when_closed(id, move |ending| tell.send(ending).unwrap());
    store.next(AppendFault::Busy);
    clock.set(60_000);
    let over = eventually("the end of the time limit", || {
        here.poll_now();
        told.try_recv()
    });
    assert!(matches!(*over.unwrap().outcome, Outcome::Expired(_)));
    drop(waiting);
}

/// A follower's own steps, as the thread takes them, until it would wait; how often it read on.
fn steps(follower: &mut Follower, store: &dyn Store) -> (usize, Vec<News>) {
    let (mut pages, mut news) = (0, Vec::new());
    loop {
        match follower.next(at(0)) {
            NextRead::Head => follower.head(store.head().unwrap().position),
            NextRead::List(after, limit) => {
                let (holds, page) = store.pending(after, limit).unwrap();
                news.extend(follower.list(limit, holds, page));
            }
            NextRead::Load(id) => news.extend(follower.loaded(id, &store.records(id).unwrap())),
            NextRead::After(position, limit) => {
                pages += 1;
                news.extend(follower.after(limit, &store.after(position, limit).unwrap()));
            }
            NextRead::Expire(_) | NextRead::Wait(_) => return (pages, news),
        }
    }
}

#[test]
fn an_ending_pages_after_the_last_look_is_told_without_another_ring() {
    let (here, _, _) = two();
    let opened: Vec<_> = (0..300).map(|n| open(&here, called(&n.to_string(), request("Which?")))).collect();
    let mut follower = Follower::new();
    let (id, _) = opened[200];
    follower.watch(id);
    assert_eq!(steps(&mut follower, &**here.store()), (1, vec![]));
    for n in 0..300 {
        open(&here, called(&format!("more {n}"), request("Which?")));
    }
    for (id, digest) in &opened {
        here.close(*id, answer(pick(0), digest), None, &person("ann")).unwrap();
    }
    follower.ring();
    let (pages, news) = steps(&mut follower, &**here.store());
    assert!(pages > 2, "{pages} pages");
    assert!(matches!(&news[..], [News::Closed(over, _)] if *over == id), "{news:?}");
}

/// Of a log with two open requests, of which the first one is answered: a follower that waits for it, how far it read,
/// and what came since.
fn answered() -> (Follower, RequestId, Vec<Stored>) {
    let (here, _, _) = two();
    let (id, digest) = open(&here, called("c1", request("Which?")));
    let mut follower = Follower::new();
    follower.follow_inbox(true);
    follower.watch(id);
    steps(&mut follower, &**here.store());
    let before = here.store().head().unwrap().position;
    here.close(id, answer(pick(0), &digest), None, &person("ann")).unwrap();
    open(&here, called("c2", request("Which?")));
    (follower, id, here.store().after(before, 9).unwrap())
}

#[test]
fn where_records_are_missing_all_that_is_waited_for_is_read_and_the_list_anew() {
    let (mut follower, id, came) = answered();
    follower.follow_inbox(false);
    follower.ring();
    assert!(matches!(follower.next(at(0)), NextRead::After(..)));
    assert_eq!(follower.after(9, &came[1..]), []);
    assert_eq!(follower.next(at(0)), NextRead::Load(id));

    let (mut follower, id, came) = answered();
    follower.ring();
    assert_eq!(follower.after(9, &came[1..]), []);
    assert_eq!(follower.next(at(0)), NextRead::List(Position(0), 0));
    let told = follower.list(0, came[1].position, Vec::new());
    assert_eq!(told, [News::Notice(Notice::Gone(id))]);
    assert_eq!(follower.next(at(0)), NextRead::Load(id));
}

#[test]
fn what_could_not_be_read_is_read_after_the_next_ring() {
    let (mut follower, id, _) = answered();
    follower.ring();
    follower.failed();
    assert_eq!(follower.next(at(0)), NextRead::Wait(Some(2000)));
    follower.ring();
    assert_eq!(follower.next(at(0)), NextRead::Load(id));
}
