//! Published limits at, below and above: those too large for a golden case.

use asq_core::model::Prefs;
use asq_dialects::{ToolCall, What, by_id};
use expect_test::expect;
use serde_json::{Value, json};

/// Reads the arguments: how many options the first question has, or what is wrong.
fn read(dialect: &str, arguments: Value) -> Result<usize, String> {
    let call = ToolCall { name: None, arguments };
    match (by_id(dialect).unwrap().read)(&call, &Prefs::default()) {
        Ok(reading) => match reading.what {
            What::Ask { request, .. } => Ok(request.questions[0].options.len()),
            What::Reply(_) => panic!("nobody is asked"),
        },
        Err(misuse) => Err(misuse.to_string()),
    }
}

fn question(prompt: &str, options: usize) -> Value {
    let options: Vec<Value> =
        (0..options).map(|n| json!({"value": n.to_string(), "label": n.to_string()})).collect();
    json!({"questions": [{"id": "a", "prompt": prompt, "options": options}]})
}

#[test]
fn options_of_question() {
    assert_eq!(read("question", question("?", 199)), Ok(199));
    assert_eq!(read("question", question("?", 200)), Ok(200));
    expect!["- questions[0].options: must hold at most 200 options, but holds 201."]
        .assert_eq(&read("question", question("?", 201)).unwrap_err());
}

