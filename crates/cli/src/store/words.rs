//! Words for what the machine knows: who, by what means, from where.
//!
//! - Names are foreign text: escaped, cut where they are long, and alone at the end of their row.
//! - Who insisted from the asker's own process tree is told as such, wherever they are named.
//! - A folder below the person's home begins with `~`.

use crate::env::Env;
use asq_core::life::{Actor, How, Origin};
use asq_core::text::{Shown, Untrusted};
use std::fmt::Write;

/// Graphemes of a name.
const NAME: usize = 60;

/// By what means, in the word that JSON has.
pub(super) fn means(how: How) -> &'static str {
    match how {
        How::Tty => "tty",
        How::Page => "page",
        How::Host => "host",
        How::Cli => "cli",
        How::Api => "api",
        How::Bridge => "bridge",
    }
}

/// By what means, for a person.
fn told(how: How) -> &'static str {
    match how {
        How::Tty => "at a terminal",
        How::Page => "on the page",
        How::Host => "in the agent's own screen",
        How::Cli => "by a command",
        How::Api => "over HTTP",
        How::Bridge => "over a bridge",
    }
}

/// A foreign name on one line.
pub(super) fn name(text: &Untrusted) -> Shown {
    Shown::clipped(text, NAME)
}

/// Who it was and by what means: `at a terminal, process 4711: ada`. The name comes last, so that it can't pass for more.
pub(super) fn who(by: &Actor) -> String {
    let mut text = told(by.how).to_owned();
    if let Some(pid) = by.pid {
        // Writing to a string can't fail.
        let _ = write!(text, ", process {pid}");
    }
    if by.forced && by.own_tree {
        text.push_str(", from the asker's own process tree, with --force");
    }
    format!("{text}: {}", name(&by.name))
}

/// A folder or file, `~` for the person's home.
pub(super) fn place(path: &Untrusted, env: &Env) -> Shown {
    let home = env.home().map(|home| home.to_string_lossy().into_owned());
    let below = home.as_deref().and_then(|home| path.raw().strip_prefix(home));
    match below.filter(|rest| rest.is_empty() || rest.starts_with('/')) {
        Some(rest) => name(&Untrusted::from(format!("~{rest}"))),
        None => name(path),
    }
}

/// Where an ask came from, as the machine knows it: a name and what it is, row by row.
pub(super) fn origin(origin: &Origin, env: &Env) -> Vec<(&'static str, Shown)> {
    let process = origin.root.or(origin.process).map(|process| Shown::number(process.pid as usize));
    let all = [
        ("program", origin.exe.as_ref().map(|exe| place(exe, env))),
        ("process", process),
        ("folder", origin.folder.as_ref().map(|folder| place(folder, env))),
        ("terminal", origin.tty.as_ref().map(name)),
        ("tmux pane", origin.pane.as_ref().map(name)),
        ("host", origin.host.as_ref().map(name)),
    ];
    all.into_iter().filter_map(|(what, value)| Some((what, value?))).collect()
}
