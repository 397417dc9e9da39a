//! Every schema that asq publishes suits all model providers. They refuse a whole request for one bad schema, which
//! leaves the agent without any tool.
//!
//! - Every node has a `type`, or an `anyOf` and nothing else; lists have `items`, objects `properties`.
//! - An `enum` holds texts. Only keywords that Anthropic, OpenAI and Gemini all accept occur.
//! - Under `--strict`, every key is required and no other is allowed, with the keywords of OpenAI's strict mode.
//! - OpenCode's tool matches its original word for word: its `$schema` stays.

use serde_json::Value;

use crate::Outcome;

/// The keywords that all providers accept, in their narrowest form of a schema.
const COMMON: [&str; 13] = [
    "type",
    "description",
    "properties",
    "required",
    "items",
    "enum",
    "anyOf",
    "minItems",
    "maxItems",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
];
/// Keywords that they accept and ignore.
const IGNORED: [&str; 1] = ["default"];
const STRICT: [&str; 12] = [
    "type",
    "description",
    "properties",
    "required",
    "items",
    "enum",
    "anyOf",
    "minItems",
    "maxItems",
    "minimum",
    "maximum",
    "additionalProperties",
];
const TYPES: [&str; 6] = ["object", "array", "string", "number", "integer", "boolean"];

/// The provider whose rules apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum For {
    All,
    Strict,
}

/// Checks every tool of every dialect; `say` returns asq's output.
pub(crate) fn check(say: &mut dyn FnMut(&str) -> Outcome<String>) -> Outcome<Vec<String>> {
    let mut problems = Vec::new();
    let listed = say("dialects")?;
    for id in listed.lines().filter_map(|line| line.split_whitespace().next()) {
        for (whose, command) in
            [(For::All, format!("schema {id}")), (For::Strict, format!("schema {id} --strict"))]
        {
            let schema: Value = serde_json::from_str(&say(&command)?)?;
            for tool in list(&schema, "tools") {
                let path = format!("asq {command}: {}", tool["name"].as_str().unwrap_or_default());
                root(&tool["input_schema"], &path, whose, &mut problems);
            }
        }
    }
    Ok(problems)
}

fn root(schema: &Value, path: &str, whose: For, problems: &mut Vec<String>) {
    let mut schema = schema.clone();
    if path.starts_with("asq schema opencode:")
        && let Value::Object(map) = &mut schema
    {
        map.shift_remove("$schema");
    }
    if schema["type"] != "object" {
        problems.push(format!("{path}: a tool's arguments are no object"));
    }
    node(&schema, path, whose, problems);
}

fn node(schema: &Value, path: &str, whose: For, problems: &mut Vec<String>) {
    let mut wrong = |what: String| problems.push(format!("{path}: {what}"));
    let Value::Object(map) = schema else { return wrong("is no schema".to_owned()) };
    let known = |key: &str| match whose {
        For::All => COMMON.contains(&key) || IGNORED.contains(&key),
        For::Strict => STRICT.contains(&key),
    };
    for key in map.keys().filter(|key| !known(key)) {
        wrong(format!("'{key}' is not taken by every provider"));
    }
    if let Some(branches) = map.get("anyOf").and_then(Value::as_array) {
        if map.len() > 1 {
            wrong("has more than anyOf, which Gemini refuses".to_owned());
        }
        for (n, branch) in branches.iter().enumerate() {
            let null = whose == For::Strict && *branch == serde_json::json!({"type": "null"});
            if !null {
                node(branch, &format!("{path}.anyOf[{n}]"), whose, problems);
            }
        }
        return;
    }
    let kind = match &map.get("type") {
        Some(Value::String(kind)) => Some(kind.as_str()),
        Some(Value::Array(kinds)) if whose == For::Strict && kinds.len() == 2 && kinds[1] == "null" => {
            kinds[0].as_str()
        }
        Some(_) | None => None,
    };
    match kind {
        Some(kind) if TYPES.contains(&kind) => {}
        _ => wrong("has no type".to_owned()),
    }
    if map.get("enum").is_some()
        && (kind != Some("string") || !list(schema, "enum").iter().all(Value::is_string))
    {
        wrong("has an enum that is not of texts".to_owned());
    }
    if kind == Some("array") && !map.contains_key("items") {
        wrong("is an array without items".to_owned());
    }
    if let Some(items) = map.get("items") {
        node(items, &format!("{path}.items"), whose, problems);
    }
    if kind == Some("object") {
        object(schema, path, whose, problems);
    }
}

