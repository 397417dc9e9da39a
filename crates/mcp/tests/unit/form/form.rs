//! What forms carry, what they look like, and what is filled into them.

use super::carried::is_carried;
use super::fields::{FilledForm, FormFields};
use super::{FormShape, FormWalk};
use asq_asking::{ReadCall, read_json_call};
use asq_core::model::{
    Answer, Answers, Draft, Entry, Outcome, Pick, Prefs, Preview, PreviewKind, QuestionOption, Request,
};
use asq_dialects::{Dialect, What};
use expect_test::expect;
use serde_json::{Map, Value, json};

/// The request of a call in this dialect.
fn request(dialect: &'static Dialect, tool: &str, call: Value) -> Request {
    match read_json_call(call, (Some(dialect.id), Some(tool)), Prefs::default()) {
        ReadCall::Call(call) => match call.reading.what {
            What::Ask { request, .. } => request,
            What::Reply(reply) => panic!("{}", reply.content),
        },
        ReadCall::Misuse(_, reply) => panic!("{}", reply.content),
    }
}

fn asked(question: &Value) -> Request {
    request(&asq_dialects::asq::DIALECT, "ask", json!({"questions": [question]}))
}

fn walk(dialect: &'static Dialect, request: Request) -> FormWalk {
    FormWalk::new(request, (dialect.form)(&Prefs::default()), Draft::default(), FormShape::Lists)
}

fn form(walk: &FormWalk) -> Value {
    serde_json::to_value(walk.form().unwrap()).unwrap()
}

fn store() -> Value {
    json!({"question": "Which?", "options": [{"label": "A"}, {"label": "B"}]})
}

fn many(more: &Value) -> Value {
    let options = json!([{"label": "Rust"}, {"label": "Go"}, {"label": "C"}]);
    let mut question = json!({"id": "l", "question": "Which?", "kind": "select_many", "options": options});
    for (name, value) in more.as_object().unwrap() {
        question[name] = value.clone();
    }
    question
}

#[test]
fn a_form_carries_so_much_and_no_more() {
    let text = |bytes: usize| Preview { kind: PreviewKind::Text, source: "x".repeat(bytes).into() };
    let with = |change: &dyn Fn(&mut Request)| {
        let mut request = asked(&store());
        change(&mut request);
        is_carried(&request)
    };
    let preview = |bytes| with(&|it| it.questions[0].options[1].preview = Some(text(bytes)));
    let context = |bytes| with(&|it| it.questions[0].context = Some(text(bytes)));
    let own = |bytes| {
        with(&|it| {
            let row = QuestionOption { preview: Some(text(bytes)), ..QuestionOption::new("else") };
            it.questions[0].custom_row = Some(row);
        })
    };
    // The question, a description of each kind, and both labels.
    let texts = |bytes: usize| {
        with(&|it| {
            it.questions[0].text = "x".repeat(bytes - 2 - 30 - 20).into();
            it.questions[0].description = Some("d".repeat(30).into());
            it.questions[0].options[1].description = Some("d".repeat(20).into());
        })
    };
    let rows = |count: usize| {
        with(&|it| it.questions[0].options = (0..count).map(|n| QuestionOption::new(n.to_string())).collect())
    };
    let questions = |count: usize| with(&|it| it.questions = vec![it.questions[0].clone(); count]);
    let limits = |carries: &dyn Fn(usize) -> bool, most: usize| [carries(most), carries(most + 1)];
    assert_eq!(limits(&preview, 600), [true, false]);
    assert_eq!(limits(&context, 600), [true, false]);
    assert_eq!(limits(&own, 600), [true, false]);
    assert_eq!(limits(&texts, 4096), [true, false]);
    assert_eq!(limits(&rows, 50), [true, false]);
    assert_eq!(limits(&questions, 7), [true, false]);
    let kinds = [PreviewKind::Mermaid, PreviewKind::Svg, PreviewKind::Html, PreviewKind::Code];
    let carried =
        kinds.map(|kind| with(&|it| it.questions[0].context = Some(Preview { kind, source: "x".into() })));
    assert_eq!(carried, [false, false, false, true]);
}

