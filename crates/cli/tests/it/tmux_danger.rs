//! An agent's text on a dangerous page: none of it moves out of sight, wherever it is.

use crate::terminal::Home;
use asq_testkit::tmux::Tmux;
use expect_test::{Expect, expect};

/// Each place has a CR, a run of blanks, an invisible character and a bidirectional control.
fn home() -> Home {
    let odd = |word: &str| format!("{word}\\rcr{}far \\u200bhid \\u202eback", " ".repeat(30));
    let call = format!(
        r#"{{"name":"ask","arguments":{{"questions":[{{"header":"Wipe","question":"{}","description":"{}","context":"{}",
        "danger":{{"confirm_text":"wipe"}},"options":[
        {{"label":"{}","description":"{}","preview":{{"kind":"text","source":"{}"}}}},{{"label":"No"}}]}}]}}}}"#,
        odd("Q"),
        odd("D"),
        odd("C"),
        odd("L"),
        odd("A"),
        odd("P")
    );
    let home = Home::new().unguarded();
    home.write("call.json", &call);
    home
}

fn shows(terminal: &Tmux, expected: &Expect) {
    let screen = terminal.wait_still();
    let rows: Vec<&str> = screen.trim_end().lines().map(str::trim_end).collect();
    expected.assert_eq(&(rows.join("\n") + "\n"));
}

#[test]
fn nothing_on_a_dangerous_page_is_moved_out_of_sight() {
    let home = home();
    let session = home.run("$asq ask --agent me call.json >out");
    session.sees("Esc cancel");
    shows(
        &session.tmux,
        &expect![[r#"
            ⚠️   DESTRUCTIVE — Wipe

            │ Q<U+000D>cr<30 blanks>far <U+200B>hid <U+202E>back
            │ D<U+000D>cr<30 blanks>far <U+200B>hid <U+202E>back

            │ C<U+000D>cr<30 blanks>far <U+200B>hid <U+202E>back

            ❯ 1. L<U+000D>cr<30 blanks>far  ┌─────────────────────────────────────────────┐
               │ <U+200B>hid <U+202E>back   │ P<U+000D>cr<30 blanks>far <U+200B>hid       │
               │ A<U+000D>cr<30 blanks>far  │ <U+202E>back                                │
               │ <U+200B>hid <U+202E>back   └─────────────────────────────────────────────┘
              2. No
              3. Something else…
              4. Let's discuss this

            ── asked by agent me
            ↑/↓ move · Enter select · 1-4 pick · n note · z read · ? keys · Esc cancel
        "#]],
    );
    session.tmux.resize(46, 12);
    session.sees("Esc cancel");
    shows(
        &session.tmux,
        &expect![[r#"
            ⚠️   DESTRUCTIVE — Wipe
            │ Q<U+000D>cr<30 blanks>far <U+200B>hid
            ↑ 5 more
            ❯ 1. L<U+000D>cr<30 blanks>far <U+200B>hid
               │ <U+202E>back
            ↓ 5 more
            ┌───────────────────────────────────────────┐
            │ P<U+000D>cr<30 blanks>far <U+200B>hid     │
            │ <U+202E>back                              │
            └───────────────────────────────────────────┘
            ── asked by agent me
            ↑/↓ move · Enter select · ? keys · Esc cancel
        "#]],
    );
    session.tmux.resize(80, 24);
    session.tmux.keys(&["z"]);
    session.sees("Esc back");
    shows(
        &session.tmux,
        &expect![[r#"
            Preview of L<U+000D>cr<30 blanks>far <U+200B>hid <U+202E>back
            │ P<U+000D>cr<30 blanks>far <U+200B>hid <U+202E>back

            What to know
            │ C<U+000D>cr<30 blanks>far <U+200B>hid <U+202E>back

            Question
            │ Q<U+000D>cr<30 blanks>far <U+200B>hid <U+202E>back

            │ D<U+000D>cr<30 blanks>far <U+200B>hid <U+202E>back

            Option
            │ L<U+000D>cr<30 blanks>far <U+200B>hid <U+202E>back

            │ A<U+000D>cr<30 blanks>far <U+200B>hid <U+202E>back

            ↑/↓ scroll · Esc back
        "#]],
    );
    session.tmux.keys(&["Escape"]);
    session.sees("Esc cancel");
    session.tmux.keys(&["1"]);
    session.sees("Your answer:");
    shows(
        &session.tmux,
        &expect![[r#"
            ⚠️   DESTRUCTIVE — Wipe

            │ Q<U+000D>cr<30 blanks>far <U+200B>hid <U+202E>back
            │ D<U+000D>cr<30 blanks>far <U+200B>hid <U+202E>back

            │ C<U+000D>cr<30 blanks>far <U+200B>hid <U+202E>back

              Your answer: L<U+000D>cr<30 blanks>far <U+200B>hid <U+202E>back

            ── Type this exactly to confirm:
            ── wipe
            ❯ Type to confirm

            ── asked by agent me
            Enter confirm · Ctrl+X decline · Ctrl+L discuss · Alt+N note · Esc back
        "#]],
    );
    session.tmux.keys(&["C-c"]);
    session.end();
}

#[test]
fn nothing_of_it_is_moved_out_of_sight_in_plain_lines() {
    let home = home();
    let session = home.run("$asq ask --agent me --accessible call.json >out");
    session.sees("Type a number");
    session.tmux.text("show 1");
    session.tmux.keys(&["Enter"]);
    session.sees("End of the preview.");
    shows(
        &session.tmux,
        &expect![[r#"
            An agent asks you 1 question. Type ? for help at any time.
            From agent: me

            What to know:
              C<U+000D>cr<30 blanks>far <U+200B>hid <U+202E>back

            Question 1 of 1: Q<U+000D>cr<30 blanks>far <U+200B>hid <U+202E>back
              D<U+000D>cr<30 blanks>far <U+200B>hid <U+202E>back
            Careful: the agent marked this question as dangerous.
            1. L<U+000D>cr<30 blanks>far <U+200B>hid <U+202E>back
               A<U+000D>cr<30 blanks>far <U+200B>hid <U+202E>back
            2. No
            3. Something else…
            4. Let's discuss this
            There is a preview of 1. Type show 1 to read it.
            Type a number, or ? for help: show 1
            Preview of number 1:
              P<U+000D>cr<30 blanks>far <U+200B>hid <U+202E>back
            End of the preview.
            Type a number, or ? for help:
        "#]],
    );
    session.tmux.keys(&["C-c"]);
    session.end();
}
