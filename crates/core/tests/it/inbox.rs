//! The inbox: restored anywhere and kept current, it is always the same.

#![allow(clippy::unwrap_used)] // outside the tests themselves, too

use asq_core::inbox::{Gap, Inbox, Notice, Pending, Position, SummaryKind};
use asq_core::life::{Actor, Asked, Closed, Fact, How, Moment, Origin, Record, RequestId, Right};
use asq_core::model::{
    AnswerRules, Answers, Complete, DangerRule, Draft, Expiry, Kind, Order, Outcome, Question,
    QuestionOption, Request,
};
use proptest::prelude::*;
use std::sync::Arc;

fn at(wall_ms: u64) -> Moment {
    Moment { wall_ms, boot: None }
}

fn asked(expiry: Option<u64>) -> Asked {
    let rules = AnswerRules {
        complete: Complete::Every,
        order: Order::Offered,
        discuss: false,
        notes: false,
        danger: DangerRule::Unknown,
    };
    let text = Kind::Text { multiline: false, placeholder: None };
    let mut request = Request::new(vec![Question::new("Which?", text)], rules);
    request.expiry = expiry.map(|after_ms| Expiry { after_ms, means: None });
    Asked {
        request,
        digest: "d".into(),
        claim: None,
        ticket: None,
        about: None,
        returns: false,
        dialect: "asq".into(),
        call: "{}".into(),
        origin: Origin::default(),
    }
}

fn ask(expiry: Option<u64>) -> Fact {
    Fact::Asked(Box::new(asked(expiry)))
}

fn close(outcome: Outcome) -> Fact {
    Fact::Closed(Box::new(Closed { outcome, key: None }))
}

fn record(ms: u64, fact: Fact) -> Record {
    Record { by: Actor::new("ann", Right::Answer, How::Tty), at: at(ms), fact }
}

fn pending(id: u128, position: u64, ms: u64, expiry: Option<u64>) -> Pending {
    Pending::of(RequestId(id), Position(position), at(ms), &asked(expiry))
}

#[test]
fn news_comes_once_and_old_records_are_none() {
    let mut inbox = Inbox::restore(Position(7), vec![pending(1, 3, 30, None)]);
    let mut tell =
        |position, id, ms, fact| inbox.apply(Position(position), RequestId(id), &record(ms, fact)).unwrap();
    assert_eq!(tell(7, 9, 70, ask(None)), []);
    assert_eq!(tell(8, 2, 80, ask(Some(5))), [Notice::Arrived(Arc::new(pending(2, 8, 80, Some(5))))]);
    assert_eq!(tell(8, 2, 80, ask(Some(5))), []);
    let by = Box::new(Actor::new("ann", Right::Answer, How::Tty));
    let how = |id, ms, how| Notice::Closed { id: RequestId(id), by: by.clone(), at: at(ms), how };
    assert_eq!(tell(9, 1, 90, close(Outcome::Answered(Answers::none(1)))), [how(1, 90, "answered")]);
    assert_eq!(tell(10, 2, 91, close(Outcome::Expired(Draft::default()))), [how(2, 91, "expired")]);
    assert_eq!(tell(11, 1, 92, Fact::Delivered), [Notice::Delivered(RequestId(1))]);
    // Of what was over before, only the delivery is news.
    assert_eq!(tell(12, 5, 93, close(Outcome::Discuss(Draft::default()))), []);
    assert_eq!(tell(13, 5, 94, Fact::Delivered), [Notice::Delivered(RequestId(5))]);
    assert_eq!((inbox.len(), inbox.is_empty(), inbox.position()), (0, true, Position(13)));
}

#[test]
fn a_gap_changes_nothing_and_reading_anew_tells_the_difference() {
    let mut inbox = Inbox::restore(Position(7), vec![pending(1, 3, 30, None), pending(2, 4, 40, None)]);
    let before = inbox.clone();
    let gap = Gap { next: Position(8), came: Position(10) };
    assert_eq!(inbox.apply(Position(10), RequestId(3), &record(1, ask(None))), Err(gap));
    assert_eq!(inbox.erased(Position(10), RequestId(1)), Err(gap));
    assert_eq!(inbox, before);
    assert_eq!(gap.to_string(), "record 10 came where record 8 was next");

    let now = vec![pending(2, 4, 40, None), pending(3, 9, 90, None)];
    assert_eq!(inbox.reread(Position(6), now.clone()), []);
    assert_eq!(inbox, before);
    assert_eq!(
        inbox.reread(Position(10), now.clone()),
        [Notice::Gone(RequestId(1)), Notice::Arrived(Arc::new(pending(3, 9, 90, None)))]
    );
    assert_eq!(inbox, Inbox::restore(Position(10), now));
}

