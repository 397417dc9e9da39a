//! Keeps the last run of each soak in a section of docs/promises.md.
//!
//! - A row replaces the one with the same name; the others stay.
//! - The section holds only this table: each run rewrites it.

use crate::Outcome;
use crate::section::{around, with_section};
use crate::tree::top;

const FILE: &str = "docs/promises.md";
const HEADING: &str = "## Soak";

/// The outcome of a soak.
pub(super) struct Row {
    pub(super) name: String,
    pub(super) goal: String,
    pub(super) counted: String,
    pub(super) held: bool,
    pub(super) where_it_was: String,
}

impl Row {
    pub(super) fn line(&self) -> String {
        let Row { name, goal, counted, held, where_it_was } = self;
        let held = if *held { "held" } else { "**did not hold**" };
        format!("| {name} | {goal} | {counted} | {held} | {where_it_was} |")
    }
}

pub(super) fn keep(row: &Row) -> Outcome<()> {
    let file = top().join(FILE);
    let old = std::fs::read_to_string(&file)?;
    std::fs::write(file, with_row(&old, row))?;
    Ok(())
}

fn with_row(old: &str, row: &Row) -> String {
    let (_, section, _) = around(old, HEADING);
    let mut rows: Vec<String> =
        section.lines().filter(|line| line.starts_with("| ")).skip(1).map(str::to_owned).collect();
    let own = format!("| {} | ", row.name);
    match rows.iter_mut().find(|line| line.starts_with(&own)) {
        Some(line) => *line = row.line(),
        None => rows.push(row.line()),
    }
    let head = "`cargo xtask soak` writes this section: the last run of each. Each takes longer than a test may.\n\n\
                | soak | what | counted | | when, how long, where |\n|---|---|---|---|---|";
    with_section(old, HEADING, &format!("{HEADING}\n\n{head}\n{}\n", rows.join("\n")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    fn row(name: &str, counted: &str, held: bool) -> Row {
        let (name, counted) = (name.to_owned(), counted.to_owned());
        Row { name, goal: "all".into(), counted, held, where_it_was: "a day, 1 min, a machine".into() }
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

            `cargo xtask soak` writes this section: the last run of each. Each takes longer than a test may.

            | soak | what | counted | | when, how long, where |
            |---|---|---|---|---|
            | power | all | 5 | held | a day, 1 min, a machine |
            | idle | all | 4 | **did not hold** | a day, 1 min, a machine |
        "#]]
        .assert_eq(&text);
    }
}
