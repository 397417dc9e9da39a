//! JSON schemas of the two kinds of file, for editors and other programs.
//!
//! - The schemas are made from the table of settings, so they match what asq accepts.
//! - Editors mark unknown names; asq itself drops and reports them.
//! - Each setting brings its default, its bounds and its description.

use crate::setting::{Setting, Shape};
use crate::settings::Bindings;
use crate::table::ALL;
use serde_json::{Map, Value, json};

/// The schema of the contract's JSON file.
pub fn contract_schema() -> Value {
    let mut properties = Map::new();
    properties.insert("$schema".into(), json!({"type": "string"}));
    for setting in ALL.iter().filter(|s| s.in_contract()) {
        properties.insert(setting.name.into(), property(setting));
    }
    whole("Settings of AskUserQuestion", &properties)
}

/// The schema of config.toml.
pub fn config_schema() -> Value {
    let mut properties = Map::new();
    for setting in ALL {
        match setting.name.split_once('.') {
            None => {
                properties.insert(setting.name.into(), property(setting));
            }
            Some((table, name)) => {
                let inner = properties.entry(table).or_insert_with(
                    || json!({"type": "object", "properties": {}, "additionalProperties": false}),
                );
                inner["properties"][name] = property(setting);
            }
        }
    }
    whole("Settings of asq (config.toml)", &properties)
}

fn whole(title: &str, properties: &Map<String, Value>) -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
    })
}

fn property(setting: &Setting) -> Value {
    let mut property = match setting.shape {
        Shape::Flag => json!({"type": "boolean"}),
        Shape::Integer { min, max } => json!({"type": "integer", "minimum": min, "maximum": max}),
        Shape::Number { min, max } => json!({"type": "number", "minimum": min, "maximum": max}),
        Shape::Text { most } => json!({"type": "string", "maxLength": most}),
        Shape::Hours => json!({
            "type": "string",
            "pattern": "^$|^([01]?[0-9]|2[0-3]):[0-5][0-9]-([01]?[0-9]|2[0-3]):[0-5][0-9]$"
        }),
        Shape::Word(words) => json!({"enum": words}),
        Shape::WordOrFile(words) => json!({
            "anyOf": [{"enum": words}, {"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"}]
        }),
        Shape::Bindings => {
            let key = json!({"type": "string", "minLength": 1, "maxLength": Bindings::MOST_CHARS});
            let keys = json!({"type": "array", "items": key, "maxItems": Bindings::MOST_KEYS});
            json!({
                "type": "object",
                "additionalProperties": {"anyOf": [key, keys]},
                "maxProperties": Bindings::MOST,
            })
        }
    };
    let note = setting.note.map(|note| format!(" ({note})")).unwrap_or_default();
    property["default"] = setting.default().json();
    property["description"] = json!(format!("{}{note}", setting.about));
    property
}