#[test]
fn pages_that_overlap_tell_each_request_once() {
    let mut inbox = Inbox::restore(Position(7), vec![pending(1, 3, 30, None)]);
    let (two, three) = (pending(2, 4, 40, None), pending(3, 9, 90, None));
    assert_eq!(
        inbox.more(vec![pending(1, 3, 30, None), two.clone()]),
        [Notice::Arrived(Arc::new(two.clone()))]
    );
    assert_eq!(inbox.more(vec![two, three.clone()]), [Notice::Arrived(Arc::new(three))]);
    assert_eq!(inbox.len(), 3);
}

#[test]
fn a_list_that_was_read_anew_at_the_same_position_counts() {
    let mut inbox = Inbox::restore(Position(7), vec![pending(1, 3, 30, None)]);
    let two = pending(2, 4, 40, None);
    assert_eq!(
        inbox.reread(Position(7), vec![two.clone()]),
        [Notice::Gone(RequestId(1)), Notice::Arrived(Arc::new(two))]
    );
}

#[test]
fn what_is_erased_was_over() {
    let mut inbox = Inbox::restore(Position(7), vec![pending(1, 3, 30, None), pending(2, 4, 40, None)]);
    assert_eq!(inbox.erased(Position(8), RequestId(1)), Ok(vec![Notice::Gone(RequestId(1))]));
    assert_eq!(inbox.erased(Position(9), RequestId(1)), Ok(vec![]));
    assert_eq!(inbox.erased(Position(9), RequestId(2)), Ok(vec![]), "seen before");
    assert_eq!(
        inbox.apply(Position(10), RequestId(2), &record(1, Fact::Delivered)),
        Ok(vec![Notice::Gone(RequestId(2)), Notice::Delivered(RequestId(2))])
    );
    assert!(inbox.is_empty());
}

#[test]
fn looked_up_in_the_order_of_asking_and_by_what_is_due() {
    let some = [pending(9, 3, 30, Some(100)), pending(1, 4, 40, None), pending(5, 6, 60, Some(10))];
    let inbox = Inbox::restore(Position(7), vec![some[2].clone(), some[0].clone(), some[1].clone()]);
    assert_eq!(inbox.iter().map(Arc::as_ref).collect::<Vec<_>>(), some.iter().collect::<Vec<_>>());
    assert_eq!(inbox.get(RequestId(1)), Some(&some[1]));
    assert_eq!(inbox.get(RequestId(2)), None);
    assert_eq!(inbox.due(at(70)).collect::<Vec<_>>(), [(RequestId(9), 60), (RequestId(5), 0)]);
}

/// A log of requests that are asked, closed and delivered in any order that can be.
fn log() -> impl Strategy<Value = Vec<(RequestId, Fact)>> {
    proptest::collection::vec((0u128..6, any::<bool>()), 0..40).prop_map(|steps| {
        let mut stages = [0u8; 6];
        let mut log = Vec::new();
        for (id, limited) in steps {
            let stage = &mut stages[id as usize];
            let fact = match *stage {
                0 => ask(limited.then_some(1000)),
                1 => close(Outcome::Answered(Answers::none(1))),
                2 => Fact::Delivered,
                _ => continue,
            };
            *stage += 1;
            log.push((RequestId(id), fact));
        }
        log
    })
}

