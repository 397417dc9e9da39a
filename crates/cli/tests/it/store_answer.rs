//! Answers from the command line: which fit, which asq refuses, and whom it records.

use crate::shop::{DATABASE, Shop, picture};
use expect_test::expect;
use serde_json::Value;
use std::fs;

#[test]
fn an_answer_that_was_stored_and_cannot_be_told_is_said_to_stand() {
    let shop = Shop::new("stands");
    let id = shop.posted(&[]);
    // This shell asked nothing, and the session is another one: it isn't the asker's own tree.
    let done = shop.script("setsid -w $0 answer $1 --pick SQLite >/dev/full", &[&id]).done();
    assert_eq!((done.code, done.out.as_str()), (74, ""), "{}", done.err);
    assert!(done.err.contains("it was stored, and stands: asq show "), "{}", done.err);
    assert!(shop.asq(&["show", &id]).out.contains("SQLite"));
    assert_eq!(shop.asq(&["list", "--count"]).out, "0\n");
}

#[test]
fn what_does_not_fit_is_refused_and_the_request_stays() {
    let shop = Shop::new("fit");
    let id = shop.posted(&["--only-options"]);
    let all = [
        shop.asq(&["answer", &id, "--pick", "Postgresql9"]),
        shop.asq(&["answer", &id, "--text", "neither"]),
        shop.asq(&["answer", &id, "--pick", "SQLite", "--pick", "PostgreSQL"]),
        shop.asq(&["answer", &id, "--number", "1"]),
        shop.asq(&["answer", &id]),
        shop.fed(&["answer", &id, "--answers", "-"], "[]"),
        shop.fed(&["answer", &id, "--answers", "-"], "{"),
    ];
    assert_eq!(shop.asq(&["list", "--count"]).out, "1\n");
    expect![[r#"
        65
        asq: that doesn't answer it, so the request stays open
          question 1: no option is called 'Postgresql9': there are 'PostgreSQL', 'SQLite'

        65
        asq: the answer does not fit, so the request stays open
          question 1: takes no custom text, only its options

        65
        asq: the answer does not fit, so the request stays open
          question 1: must have at most 1 pick, got 2

        65
        asq: the answer does not fit, so the request stays open
          question 1: expects picks, got a number

        65
        asq: that doesn't answer it, so the request stays open
          nothing is answered: --pick, --text, --number or --answers says what

        65
        asq: the answer does not fit, so the request stays open
          must have one entry per question, 1 in all, got 0

        65
        asq: standard input ends inside an object that is still open, at line 1
          one entry per question, as asq show --json prints them in answers (docs/store.md)
    "#]]
    .assert_eq(&picture(&shop, &all.iter().collect::<Vec<_>>()));
}

#[test]
fn the_first_answer_wins_and_the_same_again_is_no_conflict() {
    let shop = Shop::new("first");
    let id = shop.posted(&[]);
    let all = [
        shop.asq(&["answer", &id, "--pick", "SQLite", "--as", "ada"]),
        shop.asq(&["answer", &id, "--pick", "SQLite", "--as", "ada", "--json"]),
        shop.asq(&["answer", &id, "--pick", "SQLite", "--as", "bob"]),
        shop.asq(&["answer", &id, "--pick", "PostgreSQL", "--as", "ada"]),
        shop.asq(&["decline", &id]),
        shop.asq(&["withdraw", &id]),
    ];
    expect![[r#"
        0
        ID6 answered
        The asker isn't waiting. It gets the answer when it asks the same again, or with asq wait ID6.

        0
        {"id":"ID","outcome":"answered","at":"UTC","by":{"name":"ada","claimed":true,"how":"cli","pid":PID,"exe":"ASQ","tty":null,"leader":LEADER,"own_tree":false,"unknown_tree":null,"forced":false,"right":"answer","let_in":null,"via":null},"repeated":true,"asker_waits":false}

        9
        asq: ID6 is closed: answered, at DATE TIME +00:00
          with a command, process PID, claims to be: ada

        9
        asq: ID6 is closed: answered, at DATE TIME +00:00
          with a command, process PID, claims to be: ada

        9
        asq: ID6 is closed: answered, at DATE TIME +00:00
          with a command, process PID, claims to be: ada

        9
        asq: ID6 is closed: answered, at DATE TIME +00:00
          with a command, process PID, claims to be: ada
    "#]].assert_eq(&picture(&shop, &all.iter().collect::<Vec<_>>()));
}

#[test]
fn who_asks_does_not_answer_itself() {
    let shop = Shop::new("itself");
    let script = r#""$0" "$@" >posted; id=$(sed 's/.*"id":"\([^"]*\)".*/\1/' posted | head -1)
        "$0" answer "$id" --pick SQLite; echo "code $?"
        "$0" decline "$id"; echo "code $?"
        setsid -w "$0" answer "$id" --pick SQLite; echo "code $?"
        "$0" answer "$id" --pick SQLite --force; echo "code $?"
        "$0" show "$id" | grep force"#;
    let done = shop.script(script, &[&DATABASE[..], &["--no-wait"]].concat()).done();
    expect![[r#"
        0
        code 65
        code 65
        code 65
        ID6 answered
        The asker isn't waiting. It gets the answer when it asks the same again, or with asq wait ID6.
        code 0
        how         with a command, process PID, from the asker's own process tree, with --force: USER
        asq: posted; get the answer with: asq wait ID6
        asq: ID6 can't be closed from the asker's own process tree
          do it in another terminal; --force insists, and that is recorded and shown
        asq: ID6 can't be closed from the asker's own process tree
          do it in another terminal; --force insists, and that is recorded and shown
        asq: ID6 can't be closed from the asker's own process tree
          do it in another terminal; --force insists, and that is recorded and shown
    "#]]
    .assert_eq(&picture(&shop, &[&done]));
}

#[test]
fn the_same_session_does_not_answer_itself() {
    let mut shop = Shop::new("session");
    shop.with("ASQ_SESSION", "s1");
    let id = shop.posted(&[]);
    let refused = shop.asq(&["answer", &id, "--pick", "SQLite"]);
    shop.with("ASQ_SESSION", "s2");
    let other = shop.asq(&["answer", &id, "--pick", "SQLite"]);
    assert_eq!((refused.code, other.code), (65, 0), "{refused:?} {other:?}");
}

#[test]
fn a_dangerous_question_is_never_answered_by_a_command() {
    let shop = Shop::new("danger");
    let ask = ["ask", "-q", "Drop it?", "--confirm", "--danger", "drop", "--no-wait"];
    let id = shop.agent(&ask).id();
    let all = [
        shop.asq(&["answer", &id, "--pick", "Yes"]),
        shop.asq(&["answer", &id, "--pick", "Yes", "--force"]),
        shop.asq(&["decline", &id, "--reason", "never"]),
    ];
    expect![[r#"
        65
        asq: a dangerous question is never answered with a command
          it takes somebody who reads it: asq answer ID on a terminal, asq inbox, or the screen that it was asked on

        65
        asq: a dangerous question is never answered with a command
          it takes somebody who reads it: asq answer ID on a terminal, asq inbox, or the screen that it was asked on

        0
        ID6 declined
        The asker isn't waiting. It gets this ending when it asks the same again, or with asq wait ID6.
    "#]]
    .assert_eq(&picture(&shop, &all.iter().collect::<Vec<_>>()));
}

#[test]
fn answers_come_from_a_file_as_show_prints_them() {
    let shop = Shop::new("file");
    let id = shop.posted(&[]);
    shop.asq(&["answer", &id, "--text", "own \u{1b}[31mwords", "--note", "so"]);
    let shown: Value = serde_json::from_str(&shop.asq(&["show", &id, "--json"]).out).unwrap();
    fs::write(shop.join("a.json"), shown["answers"].to_string()).unwrap();
    let second = shop.posted(&["--context", "once more"]);
    let done = shop.asq(&["answer", &second, "--answers", "a.json", "--json"]);
    let after: Value = serde_json::from_str(&shop.asq(&["show", &second, "--json"]).out).unwrap();
    assert_eq!(after["answers"], shown["answers"]);
    expect![[r#"
        0
        {"id":"ID","outcome":"answered","at":"UTC","by":{"name":"USER","claimed":false,"how":"cli","pid":PID,"exe":"ASQ","tty":null,"leader":LEADER,"own_tree":false,"unknown_tree":null,"forced":false,"right":"answer","let_in":null,"via":null},"repeated":false,"asker_waits":false}
    "#]].assert_eq(&picture(&shop, &[&done]));
}

#[test]
fn several_questions_are_answered_in_one_go() {
    let shop = Shop::new("several");
    let ask = [
        "ask",
        "-q",
        "Which?",
        "-o",
        "a",
        "-o",
        "b",
        "-q",
        "How many?",
        "--number",
        "--id",
        "n",
        "--no-wait",
    ];
    let id = shop.agent(&ask).id();
    let all = [
        shop.asq(&["answer", &id, "--pick", "a"]),
        shop.asq(&["answer", &id, "--question", "1", "--pick", "a"]),
        shop.asq(&["answer", &id, "--question", "n", "--number", "3", "--question", "q1", "--pick", "b"]),
        shop.asq(&["wait", &id, "--format", "value"]),
    ];
    expect![[r#"
        65
        asq: that doesn't answer it, so the request stays open
          which question? --pick comes after --question: 1 q1 (Question 1), 2 n

        65
        asq: the answer does not fit, so the request stays open
          question 2 (n): needs an answer, got none

        0
        ID6 answered
        The asker isn't waiting. It gets the answer when it asks the same again, or with asq wait ID6.

        0
        b
        3
    "#]]
    .assert_eq(&picture(&shop, &all.iter().collect::<Vec<_>>()));
}

/// A call that asks for a secret.
const SECRET: &str = r#"{"name":"ask","arguments":{"questions":[{"id":"pw","header":"Key","question":"Which API key?","kind":"text","sensitive":true}]}}"#;

#[test]
fn what_is_no_answer_is_refused_in_one_message() {
    let shop = Shop::new("no-answer");
    let id = shop.posted(&[]);
    fs::write(shop.join("two.json"), r#"[{"answer": {"text": "a"}}, {"answer": 1}]"#).unwrap();
    fs::write(shop.join("call.json"), r#"{"questions": []}"#).unwrap();
    let empty = |command| shop.asq(&[command, &id, "--as", " "]);
    let script = r#"printf '%s' "$1" | "$0" ask - --no-wait >posted 2>/dev/null
        id=$(sed 's/.*"id":"\([^"]*\)".*/\1/' posted | head -1)
        "$0" answer "$id" --text hello; code=$?; "$0" withdraw "$id" >withdrawn; exit $code"#;
    let secret = shop.script(script, &[SECRET]).done();
    let all = [
        shop.asq(&["answer", &id, "--answers", "two.json"]),
        shop.asq(&["answer", &id, "--answers", "call.json"]),
        shop.fed(&["answer", &id, "--answers", "-"], "[1,"),
        shop.fed(&["answer", &id, "--answers", "-"], ""),
        shop.asq(&["answer", &id, "--pick", "SQLite", "--as", ""]),
        empty("answer"),
        empty("decline"),
        empty("cancel"),
        secret,
    ];
    assert_eq!(shop.asq(&["list", "--count"]).out, "1\n");
    expect![[r#"
        65
        asq: 'two.json' isn't a list of answers: entry 2 isn't one
          one entry per question, as asq show --json prints them in answers (docs/store.md)

        65
        asq: 'call.json' isn't a list of answers: it must begin with [, not with {
          one entry per question, as asq show --json prints them in answers (docs/store.md)

        65
        asq: standard input ends inside a list that is still open, at line 1
          one entry per question, as asq show --json prints them in answers (docs/store.md)

        65
        asq: standard input is empty
          one entry per question, as asq show --json prints them in answers (docs/store.md)

        2
        asq: --as needs a name

        2
        asq: --as needs a name

        2
        asq: --as needs a name

        2
        asq: --as needs a name

        65
        asq: ID6 can't be closed from the asker's own process tree
          do it in another terminal; --force insists, and that is recorded and shown
    "#]]
    .assert_eq(&picture(&shop, &all.iter().collect::<Vec<_>>()));
}

#[test]
fn a_text_comes_on_standard_input_and_a_secret_on_the_command_line_is_remarked() {
    let shop = Shop::new("stdin");
    fs::write(shop.join("call.json"), SECRET).unwrap();
    let post = |call: &str| {
        let posted = shop.agent(&["ask", "--no-wait", "--call-id", call, "call.json"]);
        let line: Value = serde_json::from_str(&posted.out).unwrap();
        ["id", "ticket"].map(|key| line[key].as_str().unwrap().to_owned())
    };
    let said = |id: &str, ticket: &str| -> Value {
        let waited = shop.asq(&["wait", id, "--format", "value", "--ticket", ticket]);
        assert_eq!(waited.code, 0, "{waited:?}");
        waited.out.into()
    };
    let [id, ticket] = post("1");
    let done = shop.fed(&["answer", &id, "--text", "-"], "s3cret -\n");
    assert_eq!((done.code, done.err.as_str()), (0, ""), "{done:?}");
    assert_eq!(said(&id, &ticket), "s3cret -\n");

    let [id, _] = post("2");
    let done = shop.asq(&["answer", &id, "--text", "s3cret"]);
    assert_eq!(done.code, 0, "{done:?}");
    assert_eq!(
        done.err,
        "asq: other programs can read what stands on a command line; --text - takes a secret from standard input\n"
    );

    let id = shop.posted(&["--call-id", "3", "--other"]);
    let done = shop.fed(&["answer", &id, "--text", "-"], "two\nlines\r\n");
    assert_eq!((done.code, done.err.as_str()), (0, ""), "{done:?}");
    assert_eq!(said(&id, ""), "two\nlines\n");
    let done = shop.asq(&["answer", &id, "--text", "-", "--question", "1", "--text", "-"]);
    assert_eq!(done.code, 2, "{done:?}");
    assert!(
        done.err.starts_with("asq: --text - can be typed once: standard input is read once\n"),
        "{done:?}"
    );
}
