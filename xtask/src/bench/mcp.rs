//! `cargo xtask bench mcp`: what `asq mcp` costs an agent, next to the smallest server that rmcp makes.
//!
//! - asq is the release build; the measuring is a bench target of cli, a process of its own.
//! - The rows are a section of docs/performance.md; other benches leave it alone.
//! - A missed goal is a row like the others.

use std::process::Command;

use super::contestants;
use super::process;
use super::report;
use crate::Outcome;

/// The heading of the section.
pub(crate) const HEADING: &str = "## An agent over MCP";

/// Measures everything; figures worth keeping need at least 50 `runs` of each start.
pub(crate) fn run(runs: usize) -> Outcome<()> {
    let folder = contestants::target().join("bench-mcp");
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    std::fs::create_dir_all(&folder)?;
    let folder = std::fs::canonicalize(&folder)?;
    let (asq, smallest, own) =
        (contestants::asq()?, contestants::bench_target("smallest_mcp")?, contestants::bench_target("mcp")?);
    let before = process::load()?;
    let done = Command::new(own)
        .args([asq, smallest, folder])
        .arg(runs.to_string())
        .stderr(std::process::Stdio::inherit())
        .output()?;
    if !done.status.success() {
        return Err("the bench target mcp failed".into());
    }
    let load = format!("{before} before, {} after", process::load()?);
    let rows = report::rows_of(&String::from_utf8(done.stdout)?)?;
    let head = format!(
        "{HEADING}\n\n\
         `cargo xtask bench mcp` writes this section with each run: `asq mcp` of the release build on a file of its own, \
         with an agent in another process. Starts of it and of rmcp's smallest server, with one tool, alternate. Another \
         process answers. A sync is one of as many bytes as a record has, on the same disk.\n\n\
         Of what is resident, most are pages of the program itself, which all its processes share. A call that waits takes \
         about 17 KB: half of it is rmcp's task for a request, the rest the call, its entry among those that wait, and \
         SQLite's pages. The runtime's timer wakes up to three times for one sign of life.\n\n\
         - Machine: {}\n- Load of the last minute: {load}\n- Runs of each start: {runs}\n\n\
         | what | goal | measured | |\n|---|---|---|---|\n",
        process::machine()?
    );
    report::keep_section(HEADING, &(head + &rows))
}
