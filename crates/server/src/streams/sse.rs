//! Server-sent events as bytes.
//!
//! - Data is one line of JSON, so that no text in it can begin a field.

use bytes::Bytes;
use serde_json::Value;

/// The type of a stream.
pub(crate) const EVENT_STREAM: &str = "text/event-stream";

/// A comment that keeps a stream alive.
pub(crate) const HEARTBEAT: &[u8] = b": heartbeat\n\n";

pub(crate) fn event(id: Option<u64>, name: &str, data: &Value) -> Bytes {
    let data = asq_wire::inert(data.to_string());
    let id = id.map(|id| format!("id: {id}\n")).unwrap_or_default();
    Bytes::from(format!("{id}event: {name}\ndata: {data}\n\n"))
}

#[cfg(test)]
mod tests {
    use super::event;
    use serde_json::json;

    #[test]
    fn no_text_of_data_begins_a_line() {
        let data = json!({ "text": "a\nevent: b\r\n\u{2028}\u{9b}c" });
        let bytes = event(Some(7), "asked", &data);
        let text = std::str::from_utf8(&bytes).unwrap();
        assert_eq!(text.lines().count(), 4);
        assert!(text.starts_with("id: 7\nevent: asked\ndata: {") && text.ends_with("}\n\n"), "{text}");
        assert!(!text.contains('\u{9b}') && !text.contains('\r'), "{text}");
        assert_eq!(event(None, "notice", &json!({})), "event: notice\ndata: {}\n\n");
    }
}
