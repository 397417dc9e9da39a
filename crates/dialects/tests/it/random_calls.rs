//! Random sound calls, answered at random: what comes back holds every answer.

use asq_core::fit::fit;
use asq_core::model::{Answer, Answers, Draft, Entry, Kind, Order, Outcome, Pick, Prefs, Request};
use asq_dialects::{ALL, Conflict, Dialect, Ending, ToolCall, What, Why, by_id};
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

fn words() -> impl Strategy<Value = String> {
    "[a-zA-Z\"\\\\\n\r\u{1b}\u{202e}é日😀=. ]{0,10}"
}

/// Words that no other has, by their number; without the `, ` that joins picks.
fn unique(n: usize, words: &str) -> String {
    format!("{n}{}", words.replace(',', ""))
}

fn question_call() -> impl Strategy<Value = Value> {
    let option = (words(), words(), of(words()));
    let question = (words(), of(words()), proptest::collection::vec(option, 0..5));
    proptest::collection::vec(question, 1..6).prop_map(|questions| {
        let questions: Vec<Value> = questions
            .into_iter()
            .enumerate()
            .map(|(n, (text, label, options))| {
                let options: Vec<Value> = options
                    .into_iter()
                    .enumerate()
                    .map(|(m, (value, label, description))| {
                        json!({"value": unique(m, &value), "label": format!("l{label}"), "description": description})
                    })
                    .collect();
                json!({"id": unique(n, &text), "label": label, "prompt": format!("p{text}"), "options": options})
            })
            .collect();
        json!({ "questions": questions })
    })
}

fn ask_user_question_call() -> impl Strategy<Value = Value> {
    let option = (words(), of(words()), of(words()));
    let question = (words(), "[a-zé日😀]{1,12}", proptest::collection::vec(option, 2..5), of(any::<bool>()));
    proptest::collection::vec(question, 1..5).prop_map(|questions| {
        let questions: Vec<Value> = questions
            .into_iter()
            .enumerate()
            .map(|(n, (text, header, options, many))| {
                let options: Vec<Value> = options
                    .into_iter()
                    .enumerate()
                    .map(|(m, (label, description, preview))| {
                        json!({"label": unique(m, &label), "description": description, "preview": preview})
                    })
                    .collect();
                json!({"question": unique(n, &text), "header": header, "options": options, "multiSelect": many})
            })
            .collect();
        json!({ "questions": questions })
    })
}

fn opencode_call() -> impl Strategy<Value = Value> {
    let option = (words(), words());
    let flags = (of(any::<bool>()), any::<bool>());
    let question = (words(), words(), proptest::collection::vec(option, 1..5), flags);
    proptest::collection::vec(question, 1..6).prop_map(|questions| {
        let questions: Vec<Value> = questions
            .into_iter()
            .map(|(text, header, options, (multiple, custom))| {
                let options: Vec<Value> = options
                    .into_iter()
                    .enumerate()
                    .map(|(m, (label, description))| json!({"label": unique(m, &label), "description": description}))
                    .collect();
                json!({"question": format!("q{text}"), "header": header, "options": options,
                    "multiple": multiple, "custom": custom})
            })
            .collect();
        json!({ "questions": questions })
    })
}

/// The tool's name and its arguments.
fn spec_call() -> impl Strategy<Value = (&'static str, Value)> {
    let option = (words(), of(words()));
    (words(), proptest::collection::vec(option, 2..7), any::<bool>()).prop_map(|(text, options, many)| {
        let options: Vec<Value> = options
            .into_iter()
            .enumerate()
            .map(|(m, (label, description))| json!({"label": unique(m, &label), "description": description}))
            .collect();
        let tool = if many { "ask_multi_select" } else { "ask_question" };
        (tool, json!({"question": format!("q{text}"), "options": options}))
    })
}

/// How a question is answered, before it is known how many options it has.
type Choice = (bool, Vec<Index>, Option<String>, Option<String>);

/// Own words, some of which would like to pass for another answer.
fn own_words() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[a-z\"\\\\\n\r😀: ]{0,8}x",
        1 => ("[a-z]{0,3}", "[\n\r]{1,2}", "l[a-z]{0,3}").prop_map(|(before, line, header)| {
            format!("{before}{line}{header}: user wrote: {before}x")
        }),
    ]
}

