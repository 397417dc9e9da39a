//! The tool `ask` as agents see it.
//!
//! - The description says when to ask and when not to, how to ask well, what each ending asks for, and shows
//!   a call.
//! - The schema has every key of the contract with a line about it; the published schema is the same.
//! - All of it is short, because every agent carries it in every conversation.

use crate::ToolSpec;
use serde_json::{Value, json};

const DESCRIPTION: &str = "\
Ask the user and wait for the answer. Use it for a decision that is theirs and blocks you: unclear requirements, a \
choice with real trade-offs, permission for something irreversible. Don't ask what you can find out yourself, or \
whether to go on. Put all questions on one matter into one call; each must be clear to \
somebody who sees only the form. Give 2 to 5 distinct options, the recommended one first. Rows for the user's own \
words and to discuss it are added: add no \"Other\".
Answers come back by id. Skipped, declined or cancelled: nothing was decided. The user wants to discuss: talk in plain \
text, then ask again. The user never saw it: ask in plain text or go on without assuming an answer.
Example:
{\"questions\": [{\"id\": \"db\", \"question\": \"Which database for the service?\", \"options\": [
  {\"label\": \"PostgreSQL\", \"description\": \"Runs already\", \"recommended\": true}, {\"label\": \"SQLite\"}]},
  {\"question\": \"Delete all staging data?\", \"kind\": \"confirm\", \"danger\": \"wipe staging\"}]}";

pub(super) fn ask() -> ToolSpec {
    ToolSpec {
        name: "ask",
        description: DESCRIPTION,
        input_schema: input_schema(),
        snippet: Some("Ask the user structured questions and wait for the answers"),
        guidelines: &["Call ask rather than writing questions into your text."],
    }
}

fn input_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "questions": {
                "type": "array", "minItems": 1, "maxItems": 32,
                "description": "The most important first.",
                "items": { "type": "object", "properties": question(), "required": ["question"] }
            },
            "discuss": flag("Offer a row to discuss it. Default true."),
            "expires": {
                "type": "object",
                "description": "A time limit, only if the user asked for one.",
                "properties": {
                    "after": text("Such as 90s, 10m, 2h."),
                    "means": text("What you do then, for the user.")
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
        "description": text("One more line about it."),
        "context": text("Markdown: what to know first."),
        "kind": {
            "type": "string",
            "enum": super::KINDS,
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
                    "preview": text("Markdown to compare by: code fenced as ```lang, diagrams as ```mermaid."),
                    "recommended": flag("Your advice; put it first.")
                },
                "required": ["label"]
            }
        },
        "custom": flag("Accept the user's own words. Default true."),
        "min": number("Smallest number, or fewest picks."),
        "max": number("Largest number, or most picks."),
        "step": number("What an arrow key adds. Default 1."),
        "unit": text("Shown after it."),
        "default": {
            // The description is inside a branch: Gemini accepts no key next to anyOf.
            "anyOf": [
                text("Where it starts: an option's value, a text"),
                { "type": "number" },
                { "type": "boolean" },
                { "type": "array", "items": { "type": "string" } }
            ]
        },
        "placeholder": text("Example shown while the text is empty."),
        "multiline": flag("Allow several lines of text. Default true."),
        "yes": text("Label of yes, as a verb."),
        "no": text("Label of no, as a verb."),
        "danger": text("Only if it can't be undone: the exact text the user types, such as 'drop users'."),
        "sensitive": flag("A secret: masked and never stored."),
        "skippable": flag("Allow no answer. Default false.")
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
