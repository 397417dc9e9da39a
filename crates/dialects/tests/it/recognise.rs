//! Which contract a call belongs to, in one table.

use asq_core::model::Prefs;
use asq_dialects::{ALL, ToolCall, recognise, understand};
use expect_test::expect;
use serde_json::{Value, json};

/// What a call is taken for: a dialect's id, or what the misuse says came.
fn taken(name: Option<&str>, arguments: Value, dialect: Option<&str>, tool: Option<&str>) -> String {
    let call = ToolCall { name: name.map(str::to_owned), arguments };
    match recognise(&call, dialect, tool) {
        Ok(dialect) => dialect.id.to_owned(),
        Err(misuse) => {
            let text = misuse.to_string();
            assert!(text.contains("question, ask_user_question"), "the dialects are listed: {text}");
            format!("{}: {}", misuse.problems[0].path, misuse.problems[0].came)
        }
    }
}

fn of(question: Value) -> Value {
    Value::Object([("questions".to_owned(), Value::Array(vec![question]))].into_iter().collect())
}

/// A call with keys of every contract: the order in which they win.
#[test]
fn each_contract_claims_a_call_for_itself_and_no_two_with_the_same_strength() {
    let question = json!({"id": "a", "prompt": "?", "question": "?", "header": "h", "kind": "text", "type": "number",
        "multiSelect": false, "multiple": true, "options": [{"value": "x", "label": "X"}]});
    let mut arguments = of(question);
    arguments["question"] = json!("?");
    arguments["options"] = json!([]);
    let claims = |name: Option<&str>, arguments: &Value| -> Vec<String> {
        let mut claims: Vec<_> = ALL.iter().map(|d| ((d.claims)(name, arguments), d.id)).collect();
        claims.sort_by(|a, b| b.cmp(a));
        claims.into_iter().map(|(claim, id)| format!("{id}: {claim:?}")).collect()
    };
    assert_eq!(
        claims(None, &arguments),
        [
            "asq: Keys(6)",
            "question: Keys(5)",
            "opencode: Keys(4)",
            "ask_user_question: Keys(3)",
            "questionnaire: Keys(2)",
            "spec: Keys(1)",
        ]
    );
    let named = |name| claims(Some(name), &arguments)[..2].join(", ");
    assert_eq!(named("question"), "question: NameAndKeys, opencode: Name");
    assert_eq!(named("AskUserQuestion"), "questionnaire: NameAndKeys, asq: Name");
    assert_eq!(named("ask_question"), "spec: Name, asq: Keys(6)");
    let nothing = claims(Some("Bash"), &json!({}));
    assert_eq!((nothing[0].as_str(), nothing[1].ends_with(": No")), ("asq: Rest", true));
}