/// The list that a store gives after so many records.
fn listed(log: &[(RequestId, Fact)], until: usize) -> Vec<Pending> {
    let mut open: Vec<Pending> = Vec::new();
    for (n, (id, fact)) in log[..until].iter().enumerate() {
        match fact {
            Fact::Asked(asked) => open.push(Pending::of(*id, Position(n as u64 + 1), at(n as u64), asked)),
            Fact::Closed(_) => open.retain(|p| p.id != *id),
            Fact::Delivered => {}
        }
    }
    open
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Restored at any position and given the rest, some of it twice, it is the same as restored at the end.
    #[test]
    fn restored_anywhere_it_is_the_same(log in log(), from in any::<prop::sample::Index>(), again in 0usize..9) {
        let from = from.index(log.len() + 1);
        let mut inbox = Inbox::restore(Position(from as u64), listed(&log, from));
        let mut arrived = 0;
        let mut ended = 0;
        for (n, (id, fact)) in log.iter().enumerate().skip(from.saturating_sub(again)) {
            let place = Position(n as u64 + 1);
            let notices = inbox.apply(place, *id, &record(n as u64, fact.clone())).unwrap();
            prop_assert!(n >= from || notices.is_empty());
            for notice in notices {
                match notice {
                    Notice::Arrived(_) => arrived += 1,
                    Notice::Closed { .. } => ended += 1,
                    _ => {}
                }
            }
        }
        let end = Inbox::restore(Position(log.len() as u64), listed(&log, log.len()));
        prop_assert_eq!(&inbox, &end);
        prop_assert_eq!(listed(&log, from).len() + arrived - ended, end.len());
    }

    /// Whatever was missed, reading again gives the list, and its news lead from the one to the other.
    #[test]
    fn reading_anew_is_restoring(log in log(), from in any::<prop::sample::Index>()) {
        let from = from.index(log.len() + 1);
        let mut inbox = Inbox::restore(Position(from as u64), listed(&log, from));
        let mut ids: Vec<RequestId> = inbox.iter().map(|p| p.id).collect();
        for notice in inbox.reread(Position(log.len() as u64), listed(&log, log.len())) {
            match notice {
                Notice::Arrived(p) => ids.push(p.id),
                Notice::Gone(id) => ids.retain(|i| *i != id),
                other => prop_assert!(false, "{other:?}"),
            }
        }
        prop_assert_eq!(&inbox, &Inbox::restore(Position(log.len() as u64), listed(&log, log.len())));
        prop_assert_eq!(ids, inbox.iter().map(|p| p.id).collect::<Vec<_>>());
    }
}

/// Wherever among the questions it stands.
#[test]
fn a_secret_and_a_danger_mark_the_whole_request() {
    let marks = |secret: Option<usize>, danger: Option<usize>| {
        let mut asked = asked(None);
        let question = asked.request.questions[0].clone();
        asked.request.questions = vec![question; 3];
        for (n, question) in asked.request.questions.iter_mut().enumerate() {
            question.sensitive = secret == Some(n);
            question.danger = (danger == Some(n)).then(Default::default);
        }
        let summary = Pending::of(RequestId(1), Position(1), at(0), &asked).summary;
        (summary.sensitive, summary.danger)
    };
    assert_eq!(marks(None, None), (false, false));
    for n in 0..3 {
        assert_eq!((marks(Some(n), None), marks(None, Some(n))), ((true, false), (false, true)), "{n}");
    }
}

/// "The first question's text is cut at 200 characters, names at 100."
#[test]
fn a_list_holds_no_more_of_a_request_than_it_shows() {
    let mut asked = asked(None);
    asked.request.questions[0].text = "é".repeat(201).into();
    asked.request.questions[0].header = "ü".repeat(101).into();
    asked.request.from.agent = Some("a".repeat(101).into());
    asked.request.from.session = Some("s".repeat(100).into());
    let summary = Pending::of(RequestId(1), Position(1), at(0), &asked).summary;
    assert_eq!(summary.text.raw(), "é".repeat(200));
    assert_eq!(summary.header.raw(), "ü".repeat(100));
    assert_eq!(summary.agent.map(|a| a.raw().to_owned()), Some("a".repeat(100)));
    assert_eq!(summary.session.map(|s| s.raw().to_owned()), Some("s".repeat(100)));
}

/// "What answers the first question, and whether the asker comes back."
#[test]
fn a_list_knows_what_answers_a_request_and_whether_its_asker_comes_back() {
    let summary = |values: [&str; 2], returns: bool| {
        let mut asked = asked(None);
        asked.returns = returns;
        let options = values.map(|value| QuestionOption { value: value.into(), ..QuestionOption::new("?") });
        asked.request.questions[0] =
            Question { options: options.to_vec(), ..Question::new("Go on?", Kind::One) };
        let summary = Pending::of(RequestId(1), Position(1), at(0), &asked).summary;
        (summary.kind, summary.returns)
    };
    assert_eq!(summary(["true", "false"], false), (SummaryKind::Confirm, false));
    assert_eq!(summary(["a", "b"], true), (SummaryKind::One, true));
}
