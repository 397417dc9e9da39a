//! Finds tool names that other extensions of pi hold: pi can't have two tools of one name.
//!
//! - Looks where pi looks: the extension folders, the packages and the paths in settings.json, the person's and the
//!   project's.
//! - asq's own files aren't a conflict.
//! - It guesses from the text, so it refuses nothing. Whatever a repository names, the search ends: it leaves out what
//!   is beyond a limit, and says so.

use super::file::PIS;
use asq_settings::FileLimits;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// The places where pi may find other extensions.
pub(super) struct PiPlaces {
    pub(super) agent: Option<PathBuf>,
    /// The `.pi` folder of this project.
    pub(super) project: PathBuf,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct HeldName {
    /// The names that others hold: (name, holder).
    pub(super) names: Vec<(&'static str, String)>,
    pub(super) left_out: Vec<String>,
}

/// Limits of one search: files and folders in all, and levels of folders in one extension.
const ENTRIES: usize = 5000;
const DEPTH: usize = 6;

/// Limit of one search: bytes of programs in all.
const BYTES: u64 = 64 << 20;

const PACKAGE: &str = "asq-pi";

impl PiPlaces {
    /// Finds the other holders of these names.
    pub(super) fn holders(&self, names: &[&'static str]) -> HeldName {
        let (entries, bytes, short) = (ENTRIES, BYTES, false);
        let mut look =
            ExtensionSearch { names, entries, bytes, short, found: Vec::new(), held: HeldName::default() };
        for (holder, path) in self.extensions(&mut look) {
            look.at(&path, 0);
            for name in std::mem::take(&mut look.found) {
                if !look.held.names.iter().any(|(other, _)| *other == name) {
                    look.held.names.push((name, holder.clone()));
                }
            }
        }
        if look.short {
            look.held.left_out.push(format!(
                "other extensions hold more than asq looks into ({ENTRIES} files, {} MiB, {DEPTH} levels of folders)",
                BYTES >> 20
            ));
        }
        look.held
    }

    /// All extensions: what to call them, and where they are.
    #[expect(clippy::disallowed_methods, reason = "folders of another program, only for a warning")]
    fn extensions(&self, look: &mut ExtensionSearch<'_>) -> Vec<(String, PathBuf)> {
        let mut all = Vec::new();
        for folder in self.agent.iter().chain([&self.project]) {
            let entries = fs::read_dir(folder.join("extensions")).into_iter().flatten().flatten();
            let mut paths: Vec<PathBuf> = entries.take(ENTRIES).map(|entry| entry.path()).collect();
            paths.sort();
            all.extend(paths.into_iter().map(|path| (path.display().to_string(), path)));
            let settings = look.json(&folder.join("settings.json"));
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

/// The folder where pi installs this source.
fn installed(folder: &Path, source: &str) -> PathBuf {
    if let Some(package) = source.strip_prefix("npm:") {
        // A version comes after an @, but a leading @ begins a scope.
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

/// A search through other extensions, which always ends.
struct ExtensionSearch<'a> {
    names: &'a [&'static str],
    /// How many files and folders it may still look at.
    entries: usize,
    /// How many bytes of programs it may still read.
    bytes: u64,
    /// Whether it left something out.
    short: bool,
    /// The names that the current extension registers.
    found: Vec<&'static str>,
    held: HeldName,
}

impl ExtensionSearch<'_> {
    /// Adds the names that are registered below a path.
    #[expect(clippy::disallowed_methods, reason = "folders of another program, only for a warning")]
    fn at(&mut self, path: &Path, depth: usize) {
        if depth > DEPTH || self.entries == 0 || self.bytes == 0 {
            self.short = true;
            return;
        }
        self.entries -= 1;
        if path.is_dir() {
            let manifest = self.json(&path.join("package.json"));
            // asq's own package isn't a conflict.
            if manifest.get("name").and_then(Value::as_str) == Some(PACKAGE) {
                return;
            }
            for entry in fs::read_dir(path).into_iter().flatten().flatten() {
                let skipped =
                    ["node_modules", ".git", "test", "tests"].iter().any(|name| entry.file_name() == *name);
                if !skipped {
                    self.at(&entry.path(), depth + 1);
                }
            }
            return;
        }
        let script =
            path.extension().is_some_and(|end| ["ts", "js", "mjs", "cjs"].iter().any(|it| end == *it));
        if !script {
            return;
        }
        // A file that can't be read or is too large holds no known name. A pipe counts as unreadable, so nothing waits
        // for it.
        let Ok(Some(found)) = asq_files::read(path, FileLimits::PROGRAM.bytes) else { return };
        self.bytes = self.bytes.saturating_sub(found.bytes.len() as u64);
        let Ok(text) = String::from_utf8(found.bytes) else { return };
        if !text.starts_with(PIS.lead) {
            self.found.extend(self.names.iter().filter(|name| registers(&text, name)));
        }
    }

    /// The content of a JSON file; null if it can't be read or isn't JSON.
    fn json(&mut self, path: &Path) -> Value {
        let limits = FileLimits::PROGRAM;
        let read = asq_files::read(path, limits.bytes).map_err(|fault| fault.to_string());
        let within = read.and_then(|found| match found {
            Some(found) => limits.json(&found.bytes).map(|()| found.bytes).map_err(|over| over.to_string()),
            None => Ok(Vec::new()),
        });
        match within {
            Ok(bytes) => serde_json::from_slice(&bytes).unwrap_or_default(),
            Err(why) => {
                self.held.left_out.push(format!("'{}' can't be read: {why}", path.display()));
                Value::Null
            }
        }
    }
}

/// Whether a program names something like this: the name in quotes after a word such as `name:` or `TOOL_NAME =`.
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
