//! `asq install pi` at a terminal: asq asks for the contract with a form of its own.

use crate::terminal::Home;

#[test]
fn it_asks_which_contract_and_installs_the_one_that_was_picked() {
    let home = Home::new().unguarded();
    let session = home.run("$asq install pi >out");
    let screen = session.sees("Which question tool does pi's agent get?");
    assert!(screen.contains("❯ 1. AskUserQuestion"), "{screen}");
    assert!(!screen.contains("Something else") && !screen.contains("discuss"), "{screen}");
    session.tmux.keys(&["Down"]);
    session.sees("❯ 2. question");
    session.tmux.keys(&["Enter"]);
    session.sees("Write it? asq uninstall removes it again. [y/N]");
    session.tmux.keys(&["y", "Enter"]);
    let end = session.end();
    assert_eq!(end.code, "0", "{end:?}");
    assert!(end.out.contains(".pi/agent/extensions/question.ts\nStart pi"), "{}", end.out);
    assert!(home.path(".pi/agent/extensions/question.ts").exists());
}

#[test]
fn whoever_leaves_installs_nothing() {
    let home = Home::new().unguarded();
    let session = home.run("$asq install pi >out");
    session.sees("Which question tool does pi's agent get?");
    session.tmux.keys(&["Escape"]);
    let end = session.end();
    assert_eq!((end.code.as_str(), end.out.as_str()), ("3", ""));
    assert!(end.err.contains("asq: nothing was installed"), "{}", end.err);
    assert!(!home.path(".pi").exists());
}

#[test]
fn nothing_is_written_without_a_yes_to_all_that_is_shown() {
    let home = Home::new().unguarded();
    let session = home.run("d=$(printf 'safe\\r\\n(approved)'); mkdir \"$d\"; (cd \"$d\"; exec $asq install pi --project --dialect question >../out)");
    let screen = session.sees("[y/N]");
    let rows: Vec<&str> = screen.lines().map(str::trim_end).filter(|row| !row.is_empty()).collect();
    let own = |row: &&&str| !row.starts_with("  │ ");
    assert_eq!(
        rows.iter().filter(own).copied().collect::<Vec<_>>(),
        [
            "pi loads what is written here, and runs it with all that you may do:",
            "It starts this program when the agent asks you something, unless ASQ_BIN names",
            "another:",
            "Write it? asq uninstall removes it again. [y/N]",
        ],
        "{screen}"
    );
    let theirs: String = rows.iter().filter_map(|row| row.strip_prefix("  │ ")).collect();
    assert!(theirs.contains("/safe<U+000D><U+000A>(approved)/.pi/extensions/question.ts"), "{screen}");
    session.tmux.keys(&["Enter"]);
    let end = session.end();
    assert_eq!((end.code.as_str(), end.out.as_str()), ("1", ""), "{end:?}");
    assert_eq!(end.err, "asq: nothing was installed\n");
    assert!(!home.path("safe\r\n(approved)/.pi").exists());
    let end = home.run("$asq install pi --project --dialect question </dev/null >out").end();
    assert_eq!(end.code, "0", "{end:?}");
}
