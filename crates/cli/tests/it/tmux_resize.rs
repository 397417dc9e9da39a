//! The terminal changes its size while a form is up.

use crate::tmux::{Ask, DATABASE};
use asq_testkit::eventually::eventually;

/// Two screens of history above, so that a form stands at the bottom.
const HISTORY: usize = 60;

/// The question, which takes one row at 100 columns.
const QUESTION: &str = "Which database should the integration tests use from now on, on every machine?";

/// Checks that each history line is there once and in order, with so many copies of the form.
fn check(ask: &Ask, copies: usize) {
    check_below(ask, HISTORY, copies);
}

fn check_below(ask: &Ask, history_lines: usize, copies: usize) {
    check_history(ask, history_lines);
    // Copies that were left would stay.
    eventually("so many copies", || {
        let all = ask.tmux.history();
        let rows = ["Which database", "1. Postgres", "2. SQLite", "3. Memory", "4. Something else", "· Esc "];
        let wrong = rows.into_iter().find(|row| all.matches(row).count() != copies);
        wrong.map_or(Ok(()), |row| Err(format!("{row:?} in\n{all}")))
    });
}

/// Checks the lines above the form, on the covered screen if the form is on the alternate one.
fn check_history(ask: &Ask, lines: usize) {
    let wanted: Vec<String> = (1..=lines).map(|i| format!("history {i}")).collect();
    eventually("the lines above", || {
        let all = ask.tmux.history() + &ask.tmux.covered();
        let history: Vec<&str> = all.lines().filter(|line| line.starts_with("history")).collect();
        if history == wanted { Ok(()) } else { Err(all) }
    });
}

/// Resizes, and gives the form time to be drawn for that size. No row of it says for which one it was drawn.
fn resize(ask: &Ask, columns: u16, rows: u16) {
    ask.tmux.resize(columns, rows);
    ask.tmux.wait_still();
}

/// Waits for the form at a width of 60 or 100 columns.
fn wait_for_width(ask: &Ask, columns: u16) {
    ask.tmux.wait("the form at this width", |s| {
        let wanted = if columns == 100 { QUESTION } else { "on, on every machine?" };
        s.lines().any(|line| line.strip_prefix("│ ") == Some(wanted))
    });
}

fn to_and_fro(ask: &Ask) {
    for _ in 0..5 {
        for columns in [60, 100] {
            resize(ask, columns, 30);
            wait_for_width(ask, columns);
            check(ask, 1);
        }
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
fn a_wider_terminal_is_used_at_once() {
    for (lines, times) in [(HISTORY, 5), (HISTORY, 20), (3, 5), (3, 20)] {
        let ask = Ask::start(100, 30, lines, DATABASE, "");
        for _ in 0..times {
            for columns in [60, 100] {
                ask.tmux.resize(columns, 30);
                wait_for_width(&ask, columns);
                check_below(&ask, lines, 1);
            }
        }
    }
}

#[test]
fn smaller_in_both_ways_and_back_leaves_one_copy() {
    for lines in [HISTORY, 5] {
        let ask = Ask::start(80, 24, lines, DATABASE, "");
        for (columns, rows) in [(46, 12), (20, 6), (80, 24)] {
            resize(&ask, columns, rows);
        }
        ask.tmux.wait("the form at its first size", |s| {
            s.lines()
                .any(|line| line.strip_prefix("│ ").is_some_and(|l| l.len() > 60 && QUESTION.starts_with(l)))
        });
        check_below(&ask, lines, 1);
        ask.tmux.keys(&["Down"]);
        ask.tmux.wait_text("❯ 2. SQLite");
        check_below(&ask, lines, 1);
        ask.tmux.keys(&["Enter"]);
        let end = ask.end();
        let mut wanted: Vec<String> = (1..=lines).map(|i| format!("history {i}")).collect();
        wanted.push(format!("✔ {QUESTION}\n  SQLite\nAT THE END\nPASTED"));
        assert_eq!(end.screen, wanted.join("\n"));
    }
}

#[test]
fn in_a_terminal_that_it_fills_it_ends_and_stops_as_elsewhere() {
    for key in ["Enter", "Escape", "TERM"] {
        let ask = Ask::start(80, 24, HISTORY, DATABASE, "");
        for (columns, rows) in [(46, 12), (20, 6)] {
            resize(&ask, columns, rows);
        }
        if key == "TERM" {
            ask.signal(key);
        } else {
            ask.tmux.keys(&[key]);
        }
        ask.tmux.wait_text("AT THE END");
        resize(&ask, 80, 24);
        ask.restored();
        let screen = ask.tmux.history();
        let history = screen.lines().filter(|line| line.starts_with("history")).count();
        assert_eq!((history, screen.contains("Memory")), (HISTORY, false), "{screen}");
    }
}

#[test]
fn the_same_while_a_text_is_typed() {
    let ask = Ask::start(100, 30, HISTORY, DATABASE, "");
    ask.own_row();
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
            wait_for_width(&ask, columns);
            check_below(&ask, 3, 1);
        }
    }
}

