//! The text files that git knows.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Outcome;

/// Paths from the top of the repository, with their content. Files that aren't UTF-8 are left out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    files: BTreeMap<String, String>,
}

impl Tree {
    /// Tracked files, and new ones that git doesn't ignore. Leaves out files that are deleted on disk.
    pub(crate) fn of_repository() -> Outcome<Tree> {
        let top = top();
        let listing = Command::new("git")
            .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
            .current_dir(&top)
            .output()?;
        if !listing.status.success() {
            return Err("git ls-files failed; tidy and layers read the files that git knows".into());
        }
        let files = String::from_utf8(listing.stdout)?
            .split_terminator('\0')
            .filter_map(|path| Some((path.to_owned(), std::fs::read_to_string(top.join(path)).ok()?)))
            .collect();
        Ok(Tree { files })
    }

    #[cfg(test)]
    pub(crate) fn planted(files: &[(&str, &str)]) -> Tree {
        Tree { files: files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect() }
    }

    /// Every file, ordered by path.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|(path, text)| (path.as_str(), text.as_str()))
    }

    pub(crate) fn get(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(String::as_str)
    }

    /// Whether the tree has this file, or a folder with files in it.
    pub(crate) fn has(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        self.files.contains_key(path) || self.files.keys().any(|known| inside(known, path))
    }

    /// The files with this extension.
    pub(crate) fn of_kind(&self, extension: &str) -> impl Iterator<Item = (&str, &str)> {
        self.iter().filter(move |(path, _)| Path::new(path).extension().is_some_and(|it| it == extension))
    }

    /// Rust that ships or that builds what ships: no tests, no benches.
    pub(crate) fn sources(&self) -> impl Iterator<Item = (&str, &str)> {
        self.of_kind("rs").filter(|(path, _)| {
            (path.starts_with("crates/") || path.starts_with("xtask/"))
                && path.contains("/src/")
                && !path.contains("/tests/")
        })
    }
}

fn inside(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// The top of the repository, one folder above xtask's.
pub(crate) fn top() -> PathBuf {
    let mut top = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    top.pop();
    top
}

/// A source without its inline tests: the text before `#[cfg(test)]` of a module at the margin.
pub(crate) fn without_tests(text: &str) -> &str {
    let mut from = 0;
    while let Some(found) = text[from..].find("#[cfg(test)]") {
        let at = from + found;
        let after = text[at + "#[cfg(test)]".len()..].trim_start();
        if (at == 0 || text[..at].ends_with('\n')) && after.starts_with("mod ") && !mod_elsewhere(after) {
            return &text[..at];
        }
        from = at + 1;
    }
    text
}

/// `mod tests;` has its tests in another file, so it doesn't end the source.
fn mod_elsewhere(text: &str) -> bool {
    text.lines().next().is_some_and(|line| line.trim_end().ends_with(';'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inline_tests_are_cut_and_named_ones_stay() {
        assert_eq!(without_tests("a\n#[cfg(test)]\nmod tests {\nb\n}\n"), "a\n");
        assert_eq!(without_tests("a\n#[cfg(test)]\nmod tests;\nb\n"), "a\n#[cfg(test)]\nmod tests;\nb\n");
        assert_eq!(without_tests("a\n#[cfg(test)]\nfn b() {}\n"), "a\n#[cfg(test)]\nfn b() {}\n");
    }

    #[test]
    fn a_folder_is_there_when_a_file_lies_in_it() {
        let tree = Tree::planted(&[("docs/dialects/question.md", "")]);
        assert!(tree.has("docs/dialects") && tree.has("docs/dialects/question.md"));
        assert!(!tree.has("docs/dia"));
    }
}
