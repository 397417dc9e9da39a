//! Every dialect that reads calls has its page in docs/dialects/.

use crate::tree::Tree;

pub(crate) fn check(tree: &Tree) -> Vec<String> {
    let readers = tree.iter().filter_map(|(path, _)| {
        path.strip_prefix("crates/dialects/src/")?
            .strip_suffix("/read.rs")
            .or_else(|| path.strip_prefix("crates/dialects/src/")?.strip_suffix("/read/mod.rs"))
    });
    readers
        .map(|id| format!("docs/dialects/{id}.md"))
        .filter(|page| !tree.has(page))
        .map(|page| format!("{page}: missing, though the dialect reads calls"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dialect_without_its_page_is_named() {
        let tree = Tree::planted(&[
            ("crates/dialects/src/question/read.rs", ""),
            ("docs/dialects/question.md", ""),
            ("crates/dialects/src/spec/read/mod.rs", ""),
            ("crates/dialects/src/opencode/rules.rs", ""),
        ]);
        assert_eq!(check(&tree), ["docs/dialects/spec.md: missing, though the dialect reads calls"]);
    }
}
