//! Tool names that other extensions of pi hold: two tools of one name can't both be there.
//!
//! - Looks where pi looks: the extension folders, the packages and the paths in settings.json, for the person and here.
//! - What asq wrote itself is no conflict.
//! - A guess by the text, within bounds: what can't be read or is too large is left out, and nothing is refused for it.

use super::file::LEAD;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// Where pi may find other extensions.
pub(super) struct Places {
    /// pi's own folder.
    pub(super) agent: Option<PathBuf>,
    /// This project's `.pi`.
    pub(super) project: PathBuf,
}

/// Most bytes of a file, most files and most levels of folders that are looked into for one extension.
const BYTES: u64 = 1 << 20;
const FILES: usize = 300;
const DEPTH: usize = 6;

/// asq's own package.
const PACKAGE: &str = "asq-pi";

impl Places {
    /// Whoever else holds one of these names, and which: (name, holder).
    pub(super) fn holders(&self, names: &[&'static str]) -> Vec<(&'static str, String)> {
        let mut held: Vec<(&'static str, String)> = Vec::new();
        for (holder, path) in self.extensions() {
            let mut left = FILES;
            let mut found = Vec::new();
            look(&path, names, 0, &mut left, &mut found);
            for name in found {
                if !held.iter().any(|(other, _)| *other == name) {
                    held.push((name, holder.clone()));
                }
            }
        }
        held
    }

    /// All extensions: what to call them, and where they are.
    fn extensions(&self) -> Vec<(String, PathBuf)> {
        let mut all = Vec::new();
        for folder in self.agent.iter().chain([&self.project]) {
            let entries = fs::read_dir(folder.join("extensions")).into_iter().flatten().flatten();
            let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
            paths.sort();
            all.extend(paths.into_iter().map(|path| (path.display().to_string(), path)));
            let settings = read(&folder.join("settings.json"));
            let settings: Value =
                settings.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
            for key in ["extensions", "packages"] {
                for one in settings.get(key).and_then(Value::as_array).into_iter().flatten() {
                    let source = one.as_str().or_else(|| one.get("source").and_then(Value::as_str));
                    all.extend(source.map(|source| (source.to_owned(), installed(folder, source))));
                }
            }
        }
        all
    }
}

/// Where pi keeps what a source names.
fn installed(folder: &Path, source: &str) -> PathBuf {
    if let Some(package) = source.strip_prefix("npm:") {
        // A version comes after an @ that is not the first letter.
        let name = match package.get(1..).and_then(|rest| rest.find('@')) {
            Some(at) => &package[..=at],
            None => package,
        };
        return folder.join("npm/node_modules").join(name);
    }
    let git = source.strip_prefix("git:").or_else(|| source.strip_prefix("https://"));
    if let Some(git) = git {
        let name = git.trim_start_matches("https://").split('@').next().unwrap_or(git);
        return folder.join("git").join(name.trim_end_matches(".git"));
    }
    folder.join(source)
}

/// Adds the names that are registered below a path.
fn look(path: &Path, names: &[&'static str], depth: usize, left: &mut usize, found: &mut Vec<&'static str>) {
    if depth > DEPTH || *left == 0 {
        return;
    }
    if path.is_dir() {
        let manifest = read(&path.join("package.json"));
        let manifest: Value =
            manifest.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
        if manifest.get("name").and_then(Value::as_str) == Some(PACKAGE) {
            return;
        }
        for entry in fs::read_dir(path).into_iter().flatten().flatten() {
            let skipped =
                ["node_modules", ".git", "test", "tests"].iter().any(|name| entry.file_name() == *name);
            if !skipped {
                look(&entry.path(), names, depth + 1, left, found);
            }
        }
        return;
    }
    let script = path.extension().is_some_and(|end| ["ts", "js", "mjs", "cjs"].iter().any(|it| end == *it));
    if !script {
        return;
    }
    *left -= 1;
    let Some(Ok(text)) = read(path).map(String::from_utf8) else { return };
    if !text.starts_with(LEAD) {
        found.extend(names.iter().filter(|name| registers(&text, name)));
    }
}

/// What can be read and isn't too large; nothing waits for a pipe.
fn read(path: &Path) -> Option<Vec<u8>> {
    Some(asq_files::read(path, BYTES).ok()??.bytes)
}

/// Whether a program gives something this name: the name in quotes after a word such as `name:` or `TOOL_NAME =`.
fn registers(text: &str, name: &str) -> bool {
    text.lines().any(|line| {
        line.match_indices(name).any(|(at, _)| {
            let quote = line[..at].chars().next_back();
            let ends = line[at + name.len()..].chars().next() == quote;
            let before = line[..at].trim_end_matches(['"', '\'', '`']).trim_end();
            let Some(before) = before.strip_suffix([':', '=']) else { return false };
            let word = before.trim_end().trim_end_matches(['"', '\'']).to_ascii_lowercase();
            ends && matches!(quote, Some('"' | '\'' | '`')) && word.ends_with("name")
        })
    })
}

#[cfg(test)]
mod tests {
    use super::registers;

    #[test]
    fn a_name_is_held_by_what_is_named_so_and_by_nothing_else() {
        for text in [
            r#"pi.registerTool({ name: "question", label: "Q" })"#,
            "  name: 'question',",
            "export const TOOL_NAME = `question`;",
            r#"{"name":"question"}"#,
            r#"toolName="question""#,
        ] {
            assert!(registers(text, "question"), "{text}");
        }
        for text in [
            r#"{ type: "question" }"#,
            r#"name: "questions""#,
            r#"name: "my question""#,
            "const question = 1;",
            "// the name of the question",
            "name: question",
        ] {
            assert!(!registers(text, "question"), "{text}");
        }
    }
}
