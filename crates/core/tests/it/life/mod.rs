//! One request from asked to closed: what leads to which records, and what is refused with whose name.

#![allow(clippy::unwrap_used)] // outside the tests themselves, too

mod endings;
mod ids;

use asq_core::life::{
    Actor, Asked, Boot, Closing, Fact, How, IdempotencyKey, Input, Kin, LetIn, Life, Moment, Origin, Record,
    Refusal, Right, Unseen,
};
use asq_core::model::{
    Answer, AnswerRules, Answers, Complete, Danger, DangerRule, Draft, Entry, Expiry, Kind, Order, Outcome,
    Pick, Question, QuestionOption, Request,
};
use proptest::prelude::*;

fn request(expiry: Option<u64>, danger: bool) -> Request {
    let mut question = Question::new("Which?", Kind::One);
    question.options = vec![QuestionOption::new("a"), QuestionOption::new("b")];
    question.danger = danger.then(Danger::default);
    let rules = AnswerRules {
        complete: Complete::Every,
        order: Order::Offered,
        discuss: true,
        notes: false,
        danger: DangerRule::Unknown,
    };
    let mut request = Request::new(vec![question], rules);
    request.expiry = expiry.map(|after_ms| Expiry { after_ms, means: None });
    request
}

fn actor(name: &str, right: Right, how: How) -> Actor {
    Actor { pid: Some(7), ..Actor::new(name, right, how) }
}

fn asker() -> Actor {
    actor("agent", Right::Ask, How::Cli)
}

fn person(name: &str) -> Actor {
    actor(name, Right::Answer, How::Tty)
}

fn at(ms: u64) -> Moment {
    Moment { wall_ms: 1_000_000 + ms, boot: Some(Boot { id: 1, ms }) }
}

fn ask(request: Request, digest: &str) -> Input {
    Input::Ask(Box::new(Asked {
        request,
        digest: digest.into(),
        claim: None,
        ticket: None,
        about: None,
        returns: false,
        dialect: "question".into(),
        call: "{}".into(),
        origin: Origin::default(),
    }))
}

fn pick(option: usize) -> Answers {
    let answer = Some(Answer::Picks(vec![Pick::Option(option)]));
    Answers { entries: vec![Entry { answer, ..Entry::default() }] }
}

fn answer(option: usize, key: &str) -> Input {
    answered(pick(option), "d", Some(key))
}

fn answered(answers: Answers, seen: &str, key: Option<&str>) -> Input {
    Input::Close { closing: Closing::Answer { answers, seen: seen.into() }, key: named(key) }
}

fn named(key: Option<&str>) -> Option<IdempotencyKey> {
    key.map(|key| IdempotencyKey(key.into()))
}

fn decline(key: Option<&str>) -> Input {
    Input::Close { closing: Closing::Decline { reason: None, draft: Draft::default() }, key: named(key) }
}

fn discuss(key: Option<&str>) -> Input {
    Input::Close { closing: Closing::Discuss { draft: Draft::default() }, key: named(key) }
}

fn cancel(key: Option<&str>) -> Input {
    Input::Close { closing: Closing::Cancel { draft: Draft::default() }, key: named(key) }
}

fn withdraw(key: Option<&str>) -> Input {
    Input::Close { closing: Closing::Withdraw, key: named(key) }
}

/// Follows an input as the driver does, and gives what it led to.
fn follow(life: &mut Life, now: Moment, by: &Actor, input: Input) -> Result<usize, Refusal> {
    let records = life.decide(now, by, input)?;
    for record in &records {
        life.apply(record);
    }
    Ok(records.len())
}

fn open(expiry: Option<u64>, danger: bool) -> Life {
    let mut life = Life::default();
    assert_eq!(follow(&mut life, at(0), &asker(), ask(request(expiry, danger), "d")), Ok(1));
    life
}

