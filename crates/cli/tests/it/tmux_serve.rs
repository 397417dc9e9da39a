//! `asq serve` in a real terminal: the key for another link, jobs, and the terminal afterwards.

use crate::terminal::Home;

/// The links on the screen, whose lines the terminal breaks.
fn links(screen: &str) -> usize {
    screen.replace('\n', "").matches("/l/").count()
}

#[test]
fn l_makes_another_link_and_the_terminal_is_as_before() {
    let home = Home::new();
    let session = home
        .run("stty -a >before; $asq serve; echo \"ended $?\"; stty -a >after; cmp before after && echo same");
    session.sees("l makes another");
    session.tmux.keys(&["x", "l"]);
    session.tmux.wait("a second link", |screen| links(screen) == 2);
    session.tmux.keys(&["l"]);
    let screen = session.tmux.wait("a third link", |screen| links(screen) == 3);
    // What was typed isn't on the screen.
    assert!(!screen.lines().any(|line| line.trim() == "x" || line.trim() == "xl"), "{screen}");
    session.tmux.keys(&["C-c"]);
    session.sees("ended 0");
    session.sees("same");
}

#[test]
fn in_the_background_it_takes_no_key_and_is_not_stopped() {
    let home = Home::new();
    let session = home.run(
        "set -m; $asq serve & until [ -S asq/asq.sock ]; do :; done; read line; echo \"the shell got $line\"
        fg; echo \"ended $?\"",
    );
    session.sees("asq serves");
    session.tmux.text("l");
    session.tmux.keys(&["Enter"]);
    session.sees("the shell got l");
    assert_eq!(links(&session.tmux.screen()), 1);
    session.tmux.wait("asq in front", |screen| screen.contains("serve"));
    session.tmux.wait("a second link", |screen| {
        session.tmux.keys(&["l"]);
        links(screen) >= 2
    });
    session.tmux.keys(&["C-c"]);
    session.sees("ended 0");
}

#[test]
fn a_code_for_a_camera_comes_with_a_link_that_a_phone_reaches() {
    let home = Home::new();
    // This machine's own address leads a phone to itself.
    let session = home.run("$asq serve --qr");
    let screen = session.sees("Ctrl+C ends the server");
    session.tmux.keys(&["C-c"]);
    let own = session.end();
    assert!(own.err.contains("no code was drawn: a phone can't reach http://127.0.0.1:"), "{own:?}");
    assert!(!screen.contains('▀') && own.err.contains("--public-url https://NAME"), "{screen}");
    let session = home.run("$asq serve --qr --public-url https://asq.example");
    let screen = session.sees("▀▀▀▀▀▀▀");
    assert!(screen.contains('▄') && session.tmux.styled().contains("\u{1b}[107m"), "{screen}");
    session.tmux.keys(&["C-c"]);
    let end = session.end();
    assert_eq!((end.code.as_str(), end.err.as_str()), ("0", ""));
}

#[test]
fn a_service_is_written_only_after_all_of_it_was_on_the_screen() {
    let home = Home::new();
    let session = home.run("$asq serve --install --port 7077");
    let screen = session.sees("Write it?");
    for shown in [
        "systemd runs this each time you log in",
        "│ ExecStart=",
        "│ WantedBy=default.target",
        "/asq.service",
    ] {
        assert!(screen.contains(shown), "{screen}");
    }
    session.tmux.keys(&["n", "Enter"]);
    let end = session.end();
    assert_eq!((end.code.as_str(), end.err.as_str()), ("1", "asq: nothing was installed\n"));
    assert!(!home.path(".config").exists());
}
