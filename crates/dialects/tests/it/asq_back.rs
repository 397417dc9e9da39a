//! Random sound calls of `ask`, answered at random: details read back to the answers, no line is forged.

use asq_core::fit::fit;
use asq_core::model::{Answer, Answers, Draft, Entry, Kind, Outcome, Pick, Prefs, Question, Request};
use asq_core::number::Decimal;
use asq_dialects::{Ending, ToolCall, ToolReply, What, asq};
use expect_test::expect;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

fn words() -> impl Strategy<Value = String> {
    "[a-z\"\\\\\n\r\t\u{1b}\u{202e}\u{2028}é日😀|:. 0-9]{0,14}"
}

fn question() -> impl Strategy<Value = Value> {
    let option = (words(), of(words()), of(words()), any::<bool>());
    let options = proptest::collection::vec(option, 1..5);
    let extra = (of(words()), of(words()), any::<bool>(), any::<bool>());
    (0..5_usize, words(), options, extra, any::<bool>()).prop_map(
        |(kind, text, options, (description, context, custom, skippable), danger)| {
            let options: Vec<Value> = options
                .into_iter()
                .enumerate()
                .map(|(n, (label, value, description, recommended))| {
                    json!({"label": format!("l{label}"), "value": format!("{n}{}", value.unwrap_or_default()),
                        "description": description, "recommended": recommended})
                })
                .collect();
            let mut question = json!({"question": format!("q{text}"), "description": description,
                "context": context, "skippable": skippable, "danger": danger});
            match kind {
                0 | 1 => {
                    question["kind"] = ["select_one", "select_many"][kind].into();
                    question["options"] = options.into();
                    question["custom"] = custom.into();
                }
                2 => question["kind"] = "confirm".into(),
                3 => question["kind"] = "number".into(),
                _ => question["kind"] = "text".into(),
            }
            question
        },
    )
}

fn call() -> impl Strategy<Value = ToolCall> {
    let question = (question(), of("[a-z\n\"1-9. ]{1,6}"));
    proptest::collection::vec(question, 1..6).prop_map(|questions| {
        let questions: Vec<Value> = questions
            .into_iter()
            .enumerate()
            .map(|(n, (mut question, id))| {
                question["id"] = id.map_or(Value::Null, |id| format!("{id}{n}").into());
                question
            })
            .collect();
        ToolCall { name: None, arguments: json!({ "questions": questions }) }
    })
}

/// The parts of one answer, before the kind of its question is known.
type AnswerParts = (bool, Vec<Index>, Option<String>, Option<String>, Decimal, String);

/// Numbers with as many digits as one likes.
fn decimals() -> impl Strategy<Value = Decimal> {
    "-?(0|[1-9][0-9]{0,30})(\\.[0-9]{1,12})?".prop_map(|text| text.parse().unwrap())
}

fn said() -> impl Strategy<Value = Vec<AnswerParts>> {
    let picks = proptest::collection::vec(any::<Index>(), 1..4);
    proptest::collection::vec((any::<bool>(), picks, of(words()), of(words()), decimals(), words()), 6)
}

fn entry(question: &Question, (skip, picks, custom, note, number, text): &AnswerParts) -> Entry {
    let picks = || {
        let mut picked: Vec<usize> = picks.iter().map(|i| i.index(question.options.len())).collect();
        picked.sort_unstable();
        picked.dedup();
        let own = custom.clone().filter(|_| question.custom).map(|c| Pick::Custom(format!("c{c}").into()));
        let mut picks: Vec<Pick> = picked.into_iter().map(Pick::Option).collect();
        match (&question.kind, own) {
            (Kind::One, Some(own)) => picks = vec![own],
            (Kind::One, None) => picks.truncate(1),
            (_, own) => picks.extend(own),
        }
        Answer::Picks(picks)
    };
    let answer = match question.kind {
        Kind::One | Kind::Many { .. } => picks(),
        Kind::Number { .. } => Answer::Number(number.clone()),
        Kind::Text { .. } => Answer::Text(format!("t{text}").into()),
    };
    let answer = (!(*skip && question.skippable)).then_some(answer);
    let typed = question.danger.as_ref().and_then(|d| d.confirm_text.clone());
    Entry { confirmed: typed.filter(|_| answer.is_some()), answer, note: note.clone().map(Into::into) }
}

fn asked(call: &ToolCall) -> Request {
    match (asq::DIALECT.read)(call, &Prefs::default()).unwrap().what {
        What::Ask { request, .. } => request,
        What::Reply(_) => panic!("nobody is asked"),
    }
}

fn answers(request: &Request, said: &[AnswerParts]) -> Answers {
    let entries = request.questions.iter().zip(said).map(|(question, said)| entry(question, said));
    Answers { entries: entries.collect() }
}

fn write(call: &ToolCall, request: &Request, outcome: &Outcome) -> ToolReply {
    (asq::DIALECT.write)(call, Some(request), Ending::Closed(outcome))
}

