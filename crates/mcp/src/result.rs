//! The result of a call, as the client gets it.
//!
//! - Its text is the dialect's own, byte for byte.
//! - Claude Code and Codex give the model structured content instead of the text. So a dialect has some only if it says
//!   so, or if the person wants it; its first member is the text.
//! - What was dropped or mended while the call was read is in a text of its own, after the dialect's.
//! - A pending result says in a text of its own, which begins with a line break, where the person answers.

use crate::asked::CallEnding;
use asq_asking::WrittenEnding;
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::json;

/// The result of an ending.
pub(crate) fn of(ended: &CallEnding, structured: bool) -> CallToolResult {
    let CallEnding { dialect, ending, place } = ended;
    let WrittenEnding { id, ended, reply, notes, .. } = ending;
    // Copilot joins texts with nothing in between, and the first one may end in an id.
    let place_text = place.as_ref().map(|place| format!("\n{place}"));
    let notes_text = (!notes.is_empty()).then(|| format!("\nNotes on the call:\n- {}", notes.join("\n- ")));
    let texts = std::iter::once(&reply.content).chain(&notes_text).chain(&place_text);
    let mut result = CallToolResult::success(texts.map(ContentBlock::text).collect());
    result.is_error = Some(reply.is_error);
    if structured || dialect.structured {
        let mut content = json!({
            "content": reply.content,
            "id": id.map(|id| id.to_string()),
            "outcome": ended.name(),
            "details": reply.details,
        });
        if !notes.is_empty() {
            content["notes"] = json!(notes);
        }
        if let Some(place) = place {
            content["where"] = json!(place);
        }
        result.structured_content = Some(content);
    }
    result
}

/// The result of a call that has no ending.
pub(crate) fn failed(why: &str) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(why)])
}
