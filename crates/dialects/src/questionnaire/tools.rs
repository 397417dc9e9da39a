//! `AskUserQuestion` as agents see it.
//!
//! - The parameters of the document, with its limits and its five types.
//! - Every field says what it is for, and for which types.
//! - The document's rules for the model are in the description and the guidelines.

use crate::ToolSpec;
use serde_json::{Value, json};

pub(super) fn ask_user_question() -> ToolSpec {
    ToolSpec {
        name: "AskUserQuestion",
        description: "Ask the user one to four questions in the terminal and wait for the answers. Use it when a \
            decision is the user's to make and you would otherwise have to guess. Each question has one of five \
            types: select_one (2 to 7 options, one answer), select_many (2 to 7 options, several answers), \
            confirm_enum (yes or no), number (with min and max), free_text. Every question must be answered, and \
            every list gets an Other row for the user's own words by itself: don't add one. The user may attach \
            a note to each question. The reply has one line per answer, then one line of JSON in which answers \
            and notes are keyed by the question's index, counted from 0: {\"mode\": \"option\", \"value\": …} or \
            {\"mode\": \"other\", \"text\": …} for lists (an array of them for select_many; affirm or decline as \
            the value for confirm_enum), a number, or a string.",
        input_schema: json!({
            "type": "object",
            "properties": {
                "questions": {
                    "type": "array",
                    "minItems": 1,
                    "maxItems": 4,
                    "description": "One to four questions that belong together; break longer forms into several calls.",
                    "items": question(),
                }
            },
            "required": ["questions"]
        }),
        snippet: Some("Ask the user one to four typed questions and wait for the answers"),
        guidelines: &[
            "Call AskUserQuestion when a decision is the user's to make; put what belongs together into one call of 1 to 4 questions.",
            "Keep each header to 20 characters: it labels a tab, the full prompt lives in question.",
            "Pick the type by the answer you need: select_one, select_many, confirm_enum, number or free_text.",
            "Offer 2 to 7 options that differ in label, and no \"Other\": every list gets that row by itself.",
            "In confirm_enum put the affirmative option first, or leave options out for Affirm and Decline.",
            "Set is_dangerous on anything destructive: the user then confirms by typing.",
            "Every question is required; there is no required field, and a default only says where the user starts.",
        ],
    }
}

fn question() -> Value {
    json!({
        "type": "object",
        "properties": {
            "id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 64,
                "description": "Name of the question, unique in the call; assigned where it is left out. Answers are keyed by the question's index, not by this."
            },
            "header": {
                "type": "string",
                "minLength": 1,
                "maxLength": 20,
                "description": "Short label of the question's tab, such as \"Env\" or \"Replicas\"."
            },
            "question": {
                "type": "string",
                "minLength": 1,
                "maxLength": 4000,
                "description": "The whole question, clear enough to be answered without more context."
            },
            "description": {
                "type": "string",
                "maxLength": 4000,
                "description": "More about the question, shown below it."
            },
            "type": {
                "type": "string",
                "enum": super::question_type::TYPES,
                "description": "TypedFields it is answered: one option, several options, yes or no, a number, a text."
            },
            "options": {
                "type": "array",
                "minItems": 2,
                "maxItems": 8,
                "description": "select_one and select_many: 2 to 7 options (an Other of your own is not counted). confirm_enum: the affirmative, then the negative; Affirm and Decline where left out. Not for number and free_text.",
                "items": option()
            },
            "default": {
                // The descriptions are inside the branches: Gemini accepts no key next to anyOf.
                "anyOf": [
                    {
                        "type": "string",
                        "description": "Where the user starts; no answer until it is committed, and ignored on a dangerous question. select_one: a label. confirm_enum: \"affirm\" or \"decline\". free_text: a text."
                    },
                    {
                        "type": "array",
                        "items": { "type": "string" },
                        "description": "select_many: labels."
                    },
                    { "type": "number", "description": "number: within min and max." }
                ]
            },
            "min": {
                "type": "number",
                "description": "Smallest number that is taken; for number only."
            },
            "max": {
                "type": "number",
                "description": "Largest number that is taken; for number only."
            },
            "placeholder": {
                "type": "string",
                "maxLength": 200,
                "description": "Hint in the empty editor, never an answer; for free_text only."
            },
            "multiline": {
                "type": "boolean",
                "default": true,
                "description": "Whether the text may have several lines; for free_text only."
            },
            "is_dangerous": {
                "type": "boolean",
                "default": false,
                "description": "Marks a destructive question: the user confirms the answer by typing the resource's name."
            }
        },
        "required": ["header", "question", "type"]
    })
}

fn option() -> Value {
    json!({
        "type": "object",
        "properties": {
            "label": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "What the user picks, in a few words; all labels of a question differ."
            },
            "description": {
                "type": "string",
                "maxLength": 2000,
                "description": "What picking it means: effect, cost, trade-off."
            },
            "preview": {
                "type": "object",
                    "properties": {
                    "type": {
                        "type": "string",
                        "enum": super::wire_option::PREVIEWS.map(|(name, _)| name),
                        "description": "What the content is written in."
                    },
                    "content": {
                        "type": "string",
                        "description": "The code, diagram, picture or formatted text itself."
                    }
                },
                "required": ["type", "content"],
                "description": "Something to look at before picking, shown when the user expands it."
            }
        },
        "required": ["label"]
    })
}
