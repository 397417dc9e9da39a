//! Calls of all dialects, with questions of many kinds each.

use asq_dialects::ToolCall;
use serde_json::{Value, json};

/// A call of this dialect with questions of these kinds.
pub(crate) fn call(dialect: &str, kinds: &[usize]) -> ToolCall {
    let question = match dialect {
        "question" => question,
        "opencode" => opencode,
        "ask_user_question" => ask_user_question,
        "questionnaire" => questionnaire,
        "asq" => asq,
        "spec" => return spec(kinds[0]),
        other => panic!("{other}"),
    };
    let questions: Vec<Value> = kinds.iter().enumerate().map(|(n, kind)| question(n, *kind)).collect();
    let name = match dialect {
        "questionnaire" => Some("AskUserQuestion".to_owned()),
        _ => None,
    };
    ToolCall { name, arguments: json!({ "questions": questions }) }
}

fn question(n: usize, kind: usize) -> Value {
    let labels = ["Yes", "No", "Maybe"];
    let options: Vec<Value> = labels[..kind % 4].iter().map(|l| json!({"value": l, "label": l})).collect();
    json!({"id": format!("q{n}"), "label": format!("H{n}"), "prompt": format!("Question {n}?"), "options": options})
}

fn options(previews: bool) -> Value {
    let option = |label: &str| {
        let mut option = json!({"label": label, "description": "as it says"});
        if previews {
            option["preview"] = format!("# {label}").into();
        }
        option
    };
    json!([option("Yes"), option("No"), option("Maybe")])
}

fn opencode(n: usize, kind: usize) -> Value {
    json!({"question": format!("Question {n}?"), "header": format!("H{n}"), "options": options(false),
        "multiple": kind.is_multiple_of(2), "custom": kind < 6})
}

fn ask_user_question(n: usize, kind: usize) -> Value {
    json!({"question": format!("Question {n}?"), "header": format!("H{n}"), "options": options(kind % 3 == 2),
        "multiSelect": kind % 3 == 1})
}

fn questionnaire(n: usize, kind: usize) -> Value {
    let mut question = match kind % 6 {
        0 => json!({"type": "select_one", "options": options(false)}),
        1 => json!({"type": "select_many", "options": options(false)}),
        2 => json!({"type": "confirm_enum"}),
        3 => json!({"type": "number", "min": 1, "max": 9}),
        4 => json!({"type": "free_text", "default": "as before"}),
        _ => json!({"type": "select_one", "options": options(false), "is_dangerous": true}),
    };
    question["header"] = format!("H{n}").into();
    question["question"] = format!("Question {n}?").into();
    question
}

fn asq(n: usize, kind: usize) -> Value {
    let mut question = match kind {
        0 => json!({"kind": "select_one", "options": ["Yes", "No"]}),
        1 => json!({"kind": "select_many", "options": ["Yes", "No", "Maybe"], "min": 0, "default": ["No"]}),
        2 => json!({"kind": "number", "min": 1, "max": 9}),
        3 => json!({"kind": "text", "skippable": true}),
        4 => json!({"kind": "confirm"}),
        5 => json!({"kind": "text", "sensitive": true, "skippable": true}),
        6 => json!({"kind": "select_one", "options": ["Yes", "No"], "danger": "p"}),
        _ => json!({"kind": "select_one", "options": ["Yes", "No"], "skippable": true}),
    };
    question["id"] = format!("q{n}").into();
    question["header"] = format!("H{n}").into();
    question["question"] = format!("Question {n}?").into();
    question
}

fn spec(kind: usize) -> ToolCall {
    let tool = if kind.is_multiple_of(2) { "ask_question" } else { "ask_multi_select" };
    ToolCall {
        name: Some(tool.into()),
        arguments: json!({"question": "Question?", "options": options(false)}),
    }
}
