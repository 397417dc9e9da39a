//! Reading on the full screen, in a real terminal.

use crate::tmux::Ask;

const LAYOUT: &str = r#"{"name":"ask_user_question","arguments":{"questions":[{"question":"Which layout?",
"header":"Layout","options":[{"label":"Grid","preview":"First words.\n\n1. a\n2. b\n3. c\n4. d\n5. e\n6. f\n7. g\n8. h\n9. i\n\nLast words."},
{"label":"List"}]}]}}"#;

/// The reader is on the alternate screen; the form gets its rows back, and the history keeps nothing of the
/// reader.
#[test]
fn the_form_comes_back_to_its_rows() {
    let ask = Ask::script(60, 60, 60, LAYOUT, "$ASQ ask call.json >out");
    let before = ask.tmux.wait_text("Esc to cancel");
    ask.tmux.keys(&["z"]);
    let reads = ask.tmux.wait_text("Esc back");
    assert!(reads.starts_with("Preview of Grid\n│ First words.\n"), "{reads}");
    assert_eq!(ask.tmux.tell("#{alternate_on}"), "1");
    ask.tmux.keys(&["Escape"]);
    ask.tmux.wait("the same form", |screen| screen == before);
    assert_eq!(ask.tmux.tell("#{alternate_on}"), "0");
    ask.tmux.keys(&["Enter"]);
    let end = ask.end();
    let mut wanted: Vec<String> = (1..=60).map(|i| format!("history {i}")).collect();
    wanted.extend(["✔ Which layout? · Grid", "AT THE END", "PASTED"].map(str::to_owned));
    assert_eq!(end.screen, wanted.join("\n"));
}

/// The screen below the reader is empty, so a resize moves nothing there.
#[test]
fn a_resize_meanwhile_leaves_nothing_behind() {
    let ask = Ask::script(60, 24, 3, LAYOUT, "$ASQ ask call.json >out");
    ask.tmux.wait_text("Esc to cancel");
    ask.tmux.keys(&["z"]);
    ask.tmux.wait_text("Esc back");
    ask.tmux.resize(46, 12);
    ask.tmux.wait_text("more · PgDn");
    ask.tmux.keys(&["End"]);
    ask.tmux.wait_text("Last words.");
    ask.tmux.keys(&["Escape"]);
    ask.tmux.wait_text("Esc to cancel");
    ask.tmux.keys(&["Enter"]);
    let end = ask.end();
    expect_test::expect![[r#"
        history 1
        history 2
        history 3
        ✔ Which layout? · Grid
        AT THE END
        PASTED"#]]
    .assert_eq(&end.screen);
}

/// What the agent was doing is read in its own form, too.
#[test]
fn i_shows_what_the_agent_was_doing() {
    let ask =
        Ask::script(60, 24, 3, LAYOUT, "$ASQ ask call.json --task 'Move the shop' --says 'Ready.' >out");
    ask.tmux.wait_text("Esc to cancel");
    ask.tmux.keys(&["i"]);
    let reads = ask.tmux.wait_text("Esc back");
    let begins = "The task, by the agent's account\n│ Move the shop\n\nThe agent's last words\n│ Ready.\n";
    assert!(reads.starts_with(begins), "{reads}");
    ask.tmux.keys(&["i"]);
    ask.tmux.wait_text("Esc to cancel");
    ask.tmux.keys(&["Enter"]);
    let end = ask.end();
    assert!(end.screen.contains("✔ Which layout? · Grid"), "{}", end.screen);
}
