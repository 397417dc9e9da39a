//! The three tools as agents see them.
//!
//! - They carry the document's rules for the model: one question a turn and none in prose, code cited in the
//!   options, several picks only for gray areas, and no copies of the two added rows.
//! - They say when to return from a conversation to questions, and that returning takes a summary.
//! - The schemas carry the limits.

use crate::ToolSpec;
use serde_json::{Value, json};

pub(super) fn all() -> Vec<ToolSpec> {
    vec![ask_question(), ask_multi_select(), resume_structured()]
}

fn ask_question() -> ToolSpec {
    ToolSpec {
        name: "ask_question",
        description: "Ask the user one question with 2 to 6 options and wait for the answer. Use it for every \
            question to the user except the choice of gray areas: one question per turn, and never a question in \
            conversational text. Let the options cite existing code (files, components, patterns) instead of \
            abstract choices. Two rows are added by themselves, \"Something else (I'll explain)\" for the user's \
            own words and \"Let's discuss this\": don't include them. If the user wants to discuss, switch to \
            conversational mode: ask follow-ups in plain text without tools until it is clear enough, then call \
            resume_structured. If the user cancels or could not be asked, no choice was made: don't assume one.",
        input_schema: json!({
            "type": "object",
            "properties": {
                "question": {
                    "type": "string",
                    "description": "The question to ask, with the existing code that it is about; line breaks are kept."
                },
                "options": options(2, 6, "2 to 6 options, best first. The rows for own words and for a discussion are added by themselves.")
            },
            "required": ["question", "options"]
        }),
        snippet: Some("Ask the user one question with options, own words or a discussion"),
        guidelines: &[
            "Ask one question per turn, with ask_question; never several in one message and never in conversational text.",
            "In ask_question options cite existing code: name real files, components and patterns of the codebase.",
            "Never add \"Something else\" or \"Let's discuss this\" to the options of ask_question: both rows are added by themselves.",
        ],
    }
}

fn ask_multi_select() -> ToolSpec {
    ToolSpec {
        name: "ask_multi_select",
        description: "Let the user tick any number of items, at least one, and wait for the selection. Use it only \
            for gray areas: the step in which the user picks which topics to discuss. Every other question goes \
            through ask_question. The result lists the labels of the ticked items. There is no row for own words. \
            If the user cancels or could not be asked, nothing was selected: don't assume a selection.",
        input_schema: json!({
            "type": "object",
            "properties": {
                "question": {
                    "type": "string",
                    "description": "The question to ask, such as which areas to discuss."
                },
                "options": options(1, 200, "The items to select from, each under a label of its own.")
            },
            "required": ["question", "options"]
        }),
        snippet: Some("Let the user tick which gray areas to discuss"),
        guidelines: &[
            "Use ask_multi_select only for gray areas, to let the user pick the topics to discuss; ask everything else with ask_question.",
        ],
    }
}

fn resume_structured() -> ToolSpec {
    ToolSpec {
        name: "resume_structured",
        description: "End conversational mode and go back to structured questions. Call it when you have gathered \
            enough in the open conversation that began when the user picked \"Let's discuss this\" or said \"Not \
            quite, let me explain\": neither before it is clear what the user wants, nor long after. It asks the \
            user nothing. Sum up first what you learned; then go on with ask_question.",
        input_schema: json!({
            "type": "object",
            "properties": {
                "summary": {
                    "type": "string",
                    "description": "Brief summary of what you learned from the open conversation."
                }
            },
            "required": ["summary"]
        }),
        snippet: Some("Sum up an open conversation and go back to structured questions"),
        guidelines: &[
            "Call resume_structured as soon as the open conversation has made clear what the user wants, before the next ask_question; don't ask on in plain text after it.",
        ],
    }
}

fn options(fewest: u64, most: u64, description: &str) -> Value {
    json!({
        "type": "array",
        "minItems": fewest,
        "maxItems": most,
        "description": description,
        "items": {
            "type": "object",
            "properties": {
                "label": {
                    "type": "string",
                    "description": "What the user picks: short, and different from the others."
                },
                "description": {
                    "type": "string",
                    "description": "Shown below the label in muted text: the code it refers to, its effect or cost."
                }
            },
            "required": ["label"]
        }
    })
}
