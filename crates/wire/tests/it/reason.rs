//! Every refusal, misfit and misuse has a code, a place and a message.

use asq_core::fit::{Misfit, Wrong};
use asq_core::life::{Actor, How, Moment, Refusal, RequestId, Right, Unseen};
use asq_core::model::{Draft, Outcome, Pick};
use asq_wire::{Misuse, Problem, Reason, ReasonValue};
use expect_test::expect;
use std::collections::BTreeSet;

fn lines(reasons: &[Reason]) -> String {
    let line = |reason: &Reason| {
        let parts: Vec<String> = reason
            .parts
            .iter()
            .map(|part| format!("  {} @{}: {}\n", part.code, part.place, part.message))
            .collect();
        format!("{} @{}: {}\n{}", reason.code, reason.place, reason.message, parts.concat())
    };
    reasons.iter().map(line).collect()
}

#[test]
fn every_refusal_has_a_code_and_a_sentence() {
    let at = Moment { wall_ms: 1, boot: None };
    let closed = |outcome| Refusal::Closed {
        by: Box::new(Actor::new("ada", Right::Answer, How::Tty)),
        at,
        outcome: Box::new(outcome),
    };
    let all = [
        Refusal::NotAsked,
        Refusal::AskedBefore { digest: "d".into() },
        closed(Outcome::Cancelled(Draft::default())),
        closed(Outcome::Discuss(Draft::default())),
        Refusal::Erased,
        Refusal::Changed { came: "a".into(), asked: "b".into() },
        Refusal::Right { needed: Right::Answer, came: Right::Ask },
        Refusal::Danger(How::Cli),
        Refusal::Danger(How::Api),
        Refusal::Danger(How::Bridge),
        Refusal::Danger(How::Tty),
        Refusal::OwnTree,
        Refusal::UnknownTree(Unseen::Asker),
        Refusal::UnknownTree(Unseen::Ancestors),
        Refusal::UnknownTree(Unseen::Namespace),
        Refusal::UnknownTree(Unseen::User),
        Refusal::UnknownTree(Unseen::Proxy),
        Refusal::UnknownTree(Unseen::Lost),
        Refusal::UnknownTree(Unseen::Opener),
        Refusal::UnknownDanger(Unseen::Namespace),
        Refusal::NotDue(None),
        Refusal::Overdue,
        Refusal::LongKey(300),
        Refusal::Open,
        Refusal::DeliveredBefore(at),
    ];
    let mut reasons: Vec<Reason> = all.iter().map(Reason::from).collect();
    reasons.push(Reason::unknown(RequestId(1)));
    expect![[r#"
        unknown @: there is no such request
        conflict @: this was asked before, with other content
        closed @: it is closed: cancelled
        closed @: it is closed: to be discussed first
        erased @: it is closed, and its words have been erased
        changed @: the request has changed since it was shown
        right @: asking and answering are different rights
        danger @: a dangerous question is never answered with a command
        danger @: a dangerous question is never answered by a program over HTTP
        danger @: a dangerous question is never answered over a bridge
        danger @: a dangerous question is never answered by somebody who didn't see it
        own_tree @: it can't be closed from the asker's own process tree
        unknown_tree @: nobody can tell whether the asker answers itself: asq could not see which program asked this
        unknown_tree @: nobody can tell whether the asker answers itself: asq can't see all the processes that this answer comes from
        unknown_tree @: nobody can tell whether the asker answers itself: this was asked in another container or namespace
        unknown_tree @: nobody can tell whether the asker answers itself: another user of this machine asked this
        unknown_tree @: nobody can tell whether the asker answers itself: this was asked through a proxy on this machine, which hides its asker
        unknown_tree @: nobody can tell whether the asker answers itself: the terminal or the parent of this process was gone before the answer was sent
        unknown_tree @: nobody can tell whether the asker answers itself: the program that opened this terminal may have asked this
        unknown_danger @: it is dangerous and of unknown origin: answer it on its page, or in an inbox that was open before it came: this was asked in another container or namespace
        open @: it is still open
        expired @: its time limit is over
        long_key @: the key of the answer has 300 bytes
        open @: it is still open
        delivered @: it was delivered before
        unknown @: no request is called '00000000000000000000000001'
    "#]].assert_eq(&lines(&reasons));
}

#[test]
fn a_misfit_has_its_question_as_place_and_a_code_of_its_own() {
    let wrongs = vec![
        Wrong::Open,
        Wrong::Made { wanted: "picks", came: "a text" },
        Wrong::NoSuchOption { options: 2, came: 7 },
        Wrong::Twice { option: 0 },
        Wrong::CustomTwice,
        Wrong::NoCustom,
        Wrong::TooFew { min: 1, came: 0 },
        Wrong::TooMany { max: 1, came: 2 },
        Wrong::Order { first: Pick::Option(1), then: Pick::Option(0) },
        Wrong::Blank,
        Wrong::TooLong { max: 1, came: 2 },
        Wrong::TooSmall { min: 1.into(), came: 0.into() },
        Wrong::TooLarge { max: 1.into(), came: 2.into() },
        Wrong::NoNotes,
        Wrong::NoteTooLong { max: 1, came: 2 },
        Wrong::Unconfirmed { wanted: None },
        Wrong::WrongConfirmation { wanted: "a".into(), came: "b".into() },
    ];
    let of = |wrong| Misfit { question: Some((1, "Db\u{1b}".into())), wrong };
    let mut misfits = vec![Misfit { question: None, wrong: Wrong::Entries { wanted: 2, came: 1 } }];
    misfits.extend(wrongs.into_iter().map(of));
    let reason = Reason::from(&Refusal::Misfit(misfits.clone()));
    let codes: BTreeSet<&str> = reason.parts.iter().map(|part| part.code).collect();
    assert_eq!(codes.len(), misfits.len());
    expect![[r#"
        misfit @: the answer does not fit, so the request stays open
          entries @: must have one entry per question, 2 in all, got 1
          unanswered @questions[1]: question 2 (Db<U+001B>): needs an answer, got none
          kind @questions[1]: question 2 (Db<U+001B>): expects picks, got a text
          no_such_option @questions[1]: question 2 (Db<U+001B>): has options 1 to 2, got option 8
          twice @questions[1]: question 2 (Db<U+001B>): must pick option 1 only once, got it twice
          custom_twice @questions[1]: question 2 (Db<U+001B>): must have at most one custom text, got two
          no_custom @questions[1]: question 2 (Db<U+001B>): takes no custom text, only its options
          too_few @questions[1]: question 2 (Db<U+001B>): must have at least 1 pick, got 0
          too_many @questions[1]: question 2 (Db<U+001B>): must have at most 1 pick, got 2
          order @questions[1]: question 2 (Db<U+001B>): must have its picks in the order of the options, custom text last; got option 2 before option 1
          blank @questions[1]: question 2 (Db<U+001B>): must have a visible character, got blank text
          too_long @questions[1]: question 2 (Db<U+001B>): must have at most 1 bytes, got 2
          too_small @questions[1]: question 2 (Db<U+001B>): must be at least 1, got 0
          too_large @questions[1]: question 2 (Db<U+001B>): must be at most 1, got 2
          no_notes @questions[1]: question 2 (Db<U+001B>): takes no note, got one
          note_too_long @questions[1]: question 2 (Db<U+001B>): the note must have at most 1 bytes, got 2
          unconfirmed @questions[1]: question 2 (Db<U+001B>): needs a typed confirmation, got none
          wrong_confirmation @questions[1]: question 2 (Db<U+001B>): needs the confirmation "a", got "b"
    "#]].assert_eq(&lines(&[reason]));
}

#[test]
fn a_misfit_has_its_limit_and_what_came_as_data() {
    let count = |n| Some(ReasonValue::Count(n));
    let number = |text: &str| Some(ReasonValue::Number(text.parse().unwrap()));
    let text = |text: &str| Some(ReasonValue::Text(text.into()));
    for (wrong, limit, came) in [
        (Wrong::Open, None, None),
        (Wrong::Made { wanted: "picks", came: "a text" }, text("picks"), text("a text")),
        (Wrong::NoSuchOption { options: 2, came: 7 }, count(2), count(7)),
        (Wrong::Twice { option: 5 }, count(1), count(2)),
        (Wrong::CustomTwice, count(1), count(2)),
        (Wrong::NoCustom, count(0), count(1)),
        (Wrong::TooFew { min: 1, came: 0 }, count(1), count(0)),
        (Wrong::TooMany { max: 1, came: 2 }, count(1), count(2)),
        (Wrong::Order { first: Pick::Option(1), then: Pick::Option(0) }, None, None),
        (Wrong::Blank, None, None),
        (Wrong::TooLong { max: 1, came: 2 }, count(1), count(2)),
        (
            Wrong::TooSmall { min: "0.50".parse().unwrap(), came: "0.4900".parse().unwrap() },
            number("0.50"),
            number("0.4900"),
        ),
        (Wrong::TooLarge { max: 1.into(), came: 2.into() }, number("1"), number("2")),
        (Wrong::NoNotes, count(0), count(1)),
        (Wrong::NoteTooLong { max: 1, came: 2 }, count(1), count(2)),
        (Wrong::Unconfirmed { wanted: None }, None, None),
        (Wrong::Unconfirmed { wanted: Some("drop".into()) }, text("drop"), None),
        (Wrong::WrongConfirmation { wanted: "a".into(), came: "\u{1b}".into() }, text("a"), text("\u{1b}")),
    ] {
        let reason = Reason::from(&Misfit { question: Some((1, "Db".into())), wrong });
        assert_eq!((reason.limit, reason.came), (limit, came), "{}", reason.message);
    }
    let entries = Misfit { question: None, wrong: Wrong::Entries { wanted: 2, came: 1 } };
    let reason = Reason::from(&entries);
    assert_eq!((reason.place, reason.limit, reason.came), (String::new(), count(2), count(1)));
}

#[test]
fn a_misuse_has_a_reason_for_each_problem() {
    let problems = vec![
        Problem::new("questions[0].header", "must have at most 12 characters", "has 42"),
        Problem::new("", "must be an object", "is null").fix("Send one."),
    ];
    expect![[r#"
        misuse @: - questions[0].header: must have at most 12 characters, but has 42.
        - must be an object, but is null. Send one.
          misuse @questions[0].header: questions[0].header: must have at most 12 characters, but has 42.
          misuse @: must be an object, but is null. Send one.
    "#]]
    .assert_eq(&lines(&[Reason::from(&Misuse::new(problems))]));
}
