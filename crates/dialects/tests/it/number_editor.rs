//! A number is typed, replaced, stepped and sent; and a talk is asked for from any page of `ask`.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::forms;
use crate::forms::{check, dangerous, direct, many, number, one, text};
use asq_core::form::{Effect, Form};
use asq_core::model::{Answer, Kind, Outcome, Question};
use asq_core::time::Timestamp;
use asq_dialects::{Ending, ToolCall, What, asq, by_id, questionnaire};
use asq_testkit::keys::{Keystroke, parse};
use asq_testkit::sketch::play;
use expect_test::expect;
use serde_json::json;

fn ask(questions: Vec<Question>) -> Form {
    forms::form(asq::rules::FORM, asq::rules::ANSWER, questions)
}

fn preset() -> Question {
    Question { default: Some(Answer::Number(3.into())), ..number("N", "How many?", 1, 99) }
}

/// "The first digit should replace the default, as in every stepper."
#[test]
fn the_first_digit_takes_the_place_of_a_suggested_number() {
    let sent = |keys: &str| play(ask(vec![preset()]), keys);
    for (keys, number) in [
        ("<ret>", "3"),
        ("12<ret>", "12"),
        ("<paste:12><ret>", "12"),
        ("12<c-z><c-z><c-z><ret>", "3"),
        ("<up>1<ret>", "41"),
        ("<home>1<ret>", "13"),
        ("<bs>4<ret>", "4"),
        ("<c-u>5<ret>", "5"),
    ] {
        assert_eq!(sent(keys), format!("answered\n0: number {number}\n"), "{keys}");
    }
}

/// What somebody types is in the content and in the details, digit for digit.
#[test]
fn the_digits_that_were_typed_are_the_digits_that_are_sent() {
    for (typed, sent) in [
        ("0.1", "0.1"),
        ("5.0", "5.0"),
        ("-0", "-0"),
        ("+5", "5"),
        ("007", "7"),
        ("1e3", "1000"),
        ("9007199254740993", "9007199254740993"),
        ("123456789012345678", "123456789012345678"),
        ("123456789012345678901234567890", "123456789012345678901234567890"),
        ("0.1234567890123456789012345", "0.1234567890123456789012345"),
    ] {
        for (id, name, arguments) in [
            ("asq", "ask", json!({"questions": [{"id": "n", "question": "Which?", "kind": "number"}]})),
            (
                "questionnaire",
                "AskUserQuestion",
                json!({"questions": [{"header": "N", "question": "Which?", "type": "number"}]}),
            ),
        ] {
            let dialect = by_id(id).unwrap();
            let call = ToolCall { name: Some(name.into()), arguments };
            let prefs = asq_core::model::Prefs::default();
            let What::Ask { request, .. } = (dialect.read)(&call, &prefs).unwrap().what else {
                panic!("{id}")
            };
            let mut form = Form::new(request, (dialect.form)(&prefs), asq_core::model::Draft::default());
            let outcome = answered(&mut form, &format!("{typed}<ret>"));
            let stored = asq_wire::stored::outcome_to_bytes(&outcome).unwrap();
            let outcome = asq_wire::stored::outcome_from_bytes(&stored).unwrap();
            let reply = (dialect.write)(&call, Some(form.request()), Ending::Closed(&outcome));
            let number = match id {
                "asq" => &reply.details["answers"]["n"]["value"],
                _ => &reply.details["answers"]["0"],
            };
            assert_eq!(number.to_string(), sent, "{id}: {typed}");
            assert!(reply.content.contains(&format!(": {sent}")), "{id}: {}", reply.content);
        }
    }
}

fn answered(form: &mut Form, keys: &str) -> Outcome {
    form.shown(Timestamp(0));
    let mut now = Timestamp(0);
    for typed in parse(keys) {
        now = now.plus(1000);
        let Keystroke::Key(key) = typed else { continue };
        let Some(action) = form.resolve(key) else { continue };
        for effect in form.handle(now, action) {
            if let Effect::Close(outcome) = effect {
                return outcome;
            }
        }
    }
    panic!("it is still open: {:?}", form.draft());
}

