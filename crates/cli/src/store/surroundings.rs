//! What `asq doctor` says of this terminal, the editor, the settings and the agents.
//!
//! - What is fine takes a row. What isn't has its fix on the next one.
//! - Colours, marks beyond ASCII, /dev/tty, the clipboard and notifications are judged as a form would judge them.
//! - A setting that doesn't count is named with its file.
//! - An agent is named if it is on this machine, with what asq installed for it. So is a page of instructions for agents in
//!   this folder, if it says how to ask or could.
//! - It starts no agent and no editor. tmux has a second to say whether it passes texts on to the clipboard.

use crate::editor::ExternalEditor;
use crate::env::Env;
use crate::error::one_line;
use crate::install::{self, AgentsMdState};
use crate::settings;
use crate::settings::wrapped::in_column;
use asq_runtime::signals;
use asq_tui::TermEnv;
use serde_json::{Value, json};
use std::fs::OpenOptions;
use std::io::Read;
use std::os::unix::fs::OpenOptionsExt;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// How long tmux may take.
const PATIENCE: Duration = Duration::from_secs(1);

pub(super) struct DoctorSection {
    pub(super) title: &'static str,
    rows: Vec<FoundRow>,
}

#[derive(Debug)]
struct FoundRow {
    name: String,
    text: String,
    fix: Option<String>,
}

impl FoundRow {
    fn fine(name: impl Into<String>, text: impl Into<String>) -> FoundRow {
        FoundRow { name: name.into(), text: text.into(), fix: None }
    }

    fn wrong(name: impl Into<String>, text: impl Into<String>, fix: impl Into<String>) -> FoundRow {
        FoundRow { fix: Some(fix.into()), ..FoundRow::fine(name, text) }
    }
}

impl DoctorSection {
    /// All that is around asq here.
    pub(super) fn all(env: &Env) -> Vec<DoctorSection> {
        vec![
            DoctorSection { title: "terminal", rows: terminal(env) },
            DoctorSection { title: "editor", rows: vec![editor(env)] },
            DoctorSection { title: "settings", rows: settings(env) },
            DoctorSection { title: "agents", rows: agents(env) },
        ]
    }

    /// The pages of this folder that agents read, and whether their shells find asq.
    pub(super) fn pages(env: &Env) -> DoctorSection {
        let mut rows = pages(env);
        if rows.is_empty() {
            rows.push(FoundRow::wrong("AGENTS.md", "not in this folder", "asq install agents-md"));
        }
        rows.push(command(env));
        DoctorSection { title: "agents-md", rows }
    }

    /// As rows; in this width, if it goes to a terminal.
    pub(super) fn text(&self, width: Option<usize>) -> String {
        let mut text = format!("{}\n", self.title);
        let names = self.rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
        let row = |name: &str, text: &str| in_column(&format!("  {name:names$}  "), text, width);
        for FoundRow { name, text: found, fix } in &self.rows {
            text += &row(name, &one_line(found));
            if let Some(fix) = fix {
                text += &row("", &format!("fix: {}", one_line(fix)));
            }
        }
        text
    }

    pub(super) fn to_json(&self) -> Value {
        let row = |row: &FoundRow| json!({ "name": row.name, "text": row.text, "fix": row.fix });
        self.rows.iter().map(row).collect()
    }
}

fn terminal(env: &Env) -> Vec<FoundRow> {
    let term = TermEnv::new(|name| env.text(name));
    let name = match (term.term.as_str(), term.dumb) {
        ("", _) => FoundRow::wrong(
            "name",
            "TERM is unset: questions come as plain lines",
            "run asq in a terminal, which sets TERM",
        ),
        (name, true) => FoundRow::wrong(
            "name",
            format!("{name}: questions come as plain lines"),
            "export TERM=xterm-256color, if the terminal can move its cursor",
        ),
        (name, false) => FoundRow::fine("name", name),
    };
    let colours = match (term.colours, term.rgb, term.indexed) {
        (false, _, _) => "none, because NO_COLOR is set",
        (true, true, _) => "true colour",
        (true, false, true) => "256",
        (true, false, false) => "16",
    };
    let unicode = if term.unicode {
        FoundRow::fine("unicode", "yes")
    } else {
        FoundRow::wrong("unicode", "no: marks are plain ASCII", "a UTF-8 locale: export LANG=C.UTF-8")
    };
    vec![name, tty(env), FoundRow::fine("colours", colours), unicode, clipboard(env), notifications(env)]
}