fn object(schema: &Value, path: &str, whose: For, problems: &mut Vec<String>) {
    let Some(properties) = schema["properties"].as_object() else {
        return problems.push(format!("{path}: is an object without properties"));
    };
    let required = list(schema, "required");
    for name in required.iter().filter_map(Value::as_str).filter(|name| !properties.contains_key(*name)) {
        problems.push(format!("{path}: requires '{name}', which it does not have"));
    }
    if whose == For::Strict {
        if required.len() != properties.len() {
            problems.push(format!("{path}: does not require all its keys"));
        }
        if schema["additionalProperties"] != false {
            problems.push(format!("{path}: allows other keys"));
        }
    }
    for (name, property) in properties {
        node(property, &format!("{path}.{name}"), whose, problems);
    }
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn of(schema: &Value, whose: For) -> Vec<String> {
        let mut problems = Vec::new();
        root(schema, "t", whose, &mut problems);
        problems
    }

    #[test]
    fn what_providers_refuse_is_named() {
        let schema = json!({"type": "object", "required": ["gone"], "additionalProperties": false, "properties": {
            "a": {"enum": ["x"]},
            "b": {"type": "array"},
            "c": {"type": "object"},
            "d": {"description": "d", "anyOf": [{"type": "string"}, {}]},
            "e": {"type": ["string", "null"]},
            "f": {"type": "integer", "enum": [1]},
            "g": {"type": "string", "pattern": "x"},
            "h": {"type": "string", "default": "x", "maxLength": 3}}});
        assert_eq!(
            of(&schema, For::All),
            [
                "t: 'additionalProperties' is not taken by every provider",
                "t: requires 'gone', which it does not have",
                "t.a: has no type",
                "t.a: has an enum that is not of texts",
                "t.b: is an array without items",
                "t.c: is an object without properties",
                "t.d: has more than anyOf, which Gemini refuses",
                "t.d.anyOf[1]: has no type",
                "t.e: has no type",
                "t.f: has an enum that is not of texts",
                "t.g: 'pattern' is not taken by every provider",
            ]
        );
    }

    #[test]
    fn what_strict_mode_refuses_is_named() {
        let schema = json!({"type": "object", "required": ["a"], "properties": {
            "a": {"type": ["string", "null"]},
            "b": {"anyOf": [{"type": "array", "items": {"type": "string", "maxLength": 3}}, {"type": "null"}]}}});
        assert_eq!(
            of(&schema, For::Strict),
            [
                "t: does not require all its keys",
                "t: allows other keys",
                "t.b.anyOf[0].items: 'maxLength' is not taken by every provider",
            ]
        );
    }

    #[test]
    fn every_tool_of_every_dialect_is_looked_at() -> Outcome<()> {
        let problems = check(&mut |command| {
            Ok(match command {
                "dialects" => "one  t, u\n".to_owned(),
                _ => json!({"tools": [{"name": "t", "input_schema": {"type": "object", "properties": {}}},
                    {"name": "u", "input_schema": {"type": "string"}}]})
                .to_string(),
            })
        })?;
        assert_eq!(
            problems,
            [
                "asq schema one: u: a tool's arguments are no object",
                "asq schema one --strict: t: allows other keys",
                "asq schema one --strict: u: a tool's arguments are no object",
            ]
        );
        Ok(())
    }
}