fn choices() -> impl Strategy<Value = Vec<Choice>> {
    let picks = proptest::collection::vec(any::<Index>(), 1..4);
    let one = (any::<bool>(), picks, of(own_words()), of(words()));
    proptest::collection::vec(one, 6)
}

fn answers(request: &Request, choices: &[Choice], every: bool) -> Answers {
    let entries = request.questions.iter().zip(choices).map(|(question, (skip, picks, custom, note))| {
        let options = question.options.len();
        let mut picked: Vec<Pick> = Vec::new();
        for pick in picks.iter().filter(|_| options > 0).map(|i| Pick::Option(i.index(options))) {
            if !picked.contains(&pick) {
                picked.push(pick);
            }
        }
        let custom = custom.clone().or_else(|| picked.is_empty().then(|| "own".to_owned()));
        if let Some(custom) = custom.filter(|_| question.custom) {
            picked.insert(0, Pick::Custom(custom.into()));
        }
        if question.kind == Kind::One {
            picked.truncate(1);
        }
        if request.rules.order == Order::Offered {
            picked.sort_by_key(|pick| match pick {
                Pick::Option(index) => *index,
                Pick::Custom(_) => usize::MAX,
            });
        }
        Entry {
            answer: (every || !skip).then_some(Answer::Picks(picked)),
            note: note.clone().filter(|_| request.rules.notes).map(Into::into),
            confirmed: None,
        }
    });
    Answers { entries: entries.collect() }
}

fn asked(dialect: &Dialect, call: &ToolCall) -> Request {
    match (dialect.read)(call, &Prefs::default()).unwrap().what {
        What::Ask { request, .. } => request,
        What::Reply(_) => panic!("nobody is asked"),
    }
}

