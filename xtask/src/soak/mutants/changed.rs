//! cargo-mutants on the lines of the crates that changed since its last run, or since a given commit.
//!
//! - It works on a copy below `target/mutants`, and leaves the tree alone; builds of earlier runs are used again.
//! - Without an earlier run, the lines of the last commit are tried.
//! - At least nine of ten faults must be noticed; the others are listed. A fault that doesn't build proves nothing.
//! - cargo-mutants is installed below `target/tools` if this version of it isn't there.

use super::copy;
use crate::Outcome;
use crate::soak::due::git;
use crate::soak::kept::{self, FILE, Row};
use crate::tree::top;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(super) const NAME: &str = "changed";
pub(super) const ROW: &str = "mutants changed";

const VERSION: &str = "27.1.0";
const GOAL: &str =
    "cargo-mutants on the changed lines of the crates: at least 90 of 100 faults are noticed by a test";
/// The percentage that tests must notice.
const PERCENT: usize = 90;

/// Tries the lines that changed since this commit.
pub(super) fn run(place: &Path, since: Option<&str>) -> Outcome<Row> {
    let since = match since {
        Some(commit) => commit.to_owned(),
        None => last()?.unwrap_or_else(|| "HEAD~1".to_owned()),
    };
    let diff = git(&["diff", "--no-color", "--no-ext-diff", &since, "--", "crates"])?
        .ok_or_else(|| format!("git can't tell what changed since {since}"))?;
    let since = git(&["rev-parse", "--short=12", &since])?.unwrap_or(since);
    if diff.is_empty() {
        return Ok(Row::new(ROW, GOAL, format!("no line was changed since {since}"), true));
    }
    let program = installed()?;
    let place = place.join(NAME);
    copy::make(&place, &[], &[])?;
    std::fs::write(place.join("diff"), diff + "\n")?;
    let done = Command::new(program)
        .args(["mutants", "--in-place", "--no-shuffle", "--colors=never", "--in-diff"])
        .arg(place.join("diff"))
        .arg("--output")
        .arg(&place)
        .current_dir(place.join("tree"))
        // It finds its own.
        .env_remove("CARGO_MANIFEST_DIR")
        .env_remove("UPDATE_EXPECT")
        .status()?;
    // 2: some faults weren't noticed; 3: some didn't end.
    if !matches!(done.code(), Some(0 | 2 | 3)) {
        return Err(format!("cargo-mutants ended with {done}").into());
    }
    let named = |file: &str| -> Vec<String> {
        let text = std::fs::read_to_string(place.join("mutants.out").join(file)).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    };
    let outcome = ["caught.txt", "timeout.txt", "missed.txt", "unviable.txt"].map(named);
    Ok(row(&since, &outcome))
}

/// The row for the faults that were noticed, didn't end, weren't noticed, and didn't build.
fn row(since: &str, [caught, endless, missed, unviable]: &[Vec<String>; 4]) -> Row {
    let noticed = caught.len() + endless.len();
    let all = noticed + missed.len();
    let mut counted = vec![format!("since {since}: {noticed} of {all} noticed")];
    if !unviable.is_empty() {
        counted.push(format!("{} more do not build", unviable.len()));
    }
    if !missed.is_empty() {
        counted.push(format!("not noticed: {}", missed.join("; ").replace('|', "\\|")));
    }
    Row::new(ROW, GOAL, counted.join("; "), noticed * 100 >= PERCENT * all)
}

/// The commit of the last run, if it is known here.
fn last() -> Outcome<Option<String>> {
    let page = std::fs::read_to_string(top().join(FILE))?;
    let commit = kept::last_run(&page, ROW).map(|last| last.commit.trim_matches(['`', '+']).to_owned());
    let Some(commit) = commit else { return Ok(None) };
    git(&["rev-parse", "--verify", "--quiet", &format!("{commit}^{{commit}}")])
}

/// The pinned cargo-mutants; an unoptimised build takes less time than it saves.
fn installed() -> Outcome<PathBuf> {
    let tools = top().join("target/tools");
    let program = tools.join("bin/cargo-mutants");
    let version = Command::new(&program).args(["mutants", "--version"]).output();
    let version = version.map(|done| String::from_utf8_lossy(&done.stdout).trim().to_owned());
    if version.is_ok_and(|version| version == format!("cargo-mutants {VERSION}")) {
        return Ok(program);
    }
    crate::say(&format!("installing cargo-mutants {VERSION}\n"));
    let done = Command::new(option_env!("CARGO").unwrap_or("cargo"))
        .args(["install", "--quiet", "--locked", "--debug", "--root"])
        .arg(&tools)
        .arg("--target-dir")
        .arg(tools.join("build-mutants"))
        .arg(format!("cargo-mutants@{VERSION}"))
        // Out of reach of our own build settings.
        .current_dir("/")
        .env_remove("CARGO_TARGET_DIR")
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .status()?;
    if !done.success() {
        return Err("cargo-mutants can't be installed".into());
    }
    std::fs::remove_dir_all(tools.join("build-mutants"))?;
    Ok(program)
}

#[cfg(test)]
mod tests {
    use super::row;

    #[test]
    fn nine_of_ten_faults_are_enough_and_those_that_do_not_build_count_for_nothing() {
        let many = |count: usize| vec!["crates/a.rs:1:1: replace a -> bool with true".to_owned(); count];
        let counted = |counts: [usize; 4]| {
            let row = row("abc", &counts.map(many));
            (row.held, row.counted)
        };
        assert_eq!(
            counted([0, 0, 0, 2]),
            (true, "since abc: 0 of 0 noticed; 2 more do not build".to_owned())
        );
        let missed = "since abc: 9 of 10 noticed; not noticed: crates/a.rs:1:1: replace a -> bool with true";
        assert_eq!(counted([8, 1, 1, 0]), (true, missed.to_owned()));
        assert!(!counted([17, 0, 2, 0]).0);
    }
}
