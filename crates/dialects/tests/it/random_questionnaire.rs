//! Random calls of `AskUserQuestion`, answered at random: the reply holds every answer and note, and no
//! typed text begins a line of its own.

use asq_core::fit::{TEXT_MOST, fit};
use asq_core::model::{Answer, Answers, Entry, Kind, Outcome, Pick, Prefs, Question, Request};
use asq_core::number::Decimal;
use asq_dialects::{Dialect, Ending, ToolCall, What, by_id};
use asq_wire::decimal;
use proptest::option::of;
use proptest::prelude::*;
use serde_json::{Value, json};

fn dialect() -> &'static Dialect {
    by_id("questionnaire").unwrap()
}

fn words() -> impl Strategy<Value = String> {
    "[a-zA-Z\"\\\\\n\r\u{1b}\u{202e}é日😀=. ]{0,10}x"
}

fn option() -> impl Strategy<Value = (String, Option<String>, Option<(String, String)>)> {
    let kind =
        prop_oneof![Just("markdown"), Just("code"), Just("text"), Just("mermaid"), Just("svg"), Just("html")];
    (words(), of(words()), of((kind.prop_map(str::to_owned), words())))
}

fn options(wanted: std::ops::Range<usize>) -> impl Strategy<Value = Value> {
    let labels = proptest::collection::vec(option(), wanted);
    (labels, of((0usize..8, option()))).prop_map(|(labels, other)| {
        let json =
            |label: String, (_, about, preview): (String, Option<String>, Option<(String, String)>)| {
                json!({"label": label, "description": about,
                "preview": preview.map(|(kind, content)| json!({"type": kind, "content": content}))})
            };
        // Labels differ by their number.
        let mut all: Vec<Value> =
            labels.into_iter().enumerate().map(|(n, o)| json(format!("{n}{}", o.0), o)).collect();
        if let Some((at, o)) = other {
            all.insert(at.min(all.len()), json(" oTHER".to_owned(), o));
        }
        all.into()
    })
}

fn question() -> impl Strategy<Value = Value> {
    let typed = prop_oneof![
        options(2..8).prop_map(|o| json!({"type": "select_one", "options": o})),
        options(2..8).prop_map(|o| json!({"type": "select_many", "options": o})),
        of(options(2..3)).prop_map(|o| json!({"type": "confirm_enum", "options": o})),
        (of(-9i32..0), of(0i32..9)).prop_map(|(min, max)| json!({"type": "number", "min": min, "max": max})),
        (of(words()), of(any::<bool>()), of(words())).prop_map(
            |(p, m, d)| json!({"type": "free_text", "placeholder": p, "multiline": m, "default": d})
        ),
    ];
    ("[a-z\né日😀]{1,19}x", words(), of(words()), of(any::<bool>()), typed).prop_map(
        |(header, question, description, danger, mut typed)| {
            for (key, value) in [
                ("header", header.into()),
                ("question", question.into()),
                ("description", json!(description)),
                ("is_dangerous", json!(danger)),
            ] {
                typed[key] = value;
            }
            typed
        },
    )
}

/// What one person says about a question, before its kind is known.
type Said = (Vec<bool>, Option<String>, Decimal, Option<String>, String);

/// Numbers with as many digits as one likes.
fn decimals() -> impl Strategy<Value = Decimal> {
    "-?(0|[1-9][0-9]{0,30})(\\.[0-9]{1,12})?".prop_map(|text| text.parse().unwrap())
}

fn said() -> impl Strategy<Value = Said> {
    (proptest::collection::vec(any::<bool>(), 7), of(words()), decimals(), of(words()), words())
}

fn entry(question: &Question, (picks, own, number, note, typed): &Said) -> Entry {
    let mut picked: Vec<Pick> = (0..question.options.len()).filter(|i| picks[*i]).map(Pick::Option).collect();
    picked.extend(own.as_ref().map(|own| Pick::Custom(own.as_str().into())));
    if picked.is_empty() && question.custom {
        picked.push(Pick::Custom(typed.as_str().into()));
    }
    let answer = match &question.kind {
        Kind::One => Answer::Picks(picked.split_off(picked.len() - 1)),
        Kind::Many { .. } => Answer::Picks(picked),
        Kind::Number { min: Some(min), .. } if number.is_below(min) => Answer::Number(min.clone()),
        Kind::Number { max: Some(max), .. } if max.is_below(number) => Answer::Number(max.clone()),
        Kind::Number { .. } => Answer::Number(number.clone()),
        Kind::Text { .. } => Answer::Text(typed.as_str().into()),
    };
    Entry {
        answer: Some(answer),
        note: note.as_deref().map(Into::into),
        confirmed: question.danger.as_ref().map(|_| typed.as_str().into()),
    }
}

/// The entries that the details tell.
fn told(request: &Request, details: &Value) -> Answers {
    let text = |map: &str, key: &str| details.get(map)?.get(key)?.as_str().map(Into::into);
    let entry = |(n, question): (usize, &Question)| {
        let key = n.to_string();
        let answer = details["answers"].get(&key).map(|answer| match answer {
            Value::Number(number) => Answer::Number(decimal(number).unwrap()),
            Value::String(text) => Answer::Text(text.as_str().into()),
            Value::Array(picks) => Answer::Picks(picks.iter().map(|p| pick(question, p)).collect()),
            other => Answer::Picks(vec![pick(question, other)]),
        });
        Entry { answer, note: text("notes", &key), confirmed: text("confirmed", &key) }
    };
    Answers { entries: request.questions.iter().enumerate().map(entry).collect() }
}

fn pick(question: &Question, told: &Value) -> Pick {
    match told["mode"].as_str().unwrap() {
        "option" => {
            Pick::Option(question.options.iter().position(|o| told["value"] == o.value.raw()).unwrap())
        }
        "other" => Pick::Custom(told["text"].as_str().unwrap().into()),
        mode => panic!("{mode}"),
    }
}

proptest! {
    #[test]
    fn nothing_is_lost(
        questions in proptest::collection::vec(question(), 1..5),
        said in proptest::collection::vec(said(), 4),
    ) {
        let call = ToolCall { name: None, arguments: json!({ "questions": questions }) };
        let What::Ask { request, .. } = (dialect().read)(&call, &Prefs::default()).unwrap().what else {
            panic!("somebody is asked")
        };
        let entries = request.questions.iter().zip(&said).map(|(q, said)| entry(q, said)).collect();
        let answers = Answers { entries };
        prop_assert_eq!(fit(&request, &answers), []);
        let outcome = Outcome::Answered(answers.clone());
        let reply = (dialect().write)(&call, Some(&request), Ending::Closed(&outcome));
        prop_assert_eq!(told(&request, &reply.details), answers.clone());

        // The text is lines for answers and notes, an empty one, and the same as JSON.
        let (lines, canonical) = reply.content.rsplit_once("\n\n").unwrap();
        let canonical: Value = serde_json::from_str(canonical).unwrap();
        prop_assert_eq!(&canonical["answers"], &reply.details["answers"]);
        prop_assert_eq!(canonical.get("notes"), reply.details.get("notes"));
        let notes = answers.entries.iter().filter(|e| e.note.is_some()).count();
        let own = lines.split(['\n', '\r']).filter(|line| !line.starts_with("    ")).count();
        prop_assert_eq!(own, questions.len() + notes, "{}", lines);
        prop_assert!(reply.content.len() < TEXT_MOST);
    }
}
