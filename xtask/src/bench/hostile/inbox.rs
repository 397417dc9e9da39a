//! An inbox full of requests that were made to cost much.
//!
//! - What an inbox with nothing in it costs is taken off; a key is the difference of two sessions.

use super::{Bench, Row, cases};
use crate::Outcome;
use crate::bench::pty::Session;
use std::ffi::OsStr;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Callgrind takes fifty times as long; what nobody hears of for so long is done.
const QUIET: Duration = Duration::from_millis(1500);
/// Until a session has ended.
const ENDS: Duration = Duration::from_mins(2);

/// How many requests of each kind.
const MANY: usize = 25;

pub(super) fn rows(bench: &Bench) -> Outcome<Vec<Row>> {
    let mut rows = Vec::new();
    let empty = session(bench, &[])?;
    let marks = "e\u{301}\u{302}\u{303}".repeat(1500);
    for (what, call) in [
        ("2.7 MB of labels", cases::labelled(&"lorem ipsum dolor ".repeat(750))),
        ("2 MB of combining marks", cases::labelled(&marks)),
    ] {
        std::fs::remove_dir_all(bench.home().join(".local/share/asq")).or_else(|fault| {
            if fault.kind() == std::io::ErrorKind::NotFound { Ok(()) } else { Err(fault) }
        })?;
        for n in 0..MANY {
            post(bench, &call.replacen("Which?", &format!("Which {n}?"), 1))?;
        }
        let frame = session(bench, &[])?;
        let down = session(bench, &["\x1b[B"])?;
        let open = session(bench, &["\r"])?;
        let search = session(bench, &["/"])?;
        let letter = session(bench, &["/", "e"])?;
        let inbox = format!("an inbox of {MANY} requests with {what} each");
        rows.push(Row::frame(format!("{inbox}: first frame"), frame, empty));
        rows.push(Row::key(format!("{inbox}: to the next"), down, frame));
        rows.push(Row::key(format!("{inbox}: opening one"), open, frame));
        rows.push(Row::key(format!("{inbox}: a letter of a search"), letter, search));
    }
    Ok(rows)
}

/// The instructions of an inbox that is opened, gets these keys and is left.
fn session(bench: &Bench, keys: &[&str]) -> Outcome<u64> {
    let mut command = bench.counted();
    command.push("inbox".into());
    let command: Vec<&OsStr> = command.iter().map(AsRef::as_ref).collect();
    let mut session = Session::start(&command, bench.home(), (160, 50))?;
    session.first_frame("asq", QUIET)?;
    for keys in keys {
        session.keys(keys, QUIET)?;
    }
    session.keys("\x03", ENDS)?;
    bench.collected()
}

fn post(bench: &Bench, arguments: &str) -> Outcome<()> {
    let mut post = Command::new(&bench.asq)
        .args(["ask", "--no-wait"])
        .env_clear()
        .env("HOME", bench.home())
        .current_dir(bench.home())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    if let Some(mut to) = post.stdin.take() {
        write!(to, r#"{{"name":"ask","arguments":{arguments}}}"#)?;
    }
    post.wait()?;
    Ok(())
}
