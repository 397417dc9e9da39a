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

#[test]
fn the_person_s_own_command_opens_the_folder_without_a_terminal() {
    let home = Home::new();
    home.write("my opener", NOTES);
    fs::set_permissions(home.path("my opener"), fs::Permissions::from_mode(0o700)).unwrap();
    fs::create_dir_all(home.path(".config/asq")).unwrap();
    let opener = home.path("my opener").display().to_string();
    home.write(".config/asq/config.toml", &format!("[inbox]\nopen = \"'{opener}' --new\"\n"));
    ask(&home, &[]);
    let inbox = home.run("$asq inbox");
    inbox.sees("Go on?");
    inbox.tmux.text("o");
    inbox.sees("opens the folder");
    let noted = eventually("what the command noted", || fs::read_to_string(home.path("noted")).ok());
    let folder = fs::canonicalize(home.path("")).unwrap();
    assert_eq!(noted, format!("<--new>\n<{}>\nno terminal\n", folder.display()));
    inbox.tmux.text("q");
    inbox.end();
}
