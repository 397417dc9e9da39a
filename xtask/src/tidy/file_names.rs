//! A file's name says what is in it: names that fit anything are refused.
//!
//! - Applies to Rust and TypeScript, for files and for folders.

use crate::tree::Tree;
use std::collections::BTreeSet;

const NEVER: &[&str] = &[
    "words", "said", "told", "here", "past", "utils", "util", "types", "common", "helpers", "helper", "misc",
];

pub(crate) fn check(tree: &Tree) -> Vec<String> {
    let sources = tree.of_kind("rs").chain(tree.of_kind("ts")).chain(tree.of_kind("mjs"));
    let named = sources.filter_map(|(path, _)| {
        let mut end = 0;
        path.split('/').find_map(|part| {
            end += part.len() + 1;
            let name = part.split('.').next().filter(|name| NEVER.contains(name))?;
            let path = &path[..end - 1];
            Some(format!("{path}: {name} could be anything; name the file after its content"))
        })
    });
    // Several files of one folder are one problem.
    let named: BTreeSet<String> = named.collect();
    named.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_for_anything_is_refused_for_files_and_folders() {
        let tree = Tree::planted(&[
            ("crates/files/src/words.rs", ""),
            ("crates/files/src/here/a.rs", ""),
            ("crates/files/src/here/b.rs", ""),
            ("integrations/pi/src/helpers.test.ts", ""),
        ]);
        assert_eq!(
            check(&tree),
            [
                "crates/files/src/here: here could be anything; name the file after its content",
                "crates/files/src/words.rs: words could be anything; name the file after its content",
                "integrations/pi/src/helpers.test.ts: helpers could be anything; name the file after its content",
            ]
        );
    }

    #[test]
    fn a_longer_name_and_other_kinds_of_files_pass() {
        let tree = Tree::planted(&[("crates/files/src/keywords.rs", ""), ("README.words", "")]);
        assert_eq!(check(&tree), [""; 0]);
    }
}