#[test]
fn the_first_answer_wins_and_the_loser_is_told_who_won() {
    let mut life = open(None, false);
    assert_eq!(follow(&mut life, at(5), &person("ann"), answer(0, "k1")), Ok(1));
    let lost = Refusal::Closed {
        by: Box::new(person("ann")),
        at: at(5),
        outcome: Box::new(Outcome::Answered(pick(0))),
    };
    for input in [answer(1, "k2"), answered(pick(0), "d", None), cancel(None), discuss(None), decline(None)] {
        assert_eq!(follow(&mut life, at(6), &person("bob"), input), Err(lost.clone()));
    }
    assert_eq!(follow(&mut life, at(6), &asker(), withdraw(None)), Err(lost));
    // A lost reply, repeated by the winner, succeeds and changes nothing.
    assert_eq!(follow(&mut life, at(7), &person("ann"), answer(0, "k1")), Ok(0));
    assert_eq!(life.sequence(), 2);
}

#[test]
fn asking_again_attaches_and_other_content_is_a_conflict() {
    let mut life = open(None, false);
    assert_eq!(follow(&mut life, at(1), &asker(), ask(request(None, false), "d")), Ok(0));
    assert_eq!(
        follow(&mut life, at(1), &asker(), ask(request(None, true), "other")),
        Err(Refusal::AskedBefore { digest: "d".into() })
    );
}

#[test]
fn what_was_not_seen_is_not_answered_and_what_does_not_fit_is_told() {
    let mut life = open(None, false);
    let unseen = answered(pick(0), "older", None);
    assert_eq!(
        follow(&mut life, at(1), &person("ann"), unseen),
        Err(Refusal::Changed { came: "older".into(), asked: "d".into() })
    );
    let Err(Refusal::Misfit(misfits)) = follow(&mut life, at(1), &person("ann"), answer(9, "k")) else {
        panic!("an option that is not there was taken")
    };
    assert_eq!(misfits.len(), 1);
    assert_eq!(life.closed(), None);
}

#[test]
fn asking_and_answering_are_different_rights() {
    let mut life = open(None, false);
    assert_eq!(
        follow(&mut life, at(1), &asker(), answer(0, "k")),
        Err(Refusal::Right { needed: Right::Answer, came: Right::Ask })
    );
    for input in [withdraw(None), Input::Deliver, ask(request(None, false), "d")] {
        assert_eq!(
            follow(&mut life, at(1), &person("ann"), input),
            Err(Refusal::Right { needed: Right::Ask, came: Right::Answer })
        );
    }
    let draft = Draft::default;
    let closings = [
        Closing::Answer { answers: Answers::none(1), seen: String::new() },
        Closing::Decline { reason: None, draft: draft() },
        Closing::Discuss { draft: draft() },
        Closing::Cancel { draft: draft() },
        Closing::Withdraw,
    ];
    let needed = closings.map(|closing| closing.needs());
    assert_eq!(needed, [Right::Answer, Right::Answer, Right::Answer, Right::Answer, Right::Ask]);
}

#[test]
fn the_askers_own_tree_is_refused_unless_it_insists_and_danger_even_then() {
    let own = |forced| Actor { kin: Kin::Own { forced }, how: How::Cli, ..person("agent") };
    let mut life = open(None, false);
    assert_eq!(follow(&mut life, at(1), &own(false), answer(0, "k")), Err(Refusal::OwnTree));
    assert_eq!(follow(&mut life, at(1), &own(false), cancel(None)), Err(Refusal::OwnTree));
    assert_eq!(follow(&mut life, at(1), &own(true), answer(0, "k")), Ok(1));
    assert_eq!(life.closed().map(|(_, by, _)| by.kin.is_forced()), Some(true));

    let unknown = |let_in| Kin::Unknown { why: Unseen::Namespace, let_in };
    for (how, kin, taken) in [
        (How::Tty, Kin::Apart, true),
        (How::Page, Kin::Apart, true),
        (How::Host, Kin::Apart, true),
        (How::Tty, Kin::Own { forced: true }, false),
        (How::Tty, unknown(Some(LetIn::Settings)), true),
        (How::Tty, unknown(Some(LetIn::Token)), true),
        (How::Api, unknown(Some(LetIn::Token)), false),
        (How::Tty, unknown(Some(LetIn::Forced)), false),
        (How::Cli, unknown(Some(LetIn::Settings)), false),
        (How::Cli, Kin::Apart, false),
        (How::Api, Kin::Apart, false),
        (How::Bridge, Kin::Apart, false),
    ] {
        let mut life = open(None, true);
        let by = Actor { kin, how, ..person("x") };
        let wanted = if taken { Ok(1) } else { Err(Refusal::Danger(how)) };
        assert_eq!(follow(&mut life, at(1), &by, answer(0, "k")), wanted, "{how:?} {kin:?}");
    }
}

