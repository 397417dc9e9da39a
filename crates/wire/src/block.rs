//! Finds the call in what providers and hosts send.
//!
//! - A call has a tool's name and its arguments, under the keys of Anthropic, OpenAI, Gemini, Bedrock, MCP,
//!   pi, the Vercel SDK and Claude Code's hooks.
//! - It may be inside another object: `function`, `functionCall`, `toolUse`, or `params` next to a `method`.
//! - A name with nothing but a block's own keys next to it is a call without arguments.
//! - A block's keys for its host (`id`, `type`, `_meta` …) aren't part of the call, and no note mentions
//!   them.

use serde_json::{Map, Value};

type JsonObject = Map<String, Value>;

const NAME: [&str; 3] = ["name", "tool_name", "toolName"];
const ARGUMENTS: [&str; 5] = ["arguments", "input", "parameters", "args", "tool_input"];
const INSIDE: [&str; 4] = ["function", "function_call", "functionCall", "toolUse"];

/// The values of `type` that make an object a block.
const TYPES: [&str; 5] = ["tool_use", "function", "function_call", "toolCall", "tool-call"];

/// Keys of a block that are meant for its host.
const HOST: [&str; 20] = [
    "type",
    "id",
    "call_id",
    "callId",
    "toolCallId",
    "toolUseId",
    "tool_use_id",
    "index",
    "status",
    "caller",
    "cache_control",
    "thoughtSignature",
    "thought_signature",
    "providerExecuted",
    "role",
    "content",
    "jsonrpc",
    "method",
    "_meta",
    "task",
];

/// A call in parts; a part is `None` if it is missing.
pub(crate) struct ProviderBlock {
    pub(crate) name: Option<Value>,
    /// The arguments, with the key they came under.
    pub(crate) arguments: Option<(&'static str, Value)>,
    /// Other keys, which no block has.
    pub(crate) strange: Vec<String>,
}

/// The block in an object, or the object itself, which then holds bare arguments.
pub(crate) fn open(mut object: JsonObject) -> Result<ProviderBlock, JsonObject> {
    if let Some(key) = inside(&object)
        && let Some(Value::Object(inner)) = object.shift_remove(key)
    {
        let mut block = match open(inner) {
            Ok(block) => block,
            Err(bare) => {
                ProviderBlock { name: None, arguments: Some((key, bare.into())), strange: Vec::new() }
            }
        };
        block.strange.extend(strange(&object));
        return Ok(block);
    }
    if !is_block(&object) {
        return Err(object);
    }
    let name = NAME.into_iter().find_map(|key| object.shift_remove(key));
    let arguments = ARGUMENTS.into_iter().find_map(|key| Some((key, object.shift_remove(key)?)));
    Ok(ProviderBlock { name, arguments, strange: strange(&object).collect() })
}

/// Keys under which another object holds the call.
fn inside(object: &JsonObject) -> Option<&'static str> {
    let is_object = |key: &str| object.get(key).is_some_and(Value::is_object);
    if object.get("method").is_some_and(Value::is_string) && is_object("params") {
        return Some("params");
    }
    let holds = |key: &&str| {
        let inner = object.get(*key).and_then(Value::as_object);
        inner.is_some_and(|inner| has_both(inner) || (has_type(object) && has_name(inner)))
    };
    INSIDE.into_iter().find(holds)
}

fn is_block(object: &JsonObject) -> bool {
    let alone = |key: &String| NAME.contains(&key.as_str()) || HOST.contains(&key.as_str());
    has_both(object)
        || matches!(object.get("arguments"), Some(Value::Object(_) | Value::String(_)))
        || (object.contains_key("arguments") && object.contains_key("name"))
        || (has_type(object) && has_name(object))
        || (has_name(object) && object.keys().all(alone))
}

fn has_both(object: &JsonObject) -> bool {
    has_name(object) && ARGUMENTS.iter().any(|key| object.contains_key(*key))
}

fn has_name(object: &JsonObject) -> bool {
    NAME.iter().any(|key| object.get(*key).is_some_and(Value::is_string))
}

fn has_type(object: &JsonObject) -> bool {
    object.get("type").and_then(Value::as_str).is_some_and(|it| TYPES.contains(&it))
}

fn strange(object: &JsonObject) -> impl Iterator<Item = String> + '_ {
    object.keys().filter(|key| !HOST.contains(&key.as_str())).cloned()
}
