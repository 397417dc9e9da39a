//! Every ending, who may bring it about, who comes too late, and what saying it again leads to.

use super::{
    actor, answer, ask, asker, at, cancel, decline, discuss, follow, open, person, pick, request, withdraw,
};
use asq_core::life::{Actor, Closing, Fact, How, IdempotencyKey, Input, Life, Record, Refusal, Right};
use asq_core::model::{Answer, Answers, Draft, Entry, Outcome, Pick, Typed, TypedIn};
use asq_core::text::Shown;

fn system() -> Actor {
    Actor::system()
}

/// Every way to end a request, with who may, under a key.
fn endings(key: Option<&str>) -> Vec<(Actor, Input)> {
    let closing = Closing::Answer { answers: pick(0), seen: "d".into() };
    let answered = Input::Close { closing, key: key.map(|k| IdempotencyKey(k.into())) };
    vec![
        (person("ann"), answered),
        (person("ann"), decline(key)),
        (person("ann"), discuss(key)),
        (person("ann"), cancel(key)),
        (asker(), withdraw(key)),
    ]
}

#[test]
fn whoever_is_first_wins_and_every_loser_is_told_who_when_and_how() {
    let firsts = endings(Some("k1")).into_iter().map(|(by, first)| (1, by, first));
    for (when, by, first) in firsts.chain([(100, system(), Input::Expire)]) {
        let mut life = open(Some(100), false);
        assert_eq!(follow(&mut life, at(when), &by, first.clone()), Ok(1), "{first:?}");
        let (outcome, winner, when) = life.closed().map(|(o, b, w)| (o.clone(), b.clone(), w)).unwrap();
        assert_eq!(winner, by);
        let lost = Refusal::Closed { by: Box::new(winner), at: when, outcome: Box::new(outcome) };
        for (by, late) in endings(Some("k2")).into_iter().chain([(system(), Input::Expire)]) {
            assert_eq!(
                follow(&mut life, at(200), &by, late.clone()),
                Err(lost.clone()),
                "{first:?} {late:?}"
            );
        }
        assert_eq!(life.sequence(), 2);
    }
}

#[test]
fn an_ending_may_be_said_again_by_its_key_and_only_the_same_one() {
    for (n, (by, first)) in endings(Some("k")).into_iter().enumerate() {
        let mut life = open(None, false);
        assert_eq!(follow(&mut life, at(1), &by, first.clone()), Ok(1));
        assert_eq!(follow(&mut life, at(2), &by, first.clone()), Ok(0), "{first:?}");
        for (m, (by, other)) in endings(Some("k")).into_iter().enumerate() {
            let told = follow(&mut life, at(3), &by, other);
            assert_eq!(told == Ok(0), n == m, "{first:?}: {told:?}");
        }
        for (by, unnamed) in endings(None) {
            assert!(matches!(follow(&mut life, at(3), &by, unnamed), Err(Refusal::Closed { .. })));
        }
        assert_eq!(life.sequence(), 2);
    }
    // The same key with another answer: the first one stands, and the sender learns of it.
    let mut life = open(None, false);
    assert_eq!(follow(&mut life, at(1), &person("ann"), answer(0, "k")), Ok(1));
    assert!(matches!(follow(&mut life, at(2), &person("ann"), answer(1, "k")), Err(Refusal::Closed { .. })));
}

#[test]
fn an_ending_without_a_key_is_never_said_again() {
    for (by, unnamed) in endings(None) {
        let mut life = open(None, false);
        assert_eq!(follow(&mut life, at(1), &by, unnamed.clone()), Ok(1));
        let again = follow(&mut life, at(2), &by, unnamed.clone());
        assert!(matches!(again, Err(Refusal::Closed { .. })), "{unnamed:?}: {again:?}");
    }
}

#[test]
fn who_has_not_the_right_says_no_ending_again() {
    for (by, first) in endings(Some("k")) {
        let mut life = open(None, false);
        assert_eq!(follow(&mut life, at(1), &by, first.clone()), Ok(1));
        let came = if by.right == Right::Ask { Right::Answer } else { Right::Ask };
        let told = life.decide(at(2), &actor("x", came, How::Tty), first.clone());
        assert_eq!(told, Err(Refusal::Right { needed: by.right, came }), "{first:?}");
    }
}

#[test]
fn every_ending_needs_its_right_and_no_right_is_all() {
    for (needed, input) in [
        (Right::Ask, ask(request(None, false), "d")),
        (Right::Answer, answer(0, "k")),
        (Right::Answer, decline(None)),
        (Right::Answer, discuss(None)),
        (Right::Answer, cancel(None)),
        (Right::Ask, withdraw(None)),
        (Right::Ask, Input::Deliver),
        (Right::System, Input::Expire),
    ] {
        for came in [Right::Ask, Right::Answer, Right::System] {
            let told = open(None, false).decide(at(1), &actor("x", came, How::Tty), input.clone());
            let refused = Err(Refusal::Right { needed, came });
            assert_eq!(told == refused, needed != came, "{input:?} by {came:?}: {told:?}");
        }
    }
}

#[test]
fn after_its_time_nothing_but_expiring_is_decided() {
    for (by, late) in endings(Some("k")) {
        let mut life = open(Some(100), false);
        assert_eq!(follow(&mut life, at(100), &by, late.clone()), Err(Refusal::Overdue), "{late:?}");
        assert_eq!(follow(&mut life, at(100), &system(), Input::Expire), Ok(1));
        let lost = follow(&mut life, at(100), &by, late);
        assert!(
            matches!(&lost, Err(Refusal::Closed { outcome, .. }) if matches!(**outcome, Outcome::Expired(_))),
            "{lost:?}"
        );
    }
    let mut life = open(Some(100), false);
    assert_eq!(follow(&mut life, at(99), &person("ann"), answer(0, "k")), Ok(1));
    assert_eq!(follow(&mut life, at(300), &person("ann"), answer(0, "k")), Ok(0));
}