#[test]
fn a_number_that_cannot_be_sent_is_refused_with_what_is_true() {
    let open =
        || Question { kind: Kind::Number { min: None, max: None, step: 1.into(), unit: None }, ..preset() };
    let open = || Question { default: None, ..open() };
    check(
        ask(vec![open()]),
        "1e400<ret>",
        &expect![[r#"
            How many?
            > 1e400|
            ! This number is too large to send: the limit is 1.8e308
            -- Enter accept · ↑/↓ change · Ctrl+L discuss · Alt+N note · Esc cancel
        "#]],
    );
    check(
        ask(vec![open()]),
        "1e-400<ret>",
        &expect![[r#"
            How many?
            > 1e-400|
            ! This number is too close to 0 to send: the limit is 5e-324
            -- Enter accept · ↑/↓ change · Ctrl+L discuss · Alt+N note · Esc cancel
        "#]],
    );
    check(
        ask(vec![open()]),
        "12a<ret>",
        &expect![[r#"
            How many?
            > 12a|
            ! Type a number such as 7 or 0.5
            -- Enter accept · ↑/↓ change · Ctrl+L discuss · Alt+N note · Esc cancel
        "#]],
    );
}

/// "a row … to discuss it": in lists of several picks, too; elsewhere a key does it.
#[test]
fn a_talk_is_asked_for_from_any_page() {
    let pages = [
        (many("A", "Which?", &["x", "y"], 1), "1<c-l>"),
        (many("A", "Which?", &["x", "y"], 1), "14"),
        (one("A", "Which?", &["x", "y"]), "4"),
        (one("A", "Which?", &["x", "y"]), "<c-l>"),
        (number("A", "How many?", 1, 9), "7<c-l>"),
        (text("A", "What?"), "so<c-l>"),
        (direct("A", "Drop it?", &["yes", "no"], Some("p")), "<c-l>"),
        (dangerous(number("A", "How many?", 1, 9), Some("p")), "7<ret><c-l>"),
    ];
    let ends: Vec<String> = pages.map(|(question, keys)| play(ask(vec![question]), keys)).to_vec();
    expect![[r#"
        discuss
        0: x
        ---
        discuss
        0: x
        ---
        discuss
        0: -
        ---
        discuss
        0: -
        ---
        discuss
        0: -
        0: typed Edit "7"
        ---
        discuss
        0: -
        0: typed Edit "so"
        ---
        discuss
        0: -
        ---
        discuss
        0: -
        0: typed Edit "7"
    "#]]
    .assert_eq(&ends.join("---\n"));
    // Where the call takes it away, no key does it and no line names it.
    let rules = asq_core::model::AnswerRules { discuss: false, ..asq::rules::ANSWER };
    let closed = || forms::form(asq::rules::FORM, rules, vec![number("A", "How many?", 1, 9)]);
    check(
        closed(),
        "7<c-l>",
        &expect![[r#"
            How many?
            > 7|
              1–9
            -- Enter accept · ↑/↓ change · Alt+N note · Esc cancel
        "#]],
    );
    let keys = |rules| play(forms::form(asq::rules::FORM, rules, vec![one("A", "Which?", &["x"])]), "?");
    assert!(keys(asq::rules::ANSWER).contains("talk about it first"));
    assert!(!keys(rules).contains("talk about it first"));
}

/// Too few or too many ticks aren't an answer, by any way of leaving the page.
#[test]
fn a_list_with_too_few_ticks_is_not_sent() {
    let two = || vec![many("A", "Two at least?", &["x", "y", "z"], 2), one("B", "And?", &["x", "y"])];
    check(
        ask(two()),
        "1<tab>1<ret>",
        &expect![[r#"
            A *B [Review]
            # Review your answers
              A: (pick at least 2)
              B: x
              You have not answered all questions: A
            > [ Submit answers ]
            ! Not answered yet: A. Enter goes to A
            -- Enter submit · ↑/↓ change an answer · Ctrl+X decline · Esc back
        "#]],
    );
    check(
        forms::form(questionnaire::rules::FORM, questionnaire::rules::ANSWER, two()),
        "1<right>1<ret>",
        &expect![[r#"
            A *B [Submit]
            # Review your answers
              A: (pick at least 2)
              B: x
              You have not answered all questions: A
            > Submit
            ! Not answered yet: A. Enter goes to A
            -- Enter/Space submit · ← back · ? keys · Esc cancel
            ⏱  0:04 elapsed
        "#]],
    );
    let most = Question { kind: Kind::Many { min: 1, max: 2 }, ..two().remove(0) };
    check(
        ask(vec![most, one("B", "And?", &["x", "y"])]),
        "12<down><down>own<tab>1<ret>",
        &expect![[r#"
            A *B [Review]
            # Review your answers
              A: (pick at most 2)
              B: x
              You have not answered all questions: A
            > [ Submit answers ]
            ! Not answered yet: A. Enter goes to A
            -- Enter submit · ↑/↓ change an answer · Ctrl+X decline · Esc back
        "#]],
    );
}

/// One word for ticking, and another for the row that commits.
#[test]
fn the_footer_says_what_enter_does_where_several_are_picked() {
    let pick = || many("A", "Which?", &["x", "y"], 1);
    let footer = |form: Form, keys: &str| {
        play(form, keys).lines().find(|line| line.starts_with("--")).unwrap().to_owned()
    };
    let alone = || forms::form(questionnaire::rules::FORM, questionnaire::rules::ANSWER, vec![pick()]);
    let among = || {
        forms::form(
            questionnaire::rules::FORM,
            questionnaire::rules::ANSWER,
            vec![pick(), one("B", "And?", &["x", "y"])],
        )
    };
    let footers =
        [footer(alone(), ""), footer(alone(), "<up>"), footer(among(), ""), footer(among(), "<up>")]
            .join("\n");
    expect![[r#"
        -- ↑/↓ navigate · Enter/Space toggle · Tab notes · ? keys · Esc cancel
        -- ↑/↓ navigate · Enter/Space commit · Tab notes · ? keys · Esc cancel
        -- ↑/↓ navigate · Enter/Space toggle · ←/→ tabs · Tab notes · ? keys · Esc cancel
        -- ↑/↓ navigate · Enter/Space commit · ←/→ tabs · Tab notes · ? keys · Esc cancel"#]]
    .assert_eq(&footers);
}
