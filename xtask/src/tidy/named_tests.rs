//! Every test that a document names exists.
//!
//! - Reads the columns "test" and "tests" of docs/dialects/*.md, docs/promises.md, docs/signals.md and docs/threat-model.md.
//! - A name in backquotes is a path, a test function, or `file.rs::function`, which must be in a file of that name.
//! - A path may omit its beginning, and `.txt` (a golden case: `golden/question/one_picked`).
//! - A cell without a name must give the reason in words; an empty cell is a problem.

use std::collections::BTreeSet;

use super::code::{named_after, only_code};
use crate::tree::Tree;

pub(crate) fn check(tree: &Tree) -> Vec<String> {
    let code: Vec<(&str, String)> = tree.of_kind("rs").map(|(path, text)| (path, only_code(text))).collect();
    let functions: BTreeSet<(&str, &str)> = code
        .iter()
        .flat_map(|(path, code)| {
            named_after(code, "fn").map(|(_, name)| (name, path.rsplit('/').next().unwrap_or(path)))
        })
        .collect();
    let mut problems = Vec::new();
    for (path, text) in tree.of_kind("md").filter(|(path, _)| {
        matches!(*path, "docs/promises.md" | "docs/signals.md" | "docs/threat-model.md")
            || path.starts_with("docs/dialects/")
    }) {
        for (line, cell) in cells(text) {
            let names: Vec<&str> = cell.split('`').skip(1).step_by(2).collect();
            if cell.trim().is_empty() {
                problems.push(format!("{path}:{line}: names no test and says no reason"));
            }
            let missing = names.into_iter().filter(|name| !exists(name, tree, &functions));
            problems.extend(missing.map(|name| format!("{path}:{line}: there is no test {name}")));
        }
    }
    problems
}

fn exists(name: &str, tree: &Tree, functions: &BTreeSet<(&str, &str)>) -> bool {
    let (file, function) =
        name.rsplit_once("::").map_or((None, name), |(file, function)| (Some(file), function));
    let of_name = functions.range((function, "")..).take_while(|(other, _)| *other == function);
    let in_file =
        |place: &str| file.is_none_or(|file| place.strip_suffix(".rs") == Some(file.trim_end_matches(".rs")));
    if of_name.into_iter().any(|(_, place)| in_file(place)) {
        return true;
    }
    // A path starts at the top, or in a crate's tests.
    let is_there = |path: &str| {
        let path = path.strip_suffix(".txt").unwrap_or(path);
        format!("/{path}/").contains(&format!("/{name}/"))
    };
    name.contains('/') && (tree.has(name) || tree.iter().any(|(path, _)| is_there(path)))
}

/// The cells of the column headed "test", with their line numbers.
fn cells(text: &str) -> Vec<(usize, String)> {
    let mut column = None;
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let Some(row) = line.trim().strip_prefix('|') else {
            column = None;
            continue;
        };
        let row: Vec<String> = split(row.strip_suffix('|').unwrap_or(row));
        match column {
            None => {
                let heading = |cell: &String| matches!(cell.trim().to_lowercase().as_str(), "test" | "tests");
                column = Some(row.iter().position(heading));
            }
            Some(Some(at)) if !row.iter().all(|cell| cell.trim().chars().all(|c| matches!(c, '-' | ':'))) => {
                found.push((index + 1, row.get(at).cloned().unwrap_or_default()));
            }
            Some(_) => {}
        }
    }
    found
}

/// Splits a row into cells; `\|` is part of a cell.
fn split(row: &str) -> Vec<String> {
    row.replace("\\|", "\u{1}").split('|').map(|cell| cell.replace('\u{1}', "|")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(page: &str) -> Vec<String> {
        check(&Tree::planted(&[
            ("docs/dialects/question.md", page),
            ("crates/dialects/tests/keys.rs", "fn esc_cancels() {}\n// fn only_in_a_comment() {}\n"),
            ("crates/dialects/tests/golden/question/one.txt", "-- call --\n{}\n"),
        ]))
    }

    #[test]
    fn named_tests_must_exist() {
        let page = "| row | test |\n|---|---|\n| Esc | `esc_cancels`, `keys::esc_cancels` |\n\
                    | one | `crates/dialects/tests/golden/question/one`, `golden/question/one` |\n\
                    | two | `esc_dances`, `keys.rs::esc_cancels`, `other.rs::esc_cancels` |\n| three | `only_in_a_comment` |\n| four | `golden/question/two` |\n";
        assert_eq!(
            of(page),
            [
                "docs/dialects/question.md:5: there is no test esc_dances",
                "docs/dialects/question.md:5: there is no test other.rs::esc_cancels",
                "docs/dialects/question.md:6: there is no test only_in_a_comment",
                "docs/dialects/question.md:7: there is no test golden/question/two",
            ]
        );
    }

    #[test]
    fn a_row_without_test_says_why() {
        let page = "| test | row |\n|---|---|\n| comes with the store | a \\| b |\n|  | c |\n\n| x |\n|---|\n| `y` |\n";
        assert_eq!(of(page), ["docs/dialects/question.md:4: names no test and says no reason"]);
    }
}
