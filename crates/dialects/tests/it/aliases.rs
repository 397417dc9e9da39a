//! Every other name of a key that `docs/dialects/asq.md` lists is read as that key.

use asq_core::model::Prefs;
use asq_dialects::{ToolCall, What, by_id};
use serde_json::{Map, Value, json};

/// A row of the page: of what, the key, its other names; and those at the top of a call alone.
struct Row {
    of: String,
    key: String,
    names: Vec<String>,
    top: Vec<String>,
}

fn words(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn rows() -> Vec<Row> {
    let page = include_str!("../../../../docs/dialects/asq.md");
    let table = page.split_once("| of | key | is also called |").unwrap().1;
    let mut rows = Vec::new();
    for line in table.lines().skip(2).take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let keys = words(cells[1].split_once(" (").map_or(cells[1], |(key, _)| key));
        let groups: Vec<Vec<String>> = cells[2].split(';').map(words).collect();
        for (n, key) in keys.iter().enumerate() {
            let top = if keys.len() < groups.len() { groups[1][..1].to_vec() } else { Vec::new() };
            rows.push(Row { of: cells[0].to_owned(), key: key.clone(), names: groups[n].clone(), top });
        }
    }
    rows
}

/// A value of this key that shows in a request.
fn value(of: &str, key: &str) -> Value {
    match (of, key) {
        ("a call", "questions") => json!([{"question": "A?"}]),
        ("a call", "discuss") | ("a question", "custom" | "multiline" | "required") => json!(false),
        ("a call", "expires") | ("an expiry", "after") => json!("10m"),
        ("a call", "requestedSchema") => json!({"type": "object", "properties": {"a": {"type": "number"}}}),
        ("a question", "kind") => json!("number"),
        ("a question", "options") => json!(["x", "y"]),
        ("a question", "min" | "max" | "step" | "default") => json!(2),
        ("a question", "recommended") => json!("x"),
        ("a question", "sensitive" | "skippable" | "multiple") | ("an option", "recommended") => json!(true),
        ("a preview", "kind") => json!("html"),
        ("a preview", "language") => json!("rust"),
        (_, _) => json!("words"),
    }
}

/// A call that has this key under this name; `None` for the name leaves it out.
fn call(of: &str, key: &str, name: Option<&str>) -> Value {
    let mut own: Map<String, Value> =
        name.map(|name| (name.to_owned(), value(of, key))).into_iter().collect();
    let mut with = |part: Value| own.extend(part.as_object().unwrap().clone());
    match (of, key) {
        ("a call", "questions" | "requestedSchema") => {}
        ("a call", _) => with(json!({"questions": [{"question": "A?"}]})),
        ("a question", "question") => {}
        ("a question", "custom" | "multiple" | "recommended") => {
            with(json!({"question": "A?", "options": ["x", "y"]}));
        }
        ("a question", "min" | "max" | "step" | "unit" | "default") => {
            with(json!({"question": "A?", "kind": "number"}));
        }
        ("a question", "yes" | "no") => with(json!({"question": "A?", "kind": "confirm"})),
        ("a question", _) => with(json!({"question": "A?"})),
        ("an option", "label" | "value") => {}
        ("an option", _) => with(json!({"label": "L"})),
        ("a preview", "source") => {}
        ("a preview", _) => with(json!({"source": "S"})),
        ("an expiry", "after") => {}
        ("an expiry", _) => with(json!({"after": "1h"})),
        ("a danger", _) => {}
        (of, _) => panic!("the page has a table of {of}"),
    }
    let own = Value::Object(own);
    match of {
        "a call" => own,
        "a question" => json!({"questions": [own]}),
        "an option" => json!({"questions": [{"question": "A?", "options": [own, "z"]}]}),
        "a preview" => json!({"questions": [{"question": "A?", "context": own}]}),
        "a danger" => json!({"questions": [{"question": "A?", "danger": own}]}),
        _ => json!({"questions": [{"question": "A?"}], "expires": own}),
    }
}

fn asked(arguments: &Value) -> Option<What> {
    let call = ToolCall { name: None, arguments: arguments.clone() };
    (by_id("asq").unwrap().read)(&call, &Prefs::default()).ok().map(|reading| reading.what)
}

/// `max_items` as `maxItems`.
fn camel(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap().to_owned();
    words.fold(first, |all, word| all + &word[..1].to_uppercase() + &word[1..])
}

#[test]
fn every_name_that_the_page_lists_is_read_as_its_key() {
    let mut names = 0;
    for Row { of, key, names: others, top } in rows() {
        let wanted = asked(&call(&of, &key, Some(&key))).unwrap_or_else(|| panic!("{of}: {key}"));
        let without = asked(&call(&of, &key, None));
        assert_eq!(without.as_ref() == Some(&wanted), key == "timeout", "{of}: {key} shows in the request");
        for name in &others {
            for name in [name.clone(), camel(name), name.to_uppercase(), name.replace('_', "-")] {
                let call = call(&of, &key, Some(&name));
                assert_eq!(asked(&call).as_ref(), Some(&wanted), "{of}: {key} as {name}: {call}");
            }
            names += 1;
        }
        for name in top {
            let call = json!({name: "words"});
            assert_eq!(asked(&call).as_ref(), Some(&wanted), "{call}");
            names += 1;
        }
    }
    assert!(names > 140, "{names}");
}