#[test]
fn the_fields_of_several_picks_have_their_limits_and_what_is_picked_at_first() {
    let rows = ["1. A", "2. B", "3. C"].map(str::to_owned);
    let schema = |fill: &dyn Fn(&mut FormFields)| {
        let mut fields = FormFields::default();
        fill(&mut fields);
        Value::Object(fields.schema())
    };
    let items = json!({"type": "string", "enum": rows});
    assert_eq!(
        schema(&|fields| fields.some("L", &rows, &[0, 2], 1, 2)),
        json!({"type": "object", "required": ["answer"], "properties": {"answer": {
            "type": "array", "title": "L", "items": items, "minItems": 1, "maxItems": 2, "default": ["1. A", "3. C"]}}})
    );
    assert_eq!(
        schema(&|fields| fields.some("L", &rows, &[], 0, 3)),
        json!({"type": "object", "properties": {"answer": {"type": "array", "title": "L", "items": items}}})
    );
    let row = |title: &str, first: bool| json!({"type": "boolean", "title": title, "default": first});
    assert_eq!(
        schema(&|fields| fields.each(&rows, &[1])),
        json!({"type": "object", "properties":
            {"row_1": row("1. A", false), "row_2": row("2. B", true), "row_3": row("3. C", false)}})
    );
}

#[test]
fn what_is_filled_in_is_read_to_the_letter() {
    let rows = ["1. A", "2. B"].map(str::to_owned);
    let filled = |content: &Value| content.as_object().cloned().unwrap_or_else(Map::new);
    let some = |content: Value| FilledForm(&filled(&content)).some(&rows);
    assert_eq!(some(json!({"row_1": true, "row_2": false})), Ok(vec![0]));
    assert_eq!(some(json!({"row_2": true, "row_3": true})), Ok(vec![1]));
    assert_eq!(some(json!({"row_2": "yes"})), Err("row_2 is yes or no, not \"yes\".".to_owned()));
    assert_eq!(some(json!({"answer": "2. B"})), Ok(vec![1]));
    assert_eq!(some(json!({"answer": ["2. B", "1. A"]})), Ok(vec![1, 0]));
    let one = |content: Value| FilledForm(&filled(&content)).one("answer", &rows);
    assert_eq!(one(json!({"answer": "2. B"})), Ok(Some(1)));
    assert_eq!(one(json!({"answer": "B"})), Err("\"B\" isn't one of the rows.".to_owned()));
    assert_eq!([one(json!({"answer": " "})), one(json!({"answer": null}))], [Ok(None), Ok(None)]);
    let text = |content: Value| FilledForm(&filled(&content)).text("answer");
    assert_eq!(text(json!({"answer": 12_345_678_901_234_567_u64})), Ok(Some("12345678901234567".to_owned())));
    assert_eq!(text(json!({"answer": " 0.10 "})), Ok(Some(" 0.10 ".to_owned())));
    assert_eq!([text(json!({"answer": " \n"})), text(json!({}))], [Ok(None), Ok(None)]);
    assert_eq!(text(json!({"answer": true})), Err("answer is a text, not \"true\".".to_owned()));
}

