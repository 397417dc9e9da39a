//! What keys do in forms of asq's own contract, from the call to the outcome.

#![allow(clippy::unwrap_used, clippy::needless_raw_string_hashes, reason = "a test may panic")]

use asq_core::form::Form;
use asq_core::model::{Draft, Prefs};
use asq_dialects::{ToolCall, What, asq};
use expect_test::{Expect, expect};
use serde_json::{Value, json};
use std::fmt::Write;

/// The form of a call.
fn form(arguments: &Value) -> Form {
    let call = ToolCall { name: None, arguments: arguments.clone() };
    match (asq::DIALECT.read)(&call, &Prefs::default()).unwrap().what {
        What::Ask { request, .. } => Form::new(request, asq::rules::FORM, Draft::default()),
        What::Reply(_) => panic!("nobody is asked"),
    }
}

/// Plays each of the keys on a new form of the call.
#[track_caller]
fn each(arguments: &Value, keys: &[&str], expect: &Expect) {
    let mut out = String::new();
    for keys in keys {
        writeln!(out, "=== {keys}").unwrap();
        out += &asq_testkit::sketch::play(form(arguments), keys);
    }
    expect.assert_eq(&out);
}

fn several() -> Value {
    json!({"questions": [
        {"header": "A", "question": "First?", "options": ["a1", "a2"]},
        {"header": "B", "question": "Second?", "kind": "select_many", "options": ["b1", "b2", "b3"], "max": 2},
        {"header": "C", "question": "Third?", "kind": "number", "min": 1, "max": 9, "default": 3, "unit": "GB"},
        {"header": "D", "question": "Fourth?", "skippable": true}]})
}

