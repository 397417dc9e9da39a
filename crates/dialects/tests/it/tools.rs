//! What an agent is offered.

use asq_core::model::Prefs;
use asq_dialects::{ALL, by_id};
use serde_json::Value;

#[test]
fn each_schema_says_its_dialect_and_tools() {
    for dialect in ALL {
        let schema = dialect.schema(&Prefs::default());
        assert_eq!(schema["dialect"], dialect.id);
        assert!(!schema["tools"].as_array().unwrap().is_empty(), "{}", dialect.id);
        for tool in schema["tools"].as_array().unwrap() {
            assert!(tool["name"].is_string());
            assert!(tool["description"].as_str().unwrap().len() > 200);
            assert_eq!(tool["input_schema"]["type"], "object");
            if dialect.id == "opencode" {
                // Its words are not ours: the tool as OpenCode offers it is compared as a whole.
                continue;
            }
            assert!(tool["snippet"].is_string());
            described(&tool["input_schema"]["properties"], dialect.id);
        }
    }
}

/// Every property, at any depth, tells an agent what to write there.
fn described(properties: &Value, path: &str) {
    for (key, property) in properties.as_object().unwrap() {
        let path = format!("{path}.{key}");
        // Gemini accepts no key next to anyOf, so the description is in its first branch.
        let told = property.pointer("/anyOf/0").unwrap_or(property);
        let description = told["description"].as_str().unwrap_or_else(|| panic!("{path} has a description"));
        assert!(description.len() > 14 && !description.contains("  "), "{path}: {description}");
        if let Some(inner) = property.pointer("/items/properties") {
            described(inner, &path);
        }
    }
}

#[test]
fn the_schemas_carry_the_limits() {
    for dialect in ["question", "ask_user_question", "questionnaire"].map(|id| by_id(id).unwrap()) {
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

#[test]
fn opencode_offers_the_tool_that_opencode_offers() {
    let real = include_str!("../fixtures/opencode/question-tool.json");
    let real: Value = serde_json::from_str(real).unwrap();
    let schema = by_id("opencode").unwrap().schema(&Prefs::default());
    let real = &real["function"];
    let wanted = serde_json::json!({"dialect": "opencode", "tools": [
        {"name": real["name"], "description": real["description"], "input_schema": real["parameters"]}]});
    // As text, so that the order of keys counts, too.
    assert_eq!(schema.to_string(), wanted.to_string());
}

#[test]
fn opencode_offers_nothing_behind_its_gate() {
    let prefs = Prefs { opencode_offered: false, ..Prefs::default() };
    for dialect in ALL {
        let offered = (dialect.offered)(&prefs);
        assert_eq!(offered, dialect.id != "opencode", "{}", dialect.id);
        assert_eq!((dialect.tools)(&prefs).is_empty(), !offered, "{}", dialect.id);
    }
}

#[test]
fn spec_takes_what_its_document_names() {
    let schema = by_id("spec").unwrap().schema(&Prefs::default());
    let tools = schema["tools"].as_array().unwrap();
    let names: Vec<&Value> = tools.iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["ask_question", "ask_multi_select", "resume_structured"]);
    for (tool, limits) in tools.iter().zip([(2, 6), (1, 200)]) {
        assert_eq!(keys(&tool["input_schema"]), ["question", "options"]);
        assert_eq!(tool["input_schema"]["required"], serde_json::json!(["question", "options"]));
        let options = &tool["input_schema"]["properties"]["options"];
        assert_eq!(
            (options["minItems"].as_u64(), options["maxItems"].as_u64()),
            (Some(limits.0), Some(limits.1))
        );
        assert_eq!(keys(&options["items"]), ["label", "description"]);
        assert_eq!(options["items"]["required"], serde_json::json!(["label"]));
    }
    assert_eq!(keys(&tools[2]["input_schema"]), ["summary"]);
    assert_eq!(tools[2]["input_schema"]["required"], serde_json::json!(["summary"]));
}

/// S3-11: in the guidelines for hosts that show them, and in the descriptions for those that don't.
#[test]
fn spec_tells_the_model_the_rules_of_its_document() {
    let schema = by_id("spec").unwrap().schema(&Prefs::default());
    let said = |tool: usize| {
        let tool = &schema["tools"][tool];
        let guidelines: Vec<&str> =
            tool["guidelines"].as_array().unwrap().iter().map(|g| g.as_str().unwrap()).collect();
        (tool["description"].as_str().unwrap().to_owned(), guidelines.join("\n"))
    };
    let rules: [(usize, &str, &str); 7] = [
        (0, "one question per turn", "one question per turn"),
        (0, "never a question in conversational text", "never in conversational text"),
        (0, "cite existing code", "cite existing code"),
        (0, "are added by themselves", "both rows are added by themselves"),
        (0, "then call resume_structured", "one question"),
        (1, "only for gray areas", "only for gray areas"),
        (2, "when you have gathered enough", "has made clear what the user wants"),
    ];
    for (tool, description, guideline) in rules {
        let (descriptions, guidelines) = said(tool);
        let has =
            |text: &str, part: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").contains(part);
        assert!(has(&descriptions, description), "{description}: {descriptions}");
        assert!(has(&guidelines, guideline), "{guideline}: {guidelines}");
    }
    assert!(said(2).0.contains("Sum up first what you learned"));
}

#[test]
fn questionnaire_takes_what_its_document_names() {
    let schema = by_id("questionnaire").unwrap().schema(&Prefs::default());
    let tool = &schema["tools"][0];
    let question = tool.pointer("/input_schema/properties/questions/items").unwrap();
    let option = question.pointer("/properties/options/items").unwrap();
    let preview = option.pointer("/properties/preview").unwrap();
    assert_eq!(tool["name"], "AskUserQuestion");
    assert!(tool["description"].as_str().unwrap().contains("Every question must be answered"));
    let guidelines: Vec<&str> =
        tool["guidelines"].as_array().unwrap().iter().map(|told| told.as_str().unwrap()).collect();
    assert_eq!(guidelines.len(), 7);
    let danger = "Set is_dangerous on anything destructive: the user then confirms by typing.";
    assert!(guidelines.contains(&danger), "{guidelines:?}");
    let wanted =
        "id header question description type options default min max placeholder multiline is_dangerous";
    assert_eq!(keys(question), wanted.split(' ').collect::<Vec<_>>());
    assert_eq!(question["required"], serde_json::json!(["header", "question", "type"]));
    assert_eq!(keys(option), ["label", "description", "preview"]);
    assert_eq!(option["required"], serde_json::json!(["label"]));
    assert_eq!(preview["required"], serde_json::json!(["type", "content"]));
    let lengths = ["id", "header", "question", "description", "placeholder"]
        .map(|key| question["properties"][key]["maxLength"].as_u64().unwrap());
    assert_eq!(lengths, [64, 20, 4000, 4000, 200]);
    let lengths =
        ["label", "description"].map(|key| option["properties"][key]["maxLength"].as_u64().unwrap());
    assert_eq!(lengths, [200, 2000]);
    let types = serde_json::json!(["select_one", "select_many", "confirm_enum", "number", "free_text"]);
    assert_eq!(question["properties"]["type"]["enum"], types);
    let previews = serde_json::json!(["markdown", "code", "text", "mermaid", "svg", "html"]);
    assert_eq!(preview["properties"]["type"]["enum"], previews);
    assert_eq!(question["properties"]["multiline"]["default"], true);
}

fn keys(object: &Value) -> Vec<&str> {
    object["properties"].as_object().unwrap().keys().map(String::as_str).collect()
}
