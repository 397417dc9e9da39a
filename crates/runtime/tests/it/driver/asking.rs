//! Asking once, however often; answering once, however many try.

use super::setting::{answer, asker, at, called, key, limited, open, person, pick, put, request, two};
use asq_backend::ClosedRequest;
use asq_backend::{AskReply, Failure};
use asq_core::life::{Actor, Closing, How, Kin, Refusal, Right};
use asq_core::model::{Draft, Outcome, Prefs};
use std::time::Duration;

#[test]
fn asking_again_attaches_and_then_gets_the_stored_ending_every_time() {
    let (here, there, _) = two();
    let (id, digest) = open(&here, called("c1", request("Which?")));
    let AskReply::Open { id: again, again: true } =
        there.ask(called("c1", request("Which?")), &asker()).unwrap()
    else {
        panic!("asked twice")
    };
    assert_eq!(again, id);
    assert_eq!(here.pending(0).unwrap().len(), 1);
    assert!(there.close(id, answer(pick(1), &digest), None, &person("ann")).unwrap());
    for delivered in [None, Some(at(0)), Some(at(0))] {
        let AskReply::Closed(over) = here.ask(called("c1", request("Which?")), &asker()).unwrap() else {
            panic!("not over")
        };
        let asked = over.asked.clone();
        let outcome = Box::new(Outcome::Answered(pick(1)));
        assert_eq!(over, ClosedRequest { id, asked, outcome, by: person("ann"), at: at(0), delivered });
        assert_eq!(here.deliver(id, &asker()).unwrap(), delivered.is_none());
    }
}

#[test]
fn one_call_id_with_other_content_is_a_conflict_and_other_settings_are_none() {
    let (here, there, _) = two();
    let (id, _) = open(&here, called("c1", request("Which?")));
    let AskReply::Conflict { id: first, asked } =
        there.ask(called("c1", request("Whether?")), &asker()).unwrap()
    else {
        panic!("no conflict")
    };
    assert_eq!((first, asked.request.questions[0].text.raw()), (id, "Which?"));
    let mut other = called("c1", request("Which?"));
    other.dialect = "question".into();
    assert!(matches!(there.ask(other, &asker()).unwrap(), AskReply::Conflict { .. }));
    let mut settings = called("c1", request("Which?"));
    settings.request.prefs = Prefs { clock: false, debounce_ms: 900, ..Prefs::default() };
    assert!(matches!(there.ask(settings, &asker()).unwrap(), AskReply::Open { again: true, .. }));
    assert_eq!(here.pending(0).unwrap().len(), 1);
}

#[test]
fn without_a_call_id_the_content_names_it_until_its_ending_was_handed_over() {
    let (here, there, _) = two();
    let (id, digest) = open(&here, put(request("Which?")));
    assert!(matches!(
        there.ask(put(request("Which?")), &asker()).unwrap(),
        AskReply::Open { again: true, .. }
    ));
    let mut elsewhere = put(request("Which?"));
    elsewhere.origin.folder = Some("/elsewhere".into());
    let (other, _) = open(&there, elsewhere);
    assert_ne!(other, id);
    let mut session = put(request("Which?"));
    session.request.from.session = Some("s2".into());
    assert_ne!(open(&there, session).0, id);

    here.close(id, answer(pick(0), &digest), None, &person("ann")).unwrap();
    assert!(
        matches!(there.ask(put(request("Which?")), &asker()).unwrap(), AskReply::Closed(over) if over.id == id)
    );
    assert!(here.deliver(id, &asker()).unwrap());
    let (new, _) = open(&there, put(request("Which?")));
    assert_ne!(new, id);
}

#[test]
fn the_winner_may_say_so_again_and_the_loser_is_told_who_won() {
    let (here, there, _) = two();
    let (id, digest) = open(&here, put(request("Which?")));
    assert!(here.close(id, answer(pick(0), &digest), Some(key("k")), &person("ann")).unwrap());
    assert!(!here.close(id, answer(pick(0), &digest), Some(key("k")), &person("ann")).unwrap());
    let lost = Refusal::Closed {
        by: Box::new(person("ann")),
        at: at(0),
        outcome: Box::new(Outcome::Answered(pick(0))),
    };
    let refused = |told: Result<bool, Failure>| match told {
        Err(Failure::Refused(refusal)) => *refusal,
        other => panic!("{other:?}"),
    };
    let (ann, bob) = (person("ann"), person("bob"));
    assert_eq!(refused(there.close(id, answer(pick(1), &digest), Some(key("k")), &ann)), lost);
    assert_eq!(refused(there.close(id, answer(pick(1), &digest), None, &bob)), lost);
    assert_eq!(
        refused(there.close(id, Closing::Decline { reason: None, draft: Draft::default() }, None, &bob)),
        lost
    );
    assert_eq!(refused(there.close(id, Closing::Discuss { draft: Draft::default() }, None, &bob)), lost);
    assert_eq!(refused(there.close(id, Closing::Cancel { draft: Draft::default() }, None, &bob)), lost);
    assert_eq!(refused(there.close(id, Closing::Withdraw, None, &asker())), lost);
    assert_eq!(refused(there.expire(id)), lost);
    assert!(matches!(
        there.close(asq_core::life::RequestId(9), answer(pick(0), ""), None, &bob),
        Err(Failure::NoSuch(_))
    ));
}