#[test]
fn the_table() {
    let valued = || of(json!({"id": "a", "prompt": "?", "options": [{"value": "x", "label": "X"}]}));
    let claude = || {
        of(json!({"question": "?", "header": "h", "multiSelect": false,
        "options": [{"label": "A"}, {"label": "B"}]}))
    };
    let bare = || of(json!({"question": "?", "header": "h", "options": [{"label": "A"}, {"label": "B"}]}));
    let prompt = || of(json!({"prompt": "?"}));
    let typed = || of(json!({"question": "?", "type": "select_one"}));
    let none = || json!({"questions": []});

    // (why, name, arguments, --dialect, --tool, taken for)
    let rows = [
        (
            "--dialect wins over all",
            Some("AskUserQuestion"),
            valued(),
            Some("ask_user_question"),
            Some("question"),
            "ask_user_question".into(),
        ),
        ("--dialect asq", None, valued(), Some("asq"), None, "asq".into()),
        (
            "--dialect that is none",
            None,
            valued(),
            Some("x\u{1b}"),
            None,
            "--dialect: is \"x\\u001b\"".into(),
        ),
        (
            "--tool wins over the name",
            Some("question"),
            claude(),
            None,
            Some("ask_user_question"),
            "ask_user_question".into(),
        ),
        ("--tool with a shape to tell", None, prompt(), None, Some("question"), "question".into()),
        ("--tool with the other shape", None, bare(), None, Some("question"), "opencode".into()),
        ("--tool that is none", None, valued(), None, Some("Bash"), "--tool: is \"Bash\"".into()),
        (
            "a name of one contract",
            Some("ask_user_question"),
            json!({}),
            None,
            None,
            "ask_user_question".into(),
        ),
        ("a name of one contract", Some("ask_question"), json!({}), None, None, "spec".into()),
        ("a name of one contract", Some("ask_multi_select"), json!({}), None, None, "spec".into()),
        ("a name of one contract", Some("resume_structured"), json!({}), None, None, "spec".into()),
        ("--tool of one contract", None, json!({}), None, Some("ask_multi_select"), "spec".into()),
        ("a name of one contract", Some("ask"), json!({}), None, None, "asq".into()),
        ("question with a prompt", Some("question"), prompt(), None, None, "question".into()),
        ("question without", Some("question"), bare(), None, None, "opencode".into()),
        ("question with what fits nothing", Some("question"), of(json!(1)), None, None, "opencode".into()),
        ("question without any", Some("question"), none(), None, None, "question".into()),
        ("AskUserQuestion with a type", Some("AskUserQuestion"), typed(), None, None, "questionnaire".into()),
        (
            "AskUserQuestion of version 1",
            Some("AskUserQuestion"),
            of(json!({"multi_select": true})),
            None,
            None,
            "questionnaire".into(),
        ),
        (
            "AskUserQuestion of version 1",
            Some("AskUserQuestion"),
            of(json!({"required": false})),
            None,
            None,
            "questionnaire".into(),
        ),
        (
            "AskUserQuestion of version 1",
            Some("AskUserQuestion"),
            of(json!({"options": [{"markdown": "x"}]})),
            None,
            None,
            "questionnaire".into(),
        ),
        (
            "ask_user with a type of version 1",
            Some("ask_user"),
            of(json!({"type": "single_select"})),
            None,
            None,
            "questionnaire".into(),
        ),
        (
            "ask_user with a type that others have",
            Some("ask_user"),
            of(json!({"type": "text"})),
            None,
            None,
            "asq".into(),
        ),
        ("AskUserQuestion else", Some("AskUserQuestion"), claude(), None, None, "asq".into()),
        ("ask_user of version 1", Some("ask_user"), prompt(), None, None, "questionnaire".into()),
        ("ask_user else", Some("ask_user"), bare(), None, None, "asq".into()),
        ("prompt with value", None, valued(), None, None, "question".into()),
        ("prompt without value", None, prompt(), None, None, "asq".into()),
        (
            "multiple",
            None,
            of(json!({"question": "?", "header": "h", "options": [], "multiple": true, "multiSelect": true})),
            None,
            None,
            "opencode".into(),
        ),
        (
            "custom",
            None,
            of(json!({"question": "?", "header": "h", "options": [{"label": "A"}], "custom": false})),
            None,
            None,
            "opencode".into(),
        ),
        (
            "multiple, but it does not fit",
            None,
            of(json!({"question": "?", "multiple": true})),
            None,
            None,
            "questions[0].header: is missing".into(),
        ),
        ("multiSelect", None, claude(), None, None, "ask_user_question".into()),
        (
            "multiSelect, but it does not fit",
            None,
            of(json!({"question": "?", "multiSelect": true})),
            None,
            None,
            "questions[0].header: is missing".into(),
        ),
        (
            "prompt with value, but it does not fit",
            None,
            of(json!({"prompt": "?", "options": [{"value": 1}]})),
            None,
            None,
            "asq".into(),
        ),
        (
            "a type of the five",
            None,
            of(json!({"header": "h", "question": "?", "type": "number"})),
            None,
            None,
            "questionnaire".into(),
        ),
        (
            "a type of the five, but it does not fit",
            None,
            typed(),
            None,
            None,
            "Question 0: is missing".into(),
        ),
        (
            "a type of the five beside multiSelect",
            None,
            of(json!({"type": "number", "multiSelect": true})),
            None,
            None,
            "questions[0].question: is missing".into(),
        ),
        ("another type", None, of(json!({"question": "?", "type": "text"})), None, None, "asq".into()),
        (
            "question and options at the top, as one of the two tools alone takes them",
            None,
            json!({"question": "?", "options": [{"label": "A"}]}),
            None,
            None,
            "spec".into(),
        ),
        (
            "question and options at the top, as both tools take them",
            None,
            json!({"question": "?", "options": [{"label": "A"}, {"label": "B"}]}),
            None,
            None,
            "asq".into(),
        ),
        (
            "question and options at the top, but they don't fit",
            None,
            json!({"question": "?", "options": ["a"]}),
            None,
            None,
            "asq".into(),
        ),
        (
            "an unknown name with question and options at the top",
            Some("mcp__x__ask"),
            json!({"question": "?", "options": [{"label": "A"}, {"label": "B"}]}),
            None,
            None,
            "asq".into(),
        ),
        (
            "a kind of asq's own",
            None,
            of(json!({"question": "?", "kind": "select_many", "options": ["A"], "custom": false})),
            None,
            None,
            "asq".into(),
        ),
        ("a summary alone", None, json!({"summary": "s"}), None, None, "spec".into()),
        (
            "a summary alone, but it does not fit",
            None,
            json!({"summary": 1}),
            None,
            None,
            "summary: is the number 1".into(),
        ),
        ("a summary with more", None, json!({"summary": "s", "timeout": 1}), None, None, "asq".into()),
        ("no key that tells", None, bare(), None, None, "asq".into()),
        ("nothing", None, json!({}), None, None, "asq".into()),
        (
            "an unknown name, a shape that tells",
            Some("mcp__x__ask"),
            claude(),
            None,
            None,
            "ask_user_question".into(),
        ),
        (
            "an unknown name, no shape",
            Some("Bash"),
            json!({"command": "ls"}),
            None,
            None,
            "name: is \"Bash\"".into(),
        ),
        ("questions of a wrong kind", None, json!({"questions": "?"}), None, None, "asq".into()),
    ];
    for (why, name, arguments, dialect, tool, wanted) in rows {
        let shown = arguments.to_string();
        let wanted: String = wanted;
        assert_eq!(taken(name, arguments, dialect, tool), wanted, "{why}: {name:?} {shown}");
    }
}

