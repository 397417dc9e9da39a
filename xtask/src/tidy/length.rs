//! No source is longer than 500 lines, without its inline tests.

use crate::tree::{Tree, without_tests};

const MOST: usize = 500;

pub(crate) fn check(tree: &Tree) -> Vec<String> {
    tree.sources()
        .map(|(path, text)| (path, without_tests(text).lines().count()))
        .filter(|(_, lines)| *lines > MOST)
        .map(|(path, lines)| format!("{path}: {lines} lines, {MOST} is the most; split it by what it does"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_file_is_named_and_long_tests_are_not() {
        let long = "x\n".repeat(501);
        let tested = format!("x\n#[cfg(test)]\nmod tests {{\n{long}}}\n");
        let tree = Tree::planted(&[
            ("crates/core/src/long.rs", &long),
            ("crates/core/src/edge.rs", &"x\n".repeat(500)),
            ("crates/core/src/tested.rs", &tested),
            ("crates/core/tests/long.rs", &long),
        ]);
        assert_eq!(
            check(&tree),
            ["crates/core/src/long.rs: 501 lines, 500 is the most; split it by what it does"]
        );
    }
}