#[test]
fn foreign_text_is_escaped_wherever_a_form_has_it() {
    let mut request =
        asked(&json!({"header": "Store", "question": "Which?", "options": [{"label": "A"}, {"label": "B"}]}));
    let question = &mut request.questions[0];
    question.header = "a\u{1b}[2Jb".into();
    question.description = Some("d\u{202e}e".into());
    question.context = Some(Preview { kind: PreviewKind::Text, source: "one\u{7}\ntwo".into() });
    question.options[0].description = Some("first\nsecond\u{1b}c".into());
    question.options[1].preview = Some(Preview { kind: PreviewKind::Code, source: "x\u{1b}y".into() });
    let form = form(&walk(&asq_dialects::asq::DIALECT, request));
    expect![[r#"
        [
          "  one<U+0007>",
          "  two",
          "Which?",
          "  d<U+202E>e",
          "1. A: first↵second<U+001B>c",
          "Preview of 2. B:",
          "  x<U+001B>y",
          "a<U+001B>[2Jb"
        ]"#]]
    .assert_eq(
        &serde_json::to_string_pretty(
            &form["message"]
                .as_str()
                .unwrap()
                .lines()
                .chain(form["requestedSchema"]["properties"]["answer"]["title"].as_str())
                .collect::<Vec<_>>(),
        )
        .unwrap(),
    );
}

#[test]
fn a_form_has_what_its_question_takes() {
    let fields = |form: &Value| {
        let names: Vec<String> =
            form["requestedSchema"]["properties"].as_object().unwrap().keys().cloned().collect();
        (names.join(" "), form["requestedSchema"]["required"].clone())
    };
    let asq = |question: Value| fields(&form(&walk(&asq_dialects::asq::DIALECT, asked(&question))));
    let store = |more: Value| {
        let mut question = store();
        for (name, value) in more.as_object().unwrap() {
            question[name] = value.clone();
        }
        question
    };
    let of = |names: &str, required: Value| (names.to_owned(), required);
    assert_eq!(asq(store(json!({}))), of("answer answer_else note", Value::Null));
    assert_eq!(asq(store(json!({"custom": false}))), of("answer note", json!(["answer"])));
    assert_eq!(asq(store(json!({"custom": false, "skippable": true}))), of("answer note", Value::Null));
    let least = |more: &Value| {
        let form = form(&walk(&asq_dialects::asq::DIALECT, asked(&many(more))));
        form["requestedSchema"]["properties"]["answer"]["minItems"].clone()
    };
    let two =
        |custom: bool, skippable: bool| least(&json!({"min": 2, "custom": custom, "skippable": skippable}));
    assert_eq!([two(false, false), two(true, false), two(false, true)], [json!(2), Value::Null, Value::Null]);
    // OpenCode's questions take no note.
    let dialect = &asq_dialects::opencode::DIALECT;
    let call = json!({"questions": [{"header": "Store", "question": "Which?", "options": [{"label": "A", "description": "a"}]}]});
    let (names, _) = fields(&form(&walk(dialect, request(dialect, "question", call))));
    assert_eq!(names, "answer answer_else");
}

/// What a form of a single question leads to: the answers in plain words, or the next form's first line and defaults.
fn filled(question: &Value, content: Value) -> Result<Answers, (String, Value)> {
    let mut walk = walk(&asq_dialects::asq::DIALECT, asked(question));
    walk.accept(Some(content));
    if let Some(Outcome::Answered(answers)) = walk.outcome() {
        return Ok(answers.clone());
    }
    let form = form(&walk);
    let line = form["message"].as_str().unwrap().lines().next().unwrap().to_owned();
    let fields = form["requestedSchema"]["properties"].as_object().unwrap();
    let defaults =
        fields.iter().filter_map(|(name, field)| Some((name.clone(), field.get("default")?.clone())));
    Err((line, Value::Object(defaults.collect())))
}

#[test]
fn own_words_count_next_to_picked_rows_and_stay_if_they_are_refused() {
    let answers = filled(
        &many(&json!({"custom": true})),
        json!({"answer": ["3. C"], "answer_else": "Zig", "note": "n"}),
    );
    expect![[r#"
        Ok(
            [
                Option(
                    2,
                ),
                Custom(
                    "Zig",
                ),
            ],
        )
    "#]]
    .assert_debug_eq(&answers.map(|answers| answers.entries[0].answer.as_ref().unwrap().picks().to_vec()));
    let secret = format!("ghp_{}", "a1B2c3D4".repeat(5));
    let refused = filled(&store(), json!({"answer_else": secret, "note": "n"}));
    let Err((line, defaults)) = refused else { panic!("{refused:?}") };
    assert_eq!(defaults, json!({"answer_else": secret, "note": "n"}), "{line}");
    let long = "x".repeat((1 << 20) + 1);
    let refused = filled(&store(), json!({"answer_else": long, "note": "n"}));
    let kept = refused.map_err(|(_, defaults)| defaults == json!({"answer_else": long, "note": "n"}));
    assert_eq!(kept, Err(true));
}

#[test]
fn own_words_stay_when_too_many_rows_are_picked_next_to_them() {
    let mut walk = walk(&asq_dialects::asq::DIALECT, asked(&many(&json!({"custom": true, "max": 2}))));
    walk.accept(Some(json!({"answer": ["1. Rust", "3. C"], "answer_else": "Zig", "note": "n"})));
    let form = form(&walk);
    let fields = &form["requestedSchema"]["properties"];
    assert_eq!(
        (&form["message"], &fields["answer_else"]["default"], &fields["note"]["default"]),
        (&json!("Pick at most 2; you picked 3.\nWhich?\nPick at most 2."), &json!("Zig"), &json!("n"))
    );
    walk.accept(Some(json!({"answer": ["3. C"], "answer_else": "Zig", "note": "n"})));
    let Some(Outcome::Answered(answers)) = walk.outcome() else { panic!("{:?}", walk.outcome()) };
    let picks = vec![Pick::Option(2), Pick::Custom("Zig".into())];
    let entry = Entry { answer: Some(Answer::Picks(picks)), note: Some("n".into()), confirmed: None };
    assert_eq!(answers.entries, [entry]);
}
