//! Turns an ending into the reply of the three tools.
//!
//! - One pick: `User selected: N. LABEL` or `User wrote: TEXT`; several: their labels, in option order.
//! - A wish to discuss sends the agent into plain conversation and isn't a cancel.
//! - Details hold the question, the options' labels and the picks; nothing after a cancel.
//! - A summary comes back in one line, without a second full stop.
//! - Without a terminal, a plain notice says that the user never saw the question.

use super::wire::{self, Tool, WireCall, WireQuestion};
use crate::common_replies::{Cancel, common_reply, misuse_text};
use crate::{Ending, ToolCall, ToolReply};
use asq_core::model::{Answer, Answers, Outcome, Pick, Request};
use serde_json::{Map, Value, json};

const UNAVAILABLE: &str =
    "UI not available — running in non-interactive mode. The user never saw the question.";
const CANCEL: Cancel = Cancel { text: "User cancelled the selection.", is_error: false };

pub(super) fn write(call: &ToolCall, request: Option<&Request>, ending: Ending<'_>) -> ToolReply {
    if let Ending::Misuse(misuse) = ending {
        let what = match Tool::of(call) {
            Some(tool) => format!("this call of {} does not fit its contract", tool.name()),
            None => "this call does not fit the contract of ask_question and ask_multi_select".to_owned(),
        };
        return ToolReply::error(misuse_text(&what, misuse));
    }
    let (tool, asked) = match (wire::parse(call), request) {
        (Ok((WireCall::One(asked), _)), _) => (Tool::One, asked),
        (Ok((WireCall::Many(asked), _)), _) => (Tool::Many, asked),
        (Ok((WireCall::Resume(summary), _)), _) => return resumed(&summary),
        (Err(_), Some(request)) => (Tool::of_request(request), WireQuestion::from(request)),
        (Err(_), None) => (
            Tool::of(call).unwrap_or(Tool::One),
            WireQuestion { question: String::new(), options: Vec::new() },
        ),
    };
    let picks = match ending {
        Ending::Closed(Outcome::Answered(answers)) => picks(answers),
        Ending::Closed(_)
        | Ending::Unavailable(_)
        | Ending::Pending(_)
        | Ending::Misuse(_)
        | Ending::Conflict(_) => &[],
    };
    let (content, is_error) = match ending {
        Ending::Unavailable(_) => (UNAVAILABLE.to_owned(), false),
        Ending::Closed(_) | Ending::Pending(_) | Ending::Misuse(_) | Ending::Conflict(_) => {
            common_reply(ending, CANCEL).unwrap_or_else(|| (answered(tool, &asked, picks), false))
        }
    };
    let discuss = matches!(ending, Ending::Closed(Outcome::Discuss(_)));
    ToolReply { content, details: details(tool, &asked, picks, discuss), is_error }
}

/// The fixed reply of `resume_structured`.
pub(super) fn resumed(summary: &str) -> ToolReply {
    let summary = summary.trim();
    let summary = summary.strip_suffix('.').unwrap_or(summary);
    ToolReply {
        content: format!("Conversation summary captured: {summary}. Resuming structured questions."),
        details: Value::Null,
        is_error: false,
    }
}

fn picks(answers: &Answers) -> &[Pick] {
    answers.entries.first().and_then(|entry| entry.answer.as_ref()).map_or(&[], Answer::picks)
}

fn answered(tool: Tool, asked: &WireQuestion, picks: &[Pick]) -> String {
    match (tool, picks) {
        (Tool::One, [Pick::Option(index)]) => {
            format!("User selected: {}. {}", index + 1, word(asked, &Pick::Option(*index)))
        }
        (Tool::One, [Pick::Custom(text)]) => format!("User wrote: {}", text.raw()),
        (Tool::One | Tool::Many | Tool::Resume, picks) => {
            format!("User selected: {}", picked_texts(asked, picks).join(", "))
        }
    }
}

fn picked_texts<'a>(asked: &'a WireQuestion, picks: &'a [Pick]) -> Vec<&'a str> {
    picks.iter().map(|pick| word(asked, pick)).collect()
}

fn word<'a>(asked: &'a WireQuestion, pick: &'a Pick) -> &'a str {
    match pick {
        Pick::Option(index) => asked.options.get(*index).map_or("", |option| option.label.as_str()),
        Pick::Custom(text) => text.raw(),
    }
}

fn details(tool: Tool, asked: &WireQuestion, picks: &[Pick], discuss: bool) -> Value {
    let labels: Vec<&str> = asked.options.iter().map(|option| option.label.as_str()).collect();
    let mut details = Map::new();
    details.insert("question".into(), asked.question.as_str().into());
    details.insert("options".into(), labels.into());
    match tool {
        Tool::Many => {
            details.insert("selected".into(), picked_texts(asked, picks).into());
        }
        Tool::One | Tool::Resume => {
            let pick = picks.first();
            details.insert("answer".into(), json!(pick.map(|pick| word(asked, pick))));
            if let Some(pick) = pick {
                details.insert("wasCustom".into(), matches!(pick, Pick::Custom(_)).into());
            }
        }
    }
    if discuss {
        details.insert("discuss".into(), true.into());
    }
    details.into()
}
