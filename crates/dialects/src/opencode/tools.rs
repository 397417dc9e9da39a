//! OpenCode's tool `question` as its agents see it.
//!
//! - Name, description and schema are those of OpenCode 1.18 (MIT licence; notice in docs/dialects/opencode.md).
//! - The schema has neither limits nor `custom`; a call that carries `custom` is read anyway.

use crate::ToolSpec;
use serde_json::json;

const DESCRIPTION: &str = "\
Use this tool when you need to ask the user questions during execution. This allows you to:
1. Gather user preferences or requirements
2. Clarify ambiguous instructions
3. Get decisions on implementation choices as you work
4. Offer choices to the user about what direction to take.

Usage notes:
- When `custom` is enabled (default), a \"Type your own answer\" option is added automatically; don't include \"Other\" or catch-all options
- Answers are returned as arrays of labels; set `multiple: true` to allow selecting more than one
- If you recommend a specific option, make that the first option in the list and add \"(Recommended)\" at the end of the label
";

pub(super) fn question() -> ToolSpec {
    ToolSpec {
        name: "question",
        description: DESCRIPTION,
        input_schema: json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": {
                "questions": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
                            "question": { "type": "string", "description": "Complete question" },
                            "header": { "type": "string", "description": "Very short label (max 30 chars)" },
                            "options": {
                                "type": "array",
                                "items": {
                                    "type": "object",
                                    "properties": {
                                        "label": {
                                            "type": "string",
                                            "description": "Display text (1-5 words, concise)"
                                        },
                                        "description": {
                                            "type": "string",
                                            "description": "Explanation of choice"
                                        }
                                    },
                                    "required": ["label", "description"]
                                },
                                "description": "Available choices"
                            },
                            "multiple": {
                                "type": "boolean",
                                "description": "Allow selecting multiple choices"
                            }
                        },
                        "required": ["question", "header", "options"]
                    },
                    "description": "Questions to ask"
                }
            },
            "required": ["questions"]
        }),
        snippet: None,
        guidelines: &[],
    }
}
