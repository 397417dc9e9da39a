//! The dialects `spec` and `opencode`, answered in a real terminal.

use crate::tmux::{Ask, End};

const LAYOUT: &str = r#"{"name":"ask_question","arguments":{"question":"How do you want to handle the layout?",
"options":[{"label":"Reuse Card","description":"src/components/Card.tsx"},{"label":"Reuse ListView"}]}}"#;
const AREAS: &str = r#"{"name":"ask_multi_select","arguments":{"question":"Which areas do you want to discuss?",
"options":[{"label":"Session handling"},{"label":"Error responses"},{"label":"Multi-device policy"}]}}"#;
const FEATURES: &str = r#"{"name":"question","arguments":{"questions":[
{"question":"Which database?","header":"Database","options":[{"label":"Postgres","description":"as in production"}]},
{"question":"Which features?","header":"Features","multiple":true,"options":[{"label":"Auth","description":""},
{"label":"Search","description":""}]}]}}"#;

/// Asks, types the keys once the footer is up, and waits for the end.
fn play(size: (u16, u16), call: &str, footer: &str, steps: &[(&[&str], &str)]) -> End {
    let ask = Ask::script(size.0, size.1, 3, call, "$ASQ ask call.json >out");
    ask.tmux.wait_text(footer);
    for (keys, then) in steps {
        ask.tmux.keys(keys);
        if !then.is_empty() {
            ask.tmux.wait_text(then);
        }
    }
    ask.end()
}

#[test]
fn spec_answers_and_leaves_its_summary() {
    let end = play((80, 24), LAYOUT, "Esc to cancel", &[(&["Down"], "> 2. Reuse"), (&["Enter"], "")]);
    assert_eq!(end.code, "0");
    assert!(end.has(r#""content":"User selected: 2. Reuse ListView""#), "{}", end.out);
    expect_test::expect![[r#"
        history 1
        history 2
        history 3
        ✔ How do you want to handle the layout? · Reuse ListView
        AT THE END
        PASTED"#]]
    .assert_eq(&end.screen);
}

#[test]
fn spec_takes_own_words_on_a_small_terminal() {
    for (size, editing) in [((46, 12), "Esc to go back"), ((20, 6), "Esc go back")] {
        let steps: &[(&[&str], &str)] =
            &[(&["3"], editing), (&["k", "a", "n", "b", "a", "n"], "kanban"), (&["Enter"], "")];
        let end = play(size, LAYOUT, "Esc", steps);
        assert_eq!(end.code, "0");
        assert!(end.has(r#""content":"User wrote: kanban","#), "{}", end.out);
    }
}

#[test]
fn spec_discusses() {
    let end = play((80, 24), LAYOUT, "Esc to cancel", &[(&["4"], "")]);
    assert_eq!(end.code, "4");
    assert!(end.has(r#""outcome":"discuss""#) && end.has(r#""answer":null,"discuss":true"#), "{}", end.out);
    expect_test::expect![[r#"
        history 1
        history 2
        history 3
        – Wants to discuss · How do you want to handle the layout?
        AT THE END
        PASTED"#]]
    .assert_eq(&end.screen);
}

#[test]
fn spec_selects_and_refuses_nothing() {
    let steps: &[(&[&str], &str)] = &[
        (&["End", "Enter"], "Pick at least one"),
        (&["1", "3"], "Done (2 selected)"),
        (&["End", "Enter"], ""),
    ];
    let end = play((80, 24), AREAS, "Esc to cancel", steps);
    assert_eq!(end.code, "0");
    assert!(end.has(r#""content":"User selected: Session handling, Multi-device policy""#), "{}", end.out);
}

#[test]
fn opencode_confirms_several() {
    let steps: &[(&[&str], &str)] =
        &[(&["1"], "Which features"), (&["2", "1"], "[x] Auth"), (&["Tab"], "Review"), (&["Enter"], "")];
    for size in [(80, 24), (46, 12)] {
        let end = play(size, FEATURES, "Esc dismiss", steps);
        assert_eq!(end.code, "0");
        assert!(
            end.has(r#""details":{"answers":[["Postgres"],["Search","Auth"]],"truncated":false}"#),
            "{}",
            end.out
        );
    }
}

#[test]
fn opencode_dismisses() {
    let end = play((80, 24), FEATURES, "Esc dismiss", &[(&["Escape"], "")]);
    assert_eq!(end.code, "3");
    assert!(
        end.has(r#""content":"The user dismissed this question","details":null,"is_error":true"#),
        "{}",
        end.out
    );
    expect_test::expect![[r#"
        history 1
        history 2
        history 3
        ✘ Cancelled · Which database? (and 1 more)
        AT THE END
        PASTED"#]]
    .assert_eq(&end.screen);
}

#[test]
fn spec_in_plain_lines() {
    let script = "$ASQ ask call.json --accessible >out";
    let ask = Ask::script(80, 24, 1, AREAS, script);
    ask.tmux.wait_text("Type one or more numbers");
    ask.tmux.text("3 1\n");
    ask.tmux.wait_text("Type yes");
    ask.tmux.text("yes\n");
    let end = ask.end();
    assert!(end.has(r#""content":"User selected: Session handling, Multi-device policy""#), "{}", end.out);

    let ask = Ask::script(80, 24, 1, LAYOUT, script);
    let screen = ask.tmux.wait_text("Type a number");
    assert!(screen.contains("3. Something else (I'll explain)\n4. Let's discuss this"), "{screen}");
    ask.tmux.text("discuss\n");
    let end = ask.end();
    assert_eq!(end.code, "4");
    assert!(end.has(r#""outcome":"discuss""#), "{}", end.out);
}

#[test]
fn opencode_in_plain_lines() {
    let ask = Ask::script(80, 24, 1, FEATURES, "$ASQ ask call.json --accessible >out");
    ask.tmux.wait_text("Type a number");
    ask.tmux.text("1\n");
    ask.tmux.wait_text("Type one or more numbers");
    ask.tmux.text("2 1\n");
    ask.tmux.wait_text("Type yes");
    ask.tmux.text("yes\n");
    let end = ask.end();
    assert!(end.has(r#""answers":[["Postgres"],["Search","Auth"]]"#), "{}", end.out);
}

#[test]
fn a_time_limit_ends_plain_lines_too_and_what_was_typed_is_no_answer() {
    let call = r#"{"name": "ask", "arguments": {"question": "Why?", "kind": "text", "expires": "2s"}}"#;
    let ask = Ask::script(80, 24, 1, call, "$ASQ ask call.json --accessible >out");
    ask.tmux.wait_text("Type your answer");
    ask.tmux.text("half a th");
    let end = ask.end();
    assert_eq!(end.code, "5");
    assert!(end.has(r#""outcome":"expired""#), "{}", end.out);
}
