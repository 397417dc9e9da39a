//! A panic restores the terminal before it reports what happened.
#![allow(clippy::disallowed_methods, reason = "tests make and read whatever files they need")]
#![allow(clippy::unwrap_used)]

use asq_core::text::{Line, Shown, Span, Tone};
use asq_testkit::folder::TempFolder;
use asq_testkit::tmux::Tmux;
use asq_tui::TermEnv;
use asq_tui::paint::{Painter, ScreenPlace};
use asq_tui::terminal::{Opening, TTY, Terminal};
use asq_tui::theme::Theme;
use std::fs;
use std::path::Path;

/// Shows two rows, or nothing yet, and panics.
fn form(place: ScreenPlace, shows: bool) {
    let env = TermEnv::new(|name| (name == "TERM").then(|| "tmux-256color".to_owned()));
    let folder = TempFolder::new("turns");
    let (turns, patience) = (Some(folder.path()), std::time::Duration::ZERO);
    let tty = Path::new(TTY);
    let mut opening = Opening { tty, env: &env, place, insist: false, turns, patience, waiting: &mut |_| {} };
    let mut terminal = Terminal::open(&mut opening).unwrap();
    terminal.entitle(Some(Shown::own("a form's own title")));
    terminal.enter().unwrap();
    assert!(shows, "something broke");
    let mut painter = Painter::new(place, Theme::new(true), false, terminal.size());
    let rows = [Line::from(Span::own("a form", Tone::Plain)), Line::from(Span::own("its hint", Tone::Dim))];
    terminal.write(&painter.draw(&rows, None)).unwrap();
    panic!("something broke");
}

fn check(place: &str) {
    let folder = TempFolder::new("panic");
    let (before, after) = (folder.join("before"), folder.join("after"));
    let program = std::env::current_exe().unwrap();
    let script = format!(
        // The title below belongs to the program that runs asq.
        "printf '\\033]2;below\\033\\\\\\033[22;0t'
        printf '\\033]2;the title before\\033\\\\above\\n'; stty -a >{before}
        ASQ_PANIC={place} RUST_BACKTRACE=0 {program} --exact --nocapture panic::a_panic_gives_the_terminal_back
        stty -a >{after}; echo AT THE END; exec cat -v",
        before = before.display(),
        after = after.display(),
        program = program.display(),
    );
    let tmux = Tmux::start(80, 24, &script);
    let screen = tmux.wait_text("AT THE END");
    assert_eq!(fs::read_to_string(&after).unwrap(), fs::read_to_string(&before).unwrap(), "stty");
    let told = tmux.tell("#{cursor_flag} #{wrap_flag} #{alternate_on} #{pane_title}");
    assert_eq!(told, "1 1 0 the title before");
    assert!(screen.starts_with("above\n"), "{screen}");
    assert!(screen.contains("something broke"), "{screen}");
    assert!(!screen.contains("its hint"), "{screen}");
    tmux.paste("PASTED");
    assert!(!tmux.wait_text("PASTED").contains("[200~"));
}

/// Runs itself in a terminal, where it is the program that panics.
#[test]
#[allow(clippy::disallowed_methods)]
fn a_panic_gives_the_terminal_back() {
    match std::env::var("ASQ_PANIC").as_deref() {
        Ok("inline") => form(ScreenPlace::Inline, true),
        Ok("unseen") => form(ScreenPlace::Inline, false),
        Ok(_) => form(ScreenPlace::FullScreen, true),
        Err(_) => {
            check("inline");
            check("unseen");
            check("full");
        }
    }
}
