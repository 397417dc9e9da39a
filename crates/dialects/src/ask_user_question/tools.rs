//! The tool `ask_user_question` as agents see it.
//!
//! - The schema carries the hard limits, so a host can refuse a call before anyone is asked.
//! - Six guidelines on good questions: few and clear, a question mark, short headers, distinct options, no
//!   custom row of one's own, previews for what must be seen.

use crate::ToolSpec;
use serde_json::json;

pub(super) fn ask_user_question() -> ToolSpec {
    ToolSpec {
        name: "ask_user_question",
        description: "Ask the user one to four questions with two to four options each, and wait for the answers. \
            Use it to settle an ambiguity, learn a preference or have a decision made before you go on. Each \
            question takes one pick, or several with multiSelect; the user can also type an answer of their own, \
            except on a question with previews. The user may leave questions open: only answered ones come back, \
            and nothing may be assumed about the rest. If the user cancels, the call fails with \"User cancelled\".",
        input_schema: json!({
            "type": "object",
            "properties": {
                "questions": {
                    "type": "array",
                    "minItems": 1,
                    "maxItems": 4,
                    "description": "One to four questions with different texts, the one that matters most first.",
                    "items": {
                        "type": "object",
                        "properties": {
                            "question": {
                                "type": "string",
                                "description": "The whole question: clear, specific, ending in a question mark. With multiSelect, worded so that several answers make sense."
                            },
                            "header": {
                                "type": "string",
                                "maxLength": 12,
                                "description": "Label of the question's tab, at most 12 characters, such as \"Database\" or \"Approach\"."
                            },
                            "options": {
                                "type": "array",
                                "minItems": 2,
                                "maxItems": 4,
                                "description": "Two to four options that differ in label and in meaning. A row for the user's own words is added by itself: don't add one.",
                                "items": {
                                    "type": "object",
                                    "properties": {
                                        "label": {
                                            "type": "string",
                                            "description": "What the user picks, in one to five words."
                                        },
                                        "description": {
                                            "type": "string",
                                            "description": "What picking it means: effect, cost, trade-off."
                                        },
                                        "preview": {
                                            "type": "string",
                                            "description": "Markdown shown beside the list while this option has the focus: a mock-up, a snippet, a layout. Only where one option is picked; such a question has no row for own words."
                                        }
                                    },
                                    "required": ["label", "description"]
                                }
                            },
                            "multiSelect": {
                                "type": "boolean",
                                "default": false,
                                "description": "Whether several options may be picked together."
                            }
                        },
                        "required": ["question", "header", "options"]
                    }
                }
            },
            "required": ["questions"]
        }),
        snippet: Some("Ask the user one to four structured questions and wait for the answers"),
        guidelines: &[
            "Call ask_user_question when a decision is the user's to make; put what belongs together into one call of 1 to 4 clear questions.",
            "End the text of every question with a question mark, and give no two questions the same text.",
            "Keep each header to 12 characters: it labels a tab, the question itself says the rest.",
            "Offer 2 to 4 options a question that differ in label and exclude each other, unless multiSelect is set.",
            "Add no \"Other\" or \"Something else\" option: standard questions get a row for the user's own words.",
            "Give previews only where options must be seen to be compared, such as layouts or code, and never with multiSelect.",
        ],
    }
}
