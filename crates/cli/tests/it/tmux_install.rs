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
    session.sees("Write it? To remove it later, type uninstall instead of install. [y/N]");
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
            "Write it? To remove it later, type uninstall instead of install. [y/N]",
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

#[test]
fn an_entry_for_an_agent_is_written_after_a_yes_to_all_of_it() {
    let home = Home::new().unguarded();
    let session = home.run("$asq install codex >out");
    let screen = session.sees("[y/N]");
    let rows: Vec<&str> = screen.lines().map(str::trim_end).filter(|row| !row.is_empty()).collect();
    let own: Vec<&str> = rows.iter().filter(|row| !row.starts_with("  │ ")).copied().collect();
    assert_eq!(
        own,
        [
            "Codex reads this file, and starts what it names with all that you may do:",
            "It gets an entry asq there, which starts this program when the agent starts:",
            "Write it? To remove it later, type uninstall instead of install. [y/N]",
        ],
        "{screen}"
    );
    let theirs: String = rows.iter().filter_map(|row| row.strip_prefix("  │ ")).collect();
    assert!(theirs.contains("/.codex/config.toml") && theirs.contains("tool_timeout_sec: 86400"), "{screen}");
    session.tmux.keys(&["Enter"]);
    let end = session.end();
    assert_eq!((end.code.as_str(), end.err.as_str()), ("1", "asq: nothing was installed\n"), "{end:?}");
    assert!(end.out.contains("  + [mcp_servers.asq]\n"), "{end:?}");
    assert!(!home.path(".codex").exists());

    let session = home.run("$asq install codex >out");
    session.sees("[y/N]");
    session.tmux.keys(&["y", "Enter"]);
    assert_eq!(session.end().code, "0");
    assert!(home.path(".codex/config.toml").exists());
    let end = home.run("$asq install gemini --yes >out").end();
    assert_eq!(end.code, "0", "{end:?}");
    assert!(home.path(".gemini/settings.json").exists());
}

#[test]
fn a_file_that_changes_while_asq_asks_is_not_written_over() {
    let home = Home::new().unguarded();
    std::fs::write(home.path(".claude.json"), "{}\n").unwrap();
    let session = home.run("$asq install claude-code >out");
    session.sees("[y/N]");
    std::fs::write(home.path(".claude.json"), "{\"numStartups\": 2}\n").unwrap();
    session.tmux.keys(&["y", "Enter"]);
    let end = session.end();
    assert_eq!(end.code, "9", "{end:?}");
    assert!(
        end.err.contains("another program has just changed") && end.err.ends_with("  try again\n"),
        "{end:?}"
    );
    let text = std::fs::read_to_string(home.path(".claude.json")).unwrap();
    assert_eq!(text, "{\"numStartups\": 2}\n");
    assert_eq!(home.run("$asq install claude-code --yes >out").end().code, "0");
}

#[test]
fn the_doctor_starts_what_a_project_names_after_a_yes_to_all_of_it() {
    let home = Home::new().unguarded();
    let entry =
        r#"{"mcpServers": {"asq": {"command": "./asq", "args": ["mcp"], "env": {"TOKEN": "hunter2"}}}}"#;
    let script = r#"#!/bin/sh\n[ "$1" = mcp ] && touch started\nexit 1\n"#;
    let run = format!(
        "printf '{script}' >asq; chmod +x asq; echo '{entry}' >.mcp.json; $asq doctor claude-code >out"
    );
    let session = home.run(&run);
    let screen = session.sees("Start it? [y/N]");
    let rows: Vec<&str> = screen.lines().map(str::trim_end).filter(|row| !row.is_empty()).collect();
    let own: Vec<&str> = rows.iter().filter(|row| !row.starts_with("  │ ")).copied().collect();
    assert_eq!(
        own,
        [
            "This project's file names a program:",
            "asq doctor starts it as the agent would, with all that you may do:",
            "It gets these variables from that file:",
            "Start it? [y/N]",
        ],
        "{screen}"
    );
    assert!(screen.contains("  │ TOKEN") && !screen.contains("hunter2"), "{screen}");
    session.tmux.keys(&["Enter"]);
    let end = session.end();
    assert!(end.code == "74" && end.out.contains("nobody agreed to start it"), "{end:?}");
    assert!(!home.path("started").exists());
    let session = home.run(&run);
    session.sees("Start it? [y/N]");
    session.tmux.keys(&["y", "Enter"]);
    let end = session.end();
    assert!(end.code == "74" && end.out.contains("it ended: exit code 1"), "{end:?}");
    assert!(home.path("started").exists());
}
