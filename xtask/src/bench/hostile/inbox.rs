//! An inbox full of expensive requests.
//!
//! - Processor time in milliseconds, the minimum of several sessions: the inbox's small thread stacks don't run in callgrind.
//! - The preview next to the list is laid out once the focus rests, so a move is measured before and after that.

use super::{Bench, Row, cases};
use crate::Outcome;
use crate::bench::process;
use crate::bench::pty::Session;
use std::ffi::OsStr;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::Duration;

/// After this much silence the list is complete, and so is the preview next to it.
const QUIET: Duration = Duration::from_millis(400);

/// The number of requests of each kind, and of sessions.
const MANY: usize = 25;
const SESSIONS: usize = 5;

pub(super) fn rows(bench: &Bench) -> Outcome<Vec<Row>> {
    let mut rows = Vec::new();
    let marks = "e\u{301}\u{302}\u{303}".repeat(1500);
    for (what, call) in [
        ("2.7 MB of labels", cases::labelled(&"lorem ipsum dolor ".repeat(750))),
        ("2 MB of combining marks", cases::labelled(&marks)),
    ] {
        let store = bench.home.join(".local/share/asq");
        if store.exists() {
            std::fs::remove_dir_all(store)?;
        }
        for n in 0..MANY {
            post(bench, &call.replacen("Which?", &format!("Which {n}?"), 1))?;
        }
        let of = format!("an inbox of {MANY} requests with {what} each");
        let steps = [
            ("to the next", "\x1b[B"),
            ("a search", "/"),
            ("a letter of it", "e"),
            ("out of it", "\x1b"),
            ("opening one", "\r"),
        ];
        let mut least = [u128::MAX; 6];
        for _ in 0..SESSIONS {
            let command = [bench.asq.as_os_str(), OsStr::new("inbox")];
            let mut session = Session::start(&command, &bench.home, (160, 50))?;
            session.first_frame("Which", QUIET)?;
            let mut before = process::time(session.pid())?;
            least[0] = least[0].min(before.as_millis());
            for (least, (_, keys)) in least[1..].iter_mut().zip(steps) {
                session.keys(keys, QUIET)?;
                let now = process::time(session.pid())?;
                *least = (*least).min(now.saturating_sub(before).as_millis());
                before = now;
            }
        }
        rows.push(Row::time(format!("{of}: first frame"), 100, least[0]));
        let keys = steps.iter().zip(&least[1..]);
        rows.extend(keys.map(|((step, _), least)| Row::time(format!("{of}: {step}"), 50, *least)));
    }
    Ok(rows)
}

fn post(bench: &Bench, arguments: &str) -> Outcome<()> {
    let mut post = Command::new(&bench.asq)
        .args(["ask", "--no-wait"])
        .env_clear()
        .env("HOME", &bench.home)
        .current_dir(&bench.home)
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