#[test]
fn texts_of_64_kib() {
    let text = |n: usize| "x".repeat(n);
    assert_eq!(read("question", question(&text(65_535), 1)), Ok(1));
    assert_eq!(read("question", question(&text(65_536), 1)), Ok(1));
    expect!["- questions[0].prompt: must have at most 65536 bytes (64 KiB), but has 65537 bytes."]
        .assert_eq(&read("question", question(&text(65_537), 1)).unwrap_err());
    let everywhere = json!({"questions": [{"id": text(65_537), "label": text(65_537), "prompt": "é".repeat(32_769),
        "options": [{"value": text(65_537), "label": text(65_537), "description": text(65_537)}]}]});
    expect![[r#"
        - questions[0].id: must have at most 65536 bytes (64 KiB), but has 65537 bytes.
        - questions[0].label: must have at most 65536 bytes (64 KiB), but has 65537 bytes.
        - questions[0].prompt: must have at most 65536 bytes (64 KiB), but has 65538 bytes.
        - questions[0].options[0].value: must have at most 65536 bytes (64 KiB), but has 65537 bytes.
        - questions[0].options[0].label: must have at most 65536 bytes (64 KiB), but has 65537 bytes.
        - questions[0].options[0].description: must have at most 65536 bytes (64 KiB), but has 65537 bytes."#]]
    .assert_eq(&read("question", everywhere).unwrap_err());
}

/// KiB count bytes of UTF-8, everything else characters; the error counts what came in the unit of its limit.
#[test]
fn a_kib_is_bytes_and_a_length_is_characters() {
    let asq = |emoji: usize| read("asq", json!({"question": "😀".repeat(emoji), "options": ["a"]}));
    assert_eq!(asq(16_384), Ok(1));
    expect!["- question: must have at most 65536 bytes (64 KiB), but has 65540 bytes."]
        .assert_eq(&asq(16_385).unwrap_err());
    let header = |characters: usize| {
        read(
            "ask_user_question",
            json!({"questions": [{"question": "?", "header": "😀".repeat(characters),
            "options": [{"label": "a"}, {"label": "b"}]}]}),
        )
    };
    assert_eq!(header(12), Ok(2));
    expect!["- questions[0].header: must have at most 12 characters, but has 13. It is a tab's label: one or two short words."]
        .assert_eq(&header(13).unwrap_err());
}

#[test]
fn texts_of_spec_and_opencode() {
    let text = |n: usize| "x".repeat(n);
    let spec = |n: usize| {
        let options: Vec<Value> = ["a", "b", "c", "d", "e", "f", "g"]
            .iter()
            .map(|c| json!({"label": format!("{c}{}", text(n - 1)), "description": text(n)}))
            .collect();
        json!({"question": text(n), "options": options})
    };
    assert_eq!(read("spec", spec(65_536)), Ok(7));
    assert_eq!(read("spec", spec(65_537)).unwrap_err().lines().count(), 15);
    assert_eq!(
        read("spec", json!({"summary": text(65_537)})).unwrap_err(),
        "- summary: must have at most 65536 bytes (64 KiB), but has 65537 bytes."
    );
    let opencode = |n: usize| {
        json!({"questions": [{"question": text(n), "header": text(n),
            "options": [{"label": text(n), "description": text(n)}]}]})
    };
    assert_eq!(read("opencode", opencode(65_536)), Ok(1));
    assert_eq!(read("opencode", opencode(65_537)).unwrap_err().lines().count(), 4);
}

#[test]
fn previews_of_2_mib() {
    let call = |n: usize| {
        json!({"questions": [{"question": "?", "header": "h", "options": [
            {"label": "A", "preview": "x".repeat(n)}, {"label": "B"}]}]})
    };
    assert_eq!(read("ask_user_question", call(2_097_152)), Ok(2));
    expect![
        "- questions[0].options[0].preview: must have at most 2097152 bytes (2 MiB), but has 2097153 bytes."
    ]
    .assert_eq(&read("ask_user_question", call(2_097_153)).unwrap_err());
}

#[test]
fn a_long_header_is_told_by_its_length() {
    let call = json!({"questions": [{"question": "?", "header": "h".repeat(70_000), "options": [
        {"label": "A"}, {"label": "B"}]}]});
    expect!["- questions[0].header: must have at most 12 characters, but has 70000. It is a tab's label: one or two short words."]
        .assert_eq(&read("ask_user_question", call).unwrap_err());
}

#[test]
fn ten_megabytes_of_text() {
    let call = question(&"x".repeat(10_000_000), 1).to_string();
    let misuse = asq_wire::read(call.as_bytes()).unwrap_err();
    expect!["- input: must have at most 4194304 bytes (4 MiB), but at least 10000076 came. Shorten texts and previews, or name files instead of quoting them."]
        .assert_eq(&misuse.to_string());
}

#[test]
fn a_flood_of_keys_is_cut() {
    let mut call = question("?", 1);
    for n in 0..5000 {
        call["questions"][0][format!("strange{n}")] = Value::Null;
    }
    let dialect = by_id("question").unwrap();
    let call = ToolCall { name: None, arguments: call };
    assert_eq!((dialect.read)(&call, &Prefs::default()).unwrap().notes.len(), 1000);

    let mut ill = question("?", 1);
    for n in 0..5000 {
        ill["questions"][0][format!("prompt{}", "_".repeat(n % 70 + 1)) + &"-".repeat(n / 70)] = Value::Null;
    }
    let told = read("question", ill).unwrap_err();
    assert_eq!(told.lines().count(), 41);
    assert!(told.ends_with("- and 960 more."), "{told}");
}

#[test]
fn the_dialects_say_their_limits() {
    let limits = by_id("ask_user_question").unwrap().limits;
    assert_eq!((limits.questions, limits.options, limits.header_chars), ((1, 4), (2, 4), Some(12)));
    let limits = by_id("spec").unwrap().limits;
    assert_eq!((limits.questions, limits.options, limits.header_chars), ((1, 1), (1, 200), None));
    let limits = by_id("opencode").unwrap().limits;
    assert_eq!((limits.questions, limits.options, limits.header_chars), ((1, 32), (0, 200), None));
    let limits = by_id("question").unwrap().limits;
    assert_eq!((limits.questions, limits.options, limits.header_chars), ((1, 32), (0, 200), None));
    let limits = by_id("questionnaire").unwrap().limits;
    assert_eq!((limits.questions, limits.options, limits.header_chars), ((1, 4), (2, 8), Some(20)));
    let limits = by_id("asq").unwrap().limits;
    assert_eq!((limits.questions, limits.options, limits.header_chars), ((1, 32), (0, 200), None));
}

#[test]
fn previews_and_floods_of_questionnaire() {
    let call = |content: usize, others: usize| {
        let mut options = vec![
            json!({"label": "A", "preview": {"type": "svg", "content": "x".repeat(content)}}),
            json!({"label": "B"}),
        ];
        options.extend((0..others).map(|_| json!({"label": "Other"})));
        json!({"questions": [{"question": "?", "header": "h", "type": "select_one", "options": options}]})
    };
    assert_eq!(read("questionnaire", call(2_097_152, 198)), Ok(2));
    expect![[r#"
        - Question 0: 'options' must hold at most 200 options, but holds 201.
        - Question 0 option 0: 'preview.content' must have at most 2097152 bytes (2 MiB), but has 2097153 bytes."#]]
    .assert_eq(&read("questionnaire", call(2_097_153, 199)).unwrap_err());
}
