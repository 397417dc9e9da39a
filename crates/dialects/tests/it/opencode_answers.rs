//! What OpenCode's own clients send, and how it is written.

use asq_core::model::{Answer, Answers, Entry, Outcome, Pick};
use asq_dialects::{Ending, ToolCall, by_id};
use serde_json::{Value, json};

fn written(picks: Vec<Option<Vec<Pick>>>) -> (String, Value) {
    let question = |n: usize| json!({"question": format!("Q{n}?"), "header": "h", "options": [{"label": "A", "description": ""}]});
    let questions: Vec<Value> = (1..=picks.len()).map(question).collect();
    let call = ToolCall { name: None, arguments: json!({ "questions": questions }) };
    let entries =
        picks.into_iter().map(|p| Entry { answer: p.map(Answer::Picks), ..Entry::default() }).collect();
    let outcome = Outcome::Answered(Answers { entries });
    let write = by_id("opencode").map(|dialect| dialect.write);
    let reply = write.map(|write| write(&call, None, Ending::Closed(&outcome)));
    reply.map(|reply| (reply.content, reply.details)).unwrap_or_default()
}

/// S1-13: `[""]` is what some clients send for an answer that was left empty.
#[test]
fn an_empty_text_is_written_as_it_came_and_no_answer_as_unanswered() {
    let (content, details) = written(vec![
        Some(vec![Pick::Custom("".into())]),
        None,
        Some(Vec::new()),
        Some(vec![Pick::Option(0)]),
    ]);
    assert_eq!(
        content,
        "User has answered your questions: \"Q1?\"=\"\", \"Q2?\"=\"Unanswered\", \"Q3?\"=\"Unanswered\", \
         \"Q4?\"=\"A\". You can now continue with the user's answers in mind."
    );
    assert_eq!(details, json!({"answers": [[""], [], [], ["A"]], "truncated": false}));
}

/// A list that is too short leaves the rest open; one that is too long loses what answers nothing.
#[test]
fn the_lists_follow_the_questions() {
    let call = ToolCall {
        name: None,
        arguments: json!({"questions": [
            {"question": "Q1?", "header": "h", "options": []}, {"question": "Q2?", "header": "h", "options": []}]}),
    };
    let answered = |n: usize| {
        let entry = Entry {
            answer: Some(Answer::Picks(vec![Pick::Custom("x".into()), Pick::Option(7)])),
            ..Entry::default()
        };
        Outcome::Answered(Answers { entries: vec![entry; n] })
    };
    let details = |n: usize| {
        by_id("opencode").map(|dialect| (dialect.write)(&call, None, Ending::Closed(&answered(n))).details)
    };
    assert_eq!(details(1), Some(json!({"answers": [["x"], []], "truncated": false})));
    assert_eq!(details(3), Some(json!({"answers": [["x"], ["x"]], "truncated": false})));
}
