//! The result of a call, as the client gets it.
//!
//! - Its text is the dialect's own, byte for byte.
//! - Claude Code and Codex give the model structured content instead of the text. So a dialect has some only if it says
//!   so, or if the person wants it; its first member is the text.

use crate::asked::CallEnding;
use asq_asking::WrittenEnding;
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::json;

/// The result of an ending.
pub(crate) fn of(ended: &CallEnding, structured: bool) -> CallToolResult {
    let CallEnding { dialect, ending } = ended;
    let WrittenEnding { id, ended, reply, .. } = ending;
    let mut result = CallToolResult::success(vec![ContentBlock::text(&reply.content)]);
    result.is_error = Some(reply.is_error);
    if structured || dialect.structured {
        result.structured_content = Some(json!({
            "content": reply.content,
            "id": id.map(|id| id.to_string()),
            "outcome": ended.name(),
            "details": reply.details,
        }));
    }
    result
}

/// The result of a call that has no ending.
pub(crate) fn failed(why: &str) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(why)])
}
