//! The log of flaky runs in docs/promises.md.
//!
//! - A test that failed and passed when it ran once more has a row for each such run.
//! - A third row of the same test is a problem: mend the test, or the program, and take its rows out.

use crate::tree::Tree;
use std::collections::BTreeMap;

const FILE: &str = "docs/promises.md";
const HEADING: &str = "## Flaky runs";
/// Runs of one test that may be flaky before it counts as broken.
const MOST: usize = 2;

pub(crate) fn check(tree: &Tree) -> Vec<String> {
    let page = tree.get(FILE).unwrap_or_default();
    let section = page.lines().skip_while(|line| *line != HEADING).skip(1);
    let mut runs = BTreeMap::<&str, usize>::new();
    for line in section.take_while(|line| !line.starts_with("## ")) {
        if let Some((_, test)) = line.trim_end_matches([' ', '|']).rsplit_once(" | ") {
            *runs.entry(test).or_default() += 1;
        }
    }
    runs.into_iter()
        .filter(|(_, count)| *count > MOST)
        .map(|(test, count)| format!("{FILE}: {count} flaky runs of {test}: mend it, then take its rows out"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_third_flaky_run_of_a_test_is_a_problem() {
        let row = |test: &str| format!("| 2026-01-02 | 1234abc | {test} |\n");
        let rows = [row("pi: one"), row("page: two"), row("pi: one")].concat();
        let page = |more: &str| {
            format!(
                "# P\n\n{HEADING}\n\n| date | commit | test |\n|---|---|---|\n{rows}{more}\n## Next\n| a | pi: one |\n"
            )
        };
        let check = |more: &str| check(&Tree::planted(&[(FILE, &page(more))]));
        assert_eq!(check(""), Vec::<String>::new());
        assert_eq!(
            check(&row("pi: one")),
            [format!("{FILE}: 3 flaky runs of pi: one: mend it, then take its rows out")]
        );
    }
}
