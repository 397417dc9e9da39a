//! The newest buffer of the tmux around asq, which tmux also gives to the terminals' clipboard.
//!
//! By default tmux ignores what a program writes for the clipboard itself.

use crate::env::Env;
use std::io::Write;
use std::process::{Command, Stdio};

/// Puts a text into it, on a thread of its own; false outside of tmux.
pub(crate) fn load(text: &str, env: &Env) -> bool {
    if env.text("TMUX").is_none_or(|server| server.is_empty()) {
        return false;
    }
    let text = text.to_owned();
    // Without a thread the terminal still gets the text.
    let _ = std::thread::Builder::new().name("asq-copy".into()).spawn(move || tmux(&text));
    true
}

fn tmux(text: &str) -> std::io::Result<()> {
    let mut child = Command::new("tmux")
        .args(["load-buffer", "-w", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(text.as_bytes())?;
    }
    child.wait().map(drop)
}
