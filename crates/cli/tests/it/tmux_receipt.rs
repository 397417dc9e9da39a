//! The standard output of `asq ask` and `asq demo`, if it is the terminal.
//!
//! - Only the receipt of the form stays; the JSON comes with --format json, and is indented.
//! - An answer that came from elsewhere has no receipt, so its text is printed.
//! - A call that can't be asked, and one that waits, are explained on standard error.
//! - Two lines below the receipt of a sample say what the agent receives.

use crate::tmux::{Ask, DATABASE};
use expect_test::{Expect, expect};

/// Runs this script, presses these keys at its form, and compares what stays on the screen.
#[track_caller]
fn check(script: &str, until: &str, keys: &[&str], stays: &Expect) {
    let ask = Ask::script(80, 24, 0, DATABASE, script);
    if !until.is_empty() {
        ask.tmux.wait_text(until);
        ask.tmux.keys(keys);
    }
    let end = ask.end();
    let screen = end.screen.replace("AT THE END\nPASTED", "");
    stays.assert_eq(&format!("{screen}{}\n", end.code));
}

#[test]
fn only_the_receipt_stays() {
    check(
        "$ASQ ask call.json",
        "Esc cancel",
        &["2"],
        &expect![[r#"
        ✔ Which database should the integration tests use from now on, on every machine?
          SQLite
        0
    "#]],
    );
    check(
        "$ASQ ask -q 'Deploy?' --confirm",
        "Esc cancel",
        &["n"],
        &expect![[r#"
        ✔ Deploy? · No
        1
    "#]],
    );
    check(
        "$ASQ ask call.json",
        "Esc cancel",
        &["Escape"],
        &expect![[r#"
        ✘ Cancelled · Which database should the integration tests use from now on, on e…
        3
    "#]],
    );
    check(
        "TERM=dumb $ASQ ask -q 'Which?' -o a -o b",
        "? for help",
        &["2", "Enter"],
        &expect![[r#"
        Type ? for help at any time.

        Question 1 of 1: Which?
        1. a
        2. b
        Type a number, or ? for help: 2
        Sent.
        0
    "#]],
    );
}

#[test]
fn json_is_indented() {
    check(
        "$ASQ ask -q 'Which?' -o a -o b --format json",
        "Esc cancel",
        &["2"],
        &expect![[r#"
        ✔ Which? · b
        {
          "id": null,
          "outcome": "answered",
          "content": "The user answered your question.\n1. q1: \"Which?\"\n   picked: \"
        b\"",
          "details": {
            "outcome": "answered",
            "answers": {
              "q1": {
                "kind": "select_one",
                "value": "b",
                "label": "b",
                "index": 1
              }
            }
          },
          "is_error": false
        }
        0
    "#]],
    );
    let script = "$ASQ ask -q 'Which?' -o a --no-wait --format json 2>err | wc -l; $ASQ ask -q 'Which?' -o a --no-wait --format json 2>err | tail -c 8";
    check(
        script,
        "",
        &[],
        &expect![[r#"
        1
        :false}
        0
    "#]],
    );
}

#[test]
fn a_sample_says_what_the_agent_receives() {
    check(
        "$ASQ demo",
        "Esc cancel",
        &["1", "1", "Enter"],
        &expect![[r#"
        ✔ The service needs a region. Where do most of its users live? · Europe
        ✔ How often should the database be backed up? · Every hour
        The agent receives: Region: user selected: 1. Europe (value: eu-central) …
        The whole reply:    asq demo question --format json
        0
    "#]],
    );
}

#[test]
fn what_has_no_receipt_is_printed() {
    let script = "$ASQ ask -q 'Which?' -o a -o b --no-wait --agent k 2>err; cut -c1-20 err
        setsid --wait $ASQ answer $($ASQ list | tail -n 1 | cut -c1-6) --pick a >err 2>err
        $ASQ ask -q 'Which?' -o a -o b --agent k";
    check(
        script,
        "",
        &[],
        &expect![[r#"
            asq: posted; get the
            The user answered your question.
            1. q1: "Which?"
               picked: "a"
            0
        "#]],
    );
    check(
        "echo '{' >call.json; $ASQ ask call.json",
        "",
        &[],
        &expect![[r#"
        Error: the call could not be read, so the user was not asked. Fix all of this an
        d call again:
        - input: must be JSON, but it ends inside an object that is still open, at line
        1.
        65
    "#]],
    );
}
