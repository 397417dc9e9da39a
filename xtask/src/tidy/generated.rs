//! Parts of documents, and whole files, that asq itself writes are up to date.
//!
//! - A part begins with a line `<!-- asq ARGUMENTS -->`; the fenced block after it is the command's output.
//! - A file in [`WHOLE`] holds a command's output and nothing else; it must exist.
//! - `cargo xtask tidy --write` inserts the current output.

use std::path::PathBuf;
use std::process::Command;

use crate::Outcome;
use crate::tree::{Tree, top};

/// Files that hold a command's output.
const WHOLE: &[(&str, &str)] = &[
    ("docs/schemas/config.json", "settings schema config"),
    ("docs/schemas/ask-user-question.json", "settings schema ask-user-question"),
    ("docs/schemas/ask.json", "schema asq --tool ask"),
];

/// What to do with an outdated part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Generated {
    Compare,
    Write,
}

/// Runs the current asq; builds it on the first call.
pub(crate) fn asq() -> impl FnMut(&str) -> Outcome<String> {
    let mut asq = None;
    move |arguments: &str| {
        let asq = match asq.take() {
            Some(built) => asq.insert(built),
            None => asq.insert(build()?),
        };
        output(asq, arguments)
    }
}

pub(crate) fn check(
    tree: &Tree,
    what: Generated,
    say: &mut dyn FnMut(&str) -> Outcome<String>,
) -> Outcome<Vec<String>> {
    let mut fresh = whole(say)?;
    for (path, text) in tree.of_kind("md") {
        fresh.push((path, refreshed(text, say)?));
    }
    let mut problems = Vec::new();
    for (path, fresh) in fresh {
        match (tree.get(path) == Some(&fresh), what) {
            (true, _) => {}
            (false, Generated::Compare) => {
                problems.push(format!("{path}: a generated part is stale; run: cargo xtask tidy --write"));
            }
            (false, Generated::Write) => std::fs::write(top().join(path), fresh)?,
        }
    }
    Ok(problems)
}

/// The expected content of the files in [`WHOLE`].
fn whole(say: &mut dyn FnMut(&str) -> Outcome<String>) -> Outcome<Vec<(&'static str, String)>> {
    WHOLE.iter().map(|(path, arguments)| Ok((*path, say(arguments)?))).collect()
}

/// The document with the current output in each of its generated parts.
fn refreshed(text: &str, say: &mut dyn FnMut(&str) -> Outcome<String>) -> Outcome<String> {
    let mut fresh = String::new();
    let mut lines = text.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        fresh.push_str(line);
        let Some(arguments) = line.trim().strip_prefix("<!-- asq ").and_then(|it| it.strip_suffix(" -->"))
        else {
            continue;
        };
        let Some(fence) = lines.next_if(|line| line.starts_with("```")) else {
            return Err(format!("no fenced block follows `<!-- asq {arguments} -->`").into());
        };
        fresh.push_str(fence);
        fresh.push_str(say(arguments)?.trim_end());
        fresh.push('\n');
        while lines.next_if(|line| !line.starts_with("```")).is_some() {}
    }
    Ok(fresh)
}

fn build() -> Outcome<PathBuf> {
    let cargo = option_env!("CARGO").unwrap_or("cargo");
    // The build that all tests share: after theirs, this compiles nothing.
    let built = Command::new(cargo)
        .args(["build", "--quiet", "--workspace", "--lib", "--bins", "--tests", "--examples"])
        .current_dir(top())
        .status()?;
    if !built.success() {
        return Err("asq does not build, so its generated parts can't be checked".into());
    }
    // xtask and asq are in one folder: target/debug/xtask, target/debug/asq.
    Ok(std::env::current_exe()?.with_file_name("asq"))
}

fn output(asq: &PathBuf, arguments: &str) -> Outcome<String> {
    let done = Command::new(asq).args(arguments.split_whitespace()).env_clear().output()?;
    if !done.status.success() {
        return Err(format!("asq {arguments}: {}", String::from_utf8_lossy(&done.stderr).trim()).into());
    }
    Ok(String::from_utf8(done.stdout)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Outcome<String> {
        refreshed(text, &mut |arguments| Ok(format!("says {arguments}\n")))
    }

    #[test]
    fn only_the_generated_part_is_rewritten() -> Outcome<()> {
        let text = "a\n<!-- asq help exit-codes -->\n```text\nold\nolder\n```\nb\n```\nc\n```\n";
        let fresh = "a\n<!-- asq help exit-codes -->\n```text\nsays help exit-codes\n```\nb\n```\nc\n```\n";
        assert_eq!(of(text)?, fresh);
        assert_eq!(of(fresh)?, fresh);
        Ok(())
    }

    #[test]
    fn a_whole_file_is_what_its_command_says() -> Outcome<()> {
        let fresh = whole(&mut |arguments| Ok(format!("says {arguments}")))?;
        assert_eq!(fresh[0], ("docs/schemas/config.json", "says settings schema config".to_owned()));
        Ok(())
    }

    #[test]
    fn a_mark_without_a_block_is_a_fault() {
        assert!(of("<!-- asq dialects -->\ntext\n").is_err());
    }
}
