//! `asq ask` in a terminal: its first frame, and the call posted to the store after it.
//!
//! - Processor time in milliseconds, the minimum of several sessions: it waits on threads with small stacks, which don't
//!   run in callgrind.

use super::{Bench, Case, Row, cases};
use crate::Outcome;
use crate::bench::process;
use crate::bench::pty::Session;
use std::ffi::OsStr;
use std::time::Duration;

/// After this much silence the frame is complete.
const QUIET: Duration = Duration::from_millis(400);

const SESSIONS: usize = 5;

pub(super) fn rows(bench: &Bench) -> Outcome<Vec<Row>> {
    let mut rows = Vec::new();
    let mut last = String::new();
    for Case { what, tool, arguments, .. } in cases::forms() {
        let call = format!(r#"{{"name":"{tool}","arguments":{arguments}}}"#);
        // Cases that differ only in their keys follow each other.
        if call == last {
            continue;
        }
        let of = what.split(", ").next().unwrap_or(&what);
        let row = form(bench, &format!("`asq ask`, {of}"), &call)?;
        crate::say(&format!("{}: {} {}\n", row.what, row.measured, row.unit));
        rows.push(row);
        last = call;
    }
    Ok(rows)
}

fn form(bench: &Bench, what: &str, call: &str) -> Outcome<Row> {
    let store = bench.home.join(".local/share/asq");
    let file = bench.home.join("call.json");
    std::fs::write(&file, call)?;
    let mut least = u128::MAX;
    for _ in 0..SESSIONS {
        if store.exists() {
            std::fs::remove_dir_all(&store)?;
        }
        let command = [bench.asq.as_os_str(), OsStr::new("ask"), file.as_os_str()];
        let mut session = Session::start(&command, &bench.home, (160, 50))?;
        session.first_frame("Esc", QUIET)?;
        least = least.min(process::time(session.pid())?.as_millis());
    }
    Ok(Row::time(format!("{what}: first frame and post"), 100, least))
}
