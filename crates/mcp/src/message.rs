//! One line of a client: a message, or why it isn't one.
//!
//! - Every message passes the strict reader first: duplicate keys, depth, size, broken text.
//! - A refusal has the id of the request wherever one can be read.
//! - A method of the protocol with the wrong parameters is refused as that, and not as unknown.
//! - Batches aren't part of MCP, nor are ids that are neither a text nor a whole number.

use rmcp::RoleServer;
use rmcp::model::{ClientRequest, JsonRpcMessage, RequestId};
use rmcp::service::RxJsonRpcMessage;
use serde_json::{Value, json};

// The codes of JSON-RPC.
const PARSE: i64 = -32700;
const INVALID: i64 = -32600;
const PARAMS: i64 = -32602;

/// The methods of the protocol that rmcp reads; anything else is a method of somebody's own.
const KNOWN: &[&str] = &[
    "completion/complete",
    "initialize",
    "logging/setLevel",
    "ping",
    "prompts/get",
    "prompts/list",
    "resources/list",
    "resources/read",
    "resources/subscribe",
    "resources/templates/list",
    "resources/unsubscribe",
    "server/discover",
    "subscriptions/listen",
    "tools/call",
    "tools/list",
];

/// The methods that 2026-07-28 took out of the protocol: there they are unknown, whatever their parameters.
const REMOVED: &[&str] =
    &["initialize", "logging/setLevel", "ping", "resources/subscribe", "resources/unsubscribe"];
/// Where a request of that era names its version.
const VERSION: &str = "/params/_meta/io.modelcontextprotocol~1protocolVersion";

/// Why a line isn't a message.
#[derive(Debug, PartialEq)]
pub(crate) struct RefusedLine {
    id: Value,
    code: i64,
    message: String,
}

impl RefusedLine {
    /// A line without an id that can be read.
    pub(crate) fn invalid(message: impl Into<String>) -> RefusedLine {
        RefusedLine { id: Value::Null, code: INVALID, message: message.into() }
    }

    /// A request with this id.
    pub(crate) fn request(id: &RequestId, message: impl Into<String>) -> RefusedLine {
        RefusedLine { id: id.clone().into_json_value(), code: INVALID, message: message.into() }
    }

    /// The line of the error, without a line break.
    pub(crate) fn line(&self) -> String {
        let error = json!({ "code": self.code, "message": self.message });
        json!({ "jsonrpc": "2.0", "id": self.id, "error": error }).to_string()
    }
}

/// Reads a line.
///
/// # Errors
/// It isn't a message of MCP.
pub(crate) fn read(line: &[u8]) -> Result<RxJsonRpcMessage<RoleServer>, RefusedLine> {
    let value = asq_wire::read_json(line).map_err(|misuse| {
        // Only a value that can be read at all is a message that is invalid.
        let code = if serde_json::from_slice::<Value>(line).is_ok() { INVALID } else { PARSE };
        RefusedLine { id: Value::Null, code, message: misuse.to_string() }
    })?;
    let message = value.value;
    let Value::Object(object) = &message else {
        let what = if message.is_array() { "a batch isn't part of MCP" } else { "a message is an object" };
        return Err(RefusedLine::invalid(what));
    };
    let id = match object.get("id") {
        None => None,
        Some(Value::String(text)) => Some(RequestId::String(text.as_str().into())),
        Some(Value::Number(number)) if number.as_i64().is_some() => number.as_i64().map(RequestId::Number),
        Some(other) => {
            let came = asq_wire::quoted(&other.to_string());
            return Err(RefusedLine::invalid(format!("id is a text or a whole number, not {came}")));
        }
    };
    let refused = |code, message: String| RefusedLine {
        id: id.clone().map_or(Value::Null, RequestId::into_json_value),
        code,
        message,
    };
    if object.get("jsonrpc") != Some(&json!("2.0")) {
        return Err(refused(INVALID, "jsonrpc is \"2.0\"".to_owned()));
    }
    let method = match object.get("method") {
        None => None,
        Some(Value::String(method)) => Some(method.clone()),
        Some(_) => return Err(refused(INVALID, "method is a text".to_owned())),
    };
    if method.is_none() && !(object.contains_key("result") || object.contains_key("error")) {
        return Err(refused(INVALID, "a message has a method, a result or an error".to_owned()));
    }
    let sessionless =
        message.pointer(VERSION).and_then(Value::as_str).is_some_and(|version| version >= "2026");
    let wrong = |method: &str| refused(PARAMS, format!("the params of {method} aren't as MCP has them"));
    match serde_json::from_value(message) {
        Ok(JsonRpcMessage::Request(request)) => match &request.request {
            ClientRequest::CustomRequest(custom) => {
                let method = custom.method.as_str();
                let unknown = !KNOWN.contains(&method) || (sessionless && REMOVED.contains(&method));
                if unknown { Ok(JsonRpcMessage::Request(request)) } else { Err(wrong(method)) }
            }
            _ => Ok(JsonRpcMessage::Request(request)),
        },
        Ok(other) => Ok(other),
        Err(_) => Err(method
            .as_deref()
            .map_or_else(|| refused(INVALID, "the message isn't as MCP has it".to_owned()), wrong)),
    }
}

#[cfg(test)]
mod tests {
    use super::read;
    use serde_json::{Value, json};

    /// The code and the text of the refusal of this message; `None` if it counts.
    fn refused(message: &Value) -> Option<(i64, Value, String)> {
        read(message.to_string().as_bytes()).err().map(|why| (why.code, why.id, why.message))
    }

    #[test]
    fn a_method_that_the_newer_protocol_has_no_more_is_unknown_there_and_known_before() {
        let call = |method: &str, version: &str| {
            let meta = json!({"io.modelcontextprotocol/protocolVersion": version});
            json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": {"_meta": meta, "level": 5, "uri": 5, "name": 5}})
        };
        let wrong =
            |method: &str| Some((-32602, json!(1), format!("the params of {method} aren't as MCP has them")));
        for removed in ["initialize", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"] {
            assert_eq!(refused(&call(removed, "2025-11-25")), wrong(removed));
            assert_eq!(refused(&call(removed, "2026-07-28")), None, "{removed}");
        }
        for method in ["tools/call", "resources/read", "prompts/get"] {
            assert_eq!(refused(&call(method, "2026-07-28")), wrong(method));
        }
        assert_eq!(refused(&call("somebody/elses", "2025-11-25")), None);
    }

    #[test]
    fn what_is_no_message_of_the_protocol_is_refused_with_its_id() {
        let invalid = "the message isn't as MCP has it".to_owned();
        assert_eq!(
            refused(&json!({"jsonrpc": "2.0", "result": {}})),
            Some((-32600, Value::Null, invalid.clone()))
        );
        assert_eq!(
            refused(&json!({"jsonrpc": "2.0", "id": 5, "error": 7})),
            Some((-32600, json!(5), invalid))
        );
        assert_eq!(refused(&json!({"jsonrpc": "2.0", "id": 5, "result": {}})), None);
        for (method, id) in [("ping", json!(5)), ("x", json!("a"))] {
            let wrong = format!("the params of {method} aren't as MCP has them");
            let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": 5});
            assert_eq!(refused(&message), Some((-32602, id, wrong)));
        }
        let text = "jsonrpc is \"2.0\"".to_owned();
        assert_eq!(refused(&json!({"id": "a", "method": "ping"})), Some((-32600, json!("a"), text)));
    }
}
