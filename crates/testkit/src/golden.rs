//! Golden files: sections below titles such as `-- call --`.
//!
//! - A person writes the first sections; a test compares the others, and `UPDATE_EXPECT=1` rewrites those only.
//! - A title may say more after a comma: `-- call, no final newline --`.
//! - A section goes down to the next title, or to the end of the file.

use std::path::{Path, PathBuf};

/// A golden file as it is on disk.
#[derive(Debug)]
pub struct Golden {
    path: PathBuf,
    text: String,
}

impl Golden {
    /// Reads a file; one that is missing is empty.
    ///
    /// # Panics
    /// The file can't be read, or isn't UTF-8.
    pub fn read(path: impl Into<PathBuf>) -> Golden {
        let path = path.into();
        let text = match std::fs::read_to_string(&path) {
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => String::new(),
            read => read.unwrap_or_else(|e| panic!("{}: {e}", path.display())),
        };
        Golden { path, text }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The rest of a section's title, and its text; `None` if the file lacks it.
    pub fn section(&self, name: &str) -> Option<(&str, &str)> {
        let at = self.title(name)?;
        let (title, rest) = self.text[at..].split_once('\n')?;
        let end = titles(rest).next().map_or(rest.len(), |(at, _)| at);
        Some((title.strip_prefix("-- ")?.strip_suffix(" --")?.strip_prefix(name)?, &rest[..end]))
    }

    /// Compares these sections, which are the last ones, with the file.
    ///
    /// # Panics
    /// They differ.
    #[track_caller]
    pub fn check(&self, sections: &[(&str, &str)]) {
        let first = sections.iter().filter_map(|(name, _)| self.title(name)).min();
        let mut text = self.text[..first.unwrap_or(self.text.len())].to_owned();
        for (name, section) in sections {
            text.extend(["-- ", name, " --\n", section]);
        }
        expect_test::expect_file![&self.path].assert_eq(&text);
    }

    /// Where the title of a section is.
    fn title(&self, name: &str) -> Option<usize> {
        let of_name =
            |title: &str| title.strip_prefix(name).is_some_and(|it| it.is_empty() || it.starts_with(','));
        titles(&self.text).find(|(_, title)| of_name(title)).map(|(at, _)| at)
    }
}

/// All titles, and where they are.
fn titles(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split_inclusive('\n').filter_map(move |line| {
        at += line.len();
        let title = line.trim_end_matches('\n').strip_prefix("-- ")?.strip_suffix(" --")?;
        Some((at - line.len(), title))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::TempFolder;

    #[test]
    fn sections_are_read_and_the_last_ones_are_compared() {
        let folder = TempFolder::default();
        let path = folder.join("case.txt");
        let text = "-- call, no final newline --\n{}\n-- ending --\nanswered\n-- reply --\n-- yes --x\n";
        std::fs::write(&path, text).expect("written");
        let golden = Golden::read(&path);
        assert_eq!(golden.section("call"), Some((", no final newline", "{}\n")));
        assert_eq!(golden.section("ending"), Some(("", "answered\n")));
        assert_eq!(golden.section("reply"), Some(("", "-- yes --x\n")));
        assert_eq!(golden.section("end"), None);
        golden.check(&[("reply", "-- yes --x\n")]);
        golden.check(&[("ending", "answered\n"), ("reply", "-- yes --x\n")]);
        let differs = std::panic::catch_unwind(|| golden.check(&[("reply", "no\n")]));
        assert!(differs.is_err());
    }
}