#[test]
fn whoever_looks_first_judges_the_time_limit() {
    let (here, there, clock) = two();
    let (first, digest) = open(&here, called("c1", limited("Which?", 100)));
    let (second, _) = open(&here, called("c2", limited("Which?", 100)));
    let (third, _) = open(&here, called("c3", limited("Which?", 101)));
    clock.set(100);
    // An answer comes too late even where nobody has looked yet.
    let Err(Failure::Refused(lost)) = there.close(first, answer(pick(0), &digest), None, &person("ann"))
    else {
        panic!("not refused")
    };
    let Refusal::Closed { by, at: when, outcome } = *lost else { panic!("{lost:?}") };
    assert_eq!((*by, when), (Actor::system(), at(100)));
    assert!(matches!(*outcome, Outcome::Expired(_)));
    // So does asking again, and looking at the list.
    let AskReply::Closed(over) = there.ask(called("c2", limited("Which?", 100)), &asker()).unwrap() else {
        panic!("not over")
    };
    assert_eq!((over.id, over.by), (second, Actor::system()));
    let open: Vec<_> = there.pending(0).unwrap().into_iter().map(|p| p.id).collect();
    assert_eq!(open, [third]);
    clock.set(101);
    assert_eq!(there.pending(0).unwrap(), []);
    assert!(matches!(here.life(third).unwrap().closed(), Some((Outcome::Expired(_), _, _))));
}

#[test]
fn sixty_four_threads_answer_and_one_wins() {
    let (here, there, _) = two();
    for round in 0..20 {
        let (id, digest) = open(&here, called(&format!("c{round}"), request("Which?")));
        let told: Vec<Result<bool, Failure>> = std::thread::scope(|scope| {
            let race = |n: usize| {
                let driver = if n.is_multiple_of(2) { here.clone() } else { there.clone() };
                let digest = digest.clone();
                move || driver.close(id, answer(pick(n % 2), &digest), None, &person(&n.to_string()))
            };
            let threads: Vec<_> = (0..64).map(|n| scope.spawn(race(n))).collect();
            threads.into_iter().map(|t| t.join().unwrap()).collect()
        });
        let life = here.life(id).unwrap();
        let (_, winner, _) = life.closed().unwrap();
        let name: usize = winner.name.raw().parse().unwrap();
        for (n, told) in told.into_iter().enumerate() {
            match told {
                Ok(anew) => assert_eq!((n, anew), (name, true)),
                Err(Failure::Refused(refusal)) => {
                    let Refusal::Closed { by, .. } = *refusal else { panic!("{refusal:?}") };
                    assert_eq!(*by, *winner);
                }
                Err(other) => panic!("{other:?}"),
            }
        }
        assert_eq!(life.sequence(), 2);
    }
}

#[test]
fn rights_are_those_of_the_actor() {
    let (here, _, _) = two();
    let refused = here.ask(put(request("Which?")), &person("ann")).unwrap_err();
    let Failure::Refused(refusal) = refused else { panic!("{refused:?}") };
    assert_eq!(*refusal, Refusal::Right { needed: Right::Ask, came: Right::Answer });
    let (id, digest) = open(&here, put(request("Which?")));
    let own = Actor { kin: Kin::Own { forced: false }, how: How::Cli, ..person("agent") };
    let told = here.close(id, answer(pick(0), &digest), None, &own);
    assert!(matches!(told, Err(Failure::Refused(refusal)) if *refusal == Refusal::OwnTree));
    assert!(here.close(id, answer(pick(0), &digest), None, &Actor { kin: own.kin.forced(), ..own }).unwrap());
    let over = here.wait_for(id, false, Some(Duration::from_mins(1))).unwrap().unwrap();
    assert_eq!(over.by.kin, Kin::Own { forced: true });
}

#[test]
fn a_request_that_is_looked_at_is_over_when_its_time_is() {
    let (here, _, clock) = two();
    let (id, _) = open(&here, called("c1", limited("Which?", 100)));
    clock.set(99);
    assert!(here.life(id).unwrap().closed().is_none());
    clock.set(100);
    assert!(matches!(here.life(id).unwrap().closed(), Some((Outcome::Expired(_), _, _))));
}

#[test]
fn what_was_said_and_is_erased_is_known_to_be_over_and_no_more() {
    let (here, there, _) = two();
    // What is over stays in the log only where something before it is open.
    let (before, _) = open(&here, called("c0", request("Whether?")));
    let (id, digest) = open(&here, called("c1", request("Which?")));
    here.close(id, answer(pick(0), &digest), None, &person("ann")).unwrap();
    here.deliver(id, &asker()).unwrap();
    here.store().prune(u64::MAX / 2).unwrap();
    let erased = here.life(id).unwrap();
    assert!(erased.is_erased() && erased.closed().is_none(), "{erased:?}");
    let told = there.wait_for(id, false, Some(Duration::from_mins(1))).unwrap_err();
    assert!(matches!(told, Failure::Refused(why) if *why == Refusal::Erased));
    assert!(here.life(before).is_ok());
}
