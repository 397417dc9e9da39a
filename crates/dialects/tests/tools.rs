//! What an agent is offered.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

use asq_core::model::Prefs;
use asq_dialects::{ALL, by_id};
use serde_json::Value;

#[test]
fn each_schema_says_its_dialect_and_tools() {
    for dialect in ALL {
        let schema = dialect.schema(&Prefs::default());
        assert_eq!(schema["dialect"], dialect.id);
        for tool in schema["tools"].as_array().unwrap() {
            assert!(tool["name"].is_string() && tool["snippet"].is_string());
            assert!(tool["description"].as_str().unwrap().len() > 200);
            assert_eq!(tool["input_schema"]["type"], "object");
            described(&tool["input_schema"]["properties"], dialect.id);
        }
    }
}

/// Every property, at any depth, tells an agent what to write there.
fn described(properties: &Value, path: &str) {
    for (key, property) in properties.as_object().unwrap() {
        let path = format!("{path}.{key}");
        let description =
            property["description"].as_str().unwrap_or_else(|| panic!("{path} has a description"));
        assert!(description.len() > 20 && !description.contains("  "), "{path}: {description}");
        if let Some(inner) = property.pointer("/items/properties") {
            described(inner, &path);
        }
    }
}

#[test]
fn the_schemas_carry_the_limits() {
    for dialect in ALL {
        let schema = dialect.schema(&Prefs::default());
        let questions = schema.pointer("/tools/0/input_schema/properties/questions").unwrap();
        let options = questions.pointer("/items/properties/options").unwrap();
        let bounds = |list: &Value| {
            let bound = |key: &str| list[key].as_u64().unwrap_or(0) as usize;
            (bound("minItems"), bound("maxItems"))
        };
        assert_eq!(bounds(questions), dialect.limits.questions, "{}", dialect.id);
        assert_eq!(bounds(options), dialect.limits.options, "{}", dialect.id);
        let header = questions.pointer("/items/properties/header/maxLength").and_then(Value::as_u64);
        assert_eq!(header.map(|n| n as usize), dialect.limits.header_chars, "{}", dialect.id);
    }
}

#[test]
fn question_takes_what_its_document_names() {
    let schema = by_id("question").unwrap().schema(&Prefs::default());
    let question = schema.pointer("/tools/0/input_schema/properties/questions/items").unwrap();
    assert_eq!(schema["tools"][0]["name"], "question");
    assert_eq!(keys(question), ["id", "label", "prompt", "options"]);
    assert_eq!(question["required"], serde_json::json!(["id", "prompt", "options"]));
    let option = question.pointer("/properties/options/items").unwrap();
    assert_eq!(keys(option), ["value", "label", "description"]);
    assert_eq!(option["required"], serde_json::json!(["value", "label"]));
}

#[test]
fn ask_user_question_says_its_six_guidelines() {
    let schema = by_id("ask_user_question").unwrap().schema(&Prefs::default());
    let question = schema.pointer("/tools/0/input_schema/properties/questions/items").unwrap();
    assert_eq!(keys(question), ["question", "header", "options", "multiSelect"]);
    assert_eq!(
        keys(question.pointer("/properties/options/items").unwrap()),
        ["label", "description", "preview"]
    );
    let guidelines: Vec<&str> =
        schema["tools"][0]["guidelines"].as_array().unwrap().iter().map(|g| g.as_str().unwrap()).collect();
    let wanted =
        ["1 to 4 clear", "question mark", "12 characters", "2 to 4 options", "\"Other\"", "previews only"];
    assert_eq!(guidelines.len(), wanted.len());
    for (guideline, wanted) in guidelines.iter().zip(wanted) {
        assert!(guideline.contains(wanted), "{wanted}: {guideline}");
    }
}

fn keys(object: &Value) -> Vec<&str> {
    object["properties"].as_object().unwrap().keys().map(String::as_str).collect()
}
