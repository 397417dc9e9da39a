//! `AskUserQuestion` answered in a real terminal.

use crate::clock::elapsed;
use crate::tmux::Ask;
use expect_test::expect;

/// All five types, one of them dangerous.
const ALL: &str = r#"{"name":"AskUserQuestion","arguments":{"questions":[
{"header":"Env","question":"Which environment?","type":"select_one","options":[{"label":"staging"},{"label":"production"}]},
{"header":"Toppings","question":"Pick your toppings","type":"select_many","options":[{"label":"mushrooms"},{"label":"olives"}]},
{"header":"Wipe","question":"Drop the prod database?","type":"confirm_enum","is_dangerous":true},
{"header":"Replicas","question":"How many replicas?","type":"number","min":1,"max":9}]}}"#;

const TEXT: &str = r#"{"name":"AskUserQuestion","arguments":{"questions":[
{"header":"Feedback","question":"Any other notes?","type":"free_text"}]}}"#;

const AUTH: &str = r#"{"name":"AskUserQuestion","arguments":{"questions":[
{"header":"Auth","question":"Which auth strategy?","type":"select_one","options":[
{"label":"OAuth2","preview":{"type":"markdown","content":"Uses **tokens**"}},{"label":"Password"}]}]}}"#;

/// Waits until the form's clock has advanced by two seconds. Then the guard accepts keys that commit; no flag
/// switches it off for a dangerous question.
fn settled(ask: &Ask) {
    let screen = ask.tmux.wait("a clock", |s| elapsed(s).is_some());
    let now = elapsed(&screen).unwrap();
    ask.tmux.wait("the clock to go on", |s| elapsed(s).is_some_and(|then| then >= now + 2));
}

