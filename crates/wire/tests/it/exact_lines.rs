//! Lines between asq and its host, and texts for an agent, compared whole.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

use asq_core::life::About;
use asq_wire::embed::{FromHost, ToHost};
use asq_wire::{Ended, Misuse, Output, Path, Problem, ToolReply, read, read_json};
use expect_test::expect;
use serde_json::json;

/// "One JSON object a line, told apart by `type`"; "keys always in the same order".
#[test]
fn a_line_to_the_host_is_one_object_with_its_type() {
    let done = |told: Option<&str>, open| ToHost::Done {
        id: "1".into(),
        ended: Ended::Declined,
        reply: ToolReply { content: "no".into(), details: json!({"b": 1, "a": 2}), is_error: false },
        notes: vec!["n".into()],
        told: told.map(str::to_owned),
        open,
    };
    let lines = [
        ToHost::Pong { id: "1".into() }.line(),
        ToHost::Waiting { id: "1".into(), text: "two\nlines".into(), typed: None }.line(),
        ToHost::Waiting { id: "1".into(), text: "here".into(), typed: Some("for you".into()) }.line(),
        done(None, false).line(),
        done(Some("it is in the inbox"), false).line(),
        done(None, true).line(),
        ToHost::Error { id: None, message: "what?".into() }.line(),
    ];
    expect![[r#"
        {"type":"pong","id":"1"}
        {"type":"waiting","id":"1","text":"two\nlines"}
        {"type":"waiting","id":"1","text":"here","typed":"for you"}
        {"type":"done","id":"1","outcome":"declined","content":"no","details":{"b":1,"a":2},"is_error":false,"notes":["n"]}
        {"type":"done","id":"1","outcome":"declined","content":"no","details":{"b":1,"a":2},"is_error":false,"notes":["n"],"told":"it is in the inbox"}
        {"type":"done","id":"1","outcome":"declined","content":"no","details":{"b":1,"a":2},"is_error":false,"notes":["n"],"open":true}
        {"type":"error","id":null,"message":"what?"}"#]].assert_eq(&lines.join("\n"));
}

/// "`FromHost` is read strictly: a line that is none is refused with what is wrong."
#[test]
fn a_line_from_the_host_is_read_strictly() {
    assert_eq!(FromHost::read(r#"{"type":"ping","id":"1","more":2}"#).unwrap().id(), "1");
    let told = |line: &str| FromHost::read(line).unwrap_err().to_string();
    let all = [
        told(r#"{"type":"ping","id":"1","id":"2"}"#),
        told(r#"{"type":"pong","id":"1"}"#),
        told(r#"{"type":"resize","id":"1"}"#),
        told("ping"),
    ];
    expect![[r#"
        - id: must stand once in its object, but came more than once. Keep one of them.
        - line: must be a line of version 1 of the embed protocol, but unknown variant `pong`, expected one of `open`, `input`, `resize`, `focus`, `show`, `abort`, `edited`, `tones`, `ping`, `answer`.
        - line: must be a line of version 1 of the embed protocol, but missing field `width`.
        - input: must be JSON, but line 1 column 1 is not: expected value, at "ping"."#]].assert_eq(&all.join("\n"));
}

/// A host may say what the agent was doing, in strings; what it doesn't say counts as absent.
#[test]
fn a_host_says_what_the_agent_was_doing_in_strings() {
    let line = |about: &str| {
        FromHost::read(format!(r#"{{"type":"open","v":1,"id":"1","call":{{}},"surface":"none"{about}}}"#))
    };
    let about = |about: &str| match line(&format!(r#","about":{about}"#)).unwrap() {
        FromHost::Open(open) => open.about,
        other => panic!("{other:?}"),
    };
    let all = r#"{"says":"\u001b[2J","task":"T","branch":"b","link":"l","text":"t","diff":"d","more":1}"#;
    assert_eq!(
        about(all),
        Some(Box::new(About {
            says: Some("\u{1b}[2J".into()),
            task: Some("T".into()),
            branch: Some("b".into()),
            link: Some("l".into()),
            text: Some("t".into()),
            diff: Some("d".into()),
        }))
    );
    let task = About { task: Some("T".into()), ..About::default() };
    assert_eq!(about(r#"{"says":"","task":"T","link":null}"#), Some(Box::new(task)));
    for nothing in ["null", "{}", r#"{"says":"","diff":""}"#] {
        assert_eq!(about(nothing), None, "{nothing}");
    }
    let FromHost::Open(open) = line("").unwrap() else { panic!("another line") };
    assert_eq!(open.about, None);
    let told = |about: &str| line(&format!(r#","about":{about}"#)).unwrap_err().to_string();
    expect![[r#"
        - line: must be a line of version 1 of the embed protocol, but invalid type: number, expected a string.
        - line: must be a line of version 1 of the embed protocol, but invalid type: sequence, expected a map.
        - line: must be a line of version 1 of the embed protocol, but invalid type: string "words", expected a map."#]].assert_eq(&[r#"{"says":1}"#, "[]", r#""words""#].map(told).join("\n"));
}

/// "A hint may follow, for the call as a whole"; a number of a thousand digits is not repeated to the agent; "never
/// long: keys are clipped".
#[test]
fn what_an_agent_is_told_stays_short_and_ends_in_a_hint() {
    let hinted = Misuse::one(Problem::new("input", "must be JSON", "it is not")).hint("Name the tool.");
    let number: serde_json::Value = serde_json::from_str(&"9".repeat(61)).unwrap();
    let key = "k".repeat(41);
    let told = read(format!("{number}")).unwrap_err();
    expect![[r#"
        - input: must be JSON, but it is not.
        Name the tool.
        - input: must be a JSON object, but is a number of 61 characters. Send the tool's arguments, or {"name": TOOL, "arguments": {…}}.
        ["kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk"]
        kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk"#]].assert_eq(&format!(
        "{hinted}\n{told}\n{}\n{}",
        Path::root().key(&key),
        Path::root().key(&key[..40])
    ));
}

/// "Whatever the parser would refuse is left to the parser": a broken escape in a long text, too.
#[test]
fn a_broken_escape_in_a_long_text_is_refused() {
    let long = "x".repeat(20_000);
    assert!(read_json(format!(r#"{{"a":"{long}é"}}"#)).is_ok());
    for broken in [r"\uZZZZ", r"\q"] {
        assert!(read_json(format!(r#"{{"a":"{long}{broken}"}}"#)).is_err(), "{broken}");
    }
}

/// "What a terminal obeys, what reorders text and what has no ink": to the host as on standard output.
#[test]
fn no_line_holds_a_byte_that_does_something() {
    let text = "\u{1b}[2J \u{202e}\u{9b} é\u{e0041}";
    let reply = ToolReply { content: text.into(), details: json!({text: [text]}), is_error: false };
    let message = Misuse::one(Problem::new("input", "must be JSON", text)).to_string();
    let lines = [
        Output { id: Some(text.into()), ended: Ended::Answered, reply: reply.clone(), notes: Vec::new() }
            .line(),
        ToHost::Waiting { id: text.into(), text: text.into(), typed: None }.line(),
        ToHost::Done {
            id: "1".into(),
            ended: Ended::Answered,
            reply,
            notes: vec![text.into()],
            told: None,
            open: false,
        }
        .line(),
        ToHost::Error { id: None, message }.line(),
    ];
    expect![[r#"
        {"id":"\u001b[2J \u202e\u009b é\udb40\udc41","outcome":"answered","content":"\u001b[2J \u202e\u009b é\udb40\udc41","details":{"\u001b[2J \u202e\u009b é\udb40\udc41":["\u001b[2J \u202e\u009b é\udb40\udc41"]},"is_error":false}
        {"type":"waiting","id":"\u001b[2J \u202e\u009b é\udb40\udc41","text":"\u001b[2J \u202e\u009b é\udb40\udc41"}
        {"type":"done","id":"1","outcome":"answered","content":"\u001b[2J \u202e\u009b é\udb40\udc41","details":{"\u001b[2J \u202e\u009b é\udb40\udc41":["\u001b[2J \u202e\u009b é\udb40\udc41"]},"is_error":false,"notes":["\u001b[2J \u202e\u009b é\udb40\udc41"]}
        {"type":"error","id":null,"message":"- input: must be JSON, but \u001b[2J \u202e\u009b é\udb40\udc41."}"#]].assert_eq(&lines.join("\n"));
}
