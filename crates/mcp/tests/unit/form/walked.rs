//! Forms for a client that goes from field to field and takes no empty text, filled in as such a client does.

use super::{FormShape, FormWalk};
use asq_asking::{ReadCall, read_json_call};
use asq_core::model::{Draft, Outcome, Prefs, Request};
use asq_core::walk::SaidAnswer;
use asq_dialects::{Dialect, What};
use expect_test::{Expect, expect};
use serde_json::{Map, Value, json};
use std::fmt::Write;

fn request(dialect: &'static Dialect, call: Value) -> Request {
    match read_json_call(call, (Some(dialect.id), None), Prefs::default()) {
        ReadCall::Call(call) => match call.reading.what {
            What::Ask { request, .. } => request,
            What::Reply(reply) => panic!("{}", reply.content),
        },
        ReadCall::Misuse(_, reply) => panic!("{}", reply.content),
    }
}

/// Fills in a form as Codex does: Enter takes a list's default or its first row and a field's default of yes or no, and
/// nothing gets past an empty text. `keys` are the rows to pick, or the texts to type, in the fields' order.
fn filled(schema: &Value, keys: &[&str]) -> Value {
    let mut keys = keys.iter();
    let mut content = Map::new();
    for (name, field) in schema["properties"].as_object().unwrap() {
        let key = keys.next().copied().unwrap_or("");
        let value = match (field["type"].as_str().unwrap(), field.get("enum")) {
            ("boolean", _) if key.is_empty() => field["default"].clone(),
            ("boolean", _) => json!(key == "yes"),
            ("string", Some(rows)) if key.is_empty() => field.get("default").unwrap_or(&rows[0]).clone(),
            ("string", Some(rows)) => {
                let mut rows = rows.as_array().unwrap().iter();
                rows.find(|row| row.as_str().unwrap().starts_with(key))
                    .unwrap_or(&json!("no such row"))
                    .clone()
            }
            ("string", None) => {
                assert_ne!(key, "", "{name}: nothing gets past an empty text");
                json!(key)
            }
            (other, _) => panic!("Codex has no {other}"),
        };
        content.insert(name.clone(), value);
    }
    Value::Object(content)
}

/// The forms of a request, each with what is picked or typed in it, and what the walk led to.
fn check(dialect: &'static Dialect, call: Value, forms: &[&[&str]], expected: &Expect) {
    let request = request(dialect, call);
    let rules = (dialect.form)(&Prefs::default());
    let mut walk = FormWalk::new(request.clone(), rules, Draft::default(), FormShape::Walked);
    let mut all = String::new();
    for keys in forms {
        let form = serde_json::to_value(walk.form().unwrap()).unwrap();
        let _ = writeln!(all, "{}", form["message"].as_str().unwrap());
        let schema = &form["requestedSchema"];
        for (name, field) in schema["properties"].as_object().unwrap() {
            let title = field["title"].as_str().unwrap();
            let must = schema["required"].as_array().is_some_and(|all| all.contains(&json!(name)));
            let first = field.get("default").map_or(String::new(), |first| format!(" = {first}"));
            let rows = field.get("enum").map_or(String::new(), |rows| format!(" {rows}"));
            let _ = writeln!(all, "  {name}{} \"{title}\"{rows}{first}", if must { "*" } else { "" });
        }
        let content = filled(schema, keys);
        let _ = writeln!(all, "    > {content}");
        walk.accept(Some(content));
    }
    match walk.outcome() {
        None => all.push_str("open\n"),
        Some(Outcome::Answered(answers)) => {
            for (question, entry) in request.questions.iter().zip(&answers.entries) {
                let (answer, note) = (entry.answer.as_ref(), entry.note.as_ref());
                let _ = writeln!(all, "{}", SaidAnswer { question, answer, note, typed: None }.line());
            }
        }
        Some(other) => {
            let _ = writeln!(all, "{}", other.name());
        }
    }
    expected.assert_eq(&all);
}

