//! What models get wrong when they call `ask`: read as what was meant and told, or refused; never misread.
//!
//! A mistake stands next to the call that it means, and is read if both give the same request. A mistake that
//! means nothing askable is refused.

use asq_core::model::Prefs;
use asq_dialects::{Reading, understand};
use expect_test::expect;
use std::fmt::Write;

/// Mistakes, and what each means.
const MEANT: &[(&str, &str, &str)] = &[
    // Spelling.
    (
        "another agent's key for the question",
        r#"{"questions":[{"prompt":"A?"}]}"#,
        r#"{"questions":[{"question":"A?"}]}"#,
    ),
    (
        "camel case",
        r#"{"questions":[{"question":"A?","kind":"number","defaultValue":3}]}"#,
        r#"{"questions":[{"question":"A?","kind":"number","default":3}]}"#,
    ),
    (
        "a slip in a key",
        r#"{"questions":[{"question":"A?","optoins":["x","y"]}]}"#,
        r#"{"questions":[{"question":"A?","options":["x","y"]}]}"#,
    ),
    (
        "choices",
        r#"{"questions":[{"question":"A?","choices":["x","y"]}]}"#,
        r#"{"questions":[{"question":"A?","options":["x","y"]}]}"#,
    ),
    (
        "type",
        r#"{"questions":[{"question":"A?","type":"text"}]}"#,
        r#"{"questions":[{"question":"A?","kind":"text"}]}"#,
    ),
    (
        "multiSelect",
        r#"{"questions":[{"question":"A?","options":["x","y"],"multiSelect":true}]}"#,
        r#"{"questions":[{"question":"A?","options":["x","y"],"kind":"select_many"}]}"#,
    ),
    (
        "required",
        r#"{"questions":[{"question":"A?","required":false}]}"#,
        r#"{"questions":[{"question":"A?","skippable":true}]}"#,
    ),
    (
        "checkbox",
        r#"{"questions":[{"question":"A?","kind":"checkbox","options":["x","y"]}]}"#,
        r#"{"questions":[{"question":"A?","kind":"select_many","options":["x","y"]}]}"#,
    ),
    (
        "yes_no",
        r#"{"questions":[{"question":"A?","kind":"yes_no"}]}"#,
        r#"{"questions":[{"question":"A?","kind":"confirm"}]}"#,
    ),
    (
        "boolean",
        r#"{"questions":[{"question":"A?","kind":"boolean"}]}"#,
        r#"{"questions":[{"question":"A?","kind":"confirm"}]}"#,
    ),
    (
        "password",
        r#"{"questions":[{"question":"A?","kind":"password"}]}"#,
        r#"{"questions":[{"question":"A?","kind":"text","sensitive":true}]}"#,
    ),
    (
        "dropdown",
        r#"{"questions":[{"question":"A?","kind":"dropdown","options":["x","y"]}]}"#,
        r#"{"questions":[{"question":"A?","options":["x","y"]}]}"#,
    ),
    (
        "slider",
        r#"{"questions":[{"question":"A?","kind":"slider","min":1,"max":9}]}"#,
        r#"{"questions":[{"question":"A?","kind":"number","min":1,"max":9}]}"#,
    ),
    (
        "Select One",
        r#"{"questions":[{"question":"A?","kind":"select-one","options":["x","y"]}]}"#,
        r#"{"questions":[{"question":"A?","kind":"select_one","options":["x","y"]}]}"#,
    ),
    // Values.
    (
        "a flag as a text",
        r#"{"questions":[{"question":"A?","skippable":"true"}]}"#,
        r#"{"questions":[{"question":"A?","skippable":true}]}"#,
    ),
    (
        "a number as a text",
        r#"{"questions":[{"question":"A?","kind":"number","min":"1"}]}"#,
        r#"{"questions":[{"question":"A?","kind":"number","min":1}]}"#,
    ),
    (
        "numbers as labels",
        r#"{"questions":[{"question":"A?","options":[1,2]}]}"#,
        r#"{"questions":[{"question":"A?","options":["1","2"]}]}"#,
    ),
    (
        "a kind by its options",
        r#"{"questions":[{"question":"A?","kind":"text","options":["x","y"]}]}"#,
        r#"{"questions":[{"question":"A?","kind":"select_one","options":["x","y"]}]}"#,
    ),
    (
        "options of a confirmation",
        r#"{"questions":[{"question":"A?","kind":"confirm","options":["Ship","Hold"]}]}"#,
        r#"{"questions":[{"question":"A?","kind":"confirm","yes":"Ship","no":"Hold"}]}"#,
    ),
    (
        "a recommendation by its label",
        r#"{"questions":[{"question":"A?","options":["x","y"],"recommended":"x"}]}"#,
        r#"{"questions":[{"question":"A?","options":[{"label":"x","recommended":true},"y"]}]}"#,
    ),
    (
        "(Recommended) in a label",
        r#"{"questions":[{"question":"A?","options":["JWT (Recommended)","OAuth"]}]}"#,
        r#"{"questions":[{"question":"A?","options":[{"label":"JWT","recommended":true},"OAuth"]}]}"#,
    ),
    (
        "a default by such a label",
        r#"{"questions":[{"question":"A?","options":["JWT (Recommended)","OAuth"],"default":"JWT (Recommended)"}]}"#,
        r#"{"questions":[{"question":"A?","options":[{"label":"JWT","recommended":true},"OAuth"],"default":"JWT"}]}"#,
    ),
    (
        "a default that is no option",
        r#"{"questions":[{"question":"A?","options":["x","y"],"default":"z"}]}"#,
        r#"{"questions":[{"question":"A?","options":["x","y"]}]}"#,
    ),
    (
        "a default out of its bounds",
        r#"{"questions":[{"question":"A?","kind":"number","max":3,"default":4}]}"#,
        r#"{"questions":[{"question":"A?","kind":"number","max":3}]}"#,
    ),
    (
        "more picks than there are",
        r#"{"questions":[{"question":"A?","kind":"select_many","options":["x","y"],"max":9}]}"#,
        r#"{"questions":[{"question":"A?","kind":"select_many","options":["x","y"]}]}"#,
    ),
    (
        "a timeout",
        r#"{"questions":[{"question":"A?"}],"timeout":60}"#,
        r#"{"questions":[{"question":"A?"}]}"#,
    ),
    (
        "a key of nobody's",
        r#"{"questions":[{"question":"A?","icon":"x"}]}"#,
        r#"{"questions":[{"question":"A?"}]}"#,
    ),
    // Blanks.
    (
        "a blank kind",
        r#"{"questions":[{"question":"A?","kind":""}]}"#,
        r#"{"questions":[{"question":"A?"}]}"#,
    ),
    (
        "a blank danger",
        r#"{"questions":[{"question":"A?","kind":"text","danger":""}]}"#,
        r#"{"questions":[{"question":"A?","kind":"text"}]}"#,
    ),
    (
        "at most 0 picks",
        r#"{"questions":[{"question":"A?","kind":"select_many","options":["x","y"],"max":0}]}"#,
        r#"{"questions":[{"question":"A?","kind":"select_many","options":["x","y"]}]}"#,
    ),
    (
        "a step of 0",
        r#"{"questions":[{"question":"A?","kind":"number","step":0}]}"#,
        r#"{"questions":[{"question":"A?","kind":"number"}]}"#,
    ),
    (
        "a blank time limit",
        r#"{"questions":[{"question":"A?"}],"expires":{"after":"","means":""}}"#,
        r#"{"questions":[{"question":"A?"}]}"#,
    ),
    (
        "a time limit of nulls",
        r#"{"questions":[{"question":"A?"}],"expires":{"after":null,"means":null}}"#,
        r#"{"questions":[{"question":"A?"}]}"#,
    ),
    (
        "a time limit of 0",
        r#"{"questions":[{"question":"A?"}],"expires":0}"#,
        r#"{"questions":[{"question":"A?"}]}"#,
    ),
    // Containers.
    (
        "one question alone",
        r#"{"prompt":"A?","options":["x","y"]}"#,
        r#"{"questions":[{"question":"A?","options":["x","y"]}]}"#,
    ),
    (
        "one question in the place of the list",
        r#"{"questions":{"question":"A?"}}"#,
        r#"{"questions":[{"question":"A?"}]}"#,
    ),
    ("a bare text in the place of the list", r#"{"questions":"A?"}"#, r#"{"questions":[{"question":"A?"}]}"#),
    (
        "bare texts as questions",
        r#"{"questions":["A?","B?"]}"#,
        r#"{"questions":[{"question":"A?"},{"question":"B?"}]}"#,
    ),
    (
        "the list as a string of JSON",
        r#"{"questions":"[{\"question\":\"A?\"}]"}"#,
        r#"{"questions":[{"question":"A?"}]}"#,
    ),
    (
        "the call as a string of JSON",
        r#""{\"questions\":[{\"question\":\"A?\"}]}""#,
        r#"{"questions":[{"question":"A?"}]}"#,
    ),
    (
        "questions within questions",
        r#"{"questions":{"questions":[{"question":"A?"}]}}"#,
        r#"{"questions":[{"question":"A?"}]}"#,
    ),
    (
        "questions by their ids",
        r#"{"questions":{"db":{"question":"A?"},"n":{"question":"B?","kind":"number"}}}"#,
        r#"{"questions":[{"id":"db","question":"A?"},{"id":"n","question":"B?","kind":"number"}]}"#,
    ),
    (
        "texts of questions by their ids",
        r#"{"questions":{"db":"A?","n":"B?"}}"#,
        r#"{"questions":[{"id":"db","question":"A?"},{"id":"n","question":"B?"}]}"#,
    ),
    (
        "a bare list",
        r#"[{"question":"A?"},{"question":"B?"}]"#,
        r#"{"questions":[{"question":"A?"},{"question":"B?"}]}"#,
    ),
    (
        "options as an object",
        r#"{"questions":[{"question":"A?","options":{"a":"first","b":"second"}}]}"#,
        r#"{"questions":[{"question":"A?","options":[{"label":"a","description":"first"},{"label":"b","description":"second"}]}]}"#,
    ),
    (
        "options by their values",
        r#"{"questions":[{"question":"A?","options":{"pg":{"label":"PostgreSQL"},"lite":{"label":"SQLite"}}}]}"#,
        r#"{"questions":[{"question":"A?","options":[{"label":"PostgreSQL","value":"pg"},{"label":"SQLite","value":"lite"}]}]}"#,
    ),
    (
        "options with commas",
        r#"{"questions":[{"question":"A?","options":"a, b, c"}]}"#,
        r#"{"questions":[{"question":"A?","options":["a","b","c"]}]}"#,
    ),
    (
        "options as a list of lines",
        r#"{"questions":[{"question":"A?","options":"- a, or so\n- b"}]}"#,
        r#"{"questions":[{"question":"A?","options":["a, or so","b"]}]}"#,
    ),
    (
        "options as numbered lines",
        r#"{"questions":[{"question":"A?","options":"1. a\n2. b\n"}]}"#,
        r#"{"questions":[{"question":"A?","options":["a","b"]}]}"#,
    ),
    (
        "one option alone",
        r#"{"questions":[{"question":"A?","options":{"label":"a"}}]}"#,
        r#"{"questions":[{"question":"A?","options":["a"]}]}"#,
    ),
    (
        "a form's schema",
        r#"{"message":"City?","schema":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}"#,
        r#"{"questions":[{"id":"city","header":"city","question":"City?","kind":"text","multiline":false}]}"#,
    ),
    (
        "a form's schema in snake case",
        r#"{"message":"City?","requested_schema":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}"#,
        r#"{"questions":[{"id":"city","header":"city","question":"City?","kind":"text","multiline":false}]}"#,
    ),
    (
        "a provider's block",
        r#"{"type":"tool_use","id":"t","name":"ask","input":{"question":"A?","foo":1}}"#,
        r#"{"questions":[{"question":"A?"}]}"#,
    ),
];

/// Mistakes that mean nothing that could be asked, or two things at once.
const NOTHING: &[(&str, &str)] = &[
    ("two questions of one id", r#"{"questions":[{"id":"a","question":"A?"},{"id":"a","question":"B?"}]}"#),
    ("two options of one label", r#"{"questions":[{"question":"A?","options":["x","x"]}]}"#),
    ("bounds the wrong way round", r#"{"questions":[{"question":"A?","kind":"number","min":5,"max":3}]}"#),
    ("a date", r#"{"questions":[{"question":"A?","kind":"date"}]}"#),
    (
        "a confirmation of three",
        r#"{"questions":[{"question":"A?","kind":"confirm","options":["a","b","c"]}]}"#,
    ),
    (
        "a confirmation the wrong way round",
        r#"{"questions":[{"question":"A?","kind":"confirm","options":["No","Yes"]}]}"#,
    ),
    ("a list without options", r#"{"questions":[{"question":"A?","kind":"select_one"}]}"#),
    ("one word as the options", r#"{"questions":[{"question":"A?","options":"later"}]}"#),
    ("a number with options", r#"{"questions":[{"question":"A?","kind":"number","options":["1","2"]}]}"#),
    ("no JSON", r#"questions: A?"#),
    ("half a list as a string", r#"{"questions":"[{\"question\":\"A?\"}"}"#),
    ("nothing", "{}"),
    ("no questions", r#"{"questions":[]}"#),
    ("a blank question", r#"{"questions":[{"question":" "}]}"#),
    ("a question without its text", r#"{"questions":[{"options":["x","y"]}]}"#),
    ("an address to be opened", r#"{"message":"Sign in","url":"https://example.com"}"#),
    ("a key twice", r#"{"questions":[{"question":"A?","question":"B?"}]}"#),
    ("a time limit that is none", r#"{"questions":[{"question":"A?"}],"expires":"soon"}"#),
];

fn read(call: &str) -> Option<Reading> {
    let parsed = asq_wire::read(call.as_bytes()).ok()?;
    let (_, mut reading) = understand(&parsed.value, Some("asq"), None, &Prefs::default()).ok()?;
    reading.notes.splice(0..0, parsed.notes);
    Some(reading)
}

#[test]
fn nothing_is_misread() {
    let (mut told, mut refused, mut misread) = (0, 0, String::new());
    for (why, call, meant) in MEANT {
        let meant = read(meant).unwrap_or_else(|| panic!("{why}: {meant}"));
        assert_eq!(meant.notes, [], "{why}: what is meant is said as the contract has it");
        let reading = read(call).unwrap_or_else(|| panic!("{why} is refused: {call}"));
        if reading.what == meant.what && !reading.notes.is_empty() {
            told += 1;
        } else {
            writeln!(misread, "{why}: {call}\n{reading:?}").unwrap();
        }
    }
    for (why, call) in NOTHING {
        match read(call) {
            None => refused += 1,
            Some(reading) => writeln!(misread, "{why}: {call}\n{reading:?}").unwrap(),
        }
    }
    expect!["53 read and told, 18 refused, misread:\n"]
        .assert_eq(&format!("{told} read and told, {refused} refused, misread:\n{misread}"));
}
