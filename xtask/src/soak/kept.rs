//! Keeps the last run of each soak in a section of docs/promises.md.
//!
//! - A row replaces the one with the same name; the others stay.
//! - The section holds only this table: each run rewrites it.
//! - A row has the commit that it ran on, with a `+` if what it proves had changes that are in no commit.

use super::claims;
use crate::Outcome;
use crate::section::{around, with_section};
use crate::tree::top;

pub(crate) const FILE: &str = "docs/promises.md";
pub(super) const HEADING: &str = "## Soak";

const HEAD: &str = "`cargo xtask soak` writes this section: the last run of each, with the commit that it ran on. Each takes \
                    longer than a test may, or depends on what isn't in the repository. `cargo xtask tidy` notes the \
                    rows that are older than what they prove, and `cargo xtask soak due` runs these.\n\n\
                    | soak | what | counted | | commit | when, how long, where |\n|---|---|---|---|---|---|";

/// The outcome of a soak.
pub(super) struct Row {
    pub(super) name: String,
    pub(super) goal: String,
    pub(super) counted: String,
    pub(super) held: bool,
    pub(super) commit: String,
    pub(super) where_it_was: String,
}

/// What the page says of a soak's last run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LastRun {
    pub(super) commit: String,
    /// `2026-11-29`.
    pub(super) day: String,
}

impl Row {
    /// Commit, date and machine come when it is kept.
    pub(super) fn new(name: &str, goal: &str, counted: String, held: bool) -> Row {
        let (name, goal) = (name.to_owned(), goal.to_owned());
        Row { name, goal, counted, held, commit: String::new(), where_it_was: String::new() }
    }

    pub(super) fn line(&self) -> String {
        let Row { name, goal, counted, held, commit, where_it_was } = self;
        let held = if *held { "held" } else { "**did not hold**" };
        format!("| {name} | {goal} | {counted} | {held} | {commit} | {where_it_was} |")
    }
}

pub(super) fn keep(row: &Row) -> Outcome<()> {
    let file = top().join(FILE);
    let old = std::fs::read_to_string(&file)?;
    std::fs::write(file, with_row(&old, row))?;
    Ok(())
}

fn lines(page: &str) -> impl Iterator<Item = &str> {
    let (_, section, _) = around(page, HEADING);
    section.lines().filter(|line| line.starts_with("| ")).skip(1)
}

fn with_row(old: &str, row: &Row) -> String {
    let mut rows: Vec<String> = lines(old).map(str::to_owned).collect();
    let own = format!("| {} | ", row.name);
    match rows.iter_mut().find(|line| line.starts_with(&own)) {
        Some(line) => *line = row.line(),
        None => rows.push(row.line()),
    }
    with_section(old, HEADING, &format!("{HEADING}\n\n{HEAD}\n{}\n", rows.join("\n")))
}

/// The last run of the soak with this name.
pub(super) fn last_run(page: &str, name: &str) -> Option<LastRun> {
    let own = format!("| {name} | ");
    let cells: Vec<&str> = lines(page).find(|line| line.starts_with(&own))?.split(" | ").collect();
    let [.., commit, place] = cells[..] else { return None };
    Some(LastRun { commit: commit.to_owned(), day: place.split(',').next()?.to_owned() })
}

/// Rows that belong to no soak.
pub(crate) fn strangers(page: &str) -> Vec<String> {
    let name = |line: &str| line.trim_start_matches("| ").split(" | ").next().unwrap_or_default().to_owned();
    let known = claims();
    lines(page).map(name).filter(|name| !known.iter().any(|claim| claim.name == name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    fn row(name: &str, counted: &str, held: bool) -> Row {
        let (name, counted) = (name.to_owned(), counted.to_owned());
        let (commit, place) = ("`abc`".into(), "2026-11-29, 1 min, a machine".into());
        Row { name, goal: "all".into(), counted, held, commit, where_it_was: place }
    }

    #[test]
    fn a_row_takes_the_place_of_the_one_of_its_name() {
        let mut text = "# Promises\n\n| | promise |\n|---|---|\n| 1 | x |\n\n## Later\n\nmore\n".to_owned();
        for row in [row("power", "3", true), row("idle", "4", false), row("power", "5", true)] {
            text = with_row(&text, &row);
        }
        expect![[r#"
            # Promises

            | | promise |
            |---|---|
            | 1 | x |

            ## Later

            more

            ## Soak

            `cargo xtask soak` writes this section: the last run of each, with the commit that it ran on. Each takes longer than a test may, or depends on what isn't in the repository. `cargo xtask tidy` notes the rows that are older than what they prove, and `cargo xtask soak due` runs these.

            | soak | what | counted | | commit | when, how long, where |
            |---|---|---|---|---|---|
            | power | all | 5 | held | `abc` | 2026-11-29, 1 min, a machine |
            | idle | all | 4 | **did not hold** | `abc` | 2026-11-29, 1 min, a machine |
        "#]].assert_eq(&text);
        let last = LastRun { commit: "`abc`".to_owned(), day: "2026-11-29".to_owned() };
        assert_eq!(last_run(&text, "idle"), Some(last));
        assert_eq!(last_run(&text, "races"), None);
        assert_eq!(strangers(&text), [""; 0]);
        assert_eq!(strangers(&with_row(&text, &row("mutants core", "5", true))), ["mutants core"]);
    }
}
