//! The line on stdout, and the table of endings.

use asq_core::model::{Answers, Draft, Outcome};
use asq_wire::{Ended, Output, ToolReply, quoted};
use expect_test::expect;
use serde_json::json;

#[test]
fn one_line_in_one_order() {
    let output = Output {
        id: None,
        ended: Ended::Answered,
        reply: ToolReply { content: "a\n\"b\"".into(), details: json!({"z": 1, "a": [2]}), is_error: false },
        notes: Vec::new(),
    };
    expect![[
        r#"{"id":null,"outcome":"answered","content":"a\n\"b\"","details":{"z":1,"a":[2]},"is_error":false}"#
    ]]
    .assert_eq(&output.line());
    assert_eq!(Output::parse(&output.line()), Some(output));
    let notes = vec!["questions[0].danger_level: dropped: unknown".to_owned()];
    let other = Output { id: Some("r1".into()), ended: Ended::Misuse, reply: ToolReply::error("no"), notes };
    expect![[
        r#"{"id":"r1","outcome":"misuse","content":"no","details":null,"is_error":true,"notes":["questions[0].danger_level: dropped: unknown"]}"#
    ]]
        .assert_eq(&other.line());
    assert_eq!(Output::parse(&other.line()), Some(other));
    assert_eq!(Output::parse("{}"), None);
}

#[test]
fn names_and_exit_codes() {
    let table: Vec<String> = Ended::ALL.iter().map(|e| format!("{} {}", e.exit_code(), e.name())).collect();
    expect![[r"
        0 answered
        4 discuss
        1 declined
        3 cancelled
        8 withdrawn
        5 expired
        6 pending
        7 unavailable
        65 misuse
        9 conflict"]]
    .assert_eq(&table.join("\n"));
    for ended in Ended::ALL {
        assert_eq!(Ended::named(ended.name()), Some(ended));
    }
    assert_eq!(Ended::named("done"), None);
}

#[test]
fn quoted_parts_show_what_can_not_be_seen() {
    expect![[r#""a\u001b[2J\u202e\udb40\udc41\"\\\n\u0085é""#]]
        .assert_eq(&quoted("a\u{1b}[2J\u{202e}\u{e0041}\"\\\n\u{85}é"));
    assert_eq!(quoted(&"é".repeat(60)), format!("\"{}\"", "é".repeat(60)));
    assert_eq!(quoted(&"é".repeat(61)), format!("\"{}…\"", "é".repeat(60)));
}

#[test]
fn the_model_and_the_output_name_outcomes_alike() {
    let draft = Draft::default();
    for outcome in [
        Outcome::Answered(Answers::default()),
        Outcome::Discuss(draft.clone()),
        Outcome::Declined { reason: None, draft: draft.clone() },
        Outcome::Cancelled(draft.clone()),
        Outcome::Withdrawn(draft.clone()),
        Outcome::Expired(draft),
    ] {
        assert_eq!(Ended::from(&outcome).name(), outcome.name());
    }
}