/// The beginnings of the lines that a reply has of its own.
fn is_own(line: &str) -> bool {
    let own = [
        "   picked: ",
        "   in the user's own words: ",
        "   in the user's own words:",
        "   number: ",
        "   text: ",
        "   text:",
        "   note: ",
        "   note:",
        "   confirmed by typing: ",
        "   skipped: ",
        "   | ",
        "The user ",
    ];
    own.iter().any(|own| line.starts_with(own))
        || line.split_once(". ").is_some_and(|(number, _)| number.parse::<usize>().is_ok())
}

proptest! {
    #[test]
    fn details_read_back_to_the_answers(call in call(), said in said()) {
        let request = asked(&call);
        let answers = answers(&request, &said);
        prop_assert_eq!(fit(&request, &answers), []);
        let reply = write(&call, &request, &Outcome::Answered(answers.clone()));
        prop_assert_eq!(asq::answers(&reply.details, &request), Some(answers.clone()));
        // Also after a journey as text.
        let travelled: Value = serde_json::from_str(&reply.details.to_string()).unwrap();
        prop_assert_eq!(asq::answers(&travelled, &request), Some(answers));
    }

    #[test]
    fn no_line_of_a_reply_is_forged(call in call(), said in said()) {
        let request = asked(&call);
        let answers = answers(&request, &said);
        let numbered = request.questions.len();
        let reply = write(&call, &request, &Outcome::Answered(answers));
        let is_number = |line: &&str| !line.starts_with(' ') && !line.starts_with("The user");
        prop_assert_eq!(reply.content.lines().filter(is_number).count(), numbered, "{}", reply.content);
        for line in reply.content.split('\n') {
            prop_assert!(is_own(line), "{:?} in {}", line, reply.content);
            let unseen = |c: char| (c.is_control() && c != '\t') || matches!(u32::from(c), 0x202E | 0x2028);
            prop_assert!(!line.chars().any(unseen), "{:?}", line);
        }
    }

    #[test]
    fn nothing_but_an_answer_reads_back(call in call(), said in said(), which in 0..4) {
        let request = asked(&call);
        let draft = Draft { answers: answers(&request, &said), ..Draft::default() };
        let outcome = match which {
            0 => Outcome::Discuss(draft),
            1 => Outcome::Declined { reason: Some("r".into()), draft },
            2 => Outcome::Cancelled(draft),
            _ => Outcome::Expired(draft),
        };
        let reply = write(&call, &request, &outcome);
        prop_assert_eq!(asq::answers(&reply.details, &request), None);
    }
}

#[test]
fn details_of_another_request_are_refused() {
    let of = |arguments: Value| asked(&ToolCall { name: None, arguments });
    let request = of(json!({"question": "A?", "options": ["x", "y"]}));
    let good =
        json!({"outcome": "answered", "answers": {"q1": {"kind": "select_one", "value": "y", "index": 1}}});
    assert!(asq::answers(&good, &request).is_some());
    for (pointer, bad) in [
        ("/answers/q1/index", json!(2)),
        ("/answers/q1/index", json!(-1)),
        ("/answers/q1", json!(7)),
        ("/answers", json!({})),
        ("/answers", json!([])),
        ("/outcome", json!("cancelled")),
    ] {
        let mut details = good.clone();
        *details.pointer_mut(pointer).unwrap() = bad.clone();
        assert_eq!(asq::answers(&details, &request), None, "{pointer} {bad}");
    }
    let other = of(json!({"question": "A?", "kind": "number"}));
    assert_eq!(asq::answers(&good, &other), None);
}

#[test]
fn the_tool_is_small_and_says_how_to_ask_well() {
    let schema = asq::DIALECT.schema(&Prefs::default());
    let bytes = schema.to_string().len();
    assert!(bytes <= 4096, "{bytes} bytes");
    let tool = &schema["tools"][0];
    for wanted in [
        "blocks you",
        "Don't ask what you can find out",
        "sees only the form",
        "recommended one first",
        "no \"Other\"",
        "to discuss: talk in plain text, then ask again",
        "never saw it: ask in plain text or go on without assuming an answer",
    ] {
        assert!(tool["description"].as_str().unwrap().contains(wanted), "{wanted}");
    }
    // Its example is a call, and a sound one.
    let (_, example) = tool["description"].as_str().unwrap().split_once("Example:\n").unwrap();
    assert_eq!(example.lines().count(), 3);
    let call = ToolCall { name: Some("ask".into()), arguments: serde_json::from_str(example).unwrap() };
    assert_eq!((asq::DIALECT.read)(&call, &Prefs::default()).unwrap().notes, []);
    let keys = |at: &str| {
        let properties = tool.pointer(at).unwrap().as_object().unwrap();
        properties.keys().map(String::as_str).collect::<Vec<_>>().join(" ")
    };
    expect!["questions discuss expires"].assert_eq(&keys("/input_schema/properties"));
    expect!["id header question description context kind options custom min max step unit default placeholder multiline yes no danger sensitive skippable"]
        .assert_eq(&keys("/input_schema/properties/questions/items/properties"));
    expect!["label value description preview recommended"]
        .assert_eq(&keys("/input_schema/properties/questions/items/properties/options/items/properties"));
}