proptest! {
    #[test]
    fn question(arguments in question_call(), choices in choices()) {
        let dialect = by_id("question").unwrap();
        let call = ToolCall { name: None, arguments };
        let request = asked(dialect, &call);
        let answers = answers(&request, &choices, true);
        prop_assert_eq!(fit(&request, &answers), []);
        let outcome = Outcome::Answered(answers.clone());
        let reply = (dialect.write)(&call, Some(&request), Ending::Closed(&outcome));
        let given = reply.details["answers"].as_array().unwrap();
        prop_assert_eq!(given.len(), request.questions.len());
        for ((given, entry), question) in given.iter().zip(&answers.entries).zip(&request.questions) {
            prop_assert_eq!(&given["id"], question.id.raw());
            let Some(Answer::Picks(picks)) = &entry.answer else { panic!("every question is answered") };
            match &picks[0] {
                Pick::Option(index) => {
                    prop_assert_eq!(&given["index"], index + 1);
                    prop_assert_eq!(&given["value"], question.options[*index].value.raw());
                    prop_assert_eq!(&given["wasCustom"], false);
                }
                Pick::Custom(text) => {
                    prop_assert_eq!(given.get("index"), None);
                    prop_assert_eq!(&given["value"], text.raw());
                    prop_assert_eq!(&given["wasCustom"], true);
                }
            }
        }
        // With several questions no typed text begins a line: each line is an answer, in question order, or is
        // indented, unless an agent's own words break it.
        let broken = |text: &asq_core::text::Untrusted| text.raw().contains(['\n', '\r']);
        let agents = |q: &asq_core::model::Question| {
            broken(&q.header) || q.options.iter().any(|o| broken(&o.label) || broken(&o.value))
        };
        if request.questions.len() > 1 && !request.questions.iter().any(agents) {
            let lines = reply.content.split(['\n', '\r']).filter(|line| !line.starts_with("    "));
            let lines: Vec<&str> = lines.collect();
            prop_assert_eq!(lines.len(), request.questions.len(), "{}", reply.content);
            for (line, question) in lines.iter().zip(&request.questions) {
                let (selected, wrote) =
                    (format!("{}: user selected: ", question.header.raw()), format!("{}: user wrote: ", question.header.raw()));
                prop_assert!(line.starts_with(&selected) || line.starts_with(&wrote), "{}", reply.content);
            }
        }
    }

    #[test]
    fn ask_user_question(arguments in ask_user_question_call(), choices in choices()) {
        let dialect = by_id("ask_user_question").unwrap();
        let call = ToolCall { name: None, arguments };
        let request = asked(dialect, &call);
        let answers = answers(&request, &choices, false);
        prop_assert_eq!(fit(&request, &answers), []);
        let outcome = Outcome::Answered(answers.clone());
        let reply = (dialect.write)(&call, Some(&request), Ending::Closed(&outcome));
        let given = reply.details["answers"].as_object().unwrap();
        prop_assert_eq!(given.len(), answers.entries.iter().filter(|e| e.answer.is_some()).count());
        for (entry, question) in answers.entries.iter().zip(&request.questions) {
            let text = question.text.raw();
            match &entry.answer {
                Some(Answer::Picks(picks)) => {
                    let labels: Vec<&str> = picks.iter().map(|pick| match pick {
                        Pick::Option(index) => question.options[*index].label.raw(),
                        Pick::Custom(text) => text.raw(),
                    }).collect();
                    let back: Vec<&str> = given[text].as_str().unwrap().split(", ").collect();
                    prop_assert_eq!(back, labels);
                }
                _ => prop_assert!(!given.contains_key(text)),
            }
            let note = entry.note.as_ref().filter(|note| !note.is_blank()).map(asq_core::text::Untrusted::raw);
            let kept = reply.details.get("annotations").and_then(|a| a.get(text)?.get("notes")?.as_str());
            prop_assert_eq!(kept, note);
        }
        prop_assert!(!reply.is_error);
        let json = |text: &str| Value::from(text).to_string();
        for (question, answer) in given {
            // What JSON escapes beyond backslashes, quotes and line breaks stands as it is.
            let raw = |text: &str| json(text).replace("\\u001b", "\u{1b}");
            let said = format!("{}={}", raw(question), raw(answer.as_str().unwrap()));
            prop_assert!(reply.content.contains(&said), "{} in {}", said, reply.content);
        }
    }

    #[test]
    fn opencode(arguments in opencode_call(), choices in choices()) {
        let dialect = by_id("opencode").unwrap();
        let call = ToolCall { name: Some("question".into()), arguments };
        let request = asked(dialect, &call);
        let answers = answers(&request, &choices, false);
        prop_assert_eq!(fit(&request, &answers), []);
        let outcome = Outcome::Answered(answers.clone());
        let reply = (dialect.write)(&call, Some(&request), Ending::Closed(&outcome));
        prop_assert_eq!(&reply.details["truncated"], false);
        let given = reply.details["answers"].as_array().unwrap();
        prop_assert_eq!(given.len(), request.questions.len());
        for ((given, entry), question) in given.iter().zip(&answers.entries).zip(&request.questions) {
            let labels: Vec<&str> = match &entry.answer {
                Some(Answer::Picks(picks)) => picks.iter().map(|pick| match pick {
                    Pick::Option(index) => question.options[*index].label.raw(),
                    Pick::Custom(text) => text.raw(),
                }).collect(),
                _ => Vec::new(),
            };
            prop_assert_eq!(given, &json!(labels));
            let said = if labels.is_empty() { "Unanswered".to_owned() } else { labels.join(", ") };
            let said = format!("\"{}\"=\"{said}\"", question.text.raw());
            prop_assert!(reply.content.contains(&said), "{} in {}", said, reply.content);
        }
        prop_assert!(!reply.is_error);
    }

    #[test]
    fn spec((tool, arguments) in spec_call(), choices in choices()) {
        let dialect = by_id("spec").unwrap();
        let call = ToolCall { name: Some(tool.into()), arguments };
        let request = asked(dialect, &call);
        prop_assert_eq!(request.rules.discuss, tool == "ask_question");
        let answers = answers(&request, &choices, true);
        prop_assert_eq!(fit(&request, &answers), []);
        let outcome = Outcome::Answered(answers.clone());
        let reply = (dialect.write)(&call, Some(&request), Ending::Closed(&outcome));
        let question = &request.questions[0];
        let labels: Vec<&str> = question.options.iter().map(|option| option.label.raw()).collect();
        prop_assert_eq!(&reply.details["question"], question.text.raw());
        prop_assert_eq!(&reply.details["options"], &json!(labels));
        let Some(Answer::Picks(picks)) = &answers.entries[0].answer else { panic!("it is answered") };
        match (tool, picks.as_slice()) {
            ("ask_question", [Pick::Option(index)]) => {
                prop_assert_eq!(&reply.content, &format!("User selected: {}. {}", index + 1, labels[*index]));
                prop_assert_eq!(&reply.details["answer"], labels[*index]);
                prop_assert_eq!(&reply.details["wasCustom"], false);
            }
            ("ask_question", [Pick::Custom(text)]) => {
                prop_assert_eq!(&reply.content, &format!("User wrote: {}", text.raw()));
                prop_assert_eq!(&reply.details["answer"], text.raw());
                prop_assert_eq!(&reply.details["wasCustom"], true);
            }
            (_, picks) => {
                let selected: Vec<&str> = picks.iter().map(|pick| match pick {
                    Pick::Option(index) => labels[*index],
                    Pick::Custom(_) => panic!("there is no custom row"),
                }).collect();
                prop_assert_eq!(&reply.content, &format!("User selected: {}", selected.join(", ")));
                prop_assert_eq!(&reply.details["selected"], &json!(selected));
            }
        }
        prop_assert!(!reply.is_error);
    }

    #[test]
    fn every_ending_of_any_call_is_written(
        (name, arguments) in prop_oneof![
            question_call().prop_map(|arguments| (None, arguments)),
            ask_user_question_call().prop_map(|arguments| (None, arguments)),
            opencode_call().prop_map(|arguments| (None, arguments)),
            spec_call().prop_map(|(tool, arguments)| (Some(tool.to_owned()), arguments)),
        ],
        choices in choices(),
        which in 0..8,
    ) {
        for dialect in ALL {
            let call = ToolCall { name: name.clone(), arguments: arguments.clone() };
            let read = (dialect.read)(&call, &Prefs::default());
            let Ok(What::Ask { request, .. }) = read.as_ref().map(|r| &r.what) else {
                let misuse = read.unwrap_err();
                let reply = (dialect.write)(&call, None, Ending::Misuse(&misuse));
                // OpenCode has words of its own for each problem.
                let told = misuse.lines().all(|line| reply.content.contains(&line)) || dialect.id == "opencode";
                prop_assert!(told);
                continue;
            };
            let draft = Draft { answers: answers(request, &choices, false), ..Draft::default() };
            let outcome = match which {
                0 => Outcome::Discuss(draft),
                1 => Outcome::Declined { reason: Some("r".into()), draft },
                2 => Outcome::Cancelled(draft),
                3 => Outcome::Withdrawn(draft),
                _ => Outcome::Expired(draft),
            };
            let conflict = Conflict { winner: "ana".to_owned(), time: "11:04".to_owned() };
            let ending = match which {
                5 => Ending::Unavailable(Why::NoTerminal),
                6 => Ending::Pending("r1"),
                7 => Ending::Conflict(&conflict),
                _ => Ending::Closed(&outcome),
            };
            let reply = (dialect.write)(&call, Some(request), ending);
            // However it was answered so far: the words are the ending's own, and list nothing of it.
            let cancelled = (dialect.write)(&call, Some(request), Ending::Closed(&Outcome::Cancelled(Draft::default())));
            let told = match which {
                0 => reply.content.starts_with("User wants to discuss this topic in conversation."),
                1 => reply.content == format!("{} Reason: r", cancelled.content),
                2 => reply.content == cancelled.content && cancelled.content.to_lowercase().contains("user "),
                3 => reply.content == "The question was withdrawn before the user answered.",
                4 => reply.content == "No answer came before the time limit. No choice was made.",
                5 => reply.content.contains("never saw the question"),
                6 => reply.content == "Not answered yet. The user has been asked (id r1). Call wait, or run: asq wait r1",
                _ => reply.content == "Conflict: ana was first, at 11:04.",
            };
            // asq says more in words of its own: its goldens have them.
            let own = dialect.id == "asq" && !reply.content.is_empty();
            prop_assert!(told || own, "{} {which}: {}", dialect.id, reply.content);
            // A version that knows the request but can no longer read the call writes the same text.
            let lost = ToolCall { name: None, arguments: Value::Null };
            prop_assert_eq!((dialect.write)(&lost, Some(request), ending).content, reply.content);
        }
    }
}
