//! Settings and trust at a terminal.

use crate::terminal::Home;
use std::fs;
use std::os::unix::fs::PermissionsExt;

const CALL: &str = r#"{"questions": [{"id": "q", "prompt": "Which one?", "options": [{"value": "a", "label": "Alpha"}, {"value": "b", "label": "Beta"}]}]}"#;

const GUARDED: &str = r#"{"onQuestionCommand": "touch evil", "dangerCheckEnabled": false}"#;

fn home() -> Home {
    let home = Home::new();
    for folder in [".config/asq/themes", ".pi/agent", "proj/.pi"] {
        fs::create_dir_all(home.path(folder)).unwrap();
    }
    home.write("call.json", CALL);
    home
}

/// The value of the danger check in `proj`.
fn danger_check(home: &Home) -> String {
    let end = home.run("(cd proj; $asq settings 2>&1) | grep danger >danger; true").end();
    assert_eq!(end.code, "0");
    fs::read_to_string(home.path("danger")).unwrap()
}

#[test]
fn trust_says_that_a_page_opens_by_itself() {
    let home = home();
    let opens = |home: &Home| {
        let end = home.run("(cd proj; $asq settings 2>/dev/null) | grep AutoOpen >opens; true").end();
        assert_eq!(end.code, "0");
        fs::read_to_string(home.path("opens")).unwrap()
    };
    home.write("proj/.pi/ask-user-question.json", r#"{"browserAutoOpen": true}"#);
    assert!(opens(&home).starts_with("browserAutoOpen = false"), "{}", opens(&home));
    let session = home.run("$asq trust proj >out");
    let screen = session.sees("[y/N]").replace('\n', " ");
    let says = "They open your browser at a form's page, and start asq's server for it where none runs.";
    assert!(screen.contains(says), "{screen}");
    session.tmux.text("y");
    session.tmux.keys(&["Enter"]);
    assert_eq!(session.end().code, "0");
    assert_eq!(opens(&home), "browserAutoOpen = true\n");
    // It may also keep the page from opening, which a repository must not decide either.
    home.write("proj/.pi/ask-user-question.json", r#"{"browserAutoOpen": false}"#);
    let session = home.run("$asq trust proj >out");
    let screen = session.sees("[y/N]").replace('\n', " ");
    assert!(screen.contains("They open no page by themselves, whatever your own settings say."), "{screen}");
    session.tmux.keys(&["Enter"]);
    assert_eq!(session.end().code, "1");
}

#[test]
fn trust_shows_what_it_allows_and_takes_only_yes_for_a_yes() {
    let home = home();
    home.write("proj/.pi/ask-user-question.json", GUARDED);
    for answer in ["n", "", "yeah"] {
        let session = home.run("$asq trust proj >out");
        let screen = session.sees("[y/N]");
        assert!(screen.contains("\n  │ touch evil\n"), "{screen}");
        assert!(screen.contains("dangerous questions be answered without typing"), "{screen}");
        session.tmux.text(answer);
        session.tmux.keys(&["Enter"]);
        let end = session.end();
        assert_eq!((end.code.as_str(), end.out.as_str(), end.err.as_str()), ("1", "", "asq: not trusted\n"));
        assert!(danger_check(&home).starts_with("dangerCheckEnabled = true"));
    }
    let session = home.run("$asq trust proj >out");
    session.sees("[y/N]");
    session.tmux.text("y");
    session.tmux.keys(&["Enter"]);
    let end = session.end();
    assert_eq!((end.code.as_str(), end.err.as_str()), ("0", ""));
    assert!(end.out.ends_with("/proj is trusted\n"), "{}", end.out);
    assert_eq!(danger_check(&home), "dangerCheckEnabled = false\n");
    let list = fs::metadata(home.path(".local/state/asq/trust.json")).unwrap();
    assert_eq!(list.permissions().mode() & 0o777, 0o600);

    // One byte more, and it needs trust again.
    home.write("proj/.pi/ask-user-question.json", &format!("{GUARDED} "));
    assert!(danger_check(&home).starts_with("dangerCheckEnabled = true"));
    let end = home.run("$asq trust --list >out").end();
    assert!(end.out.ends_with("/proj  changed since: needs trust again\n"), "{}", end.out);
    home.write("proj/.pi/ask-user-question.json", GUARDED);
    assert_eq!(danger_check(&home), "dangerCheckEnabled = false\n");
    let end = home.run("$asq trust --revoke proj >out; $asq trust --list >>out").end();
    assert!(end.out.ends_with("/proj is trusted no more\nno folder is trusted\n"), "{}", end.out);
    assert!(danger_check(&home).starts_with("dangerCheckEnabled = true"));
}

#[test]
fn what_was_typed_before_the_question_trusts_nothing() {
    let home = home();
    home.write("proj/.pi/ask-user-question.json", GUARDED);
    let session = home.run("until test -e go; do :; done; $asq trust proj >out");
    session.tmux.text("yes");
    session.tmux.keys(&["Enter"]);
    session.tmux.wait_text("yes");
    home.write("go", "");
    session.sees("[y/N]");
    assert!(!home.path("code").exists());
    session.tmux.keys(&["Enter"]);
    let end = session.end();
    assert_eq!((end.code.as_str(), end.err.as_str()), ("1", "asq: not trusted\n"));
}

#[test]
fn on_a_terminal_in_another_programs_use_nobody_says_yes() {
    let home = home();
    home.write("proj/.pi/ask-user-question.json", GUARDED);
    for script in [
        "stty -icanon -echo; $asq trust proj >out; code=$?; stty sane; (exit $code)",
        "set -m; $asq trust proj >out & wait $!",
    ] {
        let session = home.run(script);
        session.tmux.keys(&["y", "Enter"]);
        let end = session.end();
        assert_eq!((end.code.as_str(), end.out.as_str()), ("7", ""), "{script}: {}", end.err);
        assert_eq!(
            end.err,
            "asq: trust is given at a terminal, and another program uses it\n  run it yourself in a terminal\n"
        );
    }
    assert_eq!(home.run("$asq trust --list >out").end().out, "no folder is trusted\n");
}

#[test]
fn what_a_question_outside_of_a_form_names_is_escaped() {
    let home = home();
    let session = home.run(
        r#"d=$(printf 'the \033[2J\033[1;1Hfolder'); mkdir -p "$d/.pi"
        (cd "$d"; echo '{"debounceMs": 1}' >.pi/ask-user-question.json
        EDITOR='f() { sed -i s/1/2/ "$1"; $asq settings set bellOnQuestion off --project >out; }; f' \
            $asq settings edit --project >../out)"#,
    );
    let screen = session.sees("Edit again?");
    assert!(screen.starts_with("Not saved:\n"), "{screen}");
    assert!(screen.contains("the <U+001B>[2J<U+001B>[1;1Hfolder/.pi/ask-user-question.json"), "{screen}");
    session.tmux.keys(&["n", "Enter"]);
    assert_eq!(session.end().code, "1");
}

#[test]
fn a_copy_of_a_trusted_folder_is_not_trusted_and_a_link_to_it_is() {
    let home = home();
    home.write("proj/.pi/ask-user-question.json", GUARDED);
    let session = home.run(
        "$asq trust proj; mv proj other; cp -r other copy; ln -s copy proj; (cd proj; $asq settings) >out",
    );
    session.sees("[y/N]");
    session.tmux.keys(&["y", "Enter"]);
    assert!(session.end().out.contains("dangerCheckEnabled = true"));
    let end = home.run("rm -r proj; mv other proj; ln -s proj link; (cd link; $asq settings) >out").end();
    assert!(end.out.contains("dangerCheckEnabled = false"), "{}", end.out);
}

#[test]
fn an_edited_theme_has_to_be_there() {
    let home = home();
    home.write("edit", "#!/bin/sh\ncp next \"$1\"; cp after next\n");
    home.write("next", "theme = \"pnik\"\n");
    home.write("after", "theme = \"pink\"\n");
    home.write(".config/asq/themes/pink.toml", "accent = \"magenta\"\n");
    let session = home.run("chmod +x edit; EDITOR=./edit $asq settings edit >out");
    let screen = session.sees("Edit again?");
    assert!(screen.contains("there is no theme 'pnik'; did you mean pink?"), "{screen}");
    session.tmux.keys(&["Enter"]);
    let end = session.end();
    assert_eq!((end.code.as_str(), end.out.as_str()), ("0", "~/.config/asq/config.toml is saved\n"));
    assert_eq!(fs::read_to_string(home.path(".config/asq/config.toml")).unwrap(), "theme = \"pink\"\n");
}

#[test]
fn an_edited_file_is_saved_only_if_all_in_it_fits() {
    let home = home();
    home.write("edit", "#!/bin/sh\ncp \"$1\" seen; cp next \"$1\"; cp after next\n");
    home.write("next", "theme = 3 # mine\ntimer = 0\nodd = 1\n");
    home.write("after", "theme = \"light\" # mine\nodd = 1\n");
    let session = home.run("chmod +x edit; EDITOR=./edit $asq settings edit >out");
    let screen = session.sees("Edit again?");
    assert!(screen.contains("theme is 3, not auto, dark"), "{screen}");
    assert!(screen.contains("timer is 0, not true or false"), "{screen}");
    let seen = fs::read_to_string(home.path("seen")).unwrap();
    assert!(seen.starts_with("# Settings of asq.") && seen.contains("\n# theme = \"auto\""), "{seen}");
    assert!(!home.path(".config/asq/config.toml").exists());
    session.tmux.keys(&["Enter"]);
    let end = session.end();
    assert_eq!((end.code.as_str(), end.out.as_str()), ("0", "~/.config/asq/config.toml is saved\n"));
    // It starts where the person left it.
    assert_eq!(fs::read_to_string(home.path("seen")).unwrap(), "theme = 3 # mine\ntimer = 0\nodd = 1\n");
    assert_eq!(
        fs::read_to_string(home.path(".config/asq/config.toml")).unwrap(),
        "theme = \"light\" # mine\nodd = 1\n"
    );
    assert_eq!(end.err.matches("there is no setting odd").count(), 2, "{}", end.err);
}

#[test]
fn an_edit_can_be_dropped_and_one_that_changes_nothing_makes_no_file() {
    let home = home();
    home.write(".pi/agent/ask-user-question.json", "{\"debounceMs\": 1}\n");
    let session = home.run("EDITOR='sed -i s/1/-1/' $asq settings edit --global >out");
    session.sees("Edit again?");
    session.tmux.keys(&["n", "Enter"]);
    assert_eq!(session.end().code, "1");
    let kept = fs::read_to_string(home.path(".pi/agent/ask-user-question.json")).unwrap();
    assert_eq!(kept, "{\"debounceMs\": 1}\n");
    let end = home.run("EDITOR=true $asq settings edit >out").end();
    assert_eq!((end.code.as_str(), end.out.as_str()), ("0", "nothing was changed\n"));
    assert!(!home.path(".config/asq/config.toml").exists());
    let end = home.run("EDITOR=false $asq settings edit >out").end();
    assert_eq!((end.code.as_str(), end.out.as_str()), ("2", ""));
}

#[test]
fn what_somebody_else_changed_meanwhile_is_not_overwritten_unseen() {
    let home = home();
    home.write(".config/asq/config.toml", "theme = \"dark\"\n");
    let session = home.run(
        "EDITOR='f() { sed -i s/dark/light/ \"$1\"; test -e once || $asq settings set timer off; touch once; }; f' $asq settings edit >out",
    );
    let screen = session.sees("Edit again?");
    assert!(screen.contains("was changed by somebody else meanwhile"), "{screen}");
    let file = || fs::read_to_string(home.path(".config/asq/config.toml")).unwrap();
    assert_eq!(file(), "theme = \"dark\"\ntimer = false\n");
    session.tmux.keys(&["Enter"]);
    assert_eq!(session.end().code, "0");
    assert_eq!(file(), "theme = \"light\"\n");
}

#[test]
fn a_form_is_where_and_how_the_settings_say() {
    let home = home();
    let config = |text: &str| home.write(".config/asq/config.toml", text);
    let alternate = |arguments: &str| {
        // Too near the top of the screen, an inline form is on the alternate screen.
        let session = home.run(&format!("seq 30; $asq ask call.json {arguments} >out"));
        session.sees("Alpha");
        let on = session.tmux.tell("#{alternate_on}");
        session.tmux.keys(&["C-c"]);
        assert_eq!(session.end().code, "3");
        on
    };
    assert_eq!(alternate(""), "0");
    config("surface = \"fullscreen\"");
    assert_eq!((alternate(""), alternate("--inline")), ("1".to_owned(), "0".to_owned()));
    config("accessible = true");
    let session = home.run("$asq ask call.json >out");
    let lines = session.sees("Alpha");
    assert!(!lines.contains('❯'), "{lines}");
    session.tmux.keys(&["C-c"]);
    session.end();
    let session = home.run("$asq ask call.json --inline >out");
    session.sees("❯ 1. Alpha");
    session.tmux.keys(&["C-c"]);
    session.end();
    let session = home.run("ASQ_ACCESSIBLE=off $asq ask call.json >out");
    session.sees("❯ 1. Alpha");
    session.tmux.keys(&["C-c"]);
    session.end();
}

#[test]
fn a_form_without_colours() {
    let home = home();
    let colours = |config: &str| {
        home.write(".config/asq/config.toml", config);
        let session = home.run("$asq ask call.json >out");
        session.sees("❯ 1. Alpha");
        let styled = session.tmux.styled();
        session.tmux.keys(&["C-c"]);
        session.end();
        (0..8).any(|n| [30, 90].iter().any(|base| styled.contains(&format!("\u{1b}[{}m", base + n))))
    };
    assert!(colours(""));
    assert!(!colours("theme = \"none\""));
}

#[test]
fn a_half_broken_file_stops_no_answer_and_the_next_ask_reads_it_anew() {
    let home = home();
    home.write(
        ".config/asq/config.toml",
        "guard = 0\nsurface = \"fullscreen\"\nx = \"\\u001b]0;x\"\n[inbox]\nhold = 99\n",
    );
    let session = home.run("$asq ask call.json >out");
    session.sees("❯ 1. Alpha");
    assert_eq!(session.tmux.tell("#{alternate_on}"), "1");
    session.tmux.keys(&["Enter"]);
    let end = session.end();
    assert_eq!(end.code, "0");
    let lines: Vec<&str> = end.err.lines().map(|line| line.rsplit('/').next().unwrap()).collect();
    assert_eq!(
        lines,
        ["config.toml: there is no setting x", "config.toml: inbox.hold is 99, not a number from 0 to 10"]
    );
    home.write(".config/asq/config.toml", "guard = 0\nsurface = \"inline\"\n");
    let session = home.run("seq 30; $asq ask call.json >out");
    session.sees("❯ 1. Alpha");
    assert_eq!(session.tmux.tell("#{alternate_on}"), "0");
    session.tmux.keys(&["Enter"]);
    assert_eq!((session.end().err), "");
}
