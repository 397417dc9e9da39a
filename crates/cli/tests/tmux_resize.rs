//! The terminal changes its size while a form is up.

mod tmux;

use tmux::{Ask, DATABASE};

/// Two screens of history above, so that a form stands at the bottom.
const HISTORY: usize = 60;

/// Each history line once and in order, and so many copies of the form.
fn check(ask: &Ask, copies: usize) {
    check_below(ask, HISTORY, copies);
}

fn check_below(ask: &Ask, history_lines: usize, copies: usize) {
    let all = ask.tmux.history();
    let history: Vec<&str> = all.lines().filter(|line| line.starts_with("history")).collect();
    let wanted: Vec<String> = (1..=history_lines).map(|i| format!("history {i}")).collect();
    assert_eq!(history, wanted, "{all}");
    for text in ["Which database", "1. Postgres", "2. SQLite", "3. Memory", "4. Something else", "· Esc "] {
        assert_eq!(all.matches(text).count(), copies, "{text:?} in\n{all}");
    }
}

/// Resizes, and waits until the form was drawn for that size.
fn resize(ask: &Ask, columns: u16, rows: u16) {
    ask.tmux.resize(columns, rows);
    ask.tmux.wait_still();
}

fn to_and_fro(ask: &Ask) {
    for _ in 0..5 {
        resize(ask, 60, 30);
        check(ask, 1);
        resize(ask, 100, 30);
        check(ask, 1);
    }
}

#[test]
fn five_times_narrow_and_wide_leave_one_copy() {
    let ask = Ask::start(100, 30, HISTORY, DATABASE, "");
    to_and_fro(&ask);
    ask.tmux.keys(&["Down"]);
    ask.tmux.wait("the focus on the second row", |s| s.contains("❯ 2. SQLite"));
    check(&ask, 1);
    ask.tmux.keys(&["Enter"]);
    let end = ask.end();
    assert_eq!(end.code, "0");
    assert_eq!(end.screen.matches("Which database").count(), 1, "{}", end.screen);
    assert!(!end.screen.contains("Memory"), "{}", end.screen);
}

#[test]
fn keys_between_make_the_form_wide_again() {
    let ask = Ask::start(100, 30, HISTORY, DATABASE, "");
    for _ in 0..3 {
        for columns in [60, 100] {
            resize(&ask, columns, 30);
            ask.tmux.keys(&["Down"]);
            ask.tmux.wait_still();
            check(&ask, 1);
        }
    }
    let wide = ask.tmux.screen();
    assert!(
        wide.contains("Which database should the integration tests use from now on, on every machine?"),
        "{wide}"
    );
}

#[test]
fn the_same_while_a_text_is_typed() {
    let ask = Ask::start(100, 30, HISTORY, DATABASE, "");
    ask.tmux.text("4");
    ask.tmux.wait("a caret", |_| ask.tmux.tell("#{cursor_flag}") == "1");
    ask.tmux
        .text("some words that are long enough to stand on two rows when the terminal is as narrow as sixty");
    ask.tmux.wait_text("sixty");
    to_and_fro(&ask);
    ask.tmux.text("!");
    ask.tmux.wait_text("sixty!");
    check(&ask, 1);
}

#[test]
fn lower_and_higher_leave_one_copy() {
    let ask = Ask::start(100, 30, HISTORY, DATABASE, "");
    for rows in [20, 30, 12, 30, 40, 30] {
        resize(&ask, 100, rows);
        check(&ask, 1);
    }
    for (columns, rows) in [(60, 20), (100, 30), (60, 16), (100, 40)] {
        resize(&ask, columns, rows);
        check(&ask, 1);
    }
}

#[test]
fn full_screen_follows_every_size() {
    let ask = Ask::start(100, 30, HISTORY, DATABASE, "--fullscreen");
    for (columns, rows) in [(60, 30), (20, 6), (3, 2), (1, 1), (46, 12), (100, 30)] {
        resize(&ask, columns, rows);
    }
    ask.tmux.wait("the whole form", |s| s.contains("Which database") && s.contains("3. Memory"));
    ask.tmux.keys(&["Escape"]);
    let end = ask.end();
    assert_eq!(end.code, "3");
    assert!(!end.screen.contains("Memory"), "{}", end.screen);
}

#[test]
fn inline_survives_every_size() {
    let ask = Ask::start(100, 30, HISTORY, DATABASE, "");
    for (columns, rows) in [(20, 6), (3, 2), (1, 1), (100, 30)] {
        resize(&ask, columns, rows);
    }
    ask.tmux.keys(&["Down"]);
    ask.tmux.wait("the whole form", |s| s.contains("Which database") && s.contains("❯ 2. SQLite"));
    ask.tmux.keys(&["Enter"]);
    assert!(ask.end().has("2. SQLite"));
}

#[test]
fn near_the_top_of_the_screen_it_is_the_same() {
    let ask = Ask::start(100, 30, 3, DATABASE, "");
    for _ in 0..5 {
        for columns in [60, 100] {
            resize(&ask, columns, 30);
            check_below(&ask, 3, 1);
        }
    }
}

#[test]
fn an_edge_that_is_dragged_leaves_one_copy() {
    for caret in [false, true] {
        let ask = Ask::start(100, 30, HISTORY, DATABASE, "");
        if caret {
            ask.tmux.text("4");
            ask.tmux.wait("a caret", |_| ask.tmux.tell("#{cursor_flag}") == "1");
            ask.tmux.text("some words that are long enough to stand on two rows when the terminal is as narrow as sixty");
            ask.tmux.wait_text("sixty");
        }
        let narrower = (60..100).rev();
        for columns in narrower.clone().chain(narrower.rev()) {
            ask.tmux.resize(columns, 30);
        }
        ask.tmux.wait_still();
        check(&ask, 1);
    }
}
