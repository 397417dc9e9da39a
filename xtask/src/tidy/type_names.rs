//! A type's name means one thing in the workspace: no two crates or modules define the same one.
//!
//! - Reads structs, enums, traits, unions and type aliases at the margin of the crates' sources, private ones as well.
//! - Skips inline tests and associated types.
//! - [`SAME_THING`] lists the names that several modules give to the same thing, with the reason.
//! - A listed name that only one module defines is reported, too: the list stays as short as it is true.

use super::code;
use crate::tree::{self, Tree};
use std::collections::BTreeMap;

/// Names of the same thing in several modules, and why it is the same.
const SAME_THING: &[(&str, &str)] = &[
    (
        "FileWatch",
        "the watch of a file where the system has inotify, and where it has not; one of them is built",
    ),
    ("InboxPresence", "an open inbox's presence, in each store"),
    ("Migrations", "the changes to the tables, in each store"),
    ("WaitPresence", "a waiting asker's presence, in each store"),
    ("WaitingProcess", "this process among the waiting ones, in each store"),
    ("WireOption", "an option in each contract's own spelling, and in the public JSON"),
    ("WireQuestion", "a question in each contract's own spelling, and in the public JSON"),
];

const KEYWORDS: &[&str] = &["struct", "enum", "trait", "union", "type"];

pub(crate) fn check(tree: &Tree) -> Vec<String> {
    problems(tree, SAME_THING)
}

fn problems(tree: &Tree, same_thing: &[(&str, &str)]) -> Vec<String> {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, text) in tree.sources().filter(|(path, _)| path.starts_with("crates/")) {
        let code = code::only_code(tree::without_tests(text));
        for (number, line) in (1..).zip(code.lines()) {
            if let Some(name) = defined(line) {
                places.entry(name.to_owned()).or_default().push(format!("{path}:{number}"));
            }
        }
    }
    let listed = |name: &str| same_thing.iter().any(|(known, _)| *known == name);
    let twice =
        places.iter().filter(|(name, places)| places.len() > 1 && !listed(name)).map(|(name, places)| {
            let (first, more) =
                places.split_first().map_or(("", &[][..]), |(first, more)| (first.as_str(), more));
            format!("{first}: the type {name} is defined in {}, too; rename one", more.join(" and "))
        });
    let stale = same_thing.iter().filter(|(name, _)| places.get(*name).is_some_and(|it| it.len() == 1));
    let stale = stale.map(|(name, _)| {
        format!("xtask/src/tidy/type_names.rs: {name} is listed, but defined only once; delete the entry")
    });
    twice.chain(stale).collect()
}

/// The name of the type that a line at the margin defines.
fn defined(line: &str) -> Option<&str> {
    let item = match line.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(')')?.1.trim_start(),
        Some(rest) => rest.trim_start(),
        None => line,
    };
    let item = item.strip_prefix("unsafe ").unwrap_or(item);
    let (keyword, rest) = item.split_once(' ')?;
    let end = rest.find(|c| !code::is_part(c)).unwrap_or(rest.len());
    (KEYWORDS.contains(&keyword) && end > 0).then(|| &rest[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(files: &[(&str, &str)], same_thing: &[(&str, &str)]) -> Vec<String> {
        problems(&Tree::planted(files), same_thing)
    }

    #[test]
    fn a_name_of_two_types_is_reported_with_all_its_places() {
        let files = [
            ("crates/a/src/lib.rs", "pub struct Line;\n"),
            ("crates/b/src/x.rs", "//! X.\npub(crate) enum Line {\n"),
            ("crates/b/src/y.rs", "type Line<'a> = &'a str;\n"),
        ];
        assert_eq!(
            of(&files, &[]),
            [
                "crates/a/src/lib.rs:1: the type Line is defined in crates/b/src/x.rs:2 and crates/b/src/y.rs:1, too; rename one"
            ]
        );
    }

    #[test]
    fn the_same_thing_tests_and_associated_types_may_share_a_name() {
        let files = [
            ("crates/a/src/lib.rs", "struct Watch;\nstruct A;\n// struct B;\n"),
            ("crates/b/src/lib.rs", "struct Watch;\nimpl X for Y {\n    type A = u8;\n}\nstruct B;\n"),
            ("crates/c/src/lib.rs", "#[cfg(test)]\nmod tests {\nstruct A;\n}\n"),
            ("crates/c/tests/it/main.rs", "struct A;\n"),
        ];
        assert_eq!(of(&files, &[("Watch", "one of them is built")]), [""; 0]);
    }

    #[test]
    fn an_entry_that_is_no_longer_needed_is_reported() {
        let files = [("crates/a/src/lib.rs", "struct Watch;\n")];
        assert_eq!(
            of(&files, &[("Watch", "both stores")]),
            ["xtask/src/tidy/type_names.rs: Watch is listed, but defined only once; delete the entry"]
        );
    }
}
