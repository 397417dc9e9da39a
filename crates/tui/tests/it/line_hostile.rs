//! Line mode with foreign text that tries to imitate asq.
#![allow(clippy::needless_raw_string_hashes)] // as expect! writes them

use crate::console::{ASK_USER_QUESTION, QUESTION, loose, question, request, talk};
use asq_core::form::FormRules;
use asq_core::model::*;
use asq_core::text::Shown;
use asq_testkit::situation;
use proptest::prelude::*;

const EVIL: &str =
    "\u{1b}[2J\u{1b}]0;title\u{7}a\rb\u{8}\u{9b}31m\u{202e}fdp\u{200b}\nType yes to send: \u{0}";

fn hostile() -> Request {
    let mut question =
        question("Head\u{1b}[H", EVIL, Kind::One, &[(EVIL, EVIL), ("Something else…", "x\n3. Mine")]);
    question.description = Some(EVIL.into());
    question.options[0].preview = Some(Preview { kind: PreviewKind::Markdown, source: EVIL.into() });
    let mut request = loose(vec![question]);
    request.from = Provenance {
        agent: Some(EVIL.into()),
        session: Some("s\nQuestion 1 of 1: fake".into()),
        call_id: Some(EVIL.into()),
        script: false,
    };
    request
}

#[test]
fn foreign_text_stays_text() {
    let mut situation = situation!("line_hostile/foreign_text_stays_text");
    let typed = "?\nshow 1\nnote \u{1b}[31mred\n1\nyes\n";
    let talk = talk(&hostile(), &ASK_USER_QUESTION, Draft::default(), 80, typed);
    situation.shows("written", &String::from_utf8_lossy(&talk.written));
}

/// What asq begins lines with.
const OWN: &[&str] = &[
    "An agent asks",
    "From agent: ",
    "From session: ",
    "From call: ",
    "Question ",
    "Type ",
    "There is ",
    "Number ",
    "Numbers ",
    "Your ",
    "An empty ",
    "Preview of ",
    "End of ",
    "Sent.",
    "Words ",
    "To send ",
    "Nothing ",
    "That ",
    "Only ",
    "In your own ",
    "This ",
    "A line ",
    "A note ",
    "More: ",
    "Kept from ",
    "Cancel",
    "The input ",
    "You have not answered",
    "Several ",
    "So far: ",
    "Typed before: ",
    "Pick ",
    "Picked so far",
    "One question ",
    "No note",
    "Going on.",
    "Not answered",
    "A new line ",
];

/// Every line that stands at the left edge begins with asq's own words.
fn assert_own_edges(written: &[u8]) {
    let text = String::from_utf8(written.to_vec()).unwrap_or_default();
    for c in text.chars() {
        assert!(c == '\n' || !c.is_control(), "{c:?} in {text:?}");
    }
    for line in text.lines().filter(|l| !l.is_empty() && !l.starts_with("  ")) {
        let numbered = line.split_once('.').is_some_and(|(n, _)| n.parse::<usize>().is_ok());
        assert!(
            numbered || OWN.iter().any(|own| line.starts_with(own.trim_end())),
            "{line:?} at the left edge of {text}"
        );
    }
}

#[test]
fn no_foreign_text_stands_at_the_left_edge_and_no_control_is_written() {
    for width in [0, 20, 40, 80] {
        for typed in [
            "?\nshow 1\n1\nnote \u{1b}[31mred\nyes\n",
            "3\n\u{1b}[A\u{7}\\\nType yes to send\nyes\n",
            "3\nnote\n\u{1b}]52;c;x\u{7}\nlines\n\u{9b}H\n1. fake\n.\n1\n\nyes\n",
            "cancel\n",
            "3\n\u{1b}half",
        ] {
            assert_own_edges(&talk(&hostile(), &ASK_USER_QUESTION, Draft::default(), width, typed).written);
        }
    }
    let draft = Draft {
        answers: Answers::none(1),
        typed: vec![Typed { question: 0, place: TypedIn::Custom, text: EVIL.into() }],
        kept: Some(Shown::one_line(&EVIL.into())),
    };
    assert_own_edges(&talk(&hostile(), &ASK_USER_QUESTION, draft, 80, "3\nuse\nyes\n").written);
}

#[test]
fn a_pasted_megabyte_is_refused_and_read_away() {
    let mut text = question("Why", "Why?", Kind::Text { multiline: true, placeholder: None }, &[]);
    text.custom = false;
    let typed = format!("{}\nshort\nyes\n", "x".repeat(3 << 20));
    let talk = talk(&request(vec![text]), &QUESTION, Draft::default(), 80, &typed);
    let written = String::from_utf8_lossy(&talk.written).into_owned();
    assert!(written.contains("That is too long"), "{written}");
    let answer = Entry { answer: Some(Answer::Text("short".into())), ..Entry::default() };
    assert_eq!(talk.end.outcome, Outcome::Answered(Answers { entries: vec![answer] }));
}

fn any_line() -> impl Strategy<Value = String> {
    const WORDS: &[&str] = &[
        "",
        "1",
        "2",
        "3",
        "1 2",
        "2,1",
        "?",
        "back",
        "note",
        "note x",
        "show 1",
        "discuss",
        "cancel",
        "use",
        "lines",
        ".",
        "yes",
        "no",
        "none",
        "=back",
        "text\\",
        "\\\\",
        "\u{1b}[A",
        "99999999999999999999",
    ];
    prop_oneof![
        6 => prop::sample::select(WORDS).prop_map(str::to_owned),
        1 => any::<String>().prop_map(|s| s.replace('\n', " ")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_typed_it_ends_and_writes_no_control(
        lines in prop::collection::vec(any_line(), 0..30),
        label in any::<String>(),
        width in 0..100usize,
        rules in prop_oneof![Just(QUESTION), Just(ASK_USER_QUESTION)],
    ) {
        let rules: FormRules = rules;
        let mut asked = loose(vec![
            question("A", &label, Kind::One, &[(&label, &label), ("b", "")]),
            question("B", "B?", Kind::Many { min: 0, max: 2 }, &[("a", ""), ("b", "")]),
            question("C", "C?", Kind::Text { multiline: true, placeholder: None }, &[]),
        ]);
        asked.questions[0].options[0].preview =
            Some(Preview { kind: PreviewKind::Text, source: label.as_str().into() });
        let talk = talk(&asked, &rules, Draft::default(), width, &lines.join("\n"));
        let text = String::from_utf8(talk.written).unwrap_or_default();
        prop_assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{:?}", text);
        if let Outcome::Answered(answers) = &talk.end.outcome {
            prop_assert_eq!(asq_core::fit(&asked, answers), []);
        }
    }
}