fn tty(env: &Env) -> FoundRow {
    let path = env.tty();
    let shown = path.display().to_string();
    #[expect(clippy::disallowed_methods, reason = "a terminal")]
    let opened = OpenOptions::new()
        .read(true)
        .write(true)
        // A device that is slow to open would hold everything up.
        .custom_flags((rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY).bits() as i32)
        .open(&path);
    match opened {
        Ok(device) if rustix::termios::isatty(&device) => FoundRow::fine(shown, "a form can open here"),
        Ok(_) | Err(_) => FoundRow::wrong(
            shown,
            "not there: no form can open here, and asq ask ends with 7",
            "run it in a terminal, or let the question wait: asq ask --inbox",
        ),
    }
}

fn clipboard(env: &Env) -> FoundRow {
    if env.get("TMUX").is_none() {
        return FoundRow::fine("clipboard", "as far as the terminal allows it (OSC 52)");
    }
    match tmux_clipboard().as_deref() {
        Some("off") => FoundRow::wrong(
            "clipboard",
            "tmux keeps what is copied for itself",
            "tmux set -s set-clipboard on",
        ),
        Some(_) => FoundRow::fine("clipboard", "through tmux"),
        None => FoundRow::wrong(
            "clipboard",
            "tmux doesn't say whether it passes on what is copied",
            "look at its answer: tmux show -sv set-clipboard",
        ),
    }
}

