//! The tool `ask` as an agent is offered it.
//!
//! - The description says when to ask and when not, and how to ask well.
//! - The schema has every key of the contract with a line about it; the same schema is published.
//! - All of it is small, since each agent carries it along in every conversation.

use crate::ToolSpec;
use serde_json::{Value, json};

pub(super) fn ask() -> ToolSpec {
    ToolSpec {
        name: "ask",
        description: "Ask the user and wait for the answer. Use it for a decision that is theirs and blocks you: \
            unclear requirements, a choice with real trade-offs, leave for something destructive. Don't ask what \
            you can find out, nor whether to go on with what was asked for. Put all questions of one matter into \
            one call. Each must be clear to somebody who sees only the form. Options: 2-5, distinct, the \
            recommended first and marked; rows for own words and for a talk are added, so add no \"Other\". \
            Answers come back by id; skipped, declined or cancelled means that nothing was decided.",
        input_schema: input_schema(),
        snippet: Some("Ask the user one or several structured questions and wait for the answers"),
        guidelines: &[
            "Call ask rather than writing questions into your text; never call it for what you can find out yourself.",
            "Make each question self-contained: what is to be decided, why, and what each option leads to.",
        ],
    }
}

fn input_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "questions": {
                "type": "array", "minItems": 1, "maxItems": 32,
                "description": "What matters most comes first.",
                "items": { "type": "object", "properties": question(), "required": ["question"] }
            },
            "discuss": flag("Offer a row \"Let's discuss this\". Default true."),
            "expires": {
                "type": "object",
                "description": "A time limit, only if the user asked for one.",
                "properties": {
                    "after": text("Such as 90s, 10m, 2h."),
                    "means": text("What you then do, as the user reads it.")
                },
                "required": ["after"]
            }
        },
        "required": ["questions"]
    })
}

fn question() -> Value {
    json!({
        "id": text("Key of its answer. Default q1, q2 …"),
        "header": text("Tab label, one or two words."),
        "question": text("The whole question, ending in a question mark."),
        "description": text("A line more about it."),
        "context": text("Markdown above the answers: what to know first."),
        "kind": {
            "enum": ["select_one", "select_many", "confirm", "number", "text"],
            "description": "Default: select_one with options, else text."
        },
        "options": {
            "type": "array", "maxItems": 200,
            "description": "For select_one and select_many.",
            "items": {
                "type": "object",
                "properties": {
                    "label": text("What is picked, one to five words."),
                    "value": text("What you get back. Default: the label."),
                    "description": text("What picking it leads to: cost, risk."),
                    "preview": text("Markdown, code or diagram to compare by."),
                    "recommended": flag("Your advice; give it first.")
                },
                "required": ["label"]
            }
        },
        "custom": flag("Whether own words count. Default true."),
        "min": number("Smallest number, or fewest picks."),
        "max": number("Largest number, or most picks."),
        "step": number("What an arrow key adds. Default 1."),
        "unit": text("Shown after the number."),
        "default": { "description": "Where it starts: value, number, text or true/false." },
        "placeholder": text("Example shown while the text is empty."),
        "multiline": flag("Whether a text may have lines. Default true."),
        "yes": text("Label of a confirm's yes, as a verb."),
        "no": text("Label of a confirm's no, as a verb."),
        "danger": text("Can't be undone: the exact text to type."),
        "sensitive": flag("A secret: masked and never stored."),
        "skippable": flag("Whether it may stay open. Default false.")
    })
}

fn text(about: &str) -> Value {
    json!({ "type": "string", "description": about })
}

fn flag(about: &str) -> Value {
    json!({ "type": "boolean", "description": about })
}

fn number(about: &str) -> Value {
    json!({ "type": "number", "description": about })
}
