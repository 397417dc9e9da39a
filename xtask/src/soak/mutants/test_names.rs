//! Whether the tests that a fault names exist.
//!
//! - `package`, `package/program`, or `package/program::part` of a name such as `module::test`.
//! - A part must be in the name of a test, or of a helper, of that program's sources; `tests::` in it may be left out.
//! - A module's file counts by its path, and a folder's `mod.rs` by the folder.

use crate::tidy::code::{named_after, only_code};
use crate::tree::Tree;
use std::collections::BTreeMap;

/// The names of the functions in a program's sources.
pub(super) struct TestNames<'a> {
    tree: &'a Tree,
    known: BTreeMap<(String, String), Vec<String>>,
}

impl TestNames<'_> {
    pub(super) fn of(tree: &Tree) -> TestNames<'_> {
        TestNames { tree, known: BTreeMap::new() }
    }

    pub(super) fn has(&mut self, tests: &str) -> bool {
        let (package, rest) = tests.split_once('/').unwrap_or((tests, ""));
        let folder = folder(package);
        let (program, part) = rest.split_once("::").unwrap_or((rest, ""));
        let sources = match program {
            "" => return self.tree.has(&format!("{folder}/Cargo.toml")),
            unit if unit == package.replace('-', "_") => format!("{folder}/src/"),
            tests => format!("{folder}/tests/{tests}/"),
        };
        let tree = self.tree;
        let key = (package.to_owned(), program.to_owned());
        let names = self.known.entry(key).or_insert_with(|| names(tree, &sources));
        names.iter().any(|name| name.contains(part))
    }
}

fn folder(package: &str) -> String {
    match package.strip_prefix("asq-") {
        Some(name) => format!("crates/{name}"),
        None if package == "asq" => "crates/cli".to_owned(),
        None => package.to_owned(),
    }
}

fn names(tree: &Tree, sources: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (path, text) in tree.of_kind("rs") {
        let Some(module) = path.strip_prefix(sources).and_then(|rest| rest.strip_suffix(".rs")) else {
            continue;
        };
        let module = module.strip_suffix("/mod").unwrap_or(module);
        let module =
            if matches!(module, "main" | "lib") { String::new() } else { module.replace('/', "::") + "::" };
        let code = only_code(text);
        for (_, function) in named_after(&code, "fn") {
            names.push(format!("{module}{function}"));
            names.push(format!("{module}tests::{function}"));
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_found_by_any_part_of_its_name() {
        let tree = Tree::planted(&[
            ("crates/a/Cargo.toml", ""),
            ("crates/a/src/b/c.rs", "mod tests { fn it_holds() {} }\n"),
            ("crates/cli/src/main.rs", "fn starts() {}\n"),
            ("crates/a/tests/it/main.rs", "fn whole() {}\n"),
            ("crates/a/tests/it/d/mod.rs", "// fn only_said() {}\nfn deep() {}\n"),
        ]);
        let mut names = TestNames::of(&tree);
        let mut has = |tests: &[&str]| tests.iter().map(|it| names.has(it)).collect::<Vec<_>>();
        let there = [
            "asq-a",
            "asq-a/it",
            "asq-a/asq_a::b::c::tests::it_holds",
            "asq-a/it::whole",
            "asq-a/it::d::de",
            "asq/asq::st",
        ];
        assert_eq!(has(&there), [true; 6]);
        let gone = [
            "asq-b",
            "asq-a/at",
            "asq-a/it::only_said",
            "asq-a/it::it_holds",
            "asq-a/asq_a::deep",
            "asq/asq::d::",
        ];
        assert_eq!(has(&gone), [false; 6]);
    }
}
