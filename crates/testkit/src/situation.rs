//! A file with everything that one situation shows: `tests/pictures/<module>/<test>.txt` in the crate under test.
//!
//! - Each picture or text has a title of its own, `-- 80x24 --`, in the order in which the test takes them.
//! - The file is compared as a whole when the test ends; `UPDATE_EXPECT=1` rewrites it.
//! - A test that fails earlier compares nothing more.

use std::fmt::Write;
use std::fs::read_to_string;
use std::path::{Path, PathBuf};

/// The situation of a test; `situation!("inbox_keys/a_list")` names its file.
#[macro_export]
macro_rules! situation {
    ($name:literal) => {
        $crate::situation::Situation::new(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/pictures/",
            $name,
            ".txt"
        ))
    };
}

/// What a situation showed so far.
#[derive(Debug)]
pub struct Situation {
    path: PathBuf,
    text: String,
}

impl Situation {
    /// The situation of this file.
    pub fn new(path: &str) -> Situation {
        Situation { path: path.into(), text: String::new() }
    }

    /// Adds a picture or a text. Its last line ends with a line feed, or the title says that it doesn't.
    pub fn shows(&mut self, title: &str, what: &str) {
        let end = if what.ends_with('\n') || what.is_empty() { "" } else { ", no final newline" };
        let line_feed = if end.is_empty() { "" } else { "\n" };
        let _ = write!(self.text, "-- {title}{end} --\n{what}{line_feed}");
    }
}

impl Drop for Situation {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            if let (Some(folder), true) = (self.path.parent(), std::env::var_os("UPDATE_EXPECT").is_some()) {
                // What can't be made can't be written either, and that is reported.
                let _ = std::fs::create_dir_all(folder);
            }
            expect_test::expect_file![&self.path].assert_eq(&self.text);
        }
    }
}

/// The files of situations that no test of this crate names any more.
pub fn forgotten(crate_folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(crate_folder).join("tests");
    let sources: String =
        files_below(&folder, "rs").iter().filter_map(|path| read_to_string(path).ok()).collect();
    let pictures = folder.join("pictures");
    let is_named = |path: &PathBuf| {
        let name = path.strip_prefix(&pictures).ok().map(|path| path.with_extension(""));
        name.is_some_and(|name| sources.contains(&format!("\"{}\"", name.display())))
    };
    files_below(&pictures, "txt").into_iter().filter(|path| !is_named(path)).collect()
}

fn files_below(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries
        .flat_map(|path| if path.is_dir() { files_below(&path, extension) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|it| it == extension))
        .collect();
    files.sort();
    files
}
