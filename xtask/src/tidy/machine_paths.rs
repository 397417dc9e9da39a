//! No file names a path on its author's machine or the host of a package registry.

use crate::tree::Tree;

/// Split, so that this file doesn't name them either.
const NEVER: &[(&str, &str)] = &[
    (concat!("/wo", "rk/"), "a path of one machine"),
    (concat!("/ro", "ot/"), "a path of one machine"),
    (concat!("/tmp/", "wt/"), "a path of one machine"),
    (concat!("registry.", "npmjs"), "the host of a registry"),
    (concat!("index.", "crates.io"), "the host of a registry"),
    (concat!("static.", "crates.io"), "the host of a registry"),
    (concat!("pypi.", "org"), "the host of a registry"),
    (concat!("pythonhosted.", "org"), "the host of a registry"),
    (concat!("deb.", "debian.org"), "the host of a registry"),
];

pub(crate) fn check(tree: &Tree) -> Vec<String> {
    let mut problems = Vec::new();
    for (path, text) in tree.iter() {
        for (index, line) in text.lines().enumerate() {
            let found = NEVER.iter().find(|(needle, _)| stands(line, needle));
            problems.extend(found.map(|(needle, what)| format!("{path}:{}: {needle} is {what}", index + 1)));
        }
    }
    problems
}

/// A path counts only at its beginning: `net/work/x` is harmless.
fn stands(line: &str, needle: &str) -> bool {
    line.match_indices(needle).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !needle.starts_with('/')
            || before.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '_' | '.' | '-' | '}'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_hosts_are_named() {
        let path = format!("a\nsee {}x\n", concat!("/wo", "rk/"));
        let host = format!("https://{}.org\n", concat!("registry.", "npmjs"));
        let innocent = format!("net{}x $HOME{}\n", concat!("/wo", "rk/"), concat!("/ro", "ot/"));
        let tree = Tree::planted(&[("a.md", &path), ("b.json", &host), ("c.sh", &innocent)]);
        let problems = check(&tree);
        assert_eq!(problems.len(), 2, "{problems:?}");
        assert!(problems[0].starts_with("a.md:2: ") && problems[0].ends_with("a path of one machine"));
        assert!(problems[1].starts_with("b.json:1: ") && problems[1].ends_with("the host of a registry"));
    }
}
