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

/// The screen; what the machine knows of the asker is in capitals.
fn shows(terminal: &Tmux, expected: &Expect) {
    terminal.shows(expected, |screen| {
        let rows: Vec<String> = screen.trim_end().lines().map(|row| told(row.trim_end())).collect();
        rows.join("\n") + "\n"
    });
}

/// A row with its folder, program, process and terminal in capitals, as many of them as it has.
fn told(row: &str) -> String {
    const FACTS: [(&str, &str); 9] = [
        ("in ", "in FOLDER"),
        ("by ", "by PROGRAM"),
        ("pid ", "pid PID"),
        ("on ", "on TERMINAL"),
        // Where a long number leaves it less room.
        ("pts/", "on TERMINAL"),
        ("From program: ", "From program: PROGRAM"),
        ("From process: ", "From process: PID"),
        ("From terminal: ", "From terminal: TERMINAL"),
        ("From folder: ", "From folder: FOLDER"),
    ];
    let name = |fact: &str| Some(FACTS.iter().find(|(word, _)| fact.starts_with(word))?.1);
    let facts = |row: &str| row.split(" · ").map(name).collect::<Option<Vec<&str>>>();
    match row.strip_prefix("── ").and_then(facts) {
        Some(facts) => format!("── {}", facts.join(" · ")),
        None => name(row).filter(|_| row.starts_with("From ")).unwrap_or(row).to_owned(),
    }
}

#[test]
fn nothing_on_a_dangerous_page_is_moved_out_of_sight() {
    let home = home();
    // A short folder: the row of the asker fits 46 columns, whatever its process is.
    let session = home.run("mkdir a; env -C a $asq ask --agent me ../call.json >out");
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
            ── in FOLDER · by PROGRAM · pid PID · on TERMINAL
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
            ↓ 6 more
            ┌───────────────────────────────────────────┐
            │ P<U+000D>cr<30 blanks>far <U+200B>hid     │
            │ <U+202E>back                              │
            └───────────────────────────────────────────┘
            ── asked by agent me
            ── in FOLDER · by PROGRAM · pid PID · on TERMINAL
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
            ── in FOLDER · by PROGRAM · pid PID · on TERMINAL
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
            From program: PROGRAM
            From process: PID
            From terminal: TERMINAL
            From folder: FOLDER
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

/// The program, the process and the terminal that a row of asq's names.
fn named(screen: &str) -> Option<[String; 3]> {
    let fact = |row: &str, word: &str| {
        let (_, rest) = row.split_once(word)?;
        Some(rest.split(" · ").next()?.trim_end().to_owned())
    };
    let row = screen.lines().find(|row| row.contains(" · pid "))?;
    Some([fact(row, " · by ")?, fact(row, " · pid ")?, fact(row, " · on ")?])
}

/// What this machine knows of the asker: a program that runs the agent's shell, below the terminal's session.
#[test]
fn a_dangerous_page_and_the_help_name_program_process_and_terminal_of_an_agent() {
    let home = Home::new().unguarded();
    home.write("agent", "\"$@\"\necho\n");
    home.write(
        "call.json",
        r#"{"name":"ask","arguments":{"questions":[{"text":"Which?","options":["A","B"]}]}}"#,
    );
    let danger = "-q Wipe? -o Yes -o No --danger wipe";
    let run = |asks: &str, keys: &[&str], names: bool| {
        let session = home.run(&format!("bash ./agent $asq ask {asks} >out; tty >tty"));
        let mut screen = session.sees("Esc cancel");
        if !keys.is_empty() {
            session.tmux.keys(keys);
            screen = session.sees("any key to close");
        }
        let mut terminal = None;
        if names {
            // The program's path isn't cut.
            session.tmux.resize(200, 24);
            let is_whole = |[program, pid, _]: &[String; 3]| {
                let exe = std::fs::read_link(format!("/proc/{pid}/exe"));
                exe.is_ok_and(|exe| exe == std::path::Path::new(program))
            };
            session.tmux.wait("a program, whole", |screen| named(screen).as_ref().is_some_and(is_whole));
            let [_, pid, on] = named(&session.tmux.screen()).unwrap();
            let line = std::fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap();
            assert!(line.starts_with("bash\0./agent\0"), "{line:?}");
            terminal = Some(on);
        } else {
            assert_eq!(named(&screen), None, "{asks}");
        }
        session.tmux.keys(&["C-c"]);
        session.end();
        let tty = std::fs::read_to_string(home.path("tty")).unwrap();
        assert!(terminal.as_ref().is_none_or(|on| format!("/dev/{on}") == tty.trim()), "{terminal:?} {tty}");
    };
    run(&format!("--agent me {danger}"), &[], true);
    run("--agent me -q Which? -o A -o B", &[], false);
    run("--agent me -q Which? -o A -o B", &["?"], true);
    run("call.json", &["?"], true);
    // A script's own terminal shows what was passed, and nothing else.
    run(danger, &[], false);
    run("-q Which? -o A -o B", &["?"], false);
}
