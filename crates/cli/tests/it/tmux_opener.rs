//! The person's own command opens what a request names, from a real inbox.

use crate::ASQ;
use crate::terminal::Home;
use asq_testkit::eventually::eventually;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

/// A command that notes its arguments, whether it has a terminal, and what the last argument holds.
const NOTES: &str = "#!/bin/sh\nexec >\"$HOME/noted.new\"\nfor it; do echo \"<$it>\"; done\n[ -t 0 ] || \
(: </dev/tty) 2>/dev/null || echo 'no terminal'\nfor last; do :; done\n[ -f \"$last\" ] && stat -c %a \"$last\" && \
cat \"$last\"\nmv \"$HOME/noted.new\" \"$HOME/noted\"\n";

fn ask(home: &Home, arguments: &[&str]) {
    let mut command = Command::new(ASQ);
    command.env_clear().current_dir(home.path("")).env("HOME", home.path(""));
    command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command.args(["ask", "--no-wait", "-q", "Go on?", "-o", "Yes", "-o", "No"]).args(arguments);
    let ended = command.stdin(Stdio::null()).stdout(Stdio::null()).status().unwrap();
    assert_eq!(ended.code(), Some(6));
}

/// A home whose inbox opens things with a command that notes what it got.
fn home() -> Home {
    let home = Home::new();
    home.write("my opener", NOTES);
    fs::set_permissions(home.path("my opener"), fs::Permissions::from_mode(0o700)).unwrap();
    fs::create_dir_all(home.path(".config/asq")).unwrap();
    let opener = home.path("my opener").display().to_string();
    home.write(".config/asq/config.toml", &format!("[inbox]\nopen = \"'{opener}' --new\"\n"));
    home
}

/// What the command noted since the last time.
fn noted(home: &Home) -> String {
    let noted = eventually("what the command noted", || fs::read_to_string(home.path("noted")).ok());
    fs::remove_file(home.path("noted")).unwrap();
    noted
}

#[test]
fn the_person_s_own_command_opens_the_folder_without_a_terminal() {
    let home = home();
    ask(&home, &[]);
    let inbox = home.run("$asq inbox");
    inbox.sees("Go on?");
    inbox.tmux.text("o");
    inbox.sees("opens the folder");
    let folder = fs::canonicalize(home.path("")).unwrap();
    assert_eq!(noted(&home), format!("<--new>\n<{}>\nno terminal\n", folder.display()));
    inbox.tmux.text("q");
    inbox.end();
}

/// The diff is in a file that only the person can read, and nothing of it is left when the inbox ends; the link comes as
/// it was shown.
#[test]
fn the_person_s_own_command_opens_the_diff_and_the_link() {
    let home = home();
    home.write("changes.diff", "+$(touch /tmp/never)\n");
    let changes = home.path("changes.diff").display().to_string();
    ask(&home, &["--diff", &changes, "--link", "https://git.example/?a=$(b);c&d"]);
    let inbox = home.run("$asq inbox");
    inbox.sees("Go on?");
    inbox.tmux.text("o");
    inbox.sees("1 folder · 2 diff · 3 link");
    inbox.tmux.text("2");
    inbox.sees("opens the diff");
    let text = noted(&home);
    let file = text.lines().nth(1).unwrap_or_default().trim_matches(['<', '>']).to_owned();
    assert_eq!(text, format!("<--new>\n<{file}>\nno terminal\n600\n+$(touch /tmp/never)\n"));
    inbox.tmux.text("o");
    inbox.sees("3 link");
    inbox.tmux.text("3");
    inbox.sees("It leads to this host:");
    inbox.sees("Enter open it");
    inbox.tmux.keys(&["Enter"]);
    inbox.sees("opens the link");
    assert_eq!(noted(&home), "<--new>\n<https://git.example/?a=$(b);c&d>\nno terminal\n");
    inbox.tmux.text("q");
    inbox.end();
    assert!(!std::path::Path::new(&file).exists());
}
