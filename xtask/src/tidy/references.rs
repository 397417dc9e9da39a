//! The project stands on its own: its texts refer only to pages and files in the repository.
//!
//! - A page that Markdown or Rust names (docs/….md) exists.
//! - A path in backquotes on a page exists: `crates/…`, `docs/…`, `integrations/…`, `scripts/…`, `tests/…`, `xtask/…`.
//! - A source that a page names in backquotes (`foo.rs`, `it/foo.rs::test`) exists, in whichever folder.
//! - No text names documents that only insiders know (numbered documents, the page of the design).
//! - The changelog may name deleted files, and `acme` stands for any name.

use crate::tree::Tree;
use std::collections::BTreeSet;

const FOLDERS: [&str; 6] = ["crates/", "docs/", "integrations/", "scripts/", "tests/", "xtask/"];

/// Split, so that this file doesn't name them either.
const ELSEWHERE: [&str; 5] = [
    concat!("seed ", "00"),
    concat!("the design ", "page"),
    concat!("the design ", "says"),
    concat!("CONTRACTS", ".md"),
    concat!("DESIGN", ".md"),
];

pub(crate) fn check(tree: &Tree) -> Vec<String> {
    let mut problems = Vec::new();
    let endings: BTreeSet<&str> = tree.iter().flat_map(|(path, _)| endings(path)).collect();
    for (path, text) in tree.iter().filter(|(path, _)| *path != "CHANGELOG.md") {
        for (number, line) in (1..).zip(text.lines()) {
            let kind = path.rsplit('.').next();
            let mut gone: Vec<&str> = Vec::new();
            if matches!(kind, Some("md" | "rs")) {
                gone.extend(pages(line).filter(|page| !tree.has(page)));
            }
            if kind == Some("md") {
                gone.extend(paths(line).filter(|name| !tree.has(name)));
                gone.extend(sources(line).filter(|name| !endings.contains(name)));
            }
            gone.dedup();
            problems.extend(gone.iter().map(|name| format!("{path}:{number}: there is no {name}")));
            let known = ELSEWHERE.iter().filter(|phrase| line.contains(**phrase));
            problems.extend(
                known.map(|phrase| format!("{path}:{number}: \"{phrase}\" is not in this repository")),
            );
        }
    }
    problems
}

fn pages(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '/' | '.' | '<' | '*' | '…')))
        .map(|word| word.trim_end_matches('.'))
        .filter(|word| {
            word.starts_with("docs/") && word.rsplit('.').next() == Some("md") && is_one_name(word)
        })
}

/// The paths in backquotes that start at the top.
fn paths(line: &str) -> impl Iterator<Item = &str> {
    let quoted = line.split('`').skip(1).step_by(2);
    quoted.filter(|name| FOLDERS.iter().any(|folder| name.starts_with(folder)) && is_one_name(name))
}

/// The sources in backquotes that are named from somewhere inside; without the test in one.
fn sources(line: &str) -> impl Iterator<Item = &str> {
    let quoted = line.split('`').skip(1).step_by(2).map(|name| name.split("::").next().unwrap_or(name));
    quoted.filter(|name| {
        let source =
            [".rs", ".ts", ".mjs"].iter().any(|kind| name.len() > kind.len() && name.ends_with(kind));
        source
            && is_one_name(name)
            && !name.starts_with('.')
            && !FOLDERS.iter().any(|folder| name.starts_with(folder))
    })
}

/// A path, and what remains of it below each of its folders.
fn endings(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(path), |rest| rest.split_once('/').map(|(_, below)| below))
}

/// Not a pattern, a command or a placeholder.
fn is_one_name(name: &str) -> bool {
    name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '/' | '.'))
        && !name.split(['/', '.']).any(|part| part == "acme")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_paths_and_documents_from_elsewhere_are_named() {
        let tree = Tree::planted(&[
            ("docs/store.md", "See `crates/a/src`, `crates/a/src/b.rs` and `crates/<name>/src`.\n"),
            (
                "crates/a/src/c.rs",
                concat!("// docs/store.md, docs/", "gone.md, `crates/a/src/b.rs`, docs/dialects/acme.md\n"),
            ),
            ("README.md", "| `c.rs`, `src/c.rs::a_test` | `d.rs` | `src/d.rs::a_test` | `*.rs` |\n"),
            ("a.txt", concat!("as seed ", "003 has it\n")),
            ("CHANGELOG.md", "`crates/gone`\n"),
        ]);
        assert_eq!(
            check(&tree),
            [
                "README.md:1: there is no d.rs",
                "README.md:1: there is no src/d.rs",
                concat!("a.txt:1: \"seed ", "00\" is not in this repository"),
                concat!("crates/a/src/c.rs:1: there is no docs/", "gone.md"),
                "docs/store.md:1: there is no crates/a/src/b.rs",
            ]
        );
    }
}
