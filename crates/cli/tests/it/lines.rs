//! Plain lines (`--accessible`) in a real terminal, from the call to the ending.

use crate::terminal::{End, Home};

const CALL: &str = r#"{"name": "ask_user_question", "arguments": {"questions": [
    {"question": "Which database?", "header": "Database", "options": [
        {"label": "PostgreSQL", "description": "a server"}, {"label": "SQLite", "description": "a file"}]}]}}"#;

fn ask(script: &str, key: &str) -> End {
    let home = Home::new();
    home.write("call.json", CALL);
    let session = home.run(script);
    session.sees("Type a number");
    session.tmux.keys(&[key]);
    session.end()
}

#[test]
fn flag_variable_and_dumb_terminal_ask_in_plain_lines() {
    for script in [
        "$asq ask call.json --accessible >out",
        "ACCESSIBLE=1 $asq ask call.json >out",
        "TERM=dumb $asq ask call.json >out",
        "cat call.json | $asq ask - --accessible | cat >out",
    ] {
        let home = Home::new();
        home.write("call.json", CALL);
        let session = home.run(script);
        let screen = session.sees("Type a number");
        assert!(screen.contains("2. SQLite"), "{screen}");
        session.tmux.keys(&["2", "Enter"]);
        session.sees("Type yes");
        session.tmux.text("yes\n");
        let end = session.end();
        assert_eq!((end.code.as_str(), end.err.as_str()), ("0", ""), "{script}: {end:?}");
        assert!(end.out.contains(r#"\"Which database?\"=\"SQLite\""#), "{end:?}");
        assert_eq!(end.out.lines().count(), 1);
    }
}

#[test]
fn nothing_but_text_line_breaks_and_one_bell_reaches_the_terminal() {
    let home = Home::new();
    home.write("call.json", CALL);
    let session = home.run("script -qfc \"$asq ask call.json --accessible\" typed.log >/dev/null");
    session.tmux.wait_for(
        "the question",
        |_| std::fs::read_to_string(home.path("typed.log")).unwrap_or_default(),
        |log| log.contains("Type a number"),
    );
    let log = std::fs::read_to_string(home.path("typed.log")).unwrap();
    let begun = log.matches("\x1b[?2004h").count();
    let controls =
        |log: &str| -> Vec<char> { log.chars().filter(|c| c.is_control() && !"\n\r".contains(*c)).collect() };
    // Once it asks the terminal to mark what is pasted.
    assert_eq!((begun, controls(&log.replace("\x1b[?2004h", ""))), (1, vec!['\u{7}']), "{log:?}");
    session.tmux.keys(&["C-c"]);
    session.end();
}

#[test]
fn a_dumb_terminal_gets_no_control_but_the_bell() {
    let home = Home::new();
    home.write("call.json", CALL);
    let session = home.run("TERM=dumb script -qfc \"$asq ask call.json\" typed.log >/dev/null");
    session.tmux.wait_for(
        "the question",
        |_| std::fs::read_to_string(home.path("typed.log")).unwrap_or_default(),
        |log| log.contains("Type a number"),
    );
    session.tmux.keys(&["C-c"]);
    session.end();
    let log = std::fs::read_to_string(home.path("typed.log")).unwrap();
    let controls: Vec<char> = log.chars().filter(|c| c.is_control() && !"\n\r".contains(*c)).collect();
    assert_eq!(controls, ['\u{7}'], "{log:?}");
}

const PASTE: &str = "first line\necho RAN-IN-SHELL\nyes\n";

/// A script that then says what is left for the shell.
fn then_reads(ask: &str) -> String {
    format!("{ask} >out; code=$?; read -r -t 1 left; echo \"left: [$left]\"; (exit $code)")
}

/// Both kinds of terminal: one that marks pastes, and one that doesn't.
const TERMINALS: [&str; 2] = ["ACCESSIBLE=1 $asq", "TERM=dumb $asq"];

#[test]
fn a_paste_of_several_lines_is_one_answer_and_nothing_of_it_reaches_the_shell() {
    for asq in TERMINALS {
        for (flag, answer) in [
            ("", "first line echo RAN-IN-SHELL yes\n"),
            ("--multiline", "first line\necho RAN-IN-SHELL\nyes\n"),
        ] {
            let home = Home::new();
            let session = home.run(&then_reads(&format!("{asq} input 'What failed?' {flag}")));
            session.sees("Type your answer");
            session.tmux.paste(PASTE);
            let screen = session.sees("3 lines were pasted.");
            assert!(!screen.contains("Sent."), "{screen}");
            session.tmux.keys(&["Enter"]);
            session.sees("left: []");
            let end = session.end();
            assert_eq!((end.code.as_str(), end.out.as_str()), ("0", answer), "{asq} {flag}: {end:?}");
        }
    }
}

#[test]
fn a_paste_answers_no_later_question_and_confirms_nothing() {
    for asq in TERMINALS {
        let home = Home::new();
        let questions = "-q 'What failed?' --multiline -q 'Deploy now?' --confirm --format value";
        let session = home.run(&then_reads(&format!("{asq} ask {questions}")));
        session.sees("Type your answer");
        session.tmux.paste("log line 1\nyes\nyes\n");
        session.sees("3 lines were pasted.");
        session.tmux.keys(&["Enter"]);
        session.sees("Deploy now?");
        session.sees("Type yes, no or a number");
        // No answer to this one.
        session.tmux.paste("yes\nyes\n");
        session.sees("2 lines were pasted.");
        session.tmux.keys(&["Enter"]);
        session.sees("None of it was taken.");
        session.tmux.text("no\n");
        session.sees("Type yes to send");
        session.tmux.paste("yes\nyes\nyes\nyes\n");
        session.sees("4 lines were pasted.");
        session.tmux.keys(&["Enter"]);
        session.tmux.wait("the second refusal", |s| s.matches("None of it was taken.").count() == 2);
        session.tmux.text("yes\n");
        session.sees("left: []");
        let end = session.end();
        assert_eq!(
            (end.code.as_str(), end.out.as_str()),
            ("0", "log line 1\nyes\nyes\nfalse\n"),
            "{asq}: {end:?}"
        );
    }
}

/// What is typed before a prompt isn't meant for it.
#[test]
fn keys_typed_before_a_prompt_are_dropped() {
    let home = Home::new();
    let waits = "while [ ! -e go ]; do sleep 0.05; done";
    let session = home.run(&then_reads(&format!("{waits}; $asq confirm 'Deploy now?' --accessible")));
    session.tmux.text("yes\n");
    session.sees("yes");
    home.write("go", "");
    session.sees("Deploy now?");
    session.tmux.text("no\n");
    session.sees("left: []");
    assert_eq!(session.end().code, "1");
}

#[test]
fn ctrl_c_and_the_end_of_input_cancel_and_a_signal_withdraws() {
    let end = ask("$asq ask call.json --accessible >out", "C-c");
    assert_eq!(end.code, "3", "{end:?}");
    let end = ask("$asq ask call.json --accessible >out", "C-d");
    assert_eq!(end.code, "3", "{end:?}");
    assert!(end.out.contains(r#""outcome":"cancelled""#), "{end:?}");

    let home = Home::new();
    home.write("call.json", CALL);
    let session = home.run("$asq ask call.json --accessible >out");
    session.sees("Type a number");
    session.signal("HUP");
    let end = session.end();
    assert_eq!(end.code, "8", "{end:?}");
    assert!(end.out.contains(r#""outcome":"withdrawn""#), "{end:?}");
}

#[test]
fn without_a_call_at_a_terminal_it_says_what_to_type() {
    let home = Home::new();
    let end = home.run("$asq ask >out").end();
    assert_eq!((end.code.as_str(), end.out.as_str()), ("2", ""));
    assert!(end.err.starts_with("asq: there is nothing to ask yet\n  a question: asq ask -q "), "{end:?}");
}

const SECRET: &str = r#"{"name": "ask", "arguments": {"questions": [{"id": "pw", "header": "Key", "question": "Which API key?", "kind": "text", "sensitive": true}]}}"#;

/// Whether the terminal echoes, by stty's output in a file.
fn echoes(home: &Home) -> bool {
    let modes = std::fs::read_to_string(home.path("modes")).unwrap();
    modes.split_whitespace().any(|mode| mode == "echo")
}

#[test]
fn a_secret_is_typed_unseen() {
    let home = Home::new();
    home.write("call.json", SECRET);
    let session = home.run("$asq ask call.json --accessible --format value >out; stty -a >modes");
    let screen = session.sees("Type your answer");
    assert!(screen.contains("What you type is not shown."), "{screen}");
    session.tmux.text("s3cret\n");
    let screen = session.sees("Type yes");
    assert!(screen.contains("answered, hidden") && !screen.contains("s3cret"), "{screen}");
    session.tmux.text("yes\n");
    session.sees("Sent.");
    session.sees("yes");
    let end = session.end();
    assert_eq!(end.out, "s3cret\n", "{end:?}");
    assert!(echoes(&home));
}

#[test]
fn every_way_out_of_a_secret_shows_again_what_is_typed() {
    for way in ["TERM", "HUP", "INT", "C-c", "C-d", "C-\\"] {
        let home = Home::new();
        home.write("call.json", SECRET);
        let session = home.run("$asq ask call.json --accessible >out; stty -a >modes");
        session.sees("Type your answer");
        session.tmux.wait_for(
            "hidden typing",
            |tmux| {
                let tty = tmux.tell("#{pane_tty}");
                let told = std::process::Command::new("stty").args(["-a", "-F", &tty]).output().unwrap();
                String::from_utf8_lossy(&told.stdout).into_owned()
            },
            |modes| modes.contains(" -echo "),
        );
        match way {
            "TERM" | "HUP" | "INT" => session.signal(way),
            key => session.tmux.keys(&[key]),
        }
        if way == "C-\\" {
            // No key kills a process while its terminal echoes nothing.
            session.tmux.keys(&["C-c"]);
        }
        session.end();
        assert!(echoes(&home), "{way}");
    }
}