#[test]
fn near_the_top_it_shows_what_is_above_and_leaves_no_row() {
    for (lines, rows, alternate) in
        [(0, 30, "0"), (3, 30, "0"), (12, 30, "0"), (HISTORY, 30, "0"), (1, 12, "1")]
    {
        let ask = Ask::start(100, rows, lines, DATABASE, "");
        ask.tmux.wait_for("the right screen", |tmux| tmux.tell("#{alternate_on}"), |on| on == alternate);
        let wanted = lines > 0 && alternate == "0";
        ask.tmux.wait("what is above", |screen| screen.contains(&format!("history {lines}")) == wanted);
        // The terminal has broken its rows before asq can notice.
        for columns in [60, 100, 46] {
            resize(&ask, columns, rows);
        }
        ask.tmux.keys(&["Enter"]);
        let wanted: Vec<String> = (1..=lines).map(|i| format!("history {i}")).collect();
        let end = ask.end().screen;
        let all: Vec<&str> = end.lines().collect();
        assert_eq!(all[..lines], wanted, "{end}");
        assert_eq!((end.matches("Which database").count(), end.matches("Memory").count()), (1, 0), "{end}");
    }
}

#[test]
fn an_edge_that_is_dragged_leaves_one_copy() {
    for caret in [false, true] {
        let ask = Ask::start(100, 30, HISTORY, DATABASE, "");
        if caret {
            ask.own_row();
            ask.tmux.text("some words that are long enough to stand on two rows when the terminal is as narrow as sixty");
            ask.tmux.wait_text("sixty");
        }
        let narrower = (60..100).rev();
        for columns in narrower.clone().chain(narrower.rev()) {
            ask.tmux.resize(columns, 30);
        }
        // tmux passes the last size on late, and the form was as wide at first.
        ask.tmux.wait_still();
        wait_for_width(&ask, 100);
        check(&ask, 1);
    }
}

#[test]
fn of_several_sizes_at_once_only_the_last_is_passed_on_and_one_copy_is_left() {
    for lines in [0, HISTORY] {
        let ask = Ask::start(100, 30, lines, DATABASE, "");
        ask.tmux.resize(100, 16);
        // tmux reflows for each size, and passes on the last one, which has the first width.
        let sizes = [["-x", "46", "-y", "30"], ["-x", "100", "-y", "24"], ["-x", "100", "-y", "30"]];
        let commands = sizes.map(|size| [&["resize-window"], &size[..], &[";"]].concat()).concat();
        ask.tmux.run(&commands[..commands.len() - 1]);
        // tmux passes the last size on late, and the form was as wide at first.
        ask.tmux.wait_still();
        wait_for_width(&ask, 100);
        check_below(&ask, lines, 1);
    }
}

#[test]
fn sizes_that_follow_each_other_quickly_lose_nothing_that_stands_above() {
    let ask = Ask::start(100, 30, HISTORY, DATABASE, "");
    ask.own_row();
    ask.tmux
        .text("some words that are long enough to stand on two rows when the terminal is as narrow as sixty");
    ask.tmux.wait_text("sixty");
    for _ in 0..5 {
        for (columns, rows) in [(99, 30), (51, 20), (48, 20), (100, 30)] {
            ask.tmux.resize(columns, rows);
        }
        // The caret is back once the size is at rest.
        ask.tmux.wait("the wide form and a caret", |s| {
            s.contains(QUESTION) && ask.tmux.tell("#{cursor_flag}") == "1"
        });
        check_history(&ask, HISTORY);
    }
}

#[test]
fn in_a_terminal_that_it_fills_it_is_suspended_and_goes_to_the_editor() {
    let ask = Ask::shell(DATABASE);
    ask.tmux.text("printf '%s\\n' '#!/bin/sh' 'printf elsewhere >$1' >ed; chmod +x ed; clear; echo above\n");
    ask.tmux.wait("a clean screen", |s| s.starts_with("above"));
    ask.tmux.text("VISUAL=$HOME/ed $ASQ ask call.json >out\n");
    ask.tmux.wait_text("Esc cancel");
    resize(&ask, 46, 12);
    ask.tmux.keys(&["Down", "C-z"]);
    let screen = ask.tmux.wait_text("Stopped");
    assert!(ask.tmux.history().starts_with("above\n") && !screen.contains("Memory"), "{screen}");
    assert_eq!(ask.tmux.tell("#{cursor_flag} #{wrap_flag} #{alternate_on}"), "1 1 0");
    resize(&ask, 80, 24);
    ask.tmux.text("fg\n");
    ask.tmux.wait_text("❯ 2. SQLite");
    resize(&ask, 46, 12);
    ask.own_row();
    ask.tmux.keys(&["C-g"]);
    ask.tmux.wait_text("elsewhere");
    resize(&ask, 80, 24);
    ask.tmux.keys(&["Enter"]);
    ask.tmux.wait_for("the answer", |_| ask.file("out"), |out| out.contains("User wrote: elsewhere"));
    let all = ask.tmux.history();
    assert!(all.starts_with("above\n") && !all.contains("Memory"), "{all}");
}