#[test]
fn an_unknown_answer_needs_something_that_lets_it_in_and_no_other_ending_does() {
    for why in [
        Unseen::Asker,
        Unseen::Ancestors,
        Unseen::Namespace,
        Unseen::User,
        Unseen::Proxy,
        Unseen::Lost,
        Unseen::Opener,
    ] {
        let by = |let_in| Actor { kin: Kin::Unknown { why, let_in }, ..person("x") };
        let mut life = open(None, false);
        assert_eq!(follow(&mut life, at(1), &by(None), answer(0, "k")), Err(Refusal::UnknownTree(why)));
        assert_eq!(by(None).kin.forced(), by(Some(LetIn::Forced)).kin);
        assert_eq!(follow(&mut life, at(1), &by(Some(LetIn::Forced)), answer(0, "k")), Ok(1));
        let mut life = open(None, false);
        assert_eq!(follow(&mut life, at(1), &by(Some(LetIn::Settings)), answer(0, "k")), Ok(1));
        assert_eq!(by(Some(LetIn::Settings)).kin.forced(), by(Some(LetIn::Settings)).kin);
        let mut life = open(None, false);
        assert_eq!(follow(&mut life, at(1), &by(Some(LetIn::Token)), answer(0, "k")), Ok(1));
        let mut life = open(None, false);
        assert_eq!(follow(&mut life, at(1), &by(Some(LetIn::Surface)), answer(0, "k")), Ok(1));
        // An agent can open a surface, too, so it confirms no danger; but not before it asks.
        let mut life = open(None, true);
        let refused = Err(Refusal::UnknownDanger(why));
        assert_eq!(follow(&mut life, at(1), &by(Some(LetIn::Surface)), answer(0, "k")), refused);
        assert_eq!(follow(&mut life, at(1), &by(Some(LetIn::OpenBefore)), answer(0, "k")), Ok(1));
        // Nobody is kept from ending it without an answer.
        for ending in [cancel(None), decline(None)] {
            let mut life = open(None, true);
            assert_eq!(follow(&mut life, at(1), &by(None), ending), Ok(1));
        }
    }
}

#[test]
fn a_time_limit_goes_by_elapsed_time_whatever_the_wall_clock_does() {
    const DAY: u64 = 86_400_000;
    let system = actor("asq", Right::System, How::Cli);
    for jump in [-(DAY as i64), DAY as i64] {
        let wall = |ms: u64| Moment {
            wall_ms: (1_000_000 + DAY + ms).saturating_add_signed(jump),
            boot: Some(Boot { id: 1, ms }),
        };
        let mut life = open(Some(60_000), false);
        assert_eq!(
            follow(&mut life, wall(59_999), &system, Input::Expire),
            Err(Refusal::NotDue(Some(1))),
            "{jump}"
        );
        assert_eq!(follow(&mut life, wall(60_000), &system, Input::Expire), Ok(1), "{jump}");
    }
    // After another boot the wall clock is all there is.
    let mut life = open(Some(60_000), false);
    let later = |wall_ms| Moment { wall_ms, boot: Some(Boot { id: 2, ms: 3 }) };
    assert_eq!(follow(&mut life, later(1_059_000), &system, Input::Expire), Err(Refusal::NotDue(Some(1000))));
    assert_eq!(follow(&mut life, later(1_060_000), &system, Input::Expire), Ok(1));
    // What is due stays due.
    let mut life = open(Some(60_000), false);
    assert_eq!(follow(&mut life, later(1_060_001), &system, Input::Expire), Ok(1));
}

