//! CHANGELOG.md has a section for unreleased changes.

use crate::tree::Tree;

pub(crate) fn check(tree: &Tree) -> Vec<String> {
    let text = tree.get("CHANGELOG.md").unwrap_or_default();
    let there = text.lines().any(|line| line.trim() == "## Unreleased");
    if there { Vec::new() } else { vec!["CHANGELOG.md: has no part `## Unreleased`".to_owned()] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changelog_without_the_part_is_named() {
        let problem = ["CHANGELOG.md: has no part `## Unreleased`"];
        assert_eq!(check(&Tree::planted(&[])), problem);
        assert_eq!(check(&Tree::planted(&[("CHANGELOG.md", "# Changes\n## 0.1.0\n")])), problem);
        assert_eq!(check(&Tree::planted(&[("CHANGELOG.md", "# Changes\n\n## Unreleased\n")])), [""; 0]);
    }
}
