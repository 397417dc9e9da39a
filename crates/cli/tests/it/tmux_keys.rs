//! The person's own keys, from config.toml to the form in a real terminal.

use crate::terminal::{Home, Session};
use expect_test::expect;
use std::fs;

const CALL: &str = r#"{"questions": [{"id": "q", "prompt": "Which one?", "options": [{"value": "a", "label": "Alpha"}, {"value": "b", "label": "Beta"}, {"value": "c", "label": "Gamma"}]}]}"#;

fn home(config: &str) -> Home {
    let home = Home::new();
    fs::create_dir_all(home.path(".config/asq")).unwrap();
    home.write(".config/asq/config.toml", &format!("guard = 0\n{config}"));
    home.write("call.json", CALL);
    home
}

fn focused(session: &Session<'_>, row: &str) {
    session.tmux.wait(row, |screen| screen.contains(&format!("❯ {row}")));
}

#[test]
fn vi_moves_with_letters_and_its_keys_are_shown() {
    let home = home("keys.preset = 'vi'");
    let session = home.run("$asq ask --dialect question call.json >out");
    assert!(session.sees("Esc cancel").contains("k/j move"));
    for (key, row) in [("j", "2. Beta"), ("G", "4. Something else"), ("k", "3. Gamma"), ("g", "1. Alpha")] {
        session.tmux.text(key);
        focused(&session, row);
    }
    session.tmux.text("?");
    let help = session.sees("any key to close");
    assert!(help.contains("k, ↑, j, ↓") && help.contains("g, Home, G, End"), "{help}");
    session.tmux.text("?");
    session.sees("Esc cancel");
    // In a text field they are letters.
    session.tmux.keys(&["G", "Enter"]);
    session.sees("Enter accept");
    session.tmux.text("jjk");
    session.sees("jjk");
    session.tmux.keys(&["Enter"]);
    let end = session.end();
    assert!(end.out.contains(r#""content":"User wrote: jjk""#), "{}", end.out);
}

#[test]
fn a_key_that_is_given_to_an_action_is_in_the_footer_and_works() {
    let home = home("[keys.bindings]\nchoose = 'ctrl+s'\nhelp = 'f1'\nup = ['esc', 'wo']\nfly = 'x'");
    let session = home.run("$asq ask --dialect question call.json >out");
    let screen = session.sees("Esc cancel");
    assert!(screen.contains("Ctrl+S select") && screen.contains("F1 keys"), "{screen}");
    session.tmux.keys(&["Down", "C-s"]);
    let end = session.end();
    assert!(end.out.contains(r#""content":"User selected: 2. Beta (value: b)""#), "{}", end.out);
    expect![[r#"
        asq: ~/.config/asq/config.toml: keys.bindings: up: esc can't be given away
        asq: ~/.config/asq/config.toml: keys.bindings: up: there is no key "wo"
        asq: ~/.config/asq/config.toml: keys.bindings: there is no action "fly"
    "#]]
    .assert_eq(&end.err);
    let listed = home.run("$asq settings --origins | sed -n '/What does not/,$p' >out").end();
    expect![[r#"
        What does not count:
          ~/.config/asq/config.toml: keys.bindings: up: esc can't be given away
          ~/.config/asq/config.toml: keys.bindings: up: there is no key "wo"
          ~/.config/asq/config.toml: keys.bindings: there is no action "fly"
    "#]]
    .assert_eq(&listed.out);
}

#[test]
fn a_variable_chooses_the_preset() {
    let home = home("keys.preset = 'vi'");
    let session = home.run("ASQ_KEYS_PRESET=emacs $asq ask --dialect question call.json >out");
    assert!(session.sees("Esc cancel").contains("Ctrl+P/Ctrl+N move"));
    session.tmux.keys(&["C-n"]);
    focused(&session, "2. Beta");
    session.tmux.keys(&["Enter"]);
    assert!(session.end().out.contains("2. Beta"));
}

/// Input that isn't a key: a paste that holds its own end mark, a stray 8-bit control.
#[test]
fn stray_input_answers_nothing() {
    let home = home("");
    home.write(".config/asq/config.toml", "");
    let session = home.run("$asq ask --dialect question call.json >out");
    session.sees("Esc cancel");
    session.tmux.run(&["send-keys", "-H", "9b", "32", "7e"]);
    session.tmux.keys(&["Down"]);
    focused(&session, "2. Beta");
    session.tmux.text("\u{1b}[200~abc\u{1b}[201~2\r");
    session.sees("Key ignored");
    session.tmux.keys(&["C-c"]);
    let end = session.end();
    assert!(end.code == "3" && end.out.contains(r#""outcome":"cancelled""#), "{} {}", end.code, end.out);
}

/// The connection breaks in a paste: its end never comes.
#[test]
fn a_paste_without_an_end_takes_no_key_for_long() {
    let home = home("");
    let session = home.run("$asq ask --dialect question call.json >out");
    session.sees("Esc cancel");
    session.tmux.text("\u{1b}[200~abc");
    // asq gives up on it after a second of silence.
    session.sees("abc");
    session.tmux.text("def");
    session.sees("abcdef");
    session.tmux.text("\u{1b}[200~ghi");
    session.tmux.keys(&["C-c"]);
    assert_eq!(session.end().code, "3");
}
