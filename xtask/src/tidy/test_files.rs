//! Tests that fill a file lie in a crate's tests folder.
//!
//! - A module with nothing but tests has its file there, named by `#[path]`.
//! - Tests at the end of a source file are fine.

use crate::tree::Tree;

pub(crate) fn check(tree: &Tree) -> Vec<String> {
    let sources = tree.of_kind("rs").filter(|(path, _)| path.contains("/src/") && !path.contains("/tests/"));
    sources
        .flat_map(|(path, text)| of_tests(text).map(move |line| (path, line)))
        .map(|(path, line)| {
            format!("{path}:{line}: the file of a module for tests lies under tests/, named by #[path]")
        })
        .collect()
}

/// The lines that declare modules for tests whose files are next to the source.
fn of_tests(text: &str) -> impl Iterator<Item = usize> {
    let (mut for_tests, mut elsewhere) = (false, false);
    text.lines().enumerate().filter_map(move |(index, line)| {
        let line = line.trim();
        if line.starts_with("#[") {
            for_tests |= line == "#[cfg(test)]";
            elsewhere |= line.starts_with("#[path") && line.contains("/tests/");
            return None;
        }
        let here = for_tests && !elsewhere && line.contains("mod ") && line.ends_with(';');
        (for_tests, elsewhere) = (false, false);
        here.then_some(index + 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_tests_under_src_is_reported() {
        let tree = Tree::planted(&[
            ("crates/a/src/lib.rs", "mod a;\n#[cfg(test)]\n#[allow(x)]\nmod b_tests;\n"),
            ("crates/a/src/b.rs", "#[cfg(test)]\n#[path = \"../tests/unit/b.rs\"]\nmod tests;\n"),
            ("crates/a/src/c.rs", "#[cfg(test)]\nmod tests {\n    mod d;\n}\n#[cfg(unix)]\nmod e;\n"),
            ("crates/a/tests/it/main.rs", "#[cfg(test)]\nmod f;\n"),
        ]);
        assert_eq!(
            check(&tree),
            ["crates/a/src/lib.rs:4: the file of a module for tests lies under tests/, named by #[path]"]
        );
    }
}