#[test]
fn four_types_a_note_and_a_danger() {
    let ask = Ask::start(80, 24, 3, ALL, "");
    ask.tmux.keys(&["Tab"]);
    ask.tmux.wait_text("Note on Env");
    ask.tmux.paste("Checked with SRE\nfirst.");
    ask.tmux.wait_text("first.");
    ask.tmux.keys(&["Tab"]);
    ask.tmux.wait_text("note: Checked");
    settled(&ask);
    ask.tmux.text("1");
    ask.tmux.wait_text("Pick your toppings");
    settled(&ask);
    ask.tmux.keys(&["Space", "3"]);
    ask.tmux.wait_text("Type your answer");
    ask.tmux.text("日本 👩‍💻");
    ask.tmux.keys(&["Enter", "Down", "Enter"]);
    let danger = ask.tmux.wait_text("Type the resource name to confirm:");
    assert!(danger.contains("DESTRUCTIVE — Wipe") && !danger.contains("Submit"), "{danger}");
    settled(&ask);
    ask.tmux.keys(&["Enter"]);
    ask.tmux.wait_text("Type the resource name to confirm\n");
    ask.tmux.text("prod");
    ask.tmux.keys(&["Enter"]);
    ask.tmux.wait_text("How many replicas?");
    settled(&ask);
    ask.tmux.keys(&["Up", "Up", "Enter"]);
    ask.tmux.wait_text("Review your answers");
    settled(&ask);
    ask.tmux.keys(&["Enter"]);
    let end = ask.end();
    assert_eq!(end.code, "0");
    let line: serde_json::Value = serde_json::from_str(&end.out).unwrap();
    expect![[r#"
        Env: staging
        Toppings: mushrooms, (Other) 日本 👩‍💻
        Wipe: Affirm (affirm) [typed: "prod"]
        Replicas: 2
        note (Env): Checked with SRE
            first.

        {"answers":{"0":{"mode":"option","value":"staging"},"1":[{"mode":"option","value":"mushrooms"},{"mode":"other","text":"日本 👩‍💻"}],"2":{"mode":"option","value":"affirm"},"3":2},"notes":{"0":"Checked with SRE\nfirst."}}"#]].assert_eq(line["content"].as_str().unwrap());
    expect![[r#"{"lifecycle":"answered","ids":["q1","q2","q3","q4"],"answers":{"0":{"mode":"option","value":"staging"},"1":[{"mode":"option","value":"mushrooms"},{"mode":"other","text":"日本 👩‍💻"}],"2":{"mode":"option","value":"affirm"},"3":2},"notes":{"0":"Checked with SRE\nfirst."},"confirmed":{"2":"prod"},"debounceMs":300}"#]].assert_eq(&line["details"].to_string());
    expect![[r#"
        history 1
        history 2
        history 3
        ✔ Which environment? · staging
          note: Checked with SRE↵first.
        ✔ Pick your toppings · mushrooms, 日本 👩‍💻 (own words)
        ✔ Drop the prod database? · Affirm
        ✔ How many replicas? · 2
        AT THE END
        PASTED"#]]
    .assert_eq(&end.screen);
}

#[test]
fn declined_with_control_x() {
    let call = ALL.replace(r#""select_one","options""#, r#""select_one","is_dangerous":true,"options""#);
    let ask = Ask::start(46, 12, 0, &call, "");
    settled(&ask);
    ask.tmux.text("2");
    ask.tmux.wait_text("Your answer: production");
    settled(&ask);
    ask.tmux.keys(&["C-x"]);
    ask.tmux.wait("the list", |s| s.contains("> 2. production"));
    settled(&ask);
    ask.tmux.text("1");
    ask.tmux.wait_text("Your answer: staging");
    ask.tmux.text("x");
    settled(&ask);
    ask.tmux.keys(&["Enter"]);
    ask.tmux.wait_text("Pick your toppings");
    settled(&ask);
    ask.tmux.text("1");
    ask.tmux.wait_text("[x] mushrooms");
    ask.tmux.keys(&["End", "Enter"]);
    ask.tmux.wait_text("Ctrl+X answers: Decline");
    settled(&ask);
    ask.tmux.keys(&["C-x"]);
    ask.tmux.wait_text("How many replicas?");
    settled(&ask);
    ask.tmux.keys(&["Escape"]);
    let end = ask.end();
    assert_eq!(end.code, "3");
    let line: serde_json::Value = serde_json::from_str(&end.out).unwrap();
    expect![[r#"
        User cancelled the questionnaire
        {"lifecycle":"cancelled","ids":["q1","q2","q3","q4"],"answers":{"0":{"mode":"option","value":"staging"},"1":[{"mode":"option","value":"mushrooms"}],"2":{"mode":"option","value":"decline"}},"debounceMs":300}"#]].assert_eq(&format!("{}\n{}", line["content"].as_str().unwrap(), line["details"]));
}

/// "`⏱ <elapsed> elapsed` … updates once per second"
#[test]
fn the_clock_goes_by_itself() {
    let ask = Ask::start(80, 24, 0, TEXT, "");
    ask.tmux.wait("the clock", |s| elapsed(s).is_some_and(|seconds| seconds >= 2));
    ask.tmux.text("slow");
    ask.tmux.keys(&["C-j"]);
    ask.tmux.text("at first");
    ask.tmux.wait_text("at first");
    ask.tmux.keys(&["Enter"]);
    let end = ask.end();
    assert!(end.has(r#""answers":{"0":"slow\nat first"}"#), "{}", end.out);
}

#[test]
fn a_preview_is_expanded_and_shown_as_it_came() {
    let ask = Ask::start(80, 24, 0, AUTH, "");
    ask.tmux.wait_text("[markdown] (press e to expand)");
    ask.tmux.text("e");
    ask.tmux.wait("the rendering", |s| s.contains("┌─ markdown ─") && s.contains("│ Uses tokens"));
    ask.tmux.text("R");
    ask.tmux.wait_text("│ Uses **tokens**");
    ask.tmux.text("e");
    ask.tmux.wait_text("[markdown] (press e to expand)");
    ask.tmux.keys(&["Enter"]);
    assert_eq!(ask.end().code, "0");
}

#[test]
fn plain_lines() {
    let ask = Ask::script(80, 24, 0, ALL, "$ASQ ask call.json --accessible >out");
    ask.tmux.wait_text("Type a number");
    ask.tmux.text("1\n");
    ask.tmux.wait_text("Pick your toppings");
    ask.tmux.text("1,2\n");
    ask.tmux.wait_text("Drop the prod database?");
    ask.tmux.text("1\n");
    ask.tmux.wait_text("the text that confirms");
    ask.tmux.text("prod\n");
    ask.tmux.wait_text("How many replicas?");
    ask.tmux.text("3\n");
    ask.tmux.wait_text("Type yes to send");
    ask.tmux.text("yes\n");
    let end = ask.end();
    assert_eq!(end.code, "0");
    assert!(end.has(r#"\"2\":{\"mode\":\"option\",\"value\":\"affirm\"},\"3\":3"#), "{}", end.out);
    assert!(end.has(r#""confirmed":{"2":"prod"}"#), "{}", end.out);
}

/// `asq.timer = off` stops the clock.
#[test]
fn without_the_timer_there_is_no_clock() {
    let ask = Ask::script(80, 24, 1, TEXT, "ASQ_TIMER=off $ASQ ask call.json >out");
    let screen = ask.tmux.wait_text("Esc cancel");
    assert!(screen.contains("Any other notes?") && elapsed(&screen).is_none(), "{screen}");
    ask.tmux.keys(&["C-c"]);
    assert_eq!(ask.end().code, "3");
    let ask = Ask::script(80, 24, 1, TEXT, "$ASQ ask call.json >out");
    ask.tmux.wait("a clock", |s| elapsed(s).is_some());
    ask.tmux.keys(&["C-c"]);
    ask.end();
}
