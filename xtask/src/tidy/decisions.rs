//! Citations of decisions (`S2-29` and the like) resolve.
//!
//! - Each code that a file cites has a row in docs/dialects/decisions.md.
//! - Each row is cited elsewhere, occurs once, and says what was open, what was decided, and why.

use std::collections::{BTreeMap, BTreeSet};

use crate::tree::Tree;

const PAGE: &str = "docs/dialects/decisions.md";

pub(crate) fn check(tree: &Tree) -> Vec<String> {
    let mut problems = Vec::new();
    let mut rows = BTreeMap::new();
    for (number, line) in (1..).zip(tree.get(PAGE).unwrap_or_default().lines()) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let Some(code) = cells.get(1).filter(|cell| codes(cell).eq([**cell])) else { continue };
        if rows.insert(*code, number).is_some() {
            problems.push(format!("{PAGE}:{number}: {code} has a row already"));
        }
        if cells.len() != 6 || cells[1..5].contains(&"") {
            problems.push(format!("{PAGE}:{number}: {code} needs what was left open, the decision, and why"));
        }
    }
    let mut cited = BTreeSet::new();
    for (path, text) in tree.iter().filter(|(path, _)| *path != PAGE) {
        for (number, line) in (1..).zip(text.lines()) {
            for code in codes(line) {
                if cited.insert(code) && !rows.contains_key(code) {
                    problems.push(format!("{path}:{number}: {code} has no row in {PAGE}"));
                }
            }
        }
    }
    let idle = rows.iter().filter(|(code, _)| !cited.contains(**code));
    problems.extend(idle.map(|(code, number)| format!("{PAGE}:{number}: nothing cites {code}")));
    problems
}

/// The codes in a line: S, a digit, a hyphen and a number, with no letter or digit around them.
fn codes(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').filter(|word| {
        let Some((contract, number)) = word.strip_prefix('S').and_then(|rest| rest.split_once('-')) else {
            return false;
        };
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        contract.len() == 1 && digits(contract) && digits(number)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Built from parts, so that this file cites no code.
    fn code(rest: &str) -> String {
        format!("S{rest}")
    }

    #[test]
    fn citations_and_rows_belong_together() {
        let (one, two, three, four) = (code("0-1"), code("0-2"), code("2-10"), code("9-9"));
        let page = format!(
            "| code | left open | decision | why |\n|---|---|---|---|\n| {one} | a | b | c |\n| {two} | a | b | |\n\
             | {three} | a | b | c |\n| {one} | a | b | c |\n"
        );
        let tree = Tree::planted(&[
            (PAGE, &page),
            ("a.rs", &format!("// {one}, ({two}): US{one}, {four}0-1, x\n")),
            ("b.md", &format!("see {one} to {four}\n")),
        ]);
        assert_eq!(
            check(&tree),
            [
                format!("{PAGE}:4: {two} needs what was left open, the decision, and why"),
                format!("{PAGE}:6: {one} has a row already"),
                format!("b.md:1: {four} has no row in {PAGE}"),
                format!("{PAGE}:5: nothing cites {three}"),
            ]
        );
    }
}
