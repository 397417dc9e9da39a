//! Opens a folder, a diff or a link through the person's own command (`inbox.open`).
//!
//! - The command is split into words, with quotes as in a shell; no shell reads it, nor what it opens.
//! - What it opens is its last argument: an absolute path, or a link. So it is never an option.
//! - A folder has to be there. A diff goes to a file that only this person can read, until the inbox ends.
//! - It has no terminal, and asq doesn't wait for it.

use crate::ask::signals::watcher;
use crate::env::Env;
use crate::text_folder::TextFolder;
use asq_core::inbox::{OpenTarget, judge_link};
use asq_runtime::signals;
use std::path::{Path, PathBuf};

pub(crate) struct Opener {
    command: String,
    path: Option<std::ffi::OsString>,
    folders: Vec<PathBuf>,
    /// The diffs that are being looked at.
    diffs: Vec<TextFolder>,
}

impl Opener {
    pub(crate) fn new(command: &str, env: &Env) -> Opener {
        Opener {
            command: command.to_owned(),
            path: env.get("PATH").map(Into::into),
            folders: env.private_dirs(),
            diffs: Vec::new(),
        }
    }

    /// Opens it; says what was started.
    pub(crate) fn open(&mut self, target: &OpenTarget) -> Result<String, String> {
        let mut words = words(&self.command)?;
        let program = words.first().cloned().ok_or("inbox.open is empty.")?;
        if !self.finds(&program) {
            return Err(format!("There is no program '{program}', which inbox.open names."));
        }
        words.push(self.argument(target)?);
        let watcher = watcher(self.folders.clone()).ok_or("asq can't find its own program.")?;
        signals::open(&watcher, words).map_err(|why| format!("'{program}' can't be started: {why}"))?;
        Ok(format!("{program} opens the {}.", target.name()))
    }

    fn finds(&self, program: &str) -> bool {
        // A path is the person's own affair; the watcher finds nothing at a wrong one.
        program.contains('/') || self.path.as_ref().is_some_and(|path| signals::find(path, program).is_some())
    }

    /// What the command gets as its last argument.
    fn argument(&mut self, target: &OpenTarget) -> Result<String, String> {
        match target {
            OpenTarget::Folder(folder) => {
                let folder = folder.raw();
                if !folder.starts_with('/') || !is_folder(Path::new(folder)) {
                    return Err("Its folder is not there any more.".to_owned());
                }
                Ok(folder.to_owned())
            }
            OpenTarget::Link(link) => {
                judge_link(link).map_err(|why| why.to_string())?;
                Ok(link.raw().to_owned())
            }
            OpenTarget::Diff(diff) => {
                let failed = |fault| format!("The diff can't be written to a file: {fault}");
                let folder = TextFolder::make(&self.folders, "asq-diff-").map_err(failed)?;
                let file = folder.write("request.diff", diff.raw()).map_err(failed)?;
                self.diffs.push(folder);
                file.into_os_string().into_string().map_err(|_| "Its path isn't UTF-8.".to_owned())
            }
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "somebody else's folder, looked at before it is opened")]
fn is_folder(path: &Path) -> bool {
    path.is_dir()
}

/// The words of a command: blanks separate them, quotes and backslashes keep them together. Nothing is expanded.
fn words(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(chars.next()),
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err("inbox.open has a quote that isn't closed.".to_owned());
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests make and read whatever files they need")]
mod tests {
    use super::{Opener, words};
    use asq_core::inbox::OpenTarget;
    use asq_testkit::folder::TempFolder;

    #[test]
    fn a_command_is_split_into_words_and_nothing_is_expanded() {
        let split = |command: &str| words(command).map(|words| words.join("|"));
        assert_eq!(
            ["xdg-open", "  code  -n ", "a 'b c' \"d \\\" e\" f\\ g ''", "a $(b) `c` ~ *;d&"].map(split),
            [
                Ok("xdg-open".into()),
                Ok("code|-n".into()),
                Ok("a|b c|d \" e|f g|".into()),
                Ok("a|$(b)|`c`|~|*;d&".into()),
            ]
        );
        assert_eq!(split("a 'b"), Err("inbox.open has a quote that isn't closed.".into()));
        assert_eq!(split(" "), Ok(String::new()));
    }

    /// What is opened is never an option, a shell's word or a file that others can read.
    #[test]
    fn what_is_opened_is_a_path_or_a_judged_link() {
        use std::os::unix::fs::PermissionsExt;
        let folder = TempFolder::new("opener");
        let mut opener = Opener {
            command: "true".into(),
            path: None,
            folders: vec![folder.path().to_owned()],
            diffs: Vec::new(),
        };
        let there = folder.path().to_str().unwrap();
        let mut argument = |target| opener.argument(&target);
        assert_eq!(argument(OpenTarget::Folder(there.into())), Ok(there.to_owned()));
        for gone in ["-rf", "src", ".", "relative", "", "/no/such/folder", "/etc/passwd"] {
            let refused = Err("Its folder is not there any more.".to_owned());
            assert_eq!(argument(OpenTarget::Folder(gone.into())), refused, "{gone}");
        }
        assert!(argument(OpenTarget::Link("--help".into())).is_err());
        let file = argument(OpenTarget::Diff("+a\n".into())).unwrap();
        let mode = std::fs::metadata(&file).unwrap().permissions().mode() & 0o777;
        assert_eq!((std::fs::read_to_string(&file).unwrap(), mode), ("+a\n".to_owned(), 0o600));
        drop(opener);
        assert!(!std::path::Path::new(&file).exists(), "it is gone when the inbox ends");
    }
}
