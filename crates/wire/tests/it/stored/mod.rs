//! Requests, answers, outcomes and records go to bytes and back.

#![allow(clippy::unwrap_used)] // outside the tests themselves, too

pub(crate) mod any;
mod records;

use any::{answers, outcome, request};
use asq_core::model::{
    Answer, AnswerRules, Complete, DangerRule, Kind, Order, Prefs, Provenance, Question, QuestionOption,
    Request,
};
use asq_wire::{digest, stored};
use expect_test::expect;
use proptest::prelude::*;

proptest! {
    #[test]
    fn requests_come_back(request in request()) {
        let bytes = stored::request_to_bytes(&request).unwrap();
        let again = stored::request_from_bytes(&bytes).unwrap();
        prop_assert_eq!(stored::request_to_bytes(&again).unwrap(), bytes);
        prop_assert_eq!(again, request);
    }

    #[test]
    fn outcomes_come_back(outcome in outcome()) {
        let bytes = stored::outcome_to_bytes(&outcome).unwrap();
        prop_assert_eq!(stored::outcome_from_bytes(&bytes).unwrap(), outcome);
    }

    #[test]
    fn answers_come_back(answers in answers()) {
        let bytes = stored::answers_to_bytes(&answers).unwrap();
        prop_assert_eq!(stored::answers_from_bytes(&bytes).unwrap(), answers);
    }
}

fn sample() -> Request {
    Request {
        questions: vec![Question {
            id: "db".into(),
            header: "Database".into(),
            text: "Which?".into(),
            description: None,
            kind: Kind::One,
            options: vec![
                QuestionOption { value: "pg".into(), ..QuestionOption::new("PostgreSQL") },
                QuestionOption::new("SQLite"),
            ],
            custom: true,
            default: None,
            danger: None,
            sensitive: false,
            context: None,
            custom_row: None,
            skippable: false,
        }],
        rules: AnswerRules {
            complete: Complete::Every,
            order: Order::Offered,
            discuss: false,
            notes: false,
            danger: DangerRule::Unknown,
        },
        prefs: Prefs::default(),
        from: Provenance::default(),
        expiry: None,
    }
}

#[test]
fn the_stored_form_is_fixed() {
    expect![[r#"{"questions":[{"id":"db","header":"Database","text":"Which?","kind":"one","options":[{"label":"PostgreSQL","value":"pg"},{"label":"SQLite"}],"custom":true}],"rules":{"complete":"every","order":"offered","discuss":false,"notes":false,"danger":"unknown"},"prefs":{"danger_check":true,"debounce_ms":300,"clock":true,"opencode_offered":true},"from":{}}"#]]
        .assert_eq(&String::from_utf8(stored::request_to_bytes(&sample()).unwrap()).unwrap());
    expect!["5d72a6ece1c5efab"].assert_eq(&digest(&sample()).unwrap()[..16]);
}

#[test]
fn a_setting_that_an_older_version_did_not_know_is_as_it_was_then() {
    let text = String::from_utf8(stored::request_to_bytes(&sample()).unwrap()).unwrap();
    let older = text.replace(r#","debounce_ms":300,"clock":true,"opencode_offered":true"#, "");
    assert_ne!(older, text);
    assert_eq!(stored::request_from_bytes(older.as_bytes()).unwrap(), sample());
}

#[test]
fn any_change_changes_the_digest() {
    let before = digest(&sample()).unwrap();
    assert_eq!(before.len(), 64);
    let mut other = sample();
    other.questions[0].options[1].label = "SQLite ".into();
    assert_ne!(digest(&other).unwrap(), before);
    let mut other = sample();
    other.from.agent = Some("a".into());
    assert_ne!(digest(&other).unwrap(), before);
}

#[test]
fn nonsense_is_refused() {
    let text = String::from_utf8(stored::request_to_bytes(&sample()).unwrap()).unwrap();
    let refused = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        stored::request_from_bytes(text.replace(from, to).as_bytes()).unwrap_err().to_string()
    };
    expect!["the stored question wants more picks than it allows"]
        .assert_eq(&refused(r#""kind":"one""#, r#""kind":{"many":{"min":2,"max":1}}"#));
    expect!["the stored question's step is not above 0"]
        .assert_eq(&refused(r#""kind":"one""#, r#""kind":{"number":{"step":0}}"#));
    expect!["the stored question's smallest number is over its largest"]
        .assert_eq(&refused(r#""kind":"one""#, r#""kind":{"number":{"min":2,"max":1,"step":1}}"#));
    assert!(
        refused(r#""kind":"one""#, r#""kind":"two""#)
            .starts_with("the stored text has another shape: unknown variant")
    );
    let nothing = r#"{"questions":[],"#.to_owned() + &text[text.find(r#""rules""#).unwrap()..];
    expect!["the stored request has no questions"]
        .assert_eq(&stored::request_from_bytes(nothing.as_bytes()).unwrap_err().to_string());
    let mut twins = sample();
    twins.questions.push(twins.questions[0].clone());
    let bytes = stored::request_to_bytes(&twins).unwrap();
    expect!["the stored request has two questions of one id"]
        .assert_eq(&stored::request_from_bytes(&bytes).unwrap_err().to_string());
    for ill in ["\"1,5\"", "\"\"", "null", "[1]", "\"1e400\""] {
        let ill = format!(r#"[{{"answer":{{"number":{ill}}}}}]"#);
        expect!["the stored text has another shape: expected a number"].assert_eq(
            stored::answers_from_bytes(ill.as_bytes())
                .unwrap_err()
                .to_string()
                .split(" at line")
                .next()
                .unwrap(),
        );
    }
}

/// Numbers once were an f64; what an f64 carries is still written as one, so that digests stay.
#[test]
fn numbers_keep_their_digits_and_old_ones_are_read_as_before() {
    let read = |stored: &str| {
        let bytes = format!(r#"[{{"answer":{{"number":{stored}}}}}]"#);
        stored::answers_from_bytes(bytes.as_bytes()).unwrap()
    };
    for (old, number) in [
        ("5.0", "5"),
        ("0.1", "0.1"),
        ("-0.5", "-0.5"),
        ("1e+300", &format!("1{}", "0".repeat(300))),
        ("1.2345678901234568e+17", "123456789012345680"),
    ] {
        let answers = read(old);
        assert_eq!(answers.entries[0].answer, Some(Answer::Number(number.parse().unwrap())));
        let bytes = String::from_utf8(stored::answers_to_bytes(&answers).unwrap()).unwrap();
        assert_eq!(bytes, format!(r#"[{{"answer":{{"number":{old}}}}}]"#));
    }
    for typed in ["5.0", "0.10", "9007199254740993", "123456789012345678", "123456789012345678901234567890"] {
        let answers = read(&format!("\"{typed}\""));
        assert_eq!(answers.entries[0].answer, Some(Answer::Number(typed.parse().unwrap())));
        let bytes = String::from_utf8(stored::answers_to_bytes(&answers).unwrap()).unwrap();
        assert_eq!(bytes, format!(r#"[{{"answer":{{"number":"{typed}"}}}}]"#));
    }
}