#[test]
fn silence_never_closes() {
    let mut life = open(None, false);
    let system = actor("asq", Right::System, How::Cli);
    assert_eq!(follow(&mut life, at(u64::MAX / 2), &system, Input::Expire), Err(Refusal::NotDue(None)));
    assert_eq!(life.deadline(), None);
}

#[test]
fn an_ending_is_delivered_once() {
    let mut life = open(None, false);
    assert_eq!(follow(&mut life, at(1), &asker(), Input::Deliver), Err(Refusal::Open));
    assert_eq!(follow(&mut life, at(2), &person("ann"), answer(0, "k")), Ok(1));
    assert_eq!(follow(&mut life, at(3), &asker(), Input::Deliver), Ok(1));
    assert_eq!(follow(&mut life, at(4), &asker(), Input::Deliver), Err(Refusal::DeliveredBefore(at(3))));
}

#[test]
fn nothing_happens_to_what_was_never_asked() {
    let mut life = Life::default();
    for input in [answer(0, "k"), cancel(None)] {
        assert_eq!(follow(&mut life, at(1), &person("ann"), input), Err(Refusal::NotAsked));
    }
    assert_eq!(follow(&mut life, at(1), &asker(), withdraw(None)), Err(Refusal::NotAsked));
    assert_eq!(life, Life::default());
}

fn step() -> impl Strategy<Value = (Actor, Input)> {
    let input = prop_oneof![
        any::<bool>().prop_map(|same| ask(request(Some(50), false), if same { "d" } else { "e" })),
        (0usize..3, 0u8..3, any::<bool>()).prop_map(|(option, key, saw)| answered(
            pick(option),
            if saw { "d" } else { "e" },
            (key > 0).then(|| key.to_string()).as_deref(),
        )),
        proptest::option::of("[12]").prop_map(|key| decline(key.as_deref())),
        proptest::option::of("[12]").prop_map(|key| discuss(key.as_deref())),
        proptest::option::of("[12]").prop_map(|key| cancel(key.as_deref())),
        proptest::option::of("[12]").prop_map(|key| withdraw(key.as_deref())),
        Just(Input::Expire),
        Just(Input::Deliver),
    ];
    let by = (0usize..3, 0usize..4, 0usize..5).prop_map(|(right, how, kin)| Actor {
        kin: [
            Kin::Apart,
            Kin::Own { forced: false },
            Kin::Own { forced: true },
            Kin::Unknown { why: Unseen::User, let_in: None },
            Kin::Unknown { why: Unseen::User, let_in: Some(LetIn::Settings) },
        ][kin],
        ..actor(
            "x",
            [Right::Ask, Right::Answer, Right::System][right],
            [How::Tty, How::Page, How::Cli, How::Api][how],
        )
    });
    (by, input)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any inputs in any order: at most one ending, a refusal changes nothing, and the records make the same life.
    #[test]
    fn a_life_is_its_records(steps in proptest::collection::vec((step(), 0u64..20), 0..40)) {
        let mut life = Life::default();
        let mut log: Vec<Record> = Vec::new();
        let mut now = 0;
        for ((by, input), later) in steps {
            now += later;
            let before = life.clone();
            match life.decide(at(now), &by, input) {
                Err(_) => prop_assert_eq!(&life, &before),
                Ok(records) => {
                    for record in records {
                        life.apply(&record);
                        log.push(record);
                    }
                }
            }
        }
        prop_assert_eq!(&Life::replay(&log), &life);
        let count = |wanted: fn(&Fact) -> bool| log.iter().filter(|r| wanted(&r.fact)).count();
        prop_assert!(count(|e| matches!(e, Fact::Asked(_))) <= 1);
        prop_assert!(count(|e| matches!(e, Fact::Closed(_))) <= 1);
        prop_assert!(count(|e| matches!(e, Fact::Delivered)) <= 1);
        prop_assert_eq!(life.sequence(), log.len() as u64);
    }
}
