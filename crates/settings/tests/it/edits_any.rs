//! Any change to any file keeps the rest, and reading it back finds the new value.
#![allow(clippy::unwrap_used, reason = "part of the tests")]

use asq_settings::{ALL, Format, Given, Setting, set, unset};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// Names and texts with everything that a JSON scanner could stumble over.
fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z\"\\\\{}\\[\\],: \t\né]{0,8}",
        prop::sample::select(ALL).prop_map(|s| s.name.to_owned()),
        Just("\u{2028}\\\"}".to_owned()),
    ]
}

fn anything() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        any::<f32>().prop_filter("finite", |n| n.is_finite()).prop_map(|n| json!(f64::from(n))),
        words().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((words(), inner), 0..4)
                .prop_map(|rows| Value::Object(rows.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

fn file() -> impl Strategy<Value = Map<String, Value>> {
    prop::collection::vec((words(), anything()), 0..6).prop_map(|rows| rows.into_iter().collect())
}

fn contract() -> impl Strategy<Value = (&'static Setting, Given)> {
    let all: Vec<&'static Setting> = ALL.iter().filter(|s| s.in_contract()).collect();
    (prop::sample::select(all), prop::sample::select(vec!["true", "off", "3", "60", "", "a \"b\"\n\\"]))
        .prop_filter_map("fits", |(s, text)| Some((s, s.judge_text(text)?)))
}

/// The object as text, with blanks where a person might have put them.
fn written(object: &Map<String, Value>, blanks: &str, pretty: bool) -> String {
    let whole = Value::Object(object.clone());
    if pretty {
        return format!("{blanks}{whole:#}{blanks}");
    }
    let rows: Vec<String> = object
        .iter()
        .map(|(name, content)| {
            format!("{blanks}{}{blanks}:{blanks}{content}{blanks}", Value::from(name.as_str()))
        })
        .collect();
    format!("{blanks}{{{}{blanks}}}{blanks}", rows.join(","))
}

proptest! {
    #[test]
    fn a_change_of_any_json_changes_one_member(
        object in file(),
        (setting, given) in contract(),
        blanks in "[ \t\r\n]{0,3}",
        pretty in any::<bool>(),
    ) {
        let text = written(&object, &blanks, pretty);
        let after = set(Format::Json, &text, setting, &given).unwrap();
        let mut expected = object.clone();
        expected.insert(setting.name.to_owned(), given.json());
        prop_assert_eq!(serde_json::from_str::<Value>(&after).unwrap(), Value::Object(expected), "{}", after);

        let without = unset(Format::Json, &after, setting).unwrap();
        let mut expected = object;
        expected.shift_remove(setting.name);
        prop_assert_eq!(serde_json::from_str::<Value>(&without).unwrap(), Value::Object(expected), "{}", without);
    }

    #[test]
    fn any_text_is_read_changed_or_refused_and_nothing_panics(text in ".{0,40}", setting in prop::sample::select(ALL)) {
        for format in [Format::Json, Format::Toml] {
            let loaded = format.check("f", &text);
            let broken = set(format, &text, &setting, &setting.default()).is_err();
            prop_assert_eq!(broken, unset(format, &text, &setting).is_err());
            prop_assert!(!broken || !loaded.warnings.is_empty());
        }
    }
}
