//! Seen state: announced once, or put off until a time.

use super::Opened;
use crate::sample::*;
use asq_core::life::RequestId;
use asq_store::{AnnounceRound, ClaimAsk, Claimed};
use std::sync::Barrier;

fn at(now_ms: u64, ids: &[RequestId]) -> ClaimAsk {
    ClaimAsk { ids: ids.to_vec(), round: AnnounceRound::First, now_ms, gap_ms: 0, silent: false }
}

pub(crate) fn a_request_is_announced_once(open: &Opened) {
    put(&*open.store, &[ask(1), ask(2), ask(3)]);
    assert_eq!(open.store.claim(&at(9, &[id(2), id(1)])).expect("taken").mine, [id(2), id(1)]);
    assert_eq!((open.again)().claim(&at(9, &[id(1), id(3), id(2)])).expect("taken").mine, [id(3)]);
    assert_eq!(open.store.claim(&at(9, &[id(1), id(2), id(3)])).expect("taken").mine, []);
    assert_eq!(open.store.claim(&at(9, &[])).expect("taken").mine, []);
}

pub(crate) fn a_closed_request_is_not_announced(open: &Opened) {
    put(&*open.store, &[ask(1), ask(2), close(1, 1, words("x"))]);
    assert_eq!(open.store.claim(&at(9, &[id(1), id(2), id(9)])).expect("taken").mine, [id(2)]);
}

pub(crate) fn a_request_is_put_off_and_brought_back(open: &Opened) {
    put(&*open.store, &[ask(1), ask(2)]);
    assert_eq!(open.store.snoozed().expect("read"), []);
    open.store.snooze(id(1), 5000).expect("put off");
    open.store.snooze(id(1), 6000).expect("put off");
    open.store.claim(&at(9, &[id(1)])).expect("taken");
    assert_eq!((open.again)().snoozed().expect("read"), [(id(1), 6000)]);
    open.store.snooze(id(1), 0).expect("brought back");
    open.store.snooze(id(2), 0).expect("brought back");
    assert_eq!(open.store.snoozed().expect("read"), []);
    assert_eq!(open.store.claim(&at(9, &[id(1), id(2)])).expect("taken").mine, [id(2)]);
}

pub(crate) fn what_is_put_off_is_announced_again_when_it_comes_back(open: &Opened) {
    put(&*open.store, &[ask(1), ask(2)]);
    assert_eq!(open.store.claim(&at(9, &[id(1), id(2)])).expect("taken").mine, [id(1), id(2)]);
    open.store.snooze(id(1), 5000).expect("put off");
    open.store.snooze(id(2), 5000).expect("put off");
    assert_eq!((open.again)().claim(&at(9, &[id(1)])).expect("taken").mine, [id(1)], "its time is over");
    assert_eq!(open.store.claim(&at(9, &[id(1)])).expect("taken").mine, [], "once");
    open.store.snooze(id(2), 0).expect("brought back");
    assert_eq!(open.store.claim(&at(9, &[id(2)])).expect("taken").mine, [], "by hand: it is looked at");
}

pub(crate) fn closing_forgets_what_was_seen(open: &Opened) {
    put(&*open.store, &[ask(1)]);
    open.store.snooze(id(1), 5000).expect("put off");
    put(&*open.store, &[close(1, 1, words("x"))]);
    assert_eq!(open.store.snoozed().expect("read"), []);
    open.store.snooze(id(1), 5000).expect("put off");
    assert_eq!(open.store.snoozed().expect("read"), []);
}

pub(crate) fn announcements_keep_their_distance(open: &Opened) {
    put(&*open.store, &[ask(1), ask(2), ask(3)]);
    let claim = |now_ms, n| ClaimAsk { gap_ms: 10_000, ..at(now_ms, &[id(n)]) };
    let mine = |n| Claimed { mine: vec![id(n)], wait_ms: 0 };
    let wait = |wait_ms| Claimed { mine: Vec::new(), wait_ms };
    let other = (open.again)();
    assert_eq!(open.store.claim(&claim(50_000, 1)).expect("taken"), mine(1));
    assert_eq!(other.claim(&claim(50_001, 2)).expect("taken"), wait(9_999));
    // A claim in front of a person makes no sound, so it neither waits nor keeps anybody waiting.
    assert_eq!(other.claim(&ClaimAsk { silent: true, ..claim(50_001, 2) }).expect("taken"), mine(2));
    other.typing(63_000).expect("noted");
    assert_eq!(open.store.claim(&claim(60_000, 3)).expect("taken"), wait(3_000));
    assert_eq!(open.store.claim(&claim(63_000, 3)).expect("taken"), mine(3));
    assert_eq!(open.store.snoozed().expect("read"), []);
}

pub(crate) fn a_request_is_announced_once_more(open: &Opened) {
    put(&*open.store, &[ask(1), ask(2)]);
    let again = |ids: &[RequestId]| ClaimAsk { round: AnnounceRound::Again, ..at(9, ids) };
    open.store.claim(&at(9, &[id(1)])).expect("taken");
    assert_eq!(open.store.claim(&again(&[id(1), id(9)])).expect("taken").mine, [id(1)]);
    assert_eq!((open.again)().claim(&again(&[id(1), id(2)])).expect("taken").mine, [id(2)]);
    put(&*open.store, &[close(1, 1, words("x"))]);
    assert_eq!(open.store.claim(&again(&[id(1)])).expect("taken").mine, []);
}

pub(crate) fn two_who_announce_at_once_get_each_request_once(open: &Opened) {
    let ids: Vec<RequestId> = (1..=20).map(id).collect();
    put(&*open.store, &(1..=20).map(ask).collect::<Vec<_>>());
    let start = Barrier::new(2);
    let mut taken: Vec<RequestId> = std::thread::scope(|threads| {
        let surfaces: Vec<_> = [(); 2]
            .map(|()| {
                let (store, start, ids) = ((open.again)(), &start, &ids);
                threads.spawn(move || {
                    let claim = |id: &RequestId| {
                        start.wait();
                        store.claim(&at(9, &[*id])).expect("judged").mine
                    };
                    ids.iter().flat_map(claim).collect::<Vec<_>>()
                })
            })
            .into();
        surfaces.into_iter().flat_map(|it| it.join().expect("a surface ends")).collect()
    });
    taken.sort_unstable();
    let mut wanted = ids.clone();
    wanted.sort_unstable();
    assert_eq!(taken, wanted);
}

pub(crate) fn what_waits_is_counted_without_what_is_put_off(open: &Opened) {
    put(&*open.store, &[ask(1), ask(2), ask(3)]);
    open.store.claim(&at(9_000, &[id(1)])).expect("taken");
    open.store.typing(9_000).expect("noted");
    open.store.snooze(id(2), 5_000).expect("put off");
    let waiting = |now| open.store.waiting(now).expect("counted");
    assert_eq!((waiting(4_999), waiting(5_000), open.store.count().expect("counted")), (2, 3, 3));
    put(&*open.store, &[close(2, 1, words("x"))]);
    assert_eq!(waiting(0), 2);
}
