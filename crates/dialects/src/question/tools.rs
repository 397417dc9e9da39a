//! The tool `question` as agents see it.
//!
//! - Says when to ask, what a good option is, and that the person can always write their own text.
//! - Says what comes back, so that the agent reads it correctly.

use crate::ToolSpec;
use serde_json::json;

pub(super) fn question() -> ToolSpec {
    ToolSpec {
        name: "question",
        description: "Ask the user one question or several, each with options to pick from, and wait for the \
            answer. Use it when you can't go on without a decision, a preference or a fact that only the user has, \
            and the likely answers can be listed. A last row \"Something else…\" is added to every question by \
            itself, so that the user can always answer in their own words: don't add one. Several questions are \
            asked one after another and submitted together after a review. The result names each answer, and \
            whether the user picked or wrote it. If the user cancels or could not be asked, no choice was made: \
            don't assume one.",
        input_schema: json!({
            "type": "object",
            "properties": {
                "questions": {
                    "type": "array",
                    "minItems": 1,
                    "maxItems": 32,
                    "description": "The questions, in the order to ask them. Ask in one call what belongs together.",
                    "items": {
                        "type": "object",
                        "properties": {
                            "id": {
                                "type": "string",
                                "description": "Stable name of the question; its answer comes back under it. Unique within the call."
                            },
                            "label": {
                                "type": "string",
                                "description": "One or two words for the question's tab and the review, such as \"Database\". Left out: Q1, Q2, …"
                            },
                            "prompt": {
                                "type": "string",
                                "description": "The whole question as the user reads it, with what they need to know to decide."
                            },
                            "options": {
                                "type": "array",
                                "maxItems": 200,
                                "description": "The likely answers, best first; two to six are easy to take in. Empty: the user answers in their own words.",
                                "items": {
                                    "type": "object",
                                    "properties": {
                                        "value": {
                                            "type": "string",
                                            "description": "What you get back when this is picked. Unique within the question."
                                        },
                                        "label": {
                                            "type": "string",
                                            "description": "What the user reads: short, and different from the other options."
                                        },
                                        "description": {
                                            "type": "string",
                                            "description": "What picking this means: cost, risk, consequence."
                                        }
                                    },
                                    "required": ["value", "label"]
                                }
                            }
                        },
                        "required": ["id", "prompt", "options"]
                    }
                }
            },
            "required": ["questions"]
        }),
        snippet: Some("Ask the user one or several multiple-choice questions; own words are always possible"),
        guidelines: &[],
    }
}