fn asq(question: &Value, forms: &[&[&str]], expected: &Expect) {
    check(&asq_dialects::asq::DIALECT, json!({ "questions": [question] }), forms, expected);
}

fn store(more: &Value) -> Value {
    let mut question =
        json!({"header": "Store", "question": "Which?", "options": [{"label": "A"}, {"label": "B"}]});
    for (name, value) in more.as_object().unwrap() {
        question[name] = value.clone();
    }
    question
}

#[test]
fn a_choice_is_one_list_that_enter_sends() {
    asq(
        &store(&json!({})),
        &[&["2."]],
        &expect![[r#"
        Which?
          answer* "Store" ["1. A","2. B","Something else…","Add a note","Let's discuss this"]
            > {"answer":"2. B"}
        Store: B
    "#]],
    );
}

#[test]
fn a_yes_or_no_is_one_list() {
    asq(
        &json!({"header": "Ship", "question": "Ship it?", "kind": "confirm"}),
        &[&[""]],
        &expect![[r#"
        Ship it?
          answer* "Ship" ["1. Yes","2. No","Add a note","Let's discuss this"]
            > {"answer":"1. Yes"}
        Ship: Yes
    "#]],
    );
}

#[test]
fn own_words_and_a_note_have_forms_of_their_own() {
    asq(
        &store(&json!({"custom": true, "default": "B"})),
        &[
            &["Add"],
            &["for now", ""],
            &["Something"],
            &["Zig", "Back"],
            &["Something"],
            &["Write"],
            &["DuckDB", ""],
        ],
        &expect![[r#"
            Which?
              answer* "Store" ["1. A","2. B","Something else…","Add a note","Let's discuss this"] = "2. B"
                > {"answer":"Add a note"}
            Which?
              answer "Note"
              then "Then" ["Save the note","Back to the question"] = "Save the note"
                > {"answer":"for now","then":"Save the note"}
            Which?
            Your note: for now
              answer* "Store" ["1. A","2. B","Something else…","Change the note","Let's discuss this"] = "2. B"
                > {"answer":"Something else…"}
            Which?
            Your note: for now
              answer "In your own words"
              then "Then" ["Send this answer","Back to the choices"] = "Send this answer"
                > {"answer":"Zig","then":"Back to the choices"}
            Which?
            Your note: for now
              answer* "Store" ["1. A","2. B","Something else…","Change the note","Let's discuss this"] = "2. B"
                > {"answer":"Something else…"}
            Which?
            Your note: for now
              answer* "Store" ["Use: Zig","Write something else","Back to the choices"] = "Use: Zig"
                > {"answer":"Write something else"}
            Which?
            Your note: for now
              answer "In your own words" = "Zig"
              then "Then" ["Send this answer","Back to the choices"] = "Send this answer"
                > {"answer":"DuckDB","then":"Send this answer"}
            Store: DuckDB (note: for now)
        "#]],
    );
}

#[test]
fn a_note_can_be_left_without_writing_one() {
    asq(
        &store(&json!({})),
        &[&["Add"], &["x", "Back"], &["Let's"]],
        &expect![[r#"
        Which?
          answer* "Store" ["1. A","2. B","Something else…","Add a note","Let's discuss this"]
            > {"answer":"Add a note"}
        Which?
          answer "Note"
          then "Then" ["Save the note","Back to the question"] = "Save the note"
            > {"answer":"x","then":"Back to the question"}
        Which?
          answer* "Store" ["1. A","2. B","Something else…","Add a note","Let's discuss this"]
            > {"answer":"Let's discuss this"}
        discuss
    "#]],
    );
}

#[test]
fn several_picks_are_kept_while_a_note_is_written() {
    let options = json!([{"label": "Rust"}, {"label": "Go"}, {"label": "C"}]);
    asq(
        &json!({"header": "Languages", "question": "Which?", "kind": "select_many", "min": 1, "custom": true, "options": options}),
        &[
            &["", "", "", ""],
            &["yes", "", "yes", "Add"],
            &["n", ""],
            &["", "", "", "Something"],
            &["Zig", ""],
        ],
        &expect![[r#"
            Which?
            Pick any number.
              row_1 "1. Rust" = false
              row_2 "2. Go" = false
              row_3 "3. C" = false
              then "Then" ["Send these picks","Something else…","Add a note","Let's discuss this"] = "Send these picks"
                > {"row_1":false,"row_2":false,"row_3":false,"then":"Send these picks"}
            Pick at least 1; you picked 0.
            Which?
            Pick any number.
              row_1 "1. Rust" = false
              row_2 "2. Go" = false
              row_3 "3. C" = false
              then "Then" ["Send these picks","Something else…","Add a note","Let's discuss this"] = "Send these picks"
                > {"row_1":true,"row_2":false,"row_3":true,"then":"Add a note"}
            Which?
              answer "Note"
              then "Then" ["Save the note","Back to the question"] = "Save the note"
                > {"answer":"n","then":"Save the note"}
            Which?
            Your note: n
            Pick any number.
              row_1 "1. Rust" = true
              row_2 "2. Go" = false
              row_3 "3. C" = true
              then "Then" ["Send these picks","Something else…","Change the note","Let's discuss this"] = "Send these picks"
                > {"row_1":true,"row_2":false,"row_3":true,"then":"Something else…"}
            Which?
            Your note: n
              answer "In your own words"
              then "Then" ["Send this answer","Back to the choices"] = "Send this answer"
                > {"answer":"Zig","then":"Send this answer"}
            Languages: Rust, C, Zig (note: n)
        "#]],
    );
}

#[test]
fn a_number_is_typed_or_its_default_is_taken() {
    let port = |more: &Value| {
        let mut question =
            json!({"header": "Port", "question": "Which port?", "kind": "number", "min": 1, "max": 65535});
        for (name, value) in more.as_object().unwrap() {
            question[name] = value.clone();
        }
        question
    };
    asq(
        &port(&json!({})),
        &[&["70000", ""], &["8080", "Add"], &["dev", ""], &[""]],
        &expect![[r#"
        Which port?
          answer* "Port"
          then "Then" ["Send this answer","Add a note"] = "Send this answer"
            > {"answer":"70000","then":"Send this answer"}
        70000 is too large: the most is 65535.
        Which port?
          answer* "Port" = "70000"
          then "Then" ["Send this answer","Add a note"] = "Send this answer"
            > {"answer":"8080","then":"Add a note"}
        Which port?
          answer "Note"
          then "Then" ["Save the note","Back to the question"] = "Save the note"
            > {"answer":"dev","then":"Save the note"}
        Which port?
        Your note: dev
          answer* "Port" ["Use: 8080","Write something else","Change the note"] = "Use: 8080"
            > {"answer":"Use: 8080"}
        Port: 8080 (note: dev)
    "#]],
    );
    asq(
        &port(&json!({"default": 8080})),
        &[&["Write"], &["9090", "Back"], &[""]],
        &expect![[r#"
        Which port?
          answer* "Port" ["Use: 8080","Write something else","Add a note"] = "Use: 8080"
            > {"answer":"Write something else"}
        Which port?
          answer "Port" = "8080"
          then "Then" ["Send this answer","Add a note","Back"] = "Send this answer"
            > {"answer":"9090","then":"Back"}
        Which port?
          answer* "Port" ["Use: 9090","Write something else","Add a note"] = "Use: 9090"
            > {"answer":"Use: 9090"}
        Port: 9090
    "#]],
    );
    asq(
        &port(&json!({"skippable": true})),
        &[&["Skip"]],
        &expect![[r#"
        Which port?
          answer* "Port" ["Write an answer","Add a note","Skip this question"]
            > {"answer":"Skip this question"}
        Port: (skipped)
    "#]],
    );
}

#[test]
fn a_text_is_typed() {
    asq(
        &json!({"header": "Name", "question": "What is it called?", "kind": "text"}),
        &[&["demo", ""]],
        &expect![[r#"
            What is it called?
              answer* "Name"
              then "Then" ["Send this answer","Add a note"] = "Send this answer"
                > {"answer":"demo","then":"Send this answer"}
            Name: demo
        "#]],
    );
}

#[test]
fn a_text_that_looks_like_a_secret_is_taken_the_second_time() {
    let secret = format!("ghp_{}", "a1B2c3D4".repeat(5));
    asq(
        &json!({"header": "Name", "question": "Which one?", "kind": "text"}),
        &[&[&secret, ""], &[""]],
        &expect![[r#"
            Which one?
              answer* "Name"
              then "Then" ["Send this answer","Add a note"] = "Send this answer"
                > {"answer":"ghp_a1B2c3D4a1B2c3D4a1B2c3D4a1B2c3D4a1B2c3D4","then":"Send this answer"}
            This looks like a secret, and whoever asks would read it.
            Which one?
              answer* "Name" ["Use: ghp_a1B2c3D4a1B2c3D4a1B2c3D4a1B2c3D4a1B2c3D4","Write something else","Add a note"] = "Use: ghp_a1B2c3D4a1B2c3D4a1B2c3D4a1B2c3D4a1B2c3D4"
                > {"answer":"Use: ghp_a1B2c3D4a1B2c3D4a1B2c3D4a1B2c3D4a1B2c3D4"}
            Name: ghp_a1B2c3D4a1B2c3D4a1B2c3D4a1B2c3D4a1B2c3D4
        "#]],
    );
}

#[test]
fn several_questions_are_changed_and_sent_at_the_end() {
    let call = json!({"questions": [
        store(&json!({"id": "db"})),
        {"id": "name", "header": "Name", "question": "What is it called?", "kind": "text"},
    ]});
    check(
        &asq_dialects::asq::DIALECT,
        call,
        &[&[""], &["demo", ""], &["Change 2."], &["Write"], &["example", ""], &[""]],
        &expect![[r#"
            [1/2] Which?
              answer* "Store" ["1. A","2. B","Something else…","Add a note","Let's discuss this"]
                > {"answer":"1. A"}
            [2/2] What is it called?
              answer* "Name"
              then "Then" ["Go on","Add a note"] = "Go on"
                > {"answer":"demo","then":"Go on"}
            Your answers:
            1. Store: A
            2. Name: demo
              answer* "Send" ["Send these answers","Change 1. Store","Change 2. Name"] = "Send these answers"
                > {"answer":"Change 2. Name"}
            [2/2] What is it called?
              answer* "Name" ["Use: demo","Write something else","Add a note"] = "Use: demo"
                > {"answer":"Write something else"}
            [2/2] What is it called?
              answer "Name" = "demo"
              then "Then" ["Go on","Add a note","Back"] = "Go on"
                > {"answer":"example","then":"Go on"}
            Your answers:
            1. Store: A
            2. Name: example
              answer* "Send" ["Send these answers","Change 1. Store","Change 2. Name"] = "Send these answers"
                > {"answer":"Send these answers"}
            Store: A
            Name: example
        "#]],
    );
}

#[test]
fn a_question_that_takes_no_note_and_may_stay_open_says_so() {
    let option = |label: &str| json!({"label": label, "description": "d"});
    let question = |n: u8| json!({"header": format!("Q{n}"), "question": format!("Which {n}?"), "options": [option("A")]});
    check(
        &asq_dialects::opencode::DIALECT,
        json!({"questions": [question(1), question(2)]}),
        &[&["Skip"], &["1."], &[""]],
        &expect![[r#"
            [1/2] Which 1?
            1. A: d
              answer* "Q1" ["1. A","Type your own answer","Skip this question"]
                > {"answer":"Skip this question"}
            [2/2] Which 2?
            1. A: d
              answer* "Q2" ["1. A","Type your own answer","Skip this question"]
                > {"answer":"1. A"}
            Your answers:
            1. Q1: (not answered)
            2. Q2: A
              answer* "Send" ["Send these answers","Change 1. Q1","Change 2. Q2"] = "Send these answers"
                > {"answer":"Send these answers"}
            Q1: (not answered)
            Q2: A
        "#]],
    );
}
