//! `asq ask` answered in a real terminal.

use crate::tmux::{Ask, DATABASE};

#[test]
fn an_answer_leaves_a_summary_below_what_stood_there() {
    let ask = Ask::start(80, 24, 5, DATABASE, "");
    ask.tmux.keys(&["Down"]);
    ask.tmux.wait("the focus on the second row", |s| s.contains("❯ 2. SQLite"));
    ask.tmux.keys(&["Enter"]);
    let end = ask.end();
    assert_eq!(end.code, "0");
    assert!(end.has(r#""content":"User selected: 2. SQLite (value: sqlite)""#), "{}", end.out);
    expect_test::expect![[r#"
        history 1
        history 2
        history 3
        history 4
        history 5
        ✔ Which database should the integration tests use from now on, on every machine?
          SQLite
        AT THE END
        PASTED"#]]
    .assert_eq(&end.screen);
}

#[test]
fn full_screen_gives_the_screen_back() {
    let ask = Ask::start(80, 24, 5, DATABASE, "--fullscreen");
    assert_eq!(ask.tmux.tell("#{alternate_on}"), "1");
    ask.tmux.text("3");
    let end = ask.end();
    assert_eq!(end.code, "0");
    assert!(end.has("3. Memory"), "{}", end.out);
    expect_test::expect![[r#"
        history 1
        history 2
        history 3
        history 4
        history 5
        ✔ Which database should the integration tests use from now on, on every machine?
          Memory
        AT THE END
        PASTED"#]]
    .assert_eq(&end.screen);
}

#[test]
fn custom_text_holds_emoji_and_wide_letters() {
    let ask = Ask::start(80, 24, 5, DATABASE, "");
    ask.own_row();
    ask.tmux.text("你好 👩‍💻 e\u{301}🇯🇵x");
    ask.tmux.wait_text("你好");
    ask.tmux.wait("x", |s| s.contains('x'));
    // One key takes the flag, one the letter with its accent, one the person at the computer.
    ask.tmux.keys(&["BSpace", "BSpace", "BSpace", "BSpace", "BSpace"]);
    ask.tmux.text("=");
    ask.tmux.wait_text("=");
    ask.tmux.keys(&["Enter"]);
    let end = ask.end();
    assert!(end.has(r#""content":"User wrote: 你好 =""#), "{}", end.out);
    assert!(end.screen.contains("你好 ="), "{}", end.screen);
}

#[test]
fn two_hundred_pasted_lines_are_one_answer() {
    let ask = Ask::start(80, 24, 5, DATABASE, "");
    ask.own_row();
    let lines: Vec<String> = (1..=200).map(|i| format!("line {i} of the paste")).collect();
    ask.tmux.paste(&lines.join("\n"));
    ask.tmux.wait_text("line 200 of the paste");
    ask.tmux.keys(&["Enter"]);
    let end = ask.end();
    assert_eq!(end.code, "0");
    let wanted = lines.join("\\n");
    assert!(end.has(&wanted), "{}", end.out);
    assert!(!end.screen.contains("line 100"), "{}", end.screen);
}

#[test]
fn carriage_returns_in_a_paste_are_line_breaks_and_never_submit() {
    let ask = Ask::start(80, 24, 5, DATABASE, "");
    ask.own_row();
    ask.tmux.paste("one\rtwo\r\nthree");
    ask.tmux.wait_text("three");
    ask.tmux.keys(&["Enter"]);
    let end = ask.end();
    assert!(end.has(r"one\ntwo\nthree"), "{}", end.out);
}

#[test]
fn a_newline_is_typed_with_ctrl_j_and_alt_enter() {
    let ask = Ask::start(80, 24, 5, DATABASE, "");
    ask.own_row();
    ask.tmux.text("one");
    ask.tmux.keys(&["C-j"]);
    ask.tmux.text("two");
    ask.tmux.keys(&["M-Enter"]);
    ask.tmux.text("three");
    ask.tmux.wait_text("three");
    ask.tmux.keys(&["Enter"]);
    let end = ask.end();
    assert!(end.has(r"one\ntwo\nthree"), "{}", end.out);
}

#[test]
fn the_form_is_on_the_terminal_when_everything_else_is_a_pipe() {
    let ask = Ask::script(80, 24, 5, DATABASE, "cat call.json | $ASQ ask 2>err | cat >out; cat err");
    ask.tmux.wait_text("Esc cancel");
    ask.tmux.keys(&["Enter"]);
    assert!(ask.end().has("1. Postgres"));
}

#[test]
fn the_persons_editor_has_the_terminal_and_gives_it_back() {
    let script =
        "printf '%s\\n' '#!/bin/sh' 'stty -a >editing; printf \"written elsewhere\" >$1' >ed; chmod +x ed
        VISUAL=$HOME/ed $ASQ ask call.json >out";
    let ask = Ask::script(80, 24, 5, DATABASE, script);
    ask.own_words("typed");
    ask.tmux.keys(&["C-g"]);
    ask.tmux.wait_text("written elsewhere");
    assert_eq!(ask.modes("editing"), ask.modes("before"), "stty");
    ask.tmux.keys(&["Enter"]);
    assert!(ask.end().has(r#""content":"User wrote: written elsewhere""#));
}

#[test]
fn while_nothing_happens_nothing_wakes_up_and_nothing_is_written() {
    let ask = Ask::start(80, 24, 5, DATABASE, "");
    ask.tmux.keys(&["Down"]);
    ask.tmux.wait_text("❯ 2. SQLite");
    let process = ask.process();
    let counts = || {
        let of = |file: &str, name: &str| {
            let text = std::fs::read_to_string(format!("/proc/{process}/{file}")).unwrap();
            text.lines().find(|line| line.starts_with(name)).unwrap().to_owned()
        };
        (of("status", "voluntary_ctxt_switches"), of("io", "wchar"))
    };
    let second = || {
        let before = counts();
        // This second is what the test measures.
        std::thread::sleep(std::time::Duration::from_secs(1));
        (before, counts())
    };
    // On a busy machine it may have work for some seconds.
    let at_rest = (0..20).any(|_| {
        let (before, after) = second();
        before == after
    });
    assert!(at_rest, "it does not come to rest");
    let (before, after) = second();
    assert_eq!(after, before);
    ask.tmux.keys(&["Escape"]);
    ask.end();
}

/// Keys before the first frame weren't meant for the form: they don't count, even without a guard.
#[test]
fn what_was_typed_before_the_first_frame_is_thrown_away() {
    let script = "mkfifo typed 2>/dev/null; read -r line <typed; $ASQ ask call.json >out";
    let ask = Ask::script(80, 24, 1, DATABASE, script);
    ask.tmux.text("22");
    ask.tmux.wait_text("22");
    std::fs::write(ask.path("typed"), "\n").unwrap();
    ask.tmux.wait("the first row in focus", |screen| screen.contains("❯ 1. Postgres"));
    ask.tmux.keys(&["Enter"]);
    let end = ask.end();
    assert!(end.code == "0" && end.has(r#""value":"pg""#), "{end:?}");
}

#[test]
fn an_editor_that_is_not_there_is_told_in_the_form_alone() {
    let ask = Ask::script(80, 24, 1, DATABASE, "VISUAL='nosuchprog --wait' $ASQ ask call.json >out");
    ask.own_words("typed");
    ask.tmux.keys(&["C-g"]);
    let screen = ask.tmux.wait_text("Your text is as it was: there is no editor 'nosuchprog --wait'");
    assert!(screen.contains("typed") && !screen.contains("not found"), "{screen}");
    ask.tmux.keys(&["Enter"]);
    assert!(ask.end().has(r#""content":"User wrote: typed""#));
}