/// The option of tmux that lets a program reach the clipboard.
fn tmux_clipboard() -> Option<String> {
    let mut child = Command::new("tmux")
        .args(["show-options", "-sv", "set-clipboard"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut stdout = child.stdout.take()?;
    let (send, said) = mpsc::channel();
    std::thread::spawn(move || {
        let mut text = String::new();
        let read = stdout.read_to_string(&mut text);
        // Nobody may wait for it any more.
        let _ = send.send(read.map(|_| text));
    });
    let said = said.recv_timeout(PATIENCE);
    // It may have ended by itself.
    let _ = child.kill();
    let ended = child.wait();
    let text = said.ok()?.ok()?.trim().to_owned();
    (ended.is_ok() && !text.is_empty()).then_some(text)
}

fn notifications(env: &Env) -> FoundRow {
    const NAME: &str = "notifications";
    if !settings::notifies(env) {
        return FoundRow::fine(NAME, "off (asq settings set notificationOnQuestion on)");
    }
    let found = |name: &&str| env.get("PATH").is_some_and(|path| signals::find(path, name).is_some());
    match (["notify-send", "osascript"].into_iter().find(found), env.get("SSH_CONNECTION")) {
        (Some(program), None) => FoundRow::fine(NAME, format!("by {program}")),
        (Some(program), Some(_)) => FoundRow::fine(NAME, format!("by {program} and by the terminal")),
        (None, Some(_)) => FoundRow::fine(NAME, "by the terminal, if it can"),
        (None, None) => FoundRow::wrong(
            NAME,
            "by the terminal, if it can: there is no notify-send",
            "for those of the desktop: apt install libnotify-bin, dnf install libnotify, pacman -S libnotify",
        ),
    }
}

fn editor(env: &Env) -> FoundRow {
    let command = env.editor().to_string_lossy().into_owned();
    let named =
        ["VISUAL", "EDITOR"].into_iter().find(|name| env.get(name).is_some()).unwrap_or("the default");
    if ExternalEditor::of(env).is_missing() {
        let what = format!("{command} ({named}) is not on the PATH: Ctrl+G opens nothing");
        return FoundRow::wrong("command", what, "export EDITOR=nano, or another editor that is there");
    }
    FoundRow::fine("command", format!("{command} ({named})"))
}

fn settings(env: &Env) -> Vec<FoundRow> {
    let problems = settings::problems(env);
    if problems.is_empty() {
        return vec![FoundRow::fine("problems", "none")];
    }
    let by_variables = problems.iter().all(|problem| problem.starts_with("ASQ_"));
    let fix = if by_variables {
        "correct the variable, or unset it"
    } else {
        "asq settings edit, or asq settings unset NAME; asq settings --origins shows who says what"
    };
    let mut rows: Vec<FoundRow> =
        problems.into_iter().map(|problem| FoundRow::fine("ignored", problem)).collect();
    if let Some(last) = rows.last_mut() {
        last.fix = Some(fix.to_owned());
    }
    rows
}

fn agents(env: &Env) -> Vec<FoundRow> {
    let here = install::agents_here(env);
    let mut rows = Vec::new();
    if here.is_empty() {
        rows.push(FoundRow::fine("found", "none; asq install lists those that asq knows"));
    }
    for (agent, found) in here {
        if found.is_empty() {
            rows.push(FoundRow::wrong(agent.clone(), "not installed", format!("asq install {agent}")));
        }
        for text in found {
            if text.starts_with("installed: ") {
                rows.push(FoundRow::fine(agent.clone(), text));
            } else {
                rows.push(FoundRow::wrong(
                    agent.clone(),
                    text,
                    format!("asq doctor {agent} says what to do"),
                ));
            }
        }
    }
    rows.extend(pages(env));
    rows
}

/// The pages of this folder that agents read.
fn pages(env: &Env) -> Vec<FoundRow> {
    let pages = env.cwd().map(|folder| install::agents_md_here(&folder)).unwrap_or_default();
    pages.into_iter().map(|(page, state)| instructions(page, state)).collect()
}

/// The program that the text of such a page calls.
fn command(env: &Env) -> FoundRow {
    const NAME: &str = "asq";
    match env.get("PATH").and_then(|path| signals::find(path, NAME)) {
        Some(program) => FoundRow::fine(NAME, program.to_string_lossy()),
        None => FoundRow::wrong(
            NAME,
            "not on the PATH, so an agent's shell doesn't find it",
            "put its folder on the PATH of the shell that starts the agent",
        ),
    }
}

/// The row of a page that agents read.
fn instructions(page: &str, state: AgentsMdState) -> FoundRow {
    let install = format!("asq install agents-md {page}");
    match state {
        AgentsMdState::Current => FoundRow::fine(page, "tells agents how to ask"),
        AgentsMdState::OwnWords => FoundRow::fine(page, "tells agents how to ask, in its own words"),
        AgentsMdState::Nothing => FoundRow::fine(page, format!("doesn't mention asq ({install})")),
        AgentsMdState::Other => FoundRow::wrong(page, "has the text of another version of asq", install),
        AgentsMdState::HalfMarked(mark) => FoundRow::wrong(
            page,
            format!("has a mark of asq's without the other: {mark}"),
            format!("take that line out, then {install}"),
        ),
        AgentsMdState::Unreadable(why) => FoundRow::wrong(
            page,
            format!("can't be read: {why}"),
            format!("make {page} a file of text that you can read"),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::DoctorSection;
    use crate::env::Env;
    use asq_testkit::folder::TempFolder;
    use expect_test::expect;
    use std::fmt::Write;

    /// The text for these variables, in a home that has nothing.
    fn told(vars: &[(&str, &str)], width: Option<usize>) -> String {
        let home = TempFolder::new("surroundings");
        let vars = [vars, &[("HOME", home.path().to_str().unwrap())]].concat();
        let env = Env::of(&vars).with_tty("/dev/null");
        let all = DoctorSection::all(&env);
        let text: String = all.iter().map(|section| section.text(width)).collect();
        let json: Vec<_> = all.iter().map(DoctorSection::to_json).collect();
        assert_eq!(json.len(), 4);
        text.replace(home.path().to_str().unwrap(), "HOME")
    }

    #[test]
    fn each_row_that_isnt_fine_has_its_fix() {
        let mut text = String::new();
        for vars in [
            &[("TERM", "xterm-256color"), ("LANG", "C.UTF-8"), ("VISUAL", "sh -w"), ("PATH", "/nowhere")][..],
            &[("EDITOR", "\u{1b}[2Jno such"), ("NO_COLOR", "1"), ("SSH_CONNECTION", "1")],
            &[
                ("TERM", "dumb"),
                ("EDITOR", "nosuch"),
                ("ASQ_THEME", "\u{1b}[2J"),
                ("ASQ_GUARD", "much"),
                ("ASQ_NOTIFICATION_ON_QUESTION", "on"),
            ],
        ] {
            let _ = writeln!(text, "{}", told(vars, None));
        }
        expect![[r#"
            terminal
              name           xterm-256color
              /dev/null      not there: no form can open here, and asq ask ends with 7
                             fix: run it in a terminal, or let the question wait: asq ask --inbox
              colours        256
              unicode        yes
              clipboard      as far as the terminal allows it (OSC 52)
              notifications  off (asq settings set notificationOnQuestion on)
            editor
              command  sh -w (VISUAL)
            settings
              problems  none
            agents
              found  none; asq install lists those that asq knows

            terminal
              name           TERM is unset: questions come as plain lines
                             fix: run asq in a terminal, which sets TERM
              /dev/null      not there: no form can open here, and asq ask ends with 7
                             fix: run it in a terminal, or let the question wait: asq ask --inbox
              colours        none, because NO_COLOR is set
              unicode        no: marks are plain ASCII
                             fix: a UTF-8 locale: export LANG=C.UTF-8
              clipboard      as far as the terminal allows it (OSC 52)
              notifications  off (asq settings set notificationOnQuestion on)
            editor
              command  <U+001B>[2Jno such (EDITOR)
            settings
              problems  none
            agents
              found  none; asq install lists those that asq knows

            terminal
              name           dumb: questions come as plain lines
                             fix: export TERM=xterm-256color, if the terminal can move its cursor
              /dev/null      not there: no form can open here, and asq ask ends with 7
                             fix: run it in a terminal, or let the question wait: asq ask --inbox
              colours        16
              unicode        no: marks are plain ASCII
                             fix: a UTF-8 locale: export LANG=C.UTF-8
              clipboard      as far as the terminal allows it (OSC 52)
              notifications  by the terminal, if it can: there is no notify-send
                             fix: for those of the desktop: apt install libnotify-bin, dnf install libnotify, pacman -S libnotify
            editor
              command  nosuch (EDITOR) is not on the PATH: Ctrl+G opens nothing
                       fix: export EDITOR=nano, or another editor that is there
            settings
              ignored  ASQ_THEME: theme is "\u001b[2J", not auto, dark, light, none or a theme file's name (letters, digits, . _ -)
              ignored  ASQ_GUARD: guard is a setting of config.toml and does not count here
                       fix: correct the variable, or unset it
            agents
              found  none; asq install lists those that asq knows

        "#]].assert_eq(&text);
    }

    #[test]
    fn a_narrow_terminal_breaks_no_word() {
        let vars =
            [("TERM", "xterm-256color"), ("LANG", "C.UTF-8"), ("VISUAL", "sh -w"), ("PATH", "/nowhere")];
        expect![[r#"
            terminal
              name           xterm-256color
              /dev/null
                not there: no form can open here, and asq
                ask ends with 7
                fix: run it in a terminal, or let the
                question wait: asq ask --inbox
              colours        256
              unicode        yes
              clipboard
                as far as the terminal allows it (OSC 52)
              notifications
                off (asq settings set
                notificationOnQuestion on)
            editor
              command  sh -w (VISUAL)
            settings
              problems  none
            agents
              found
                none; asq install lists those that asq
                knows
        "#]]
        .assert_eq(&told(&vars, Some(46)));
        // At 80 columns only one row breaks, in its column.
        let (row, broken) = ("asq ask --inbox", "asq ask\n                 --inbox");
        assert_eq!(told(&vars, Some(80)), told(&vars, None).replace(row, broken));
    }
}