/// It leaves the editor, steps back, asks, cancels; nothing typed is lost.
#[test]
fn the_esc_ladder() {
    each(
        &several(),
        &[
            "<esc>",
            "1<esc>",
            "1<esc><esc>",
            "1<esc><esc>y",
            "112<tab>5<esc>",
            "111<tab><ret>x<esc><esc><esc><esc>y",
        ],
        &expect![[r#"
            === <esc>
            cancelled
            0: -
            1: -
            2: -
            3: -
            === 1<esc>
            [*A] B C D Review
            First?
            > 1. a1 ✓
              2. a2
              3. Something else…
              4. Let's discuss this
            -- ↑/↓ move · Enter select · Tab next · ? keys · Esc leave
            === 1<esc><esc>
            [*A] B C D Review
            First?
            > 1. a1 ✓
              2. a2
              3. Something else…
              4. Let's discuss this
            ! Cancel and drop 1 answer? Enter/y · Esc back
            --
            === 1<esc><esc>y
            cancelled
            0: a1
            1: -
            2: -
            3: -
            === 112<tab>5<esc>
            *A [*B] C D Review
            Second?
              1. [x] b1
            > 2. [x] b2
              3. [ ] b3
              4. [ ] Something else…
              5. Let's discuss this
              Done (2 picked)
            -- ↑/↓ move · Enter tick · Tab next · ? keys · Esc back
            === 111<tab><ret>x<esc><esc><esc><esc>y
            cancelled
            0: a1
            1: -
            2: number 3
            3: -
            3: typed Edit "x"
        "#]],
    );
}

#[test]
fn a_question_that_may_stay_open_is_skipped() {
    let one = json!({"question": "Which?", "options": ["x", "y"], "skippable": true});
    each(
        &one,
        &["", "s", "1", "<down><down>so<c-s>"],
        &expect![[r#"
        === 
        Which?
        > 1. x
          2. y
          3. Something else…
          4. Let's discuss this
        -- ↑/↓ move · Enter select · s skip · n note · ? keys · Esc cancel
        === s
        answered
        0: -
        === 1
        answered
        0: x
        === <down><down>so<c-s>
        answered
        0: -
    "#]],
    );
    each(
        &several(),
        &["s", "11<tab><ret><c-s>", "11<tab><ret><c-s><ret>"],
        &expect![[r#"
            === s
            [A] B C D Review
            First?
            > 1. a1
              2. a2
              3. Something else…
              4. Let's discuss this
            ! This question needs an answer
            -- ↑/↓ move · Enter select · Tab next · ? keys · Esc leave
            === 11<tab><ret><c-s>
            *A *B *C *D [*Review]
            # Review your answers
              A: a1
              B: b1
              C: 3 GB
              D: (skipped)
            > Submit answers
            -- Enter submit · ↑/↓ change an answer · Ctrl+X decline · Esc back
            === 11<tab><ret><c-s><ret>
            answered
            0: a1
            1: b1
            2: number 3
            3: -
        "#]],
    );
}

#[test]
fn a_request_is_declined_with_a_reason_or_without() {
    each(
        &several(),
        &["<c-x>", "<c-x><ret>", "1<c-x>not now<ret>", "<c-x>no<esc>1", "11<tab><c-x><esc>"],
        &expect![[r#"
            === <c-x>
            [A] B C D Review
            # Why do you decline? A reason may help the agent.
            > |no reason
            -- Enter decline · Ctrl+G editor · Esc back
            === <c-x><ret>
            declined None
            0: -
            1: -
            2: -
            3: -
            === 1<c-x>not now<ret>
            declined Some("not now")
            0: a1
            1: -
            2: -
            3: -
            === <c-x>no<esc>1
            *A [B] C D Review
            Second?
            > 1. [ ] b1
              2. [ ] b2
              3. [ ] b3
              4. [ ] Something else…
              5. Let's discuss this
              Done (0 picked)
            -- ↑/↓ move · Enter tick · Tab next · ? keys · Esc back
            === 11<tab><c-x><esc>
            *A *B [C] D Review
            Third?
            > 3| GB
              1–9 GB
            -- Enter accept · ↑/↓ change · Ctrl+L discuss · Alt+N note · Esc back
        "#]],
    );
}

#[test]
fn leave_for_something_destructive_is_typed_word_for_word() {
    let call = json!({"header": "Wipe", "question": "Wipe it?", "kind": "confirm", "yes": "Wipe", "no": "Keep",
        "danger": "wipe it"});
    each(
        &call,
        &["", "wipe<ret>", "wipe it<ret>", "wipe it<ret><ret>", "<c-x><ret>", "<esc>"],
        &expect![[r#"
            === 
            [Wipe]
            ⚠️  DESTRUCTIVE — Wipe
            Wipe it?
              Confirmed, the answer is: Wipe
              Ctrl+X answers: Keep
              == wipe it
            > |Type to confirm
            -- Enter confirm · Ctrl+X decline · Ctrl+L discuss · Alt+N notes · Esc cancel all
            === wipe<ret>
            [Wipe]
            ⚠️  DESTRUCTIVE — Wipe
            Wipe it?
              Confirmed, the answer is: Wipe
              Ctrl+X answers: Keep
              == wipe it
            > wipe|
            ! Type the text exactly to confirm
            -- Enter confirm · Ctrl+X decline · Ctrl+L discuss · Alt+N notes · Esc cancel all
            === wipe it<ret>
            *Wipe [*Review]
            # Review your answers
              Wipe: Wipe
            > Submit answers
            -- Enter submit · ↑/↓ change an answer · Ctrl+X decline · Esc back
            === wipe it<ret><ret>
            answered
            0: Wipe confirmed "wipe it"
            === <c-x><ret>
            answered
            0: Keep
            === <esc>
            cancelled
            0: -
        "#]],
    );
}

#[test]
fn a_list_starts_where_its_default_is_and_shows_the_advice() {
    let call = json!({"question": "Which?", "default": "y",
        "options": ["x", {"label": "y (recommended)", "value": "y", "recommended": false}, {"label": "z", "recommended": true}]});
    each(
        &call,
        &["", "<ret>", "<up><ret>"],
        &expect![[r#"
        === 
        Which?
          1. x
        > 2. y (recommended)
          3. z (recommended)
          4. Something else…
          5. Let's discuss this
        -- ↑/↓ move · Enter select · n note · ? keys · Esc cancel
        === <ret>
        answered
        0: y (recommended)
        === <up><ret>
        answered
        0: x
    "#]],
    );
    let many = json!({"question": "Which?", "kind": "select_many", "options": ["x", "y", "z"], "min": 0, "max": 2,
        "default": ["x"], "custom": false});
    each(
        &many,
        &["", "<ret>1<tab>", "123", "1<down><down><down><ret>"],
        &expect![[r#"
            === 
            Which?
            > 1. [x] x
              2. [ ] y
              3. [ ] z
              4. Let's discuss this
              Done (1 picked)
            -- ↑/↓ move · Enter/Space tick · n note · ? keys · Esc cancel
            === <ret>1<tab>
            Which?
            > 1. [x] x
              2. [ ] y
              3. [ ] z
              4. Let's discuss this
              Done (1 picked)
            -- ↑/↓ move · Enter/Space tick · n note · ? keys · Esc cancel
            === 123
            Which?
              1. [ ] x
              2. [x] y
            > 3. [x] z
              4. Let's discuss this
              Done (2 picked)
            -- ↑/↓ move · Enter/Space tick · n note · ? keys · Esc cancel
            === 1<down><down><down><ret>
            discuss
            0: -
        "#]],
    );
}

#[test]
fn numbers_and_secrets() {
    let number =
        json!({"question": "How much?", "kind": "number", "min": 0, "max": 1, "step": 0.1, "unit": "GB"});
    each(
        &number,
        &["", "<up><up><up><ret>", "2<ret>", "0.25<ret>", ",5<ret>"],
        &expect![[r#"
            === 
            How much?
            > |Type a number GB
              0–1 GB, step 0.1
            -- Enter accept · ↑/↓ change · Ctrl+L discuss · Alt+N note · Esc leave
            === <up><up><up><ret>
            answered
            0: number 0.2
            === 2<ret>
            How much?
            > 2| GB
              0–1 GB, step 0.1
            ! The number has to be from 0 to 1
            -- Enter accept · ↑/↓ change · Ctrl+L discuss · Alt+N note · Esc leave
            === 0.25<ret>
            answered
            0: number 0.25
            === ,5<ret>
            How much?
            > ,5| GB
              0–1 GB, step 0.1
            ! Type a number from 0 to 1
            -- Enter accept · ↑/↓ change · Ctrl+L discuss · Alt+N note · Esc leave
        "#]],
    );
    let secret = json!({"question": "Token?", "sensitive": true});
    each(
        &secret,
        &["abc", "abc<ret>", "abc<esc>"],
        &expect![[r#"
            === abc
            Token?
            > •••|
            -- Enter accept · Ctrl+L discuss · Alt+N note · Esc leave
            === abc<ret>
            answered
            0: text "abc"
            === abc<esc>
            cancelled
            0: -
        "#]],
    );
}

#[test]
fn discussing_can_be_ruled_out() {
    let call = |discuss| json!({"question": "Which?", "options": ["x"], "custom": false, "discuss": discuss});
    each(
        &call(true),
        &["", "2"],
        &expect![[r#"
        === 
        Which?
        > 1. x
          2. Let's discuss this
        -- ↑/↓ move · Enter select · n note · ? keys · Esc cancel
        === 2
        discuss
        0: -
    "#]],
    );
    each(
        &call(false),
        &["", "2"],
        &expect![[r#"
        === 
        Which?
        > 1. x
        -- ↑/↓ move · Enter select · n note · ? keys · Esc cancel
        === 2
        Which?
        > 1. x
        -- ↑/↓ move · Enter select · n note · ? keys · Esc cancel
    "#]],
    );
}

#[test]
fn ticked_defaults_are_no_answer_until_somebody_commits_them() {
    let call = json!({"questions": [
        {"header": "A", "question": "First?", "kind": "select_many", "options": ["a1", "a2"], "default": ["a2"]},
        {"header": "B", "question": "Second?", "options": ["b1", "b2"]},
    ]});
    each(
        &call,
        &["", "<tab>1", "<tab>1<ret>", "<down><down><down><ret>1<ret>"],
        &expect![[r#"
            === 
            [A] B Review
            First?
            > 1. [ ] a1
              2. [x] a2
              3. [ ] Something else…
              4. Let's discuss this
              Done (1 picked)
            -- ↑/↓ move · Enter tick · Tab next · ? keys · Esc leave
            === <tab>1
            A *B [Review]
            # Review your answers
              A: (suggested, not chosen)
              B: b1
              You have not answered all questions: A
            > Submit answers
            -- Enter submit · ↑/↓ change an answer · Ctrl+X decline · Esc back
            === <tab>1<ret>
            A *B [Review]
            # Review your answers
              A: (suggested, not chosen)
              B: b1
              You have not answered all questions: A
            > Submit answers
            ! Not answered yet: A. Enter goes to A
            -- Enter submit · ↑/↓ change an answer · Ctrl+X decline · Esc back
            === <down><down><down><ret>1<ret>
            discuss
            0: -
            1: -
        "#]],
    );
}

#[test]
fn a_note_on_a_skipped_question_is_sent() {
    let one = json!({"question": "Which?", "options": ["x", "y"], "skippable": true});
    each(
        &one,
        &["nask me later<tab>s", "nask me later<esc>s", "s"],
        &expect![[r#"
        === nask me later<tab>s
        answered
        0: - note "ask me later"
        === nask me later<esc>s
        answered
        0: -
        === s
        answered
        0: -
    "#]],
    );
}

/// On a question of yes or no the letters answer, wherever the focus is; a note has another key there.
#[test]
fn yes_and_no_are_keys_of_their_own() {
    let lone = json!({"question": "Deploy?", "kind": "confirm", "yes": "Ship it", "no": "Wait"});
    each(
        &lone,
        &["", "y", "Y", "n", "N", "<end>n", "<a-n>hm<ret>", "?"],
        &expect![[r#"
            === 
            Deploy?
            > 1. Ship it
              2. Wait
              3. Let's discuss this
            -- ↑/↓ move · Enter select · y/n answer · Alt+N note · ? keys · Esc cancel
            === y
            answered
            0: Ship it
            === Y
            answered
            0: Ship it
            === n
            answered
            0: Wait
            === N
            answered
            0: Wait
            === <end>n
            answered
            0: Wait
            === <a-n>hm<ret>
            note on Question 1
            Deploy?
            > hm|
            ! saved
            -- Enter save · Ctrl+J new line · Alt+N answer · Esc drop the edit
            === ?
            # Keys
              y/n           yes, no
              1-3           the row with that number
              Enter, Space  choose the row
              ↑, k, ↓, j    move
              Home, End     first and last row
              Alt+N         add a note
              o, Ctrl+O     read on the full screen
              /             filter the list
              Ctrl+L        talk about it first
              Ctrl+X        say no
              Esc           back, or cancel
              Ctrl+C        cancel at once
              PgUp, PgDn    scroll
            -- any key to close
        "#]],
    );
    let both = json!({"questions": [{"header": "A", "question": "Deploy?", "kind": "confirm"},
        {"header": "B", "question": "Which?", "options": ["x", "yes"]}]});
    each(
        &both,
        &["n", "ny", "nn"],
        &expect![[r#"
            === n
            *A [B] Review
            Which?
            > 1. x
              2. yes
              3. Something else…
              4. Let's discuss this
            -- ↑/↓ move · Enter select · Tab next · ? keys · Esc back
            === ny
            *A [B] Review
            Which?
            > 1. x
              2. yes
              3. Something else…
              4. Let's discuss this
            -- ↑/↓ move · Enter select · Tab next · ? keys · Esc back
            === nn
            *A [B] Review
            note on B
            Which?
            > |Type a note
            -- Enter save · Ctrl+J new line · Alt+N answer · Esc drop the edit
        "#]],
    );
}
