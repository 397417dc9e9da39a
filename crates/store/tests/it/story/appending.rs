//! Appends: the expected sequence, claims, batches and races.

use super::Opened;
use crate::sample::*;
use asq_core::inbox::Position;
use asq_core::life::AskKey;
use asq_store::{Append, StoreError, Verdict};
use std::sync::Barrier;

pub(crate) fn the_first_record_is_at_one(open: &Opened) {
    assert_eq!(open.store.head().expect("a head").position, Position(0));
    assert_eq!(open.store.append(&[ask(1)]).expect("taken"), [Verdict::Appended(Position(1))]);
    assert_eq!(open.store.head().expect("a head").position, Position(1));
    assert_eq!(everything(&*open.store), stored(1, &[ask(1)]));
}

pub(crate) fn an_append_that_expects_too_little_or_too_much_is_stale(open: &Opened) {
    put(&*open.store, &[ask(1)]);
    let head = open.store.head().expect("a head");
    for expected in [0, 2, 7] {
        let late = Append { expected, ..close(1, 1, words("x")) };
        assert_eq!(open.store.append(&[late]).expect("judged"), [Verdict::Stale], "{expected}");
    }
    assert_eq!(open.store.append(&[close(2, 1, words("x"))]).expect("judged"), [Verdict::Stale]);
    assert_eq!(open.store.head().expect("a head"), head);
}

pub(crate) fn the_neighbours_of_a_stale_append_are_appended(open: &Opened) {
    put(&*open.store, &[ask(1)]);
    let verdicts = open.store.append(&[ask(2), ask(1), ask(3)]).expect("judged");
    assert_eq!(verdicts, [Verdict::Appended(Position(2)), Verdict::Stale, Verdict::Appended(Position(3))]);
    assert_eq!(everything(&*open.store), stored(1, &[ask(1), ask(2), ask(3)]));
}

pub(crate) fn a_batch_sees_what_stands_before_in_it(open: &Opened) {
    let batch = [ask(1), close(1, 1, words("first")), close(1, 1, words("second")), deliver(1, 2)];
    let verdicts = open.store.append(&batch).expect("judged");
    let [one, two, _, three] = batch;
    let appended = |n| Verdict::Appended(Position(n));
    assert_eq!(verdicts, [appended(1), appended(2), Verdict::Stale, appended(3)]);
    assert_eq!(everything(&*open.store), stored(1, &[one, two, three]));
    assert_eq!(open.store.count().expect("a count"), 0);
}

pub(crate) fn several_records_of_one_append_follow_each_other(open: &Opened) {
    let mut whole = ask(1);
    whole.records.extend(close(1, 1, words("x")).records);
    whole.records.extend(deliver(1, 1).records);
    assert_eq!(
        open.store.append(&[ask(2), whole.clone()]).expect("taken")[1],
        Verdict::Appended(Position(4))
    );
    assert_eq!(open.store.records(id(1)).expect("read"), stored(2, &[whole]));
}

pub(crate) fn closing_what_is_not_open_leaves_nothing_behind(open: &Opened) {
    put(&*open.store, &[ask(1), close(1, 1, words("first"))]);
    let head = open.store.head().expect("a head");
    let again = Append { expected: 2, ..close(1, 2, words("second")) };
    let refused = open.store.append(&[ask(2), again]);
    assert!(matches!(refused, Err(StoreError::Damaged { .. })), "{refused:?}");
    assert_eq!(open.store.head().expect("a head"), head);
    assert_eq!(open.store.count().expect("a count"), 0);
    assert_eq!(put(&*open.store, &[ask(2)]), Position(3));
}

pub(crate) fn a_claim_names_one_request(open: &Opened) {
    let claim = |n| ask_claiming(n, AskKey::Content(key("same")));
    put(&*open.store, &[claim(1)]);
    let verdicts = open.store.append(&[claim(2), ask(3)]).expect("judged");
    assert_eq!(verdicts, [Verdict::Taken(id(1)), Verdict::Appended(Position(2))]);
    assert_eq!(open.store.claimed(&key("same")).expect("read"), Some(id(1)));
    assert_eq!(open.store.claimed(&key("other")).expect("read"), None);
    let both = [ask_claiming(4, AskKey::Call(key("twice"))), ask_claiming(5, AskKey::Content(key("twice")))];
    let verdicts = open.store.append(&both).expect("judged");
    assert_eq!(verdicts, [Verdict::Appended(Position(3)), Verdict::Taken(id(4))]);
}

pub(crate) fn a_claim_by_content_is_free_once_delivered(open: &Opened) {
    let claim = |n| ask_claiming(n, AskKey::Content(key("same")));
    put(&*open.store, &[claim(1), close(1, 1, words("x"))]);
    assert_eq!(open.store.append(&[claim(2)]).expect("judged"), [Verdict::Taken(id(1))]);
    put(&*open.store, &[deliver(1, 2)]);
    assert_eq!(open.store.claimed(&key("same")).expect("read"), None);
    put(&*open.store, &[claim(2)]);
    assert_eq!(open.store.claimed(&key("same")).expect("read"), Some(id(2)));
}

pub(crate) fn a_claim_by_call_stays(open: &Opened) {
    let claim = |n| ask_claiming(n, AskKey::Call(key("call 1")));
    put(&*open.store, &[claim(1), close(1, 1, words("x")), deliver(1, 2)]);
    assert_eq!(open.store.claimed(&key("call 1")).expect("read"), Some(id(1)));
    assert_eq!(open.store.append(&[claim(2)]).expect("judged"), [Verdict::Taken(id(1))]);
}

pub(crate) fn an_empty_batch_is_nothing(open: &Opened) {
    assert_eq!(open.store.append(&[]).expect("judged"), []);
    assert_eq!(open.store.head().expect("a head").position, Position(0));
}

pub(crate) fn two_handles_race_and_one_wins(open: &Opened) {
    const ROUNDS: u64 = 25;
    let asks: Vec<Append> = (1..=ROUNDS).map(ask).collect();
    put(&*open.store, &asks);
    let start = Barrier::new(4);
    let handles: Vec<_> = (0..4).map(|_| (open.again)()).collect();
    let won: Vec<Vec<bool>> = std::thread::scope(|threads| {
        let racers = handles.iter().enumerate().map(|(n, store)| {
            let start = &start;
            threads.spawn(move || {
                let race = |round| {
                    start.wait();
                    let answer = close(round, 1, words(&format!("racer {n}")));
                    match store.append(&[answer]).expect("judged")[..] {
                        [Verdict::Appended(_)] => true,
                        [Verdict::Stale] => false,
                        ref other => panic!("{other:?}"),
                    }
                };
                (1..=ROUNDS).map(race).collect()
            })
        });
        let racers: Vec<_> = racers.collect();
        racers.into_iter().map(|it| it.join().expect("a racer ends")).collect()
    });
    for round in 1..=ROUNDS {
        let winners: Vec<usize> = (0..4).filter(|racer| won[*racer][round as usize - 1]).collect();
        assert_eq!(winners.len(), 1, "round {round}: {winners:?}");
        let accepted = open.store.records(id(round)).expect("read");
        let answer = close(round, 1, words(&format!("racer {}", winners[0])));
        assert_eq!(accepted[1].record.as_ref(), answer.records.first());
    }
    assert_eq!(open.store.verify(None).expect("looked at").problems, []);
}
