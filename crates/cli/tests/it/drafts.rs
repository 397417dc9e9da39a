//! Unanswered text comes back, in a real terminal, with real files.

use crate::terminal::{Home, Session};
use std::fs;
use std::os::unix::fs::PermissionsExt;

const CALL: &str = r#"{"name": "question", "arguments": {"questions": [
    {"id": "db", "label": "Database", "prompt": "Which database?", "options": [
        {"value": "pg", "label": "PostgreSQL"}, {"value": "lite", "label": "SQLite"}]}]}}"#;

fn home() -> Home {
    let home = Home::new().unguarded();
    home.write("call.json", CALL);
    home
}

/// Opens the row for own words and types there.
fn type_own_words(session: &Session<'_>, text: &str) {
    session.sees("Something else");
    session.tmux.keys(&["3"]);
    session.sees("Enter accept");
    session.tmux.text(text);
    session.sees(text);
}

#[test]
fn typed_text_comes_back_after_esc_and_goes_when_it_is_answered() {
    let home = home();
    let first = home.run("$asq ask call.json >out");
    type_own_words(&first, "CockroachDB");
    first.tmux.keys(&["C-c"]);
    assert_eq!(first.end().code, "3");
    let drafts = home.drafts();
    assert_eq!(drafts.len(), 1);
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&drafts[0]), mode(drafts[0].parent().unwrap())), (0o600, 0o700));

    let second = home.run("$asq ask call.json >out");
    let screen = second.sees("kept from ");
    assert!(screen.contains("CockroachDB"), "{screen}");
    second.tmux.keys(&["3"]);
    second.sees("Enter accept");
    second.tmux.keys(&["Enter"]);
    let end = second.end();
    assert_eq!(end.code, "0", "{end:?}");
    assert!(end.out.contains(r#""value":"CockroachDB""#), "{end:?}");
    assert_eq!(home.drafts().len(), 0);
}

/// Own words that were typed but not chosen are in no answer; they are back when the same call is asked again.
#[test]
fn what_no_answer_holds_comes_back_after_an_answer() {
    let home = home();
    let first = home.run("$asq ask call.json >out");
    type_own_words(&first, "CockroachDB");
    first.tmux.keys(&["Up"]);
    first.tmux.wait("the list", |screen| screen.contains("❯ 2. SQLite"));
    first.tmux.keys(&["1"]);
    let end = first.end();
    assert!(
        end.code == "0" && end.out.contains("1. PostgreSQL") && !end.out.contains("Cockroach"),
        "{end:?}"
    );
    let second = home.run("$asq ask call.json >out");
    let screen = second.sees("kept from ");
    assert!(screen.contains("CockroachDB") && !screen.contains('✓'), "{screen}");
    second.tmux.keys(&["C-u"]);
    second.tmux.wait("an empty row", |screen| !screen.contains("CockroachDB"));
    second.tmux.keys(&["1"]);
    assert_eq!(second.end().code, "0");
    assert_eq!(home.drafts().len(), 0);
}

#[test]
fn another_content_gets_no_draft_of_it() {
    let home = home();
    home.write("other.json", &CALL.replace("Which database?", "Which database now?"));
    let first = home.run("$asq ask call.json >out");
    type_own_words(&first, "CockroachDB");
    first.tmux.keys(&["C-c"]);
    first.end();
    let second = home.run("$asq ask other.json >out");
    let screen = second.sees("Something else");
    assert!(!screen.contains("CockroachDB"), "{screen}");
    second.tmux.keys(&["C-c"]);
    assert_eq!(second.end().code, "3");
}

#[test]
fn after_kill_9_all_but_the_last_second_is_there() {
    let home = home();
    let first = home.run("$asq ask call.json >out");
    type_own_words(&first, "CockroachDB");
    let kept = |_: &_| home.drafts().first().and_then(|d| fs::read_to_string(d).ok()).unwrap_or_default();
    first.tmux.wait_for("the draft", kept, |draft| draft.contains("CockroachDB"));
    first.signal("KILL");
    first.end();
    let second = home.run("$asq ask call.json >out");
    assert!(second.sees("kept from ").contains("CockroachDB"));
    second.signal("TERM");
    let end = second.end();
    assert_eq!(end.code, "8");
    assert!(end.out.contains(r#""outcome":"withdrawn""#), "{end:?}");
    assert_eq!(home.drafts().len(), 1);
}

#[test]
fn what_no_answer_holds_is_kept_with_an_answer_that_cannot_be_written_out() {
    let home = home();
    let first = home.run("$asq ask call.json >/dev/full");
    type_own_words(&first, "CockroachDB");
    first.tmux.keys(&["Up"]);
    first.tmux.wait("the list", |screen| screen.contains("❯ 2. SQLite"));
    first.tmux.keys(&["1"]);
    assert_eq!(first.end().code, "74");
    let second = home.run("$asq ask call.json >out");
    let screen = second.sees("kept from ");
    assert!(screen.contains("CockroachDB"), "{screen}");
    second.tmux.keys(&["C-c"]);
    second.end();
}

#[test]
fn an_answer_that_cannot_be_written_out_is_kept() {
    for (script, why) in [
        ("$asq ask call.json >/dev/full", "No space left on device"),
        ("$asq ask call.json >&-", "it is closed"),
        ("mkfifo pipe; exec 3<>pipe 4>pipe 3<&-; $asq ask call.json >&4", "Broken pipe"),
    ] {
        let home = home();
        let first = home.run(script);
        type_own_words(&first, "CockroachDB");
        first.tmux.keys(&["Enter"]);
        let end = first.end();
        assert_eq!(end.code, "74", "{script}: {end:?}");
        assert!(end.err.contains(why) && end.err.contains("kept as a draft"), "{script}: {end:?}");
        assert_eq!(end.err.lines().count(), 1, "{end:?}");
        let second = home.run("$asq ask call.json >out");
        assert!(second.sees("kept from ").contains("CockroachDB"));
        second.tmux.keys(&["C-c"]);
        second.end();
    }
}

#[test]
fn what_a_script_was_told_in_an_earlier_run_comes_back_as_a_draft_on_the_first_open_page() {
    let home = home();
    let ask = "$asq ask -q 'How big?' --number -q 'Say why' --text >out";
    let session = home.run(ask);
    session.sees("How big?");
    session.tmux.text("3");
    session.tmux.keys(&["Enter"]);
    session.sees("Say why");
    session.tmux.keys(&["C-c"]);
    assert_eq!(session.end().code, "3");
    let session = home.run(ask);
    let screen = session.sees("kept from ");
    assert!(screen.contains("How big?") && screen.contains("❯ 3") && screen.contains("○ big"), "{screen}");
    session.tmux.keys(&["C-c"]);
    session.end();
}

#[test]
fn a_state_folder_that_cannot_be_written_harms_nothing() {
    let home = home();
    home.write("file", "not a folder");
    let session = home.run("XDG_STATE_HOME=$HOME/file $asq ask call.json >out");
    type_own_words(&session, "CockroachDB");
    session.tmux.keys(&["C-c"]);
    let end = session.end();
    assert_eq!(end.code, "3");
    assert!(end.out.contains(r#""outcome":"cancelled""#), "{end:?}");
    assert!(end.err.starts_with("asq: what was typed can't be kept as a draft: "), "{end:?}");
    assert_eq!(end.err.lines().count(), 1, "{end:?}");
    // On a terminal what was typed can be copied; an asker that reads standard error gets none of it.
    assert!(!end.err.contains("CockroachDB"), "{end:?}");
    let session = home.run("exec 2>/dev/tty; XDG_STATE_HOME=$HOME/file $asq ask call.json >out");
    type_own_words(&session, "CockroachDB");
    session.tmux.keys(&["C-c"]);
    session.tmux.wait("the text below the reason", |screen| {
        screen.split_once("can't be kept as a draft").is_some_and(|(_, rest)| rest.contains("\nCockroachDB"))
    });
    session.end();
    let session = home.run("XDG_STATE_HOME=$HOME/file $asq ask call.json >out");
    session.sees("Something else");
    session.tmux.keys(&["2"]);
    let end = session.end();
    assert_eq!((end.code.as_str(), end.err.as_str()), ("0", ""), "{end:?}");
}

pub(crate) const THREE: &str = r#"{"name":"ask","arguments":{"questions":[
    {"question":"Ship it?","kind":"select_one","options":["Yes","No"]},
    {"question":"How many?","kind":"number"},
    {"question":"And last?","kind":"select_one","options":["a","b"]}]}}"#;

/// Answers two of three questions, and types a reason for declining.
pub(crate) fn on_the_third_page(form: &Session<'_>) {
    form.sees("Ship it?");
    form.tmux.text("2");
    form.sees("How many?");
    form.tmux.text("7");
    form.sees("7");
    form.tmux.keys(&["Enter"]);
    form.sees("And last?");
    form.tmux.keys(&["C-x"]);
    form.sees("Why do you decline?");
    form.tmux.text("too early");
    form.sees("too early");
}

#[test]
fn a_form_comes_back_on_its_page_with_the_reason_until_it_was_read() {
    let home = Home::new().unguarded();
    home.write("call.json", THREE);
    let first = home.run("$asq ask call.json >out");
    on_the_third_page(&first);
    let kept = |_: &_| home.drafts().first().and_then(|d| fs::read_to_string(d).ok()).unwrap_or_default();
    first.tmux.wait_for("the draft", kept, |draft| draft.contains("too early"));
    first.signal("KILL");
    first.end();
    let second = home.run("$asq ask call.json >out");
    second.sees("And last?");
    second.tmux.keys(&["C-x"]);
    second.sees("too early");
    second.tmux.keys(&["Enter"]);
    assert_eq!(second.end().code, "1");
    let third = home.run("$asq ask call.json >out");
    third.sees("And last?");
    third.tmux.keys(&["C-x"]);
    let screen = third.sees("Why do you decline?");
    assert!(!screen.contains("too early"), "{screen}");
    third.tmux.keys(&["C-c"]);
    third.end();
}

/// A script asks the same question in every folder.
#[test]
fn what_was_typed_for_flags_comes_back_in_its_folder_alone() {
    let home = home();
    let ask =
        |folder: &str| format!("mkdir -p {folder}; (cd {folder}; $asq input 'Commit message?' >../out)");
    let first = home.run(&ask("a"));
    first.sees("Type your answer");
    first.tmux.text("fix the thing in a");
    first.sees("in a");
    first.tmux.keys(&["C-c"]);
    first.end();
    let elsewhere = home.run(&ask("b"));
    let screen = elsewhere.sees("Type your answer");
    assert!(!screen.contains("the thing"), "{screen}");
    elsewhere.tmux.keys(&["C-c"]);
    elsewhere.end();
    let again = home.run(&ask("a"));
    again.sees("fix the thing in a");
    again.tmux.keys(&["Enter"]);
    assert_eq!(again.end().out, "fix the thing in a\n");
}

/// A pipe, a link or another user's file may be in a draft's place: the form comes up without it, at once.
#[test]
fn only_a_file_of_ones_own_is_a_draft() {
    let home = home();
    let first = home.run("$asq ask call.json >out");
    type_own_words(&first, "CockroachDB");
    first.tmux.keys(&["C-c"]);
    assert_eq!(first.end().code, "3");
    let draft = home.drafts().remove(0);
    let (name, kept) = (draft.display(), home.path("kept"));
    let kept = kept.display();
    for (what, script) in [
        ("it isn't a regular file", format!("mv {name} {kept}; mkfifo -m 600 {name}")),
        ("it is a link, which is not followed here", format!("ln -s {kept} {name}")),
        ("others can write to it (chmod go-w)", format!("cp {kept} {name}; chmod 660 {name}")),
        ("it has a second name (a hard link)", format!("ln {kept} {name}")),
    ] {
        let session = home.run(&format!("{script}; $asq ask call.json >out"));
        let screen = session.sees("Something else");
        assert!(!screen.contains("CockroachDB"), "{what}: {screen}");
        session.tmux.keys(&["C-c"]);
        let end = session.end();
        assert_eq!(
            (end.code.as_str(), end.err),
            ("3", format!("asq: a kept draft did not come back: {what}\n"))
        );
        let _ = fs::remove_file(&draft);
    }
    let back = home.run(&format!("mv {kept} {name}; $asq ask call.json >out"));
    back.sees("CockroachDB");
    back.tmux.keys(&["1"]);
    assert_eq!(back.end().code, "0");
}
