//! `cargo xtask hosts`: runs every real agent with asq behind it, and keeps the outcome in docs/harnesses.md.
//!
//! - It runs `scripts/test-hosts --all`, which also has the agents that the README's test command leaves out.
//! - Each agent has a row: its version from package.json, and which of its tests passed.
//! - The section holds only this table: each run rewrites it.

use std::process::{Command, Stdio};

use crate::Outcome;
use crate::bench::machine;
use crate::section::with_section;
use crate::tree::top;

const FILE: &str = "docs/harnesses.md";
const HEADING: &str = "## The last run";

/// An agent, as its tests call it, and where its version stands.
struct Agent {
    name: &'static str,
    manifest: &'static str,
    package: &'static str,
}

const AGENTS: [Agent; 6] = [
    agent("claude-code", "integrations/hosts/package.json", "@anthropic-ai/claude-code-linux-x64"),
    agent("codex", "integrations/hosts/package.json", "codex-linux-x64"),
    agent("opencode", "integrations/opencode/package.json", "opencode-linux-x64"),
    agent("copilot", "integrations/hosts/more/package.json", "@github/copilot"),
    agent("gemini", "integrations/hosts/more/package.json", "@google/gemini-cli"),
    agent("qwen", "integrations/hosts/more/package.json", "@qwen-code/qwen-code"),
];

const fn agent(name: &'static str, manifest: &'static str, package: &'static str) -> Agent {
    Agent { name, manifest, package }
}

/// Runs all agents; returns whether all their tests passed.
pub(crate) fn run() -> Outcome<bool> {
    let done = Command::new(top().join("scripts/test-hosts"))
        .arg("--all")
        .current_dir(top())
        .stderr(Stdio::inherit())
        .output()?;
    let said = String::from_utf8_lossy(&done.stdout);
    crate::say(&said);
    let (mut rows, mut passed) = (Vec::new(), done.status.success());
    for agent in AGENTS {
        let manifest = std::fs::read_to_string(top().join(agent.manifest))?;
        let tests = tests_of(agent.name, &said);
        passed &= !tests.is_empty();
        rows.push(row(agent.name, &version(&manifest, agent.package)?, &tests));
    }
    let file = top().join(FILE);
    let text = section(&rows, &crate::soak::today()?, &machine()?);
    std::fs::write(&file, with_section(&std::fs::read_to_string(&file)?, HEADING, &text))?;
    Ok(passed)
}

/// The tests that this run says an agent passed or failed, without the agent's name.
fn tests_of<'a>(agent: &str, said: &'a str) -> Vec<(bool, &'a str)> {
    let mut tests = Vec::new();
    for line in said.lines() {
        // The list of failures at the end names them again.
        if line.contains("failing tests:") {
            break;
        }
        let (passed, rest) = match (line.strip_prefix("✔ "), line.strip_prefix("✖ ")) {
            (Some(rest), _) => (true, rest),
            (None, Some(rest)) => (false, rest),
            (None, None) => continue,
        };
        let Some(rest) = rest.strip_prefix(agent) else { continue };
        let test = rest.rsplit_once(" (").map_or(rest, |(test, _)| test);
        if let Some(test) = test.strip_prefix([',', ':']) {
            tests.push((passed, test.trim()));
        }
    }
    tests
}

fn row(agent: &str, version: &str, tests: &[(bool, &str)]) -> String {
    let passed = tests.iter().filter(|(passed, _)| *passed).count();
    let failed: Vec<&str> = tests.iter().filter(|(passed, _)| !passed).map(|(_, test)| *test).collect();
    let failed =
        if failed.is_empty() { String::new() } else { format!("; **failed**: {}", failed.join("; ")) };
    format!("| {agent} | {version} | {passed} of {}{failed} |", tests.len())
}

/// The version that a package.json pins; an alias names its package before it.
fn version(manifest: &str, package: &str) -> Outcome<String> {
    let manifest: serde_json::Value = serde_json::from_str(manifest)?;
    let pinned = manifest["devDependencies"][package].as_str();
    let pinned = pinned.ok_or_else(|| format!("no package.json has {package}"))?;
    let version = pinned.rsplit('@').next().unwrap_or(pinned);
    Ok(version.trim_end_matches("-linux-x64").to_owned())
}

fn section(rows: &[String], day: &str, machine: &str) -> String {
    format!(
        "{HEADING}\n\n`cargo xtask hosts` runs all of them and writes this section. On {day}, {machine}:\n\n\
         | agent | version | tests that passed |\n|---|---|---|\n{}\n",
        rows.join("\n")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agent_s_row_has_its_version_and_what_failed() {
        let said = "✔ codex: a call waits (12.5ms)\n✔ codex, app-server: its form (a list) answers (3ms)\n\
                    ✖ codex: killed (1ms)\n✔ codexes: no (1ms)\nℹ tests 4\n✖ failing tests:\n\n✖ codex: killed (1ms)\n";
        let tests = tests_of("codex", said);
        assert_eq!(
            tests,
            [(true, "a call waits"), (true, "app-server: its form (a list) answers"), (false, "killed")]
        );
        assert_eq!(row("codex", "0.1.0", &tests), "| codex | 0.1.0 | 2 of 3; **failed**: killed |");
        assert_eq!(row("codex", "0.1.0", &tests[..2]), "| codex | 0.1.0 | 2 of 2 |");
        assert!(tests_of("gemini", said).is_empty());
    }

    #[test]
    fn a_version_is_what_package_json_pins() {
        let manifest = r#"{"devDependencies":{"a":"1.2.3","b":"npm:@o/b@0.9.0-linux-x64"}}"#;
        assert_eq!(version(manifest, "a").unwrap(), "1.2.3");
        assert_eq!(version(manifest, "b").unwrap(), "0.9.0");
        assert_eq!(version(manifest, "c").unwrap_err().to_string(), "no package.json has c");
    }
}