#[test]
fn what_was_never_asked_has_no_ending() {
    for (by, input) in
        endings(Some("k")).into_iter().chain([(asker(), Input::Deliver), (system(), Input::Expire)])
    {
        assert_eq!(Life::default().decide(at(1), &by, input.clone()), Err(Refusal::NotAsked), "{input:?}");
    }
}

#[test]
fn a_key_has_a_bound() {
    let long = "k".repeat(IdempotencyKey::MOST + 1);
    for (by, input) in endings(Some(&long)) {
        assert_eq!(open(None, false).decide(at(1), &by, input), Err(Refusal::LongKey(257)));
    }
    for (by, input) in endings(Some(&long[1..])) {
        assert_eq!(follow(&mut open(None, false), at(1), &by, input), Ok(1));
    }
}

#[test]
fn what_was_typed_goes_with_every_ending_of_a_person_and_when_it_was_kept_stays_at_home() {
    let typed = vec![Typed { question: 0, place: TypedIn::Custom, text: "half a".into() }];
    let mine = Draft { typed, kept: Some(Shown::own("14:03")), ..Draft::default() };
    let kept = Draft { kept: None, ..mine.clone() };
    for (closing, outcome) in [
        (
            Closing::Decline { reason: Some("no".into()), draft: mine.clone() },
            Outcome::Declined { reason: Some("no".into()), draft: kept.clone() },
        ),
        (Closing::Discuss { draft: mine.clone() }, Outcome::Discuss(kept.clone())),
        (Closing::Cancel { draft: mine.clone() }, Outcome::Cancelled(kept.clone())),
    ] {
        let input = Input::Close { closing, key: None };
        let records = open(None, false).decide(at(1), &person("ann"), input).unwrap();
        let [record] = &records[..] else { panic!("{records:?}") };
        let Fact::Closed(closed) = &record.fact else { panic!("{record:?}") };
        assert_eq!(closed.outcome, outcome);
    }
}

#[test]
fn an_ending_is_delivered_once_by_whoever_asked() {
    for (by, first) in endings(Some("k")) {
        let mut life = open(None, false);
        assert_eq!(follow(&mut life, at(1), &asker(), Input::Deliver), Err(Refusal::Open));
        assert_eq!(follow(&mut life, at(1), &by, first), Ok(1));
        assert_eq!(follow(&mut life, at(2), &asker(), Input::Deliver), Ok(1));
        assert_eq!(life.delivered(), Some(at(2)));
        assert_eq!(follow(&mut life, at(3), &asker(), Input::Deliver), Err(Refusal::DeliveredBefore(at(2))));
        // It stays what it was, for an ask with its call id.
        assert_eq!(follow(&mut life, at(4), &asker(), ask(request(None, false), "d")), Ok(0));
        assert!(life.closed().is_some());
    }
}

#[test]
fn what_is_erased_is_over_for_good() {
    // A delivered secret: the answer's content is gone; who asked, and that it is closed, stays.
    let mut life = open(Some(100), false);
    life.apply_erased();
    assert_eq!((life.is_erased(), life.closed(), life.deadline(), life.sequence()), (true, None, None, 2));
    for (by, input) in
        endings(Some("k")).into_iter().chain([(system(), Input::Expire), (asker(), Input::Deliver)])
    {
        assert_eq!(life.decide(at(200), &by, input), Err(Refusal::Erased));
    }
    let delivered = Record { by: asker(), at: at(9), fact: Fact::Delivered };
    life.apply(&delivered);
    assert_eq!(life.decide(at(200), &asker(), Input::Deliver), Err(Refusal::DeliveredBefore(at(9))));
    // All of it pruned: even what was asked is not known.
    let mut life = Life::default();
    life.apply_erased();
    assert_eq!(life.decide(at(1), &asker(), ask(request(None, false), "d")), Err(Refusal::Erased));
    assert_eq!(life.decide(at(1), &person("ann"), answer(0, "k")), Err(Refusal::Erased));
}

#[test]
fn an_answer_names_what_was_shown_before_it_is_looked_into() {
    let wrong = Answers {
        entries: vec![Entry { answer: Some(Answer::Picks(vec![Pick::Option(7)])), ..Entry::default() }],
    };
    let input = Input::Close { closing: Closing::Answer { answers: wrong, seen: "e".into() }, key: None };
    assert_eq!(
        open(None, true).decide(at(1), &person("ann"), input),
        Err(Refusal::Changed { came: "e".into(), asked: "d".into() })
    );
}

/// "An impossible record is counted and changes nothing, so that any log replays."
#[test]
fn a_second_ending_in_a_log_is_counted_and_changes_nothing() {
    let mut life = open(None, false);
    assert_eq!(follow(&mut life, at(1), &person("ann"), answer(0, "k")), Ok(1));
    let before = life.clone();
    let mut other = open(None, false);
    let records = other.decide(at(2), &person("bob"), cancel(None)).unwrap();
    other.apply(&records[0]);
    life.apply(&records[0]);
    assert_eq!(life.closed(), before.closed());
    assert_eq!(life.sequence(), before.sequence() + 1);
}
