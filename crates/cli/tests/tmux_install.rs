//! `asq install pi` where a person sits at a terminal: asq asks which contract, with its own form.
#![allow(clippy::unwrap_used)]

mod terminal;

use terminal::Home;

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