#[test]
fn a_call_that_only_resembles_a_contract_says_which_and_what_did_not_fit() {
    let arguments = of(json!({"question": "?", "header": "far too long a header", "multiSelect": false,
        "options": [{"label": "A"}]}));
    let call = ToolCall { name: None, arguments };
    let (dialect, reading) = understand(&call, None, None, &Prefs::default()).unwrap();
    let notes: Vec<String> = reading.notes.iter().map(ToString::to_string).collect();
    assert_eq!(dialect.id, "asq");
    expect![[r#"
        input: mended: looks like a call of ask_user_question, which would refuse it; read by asq's own contract instead
        questions[0].header: for ask_user_question this must have at most 12 characters, but has 21
        questions[0].options: for ask_user_question this must hold 2 to 4 options, but holds 1
        questions[0].multiSelect: mended: read as multiple"#]]
    .assert_eq(&notes.join("\n"));
}

/// What keeps a danger and a secret safe stands in keys that only asq's own contract has.
#[test]
fn a_call_whose_contract_would_drop_what_it_says_is_read_by_asqs_own() {
    let options = json!([{"label": "A", "description": "a"}, {"label": "B", "description": "b"}]);
    let like = [
        ("opencode", json!({"question": "?", "header": "h", "options": options, "custom": false})),
        ("opencode", json!({"question": "?", "header": "h", "options": options, "multiple": true})),
        (
            "ask_user_question",
            json!({"question": "?", "header": "h", "options": options, "multiSelect": false}),
        ),
        ("questionnaire", json!({"question": "?", "header": "h", "options": options, "type": "select_one"})),
        (
            "question",
            json!({"id": "i", "prompt": "?", "options": [{"value": "a", "label": "A"}, {"value": "b", "label": "B"}]}),
        ),
        (
            "spec",
            json!({"question": "?", "options": [{"label": "A"}, {"label": "B"}, {"label": "C"}, {"label": "D"},
            {"label": "E"}, {"label": "F"}, {"label": "G"}]}),
        ),
    ];
    for (id, question) in like {
        let call = |question: &Value| if id == "spec" { question.clone() } else { of(question.clone()) };
        assert_eq!(taken(None, call(&question), None, None), id, "{question}");
        let mut blank = question.clone();
        for key in ["danger", "sensitive", "kind", "min"] {
            blank[key] = Value::Null;
        }
        assert_eq!(taken(None, call(&blank), None, None), id, "blank keys say nothing: {blank}");
        let mut unknown = question.clone();
        unknown["metadata"] = json!("x");
        assert_eq!(taken(None, call(&unknown), None, None), id, "asq drops it, too: {unknown}");
        let mut dangerous = question.clone();
        dangerous["danger"] = json!("drop it");
        assert_eq!(taken(None, call(&dangerous), None, None), "asq", "{dangerous}");
        let (_, reading) =
            understand(&ToolCall { name: None, arguments: call(&dangerous) }, None, None, &Prefs::default())
                .unwrap();
        let at = if id == "spec" { "danger" } else { "questions[0].danger" };
        assert_eq!(
            reading.notes[0].to_string(),
            format!(
                "input: mended: looks like a call of {id}, which does not know {at}; read by asq's own contract instead"
            )
        );
        assert!(format!("{:?}", reading.what).contains("drop it"), "{reading:?}");
    }
}

#[test]
fn a_call_named_strictly_is_not_read_by_another_contract() {
    let call = ToolCall { name: Some("ask_user_question".into()), arguments: json!({"question": "?"}) };
    let (dialect, misuse) = understand(&call, None, None, &Prefs::default()).unwrap_err();
    assert_eq!(dialect.unwrap().id, "ask_user_question");
    assert!(!misuse.problems.is_empty());
}

/// The contract that a call without a name was taken for first, whether or not that one took it.
fn resembled(arguments: Value) -> String {
    let call = ToolCall { name: None, arguments };
    match understand(&call, None, None, &Prefs::default()) {
        Ok((dialect, reading)) => {
            let first = reading.notes.first().map(|note| note.text.clone()).unwrap_or_default();
            let other = first.split_once("looks like a call of ").and_then(|(_, rest)| rest.split_once(','));
            other.map_or_else(|| dialect.id.to_owned(), |(id, _)| id.to_owned())
        }
        Err((dialect, misuse)) => {
            let hint = misuse.hint.unwrap_or_default();
            let other = hint.split_once("it was taken for ").and_then(|(_, rest)| rest.split_once('.'));
            other.map_or_else(|| dialect.unwrap().id.to_owned(), |(id, _)| id.to_owned())
        }
    }
}

#[test]
fn where_two_shapes_meet_the_first_of_the_order_is_meant() {
    type Mark = (&'static str, fn(&mut Value));
    let marks: [Mark; 7] = [
        ("asq", |call| call["questions"][0]["kind"] = json!("number")),
        ("question", |call| {
            call["questions"][0]["prompt"] = json!("?");
            call["questions"][0]["options"] = json!([{"value": "x", "label": "X"}]);
        }),
        ("opencode", |call| call["questions"][0]["multiple"] = json!(false)),
        ("opencode", |call| call["questions"][0]["custom"] = json!(true)),
        ("ask_user_question", |call| call["questions"][0]["multiSelect"] = json!(false)),
        ("questionnaire", |call| call["questions"][0]["type"] = json!("select_one")),
        ("spec", |call| {
            call["question"] = json!("?");
            call["options"] = json!([{"label": "A"}]);
        }),
    ];
    for (n, (first, mark)) in marks.iter().enumerate() {
        for (_, other) in &marks[n..] {
            let mut call = json!({"questions": [{}]});
            mark(&mut call);
            other(&mut call);
            assert_eq!(resembled(call.clone()), *first, "{call}");
        }
    }
}

#[test]
fn a_tool_that_no_contract_has_is_answered_with_the_tools() {
    let call = ToolCall { name: None, arguments: json!({"prompt": "?"}) };
    let misuse = recognise(&call, None, Some("foo\u{1b}")).expect_err("no such tool");
    expect![[r#"- --tool: must be one of the tools question, ask_user_question, AskUserQuestion, ask_question, ask_multi_select, resume_structured, ask, but is "foo\u001b"."#]].assert_eq(&misuse.to_string());
}
