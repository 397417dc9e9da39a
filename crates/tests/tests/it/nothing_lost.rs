//! Random forms of all dialects, with random keys, notes, drafts, signals and sizes. The same for a walk through
//! simple steps.
//!
//! - Typed text ends up in the reply or in a kept draft, unless the person deleted it.
//! - The reply has, word for word, what the review showed.

use crate::loss::{Does, Person, Says, Speaker, call, does, says};
use asq_core::form::Form;
use asq_core::model::{Draft, Outcome, Prefs};
use asq_core::walk::Walk;
use asq_dialects::{ToolCall, What, by_id};
use proptest::prelude::*;

const DIALECTS: [&str; 6] = ["question", "opencode", "ask_user_question", "questionnaire", "spec", "asq"];

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_typed_and_what_is_shown_is_kept(
        which in 0..DIALECTS.len(),
        kinds in proptest::collection::vec(0..8usize, 1..5),
        before in proptest::collection::vec(does(), 0..25),
        then in proptest::collection::vec(does(), 0..90),
    ) {
        let dialect = by_id(DIALECTS[which]).unwrap();
        let call = call(dialect.id, &kinds);
        let What::Ask { request, .. } = (dialect.read)(&call, &Prefs::default()).unwrap().what else {
            panic!("somebody is asked")
        };
        let rules = (dialect.form)(&request.prefs);
        // An earlier person left a draft; then the same call comes again.
        let form = Form::new(request.clone(), rules, Draft::default());
        let mut person = Person::new(form, Vec::new());
        for step in before {
            if person.does(step).is_some() {
                break;
            }
        }
        let kept = person.left();
        person.has_lost_nothing(&kept);
        let mut person = person.comes_back(Form::new(request.clone(), rules, crate::loss::stored(&kept)));
        for step in then {
            if let Some(outcome) = person.does(step) {
                person.ended(dialect, &call, &request, &outcome);
                return Ok(());
            }
        }
        let left = person.left();
        person.has_lost_nothing(&left);
        person.comes_back(Form::new(request, rules, crate::loss::stored(&left)));
    }

    #[test]
    fn a_walk_loses_nothing_either(
        which in 0..DIALECTS.len(),
        kinds in proptest::collection::vec(0..8usize, 1..5),
        steps in proptest::collection::vec(says(), 0..60),
    ) {
        let dialect = by_id(DIALECTS[which]).unwrap();
        let call: ToolCall = call(dialect.id, &kinds);
        let What::Ask { request, .. } = (dialect.read)(&call, &Prefs::default()).unwrap().what else {
            panic!("somebody is asked")
        };
        let rules = (dialect.form)(&request.prefs);
        let mut speaker = Speaker::new(Walk::new(request.clone(), rules, Draft::default()));
        for step in steps {
            speaker.says(step);
            if let Some(outcome) = speaker.walk.outcome().cloned() {
                speaker.ended(dialect, &call, &request, &outcome);
                return Ok(());
            }
        }
    }
}

/// Own words among several picks stay a draft when the person then picks nothing.
#[test]
fn own_words_outlive_a_reply_without_a_pick() {
    let dialect = by_id("opencode").unwrap();
    let What::Ask { request, .. } =
        (dialect.read)(&call(dialect.id, &[0, 2, 0]), &Prefs::default()).unwrap().what
    else {
        panic!("somebody is asked")
    };
    let rules = (dialect.form)(&request.prefs);
    let mut speaker = Speaker::new(Walk::new(request, rules, Draft::default()));
    for step in [Says::Row(3), Says::Text, Says::Back, Says::Rows(vec![])] {
        speaker.says(step);
    }
    let texts: Vec<String> =
        speaker.walk.draft().texts().iter().map(|typed| typed.text.raw().to_owned()).collect();
    assert_eq!(texts, ["v2z"]);
}

/// The reply has no kept note that the person didn't take up; the draft still has it the next time.
#[test]
fn a_kept_note_is_sent_only_when_it_is_taken_up() {
    let dialect = by_id("ask_user_question").unwrap();
    let call = call(dialect.id, &[2]);
    let What::Ask { request, .. } = (dialect.read)(&call, &Prefs::default()).unwrap().what else {
        panic!("somebody is asked")
    };
    let rules = (dialect.form)(&request.prefs);
    let form = || Form::new(request.clone(), rules, Draft::default());
    let mut first = Person::new(form(), Vec::new());
    first.does(Does::Key("n"));
    first.does(Does::Type);
    let left = first.left();
    for (keys, sent) in [(&["<ret>"][..], false), (&["n", "<ret>"], true), (&["n", " ", "<ret>"], true)] {
        let draft = crate::loss::stored(&left);
        let mut again = first.comes_back(Form::new(request.clone(), rules, draft));
        let outcome = keys.iter().find_map(|key| again.does(Does::Key(key)));
        let Some(Outcome::Answered(answers)) = &outcome else { panic!("{outcome:?}") };
        assert_eq!(answers.entries[0].note.is_some(), sent, "{keys:?}");
        again.ended(dialect, &call, &request, outcome.as_ref().unwrap());
        assert_eq!(again.left().typed.is_empty(), sent, "{keys:?}");
    }
}

#[test]
fn the_property_reaches_every_end() {
    let does = |which: &str, kind: usize, keys: &[Does]| {
        let dialect = by_id(which).unwrap();
        let call = call(dialect.id, &[kind, kind]);
        let What::Ask { request, .. } = (dialect.read)(&call, &Prefs::default()).unwrap().what else {
            panic!("somebody is asked")
        };
        let mut person = Person::new(
            Form::new(request.clone(), (dialect.form)(&request.prefs), Draft::default()),
            Vec::new(),
        );
        let outcome = keys.iter().find_map(|key| person.does(*key)).expect("an end");
        person.ended(dialect, &call, &request, &outcome);
        outcome.name()
    };
    assert_eq!(
        does(
            "question",
            2,
            &[Does::Key("3"), Does::Type, Does::Key("<ret>"), Does::Key("1"), Does::Key("<ret>")]
        ),
        "answered"
    );
    assert_eq!(does("question", 2, &[Does::Key("3"), Does::Type, Does::Key("<c-c>")]), "cancelled");
    assert_eq!(
        does(
            "asq",
            0,
            &[Does::Key("n"), Does::Type, Does::Key("<ret>"), Does::Key("<c-x>"), Does::Key("<ret>")]
        ),
        "declined"
    );
}

/// The row says that Ctrl+U clears it, also while the focus is on Submit.
#[test]
fn a_kept_text_is_cleared_from_the_commit_row() {
    let dialect = by_id("ask_user_question").unwrap();
    let call = call(dialect.id, &[4]);
    let What::Ask { request, .. } = (dialect.read)(&call, &Prefs::default()).unwrap().what else {
        panic!("somebody is asked")
    };
    let rules = (dialect.form)(&request.prefs);
    let mut first = Person::new(Form::new(request.clone(), rules, Draft::default()), Vec::new());
    first.does(Does::Paste);
    first.does(Does::Type);
    let left = first.left();
    assert!(!left.is_empty());
    let mut again = first.comes_back(Form::new(request, rules, crate::loss::stored(&left)));
    again.does(Does::Key("<tab>"));
    again.does(Does::Key("<c-u>"));
    assert!(again.left().is_empty());
}
