//! Opens the person's own editor on a text of the form (Ctrl+G).
//!
//! - Takes $VISUAL, else $EDITOR, else vi, as a command line for sh, as git does.
//! - Puts the text into a folder of its own that only this person can read; the file's name tells the editor its type.
//! - Removes a line break that the editor added at the end.
//! - Returns every failure in words for the form, whose text stays as it was. Doesn't start a missing program, so that
//!   sh prints nothing on the terminal.

use crate::env::Env;
use crate::text_folder::TextFolder;
use asq_files::{Fault, Whose};
use asq_runtime::file_limit;
use std::ffi::OsString;
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// How to start the person's editor.
#[derive(Debug)]
pub(crate) struct ExternalEditor {
    command: OsString,
    /// The folders in which the text may be while somebody edits it.
    folders: Vec<PathBuf>,
}

/// The most bytes that it reads back; a form takes fewer.
const MOST: u64 = 64 << 20;

impl ExternalEditor {
    /// The editor that the environment names.
    pub(crate) fn of(env: &Env) -> ExternalEditor {
        ExternalEditor { command: env.editor(), folders: env.private_dirs() }
    }

    /// Opens the editor on a text of the form, with `terminal` as its input and output. Waits, and returns the new
    /// text.
    pub(crate) fn edit(&self, text: &str, terminal: &Path) -> Result<String, String> {
        self.edit_as("asq-answer.md", text, terminal)
    }

    /// The same with another name for the file.
    pub(crate) fn edit_as(&self, name: &str, text: &str, terminal: &Path) -> Result<String, String> {
        let failed = |fault: Fault| format!("can't write the text to a file: {fault}");
        let edited = TextFolder::make(&self.folders, "asq-edit-").map_err(failed)?;
        let file = edited.write(name, text).map_err(failed)?;
        self.run(&file, terminal)?;
        // Anybody's: many editors write a new file and rename it. The folder is ours alone.
        let left = edited.folder.read(name.as_ref(), MOST, Whose::Anybodys).and_then(|found| {
            found.ok_or_else(|| Fault::System(std::io::ErrorKind::NotFound.into())).map(|found| found.bytes)
        });
        let left = left.map_err(|e| format!("can't read what the editor left: {e}"))?;
        let mut left =
            String::from_utf8(left).map_err(|_| "the editor left text that is not UTF-8".to_owned())?;
        // Most editors end a file with a line break that nobody typed.
        if left.ends_with('\n') && !text.ends_with('\n') {
            left.pop();
        }
        Ok(left)
    }

    /// Whether the program is missing: sh would report that on the terminal, above the form.
    pub(crate) fn is_missing(&self) -> bool {
        let text = self.command.to_string_lossy();
        let program = text.split_whitespace().next().unwrap_or_default();
        // Only sh can judge a command that it would expand or split.
        let plain = |c: char| c.is_alphanumeric() || "/._-+".contains(c);
        if program.is_empty() || !program.chars().all(plain) {
            return false;
        }
        // `command -v` finds what sh itself would run, such as a builtin, without running it.
        let found = Command::new("sh")
            .args(["-c", "command -v \"$1\"", "sh", program])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        found.is_ok_and(|status| !status.success())
    }

    fn run(&self, file: &Path, terminal: &Path) -> Result<(), String> {
        if self.is_missing() {
            return Err(format!("there is no editor '{}'", self.command.to_string_lossy()));
        }
        #[expect(clippy::disallowed_methods, reason = "a terminal")]
        let open = || OpenOptions::new().read(true).write(true).open(terminal);
        let stdio =
            || open().map(Stdio::from).map_err(|e| format!("can't open the terminal for the editor: {e}"));
        // git does the same: the variable is a shell command line, the file is its last argument.
        let mut script = self.command.clone();
        script.push(" \"$@\"");
        let name = self.command.to_string_lossy().into_owned();
        let status = file_limit::command("sh")
            .arg("-c")
            .arg(script)
            .arg(&self.command)
            .arg(file)
            .stdin(stdio()?)
            .stdout(stdio()?)
            .stderr(stdio()?)
            .status()
            .map_err(|e| format!("can't start the editor '{name}': {e}"))?;
        if status.success() { Ok(()) } else { Err(format!("the editor '{name}' ended with {status}")) }
    }
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests make and read whatever files they need")]
mod tests {
    use super::ExternalEditor;
    use asq_testkit::folder::TempFolder;
    use std::path::{Path, PathBuf};

    fn edit(command: &str, text: &str) -> Result<String, String> {
        let folder = TempFolder::new("editor");
        let editor = ExternalEditor { command: command.into(), folders: vec![folder.path().to_owned()] };
        let left = editor.edit(text, Path::new("/dev/null"));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing of it is left");
        left
    }

    #[test]
    fn what_the_editor_leaves_comes_back() {
        assert_eq!(edit("printf 'two\\nlines\\n' >", "before"), Ok("two\nlines".into()));
        assert_eq!(edit("sed -i s/a/b/", "aé\n"), Ok("bé\n".into()));
        assert_eq!(edit("true", "untouched"), Ok("untouched".into()));
    }

    #[test]
    fn its_file_is_private_and_gone_afterwards() {
        let seen =
            edit("f() { stat -c '%a %n' \"$1\" > \"$1.seen\"; mv \"$1.seen\" \"$1\"; }; f", "x").unwrap();
        let (mode, path) = seen.split_once(' ').unwrap();
        assert_eq!(mode, "600");
        assert!(path.ends_with("/asq-answer.md"), "{path}");
        assert!(!PathBuf::from(path).exists());
    }

    #[test]
    fn a_failing_editor_says_which_and_how() {
        assert_eq!(edit("exit 3;", "x"), Err("the editor 'exit 3;' ended with exit status: 3".into()));
        assert_eq!(
            edit("asq-no-such-editor 2>/dev/null", "x"),
            Err("there is no editor 'asq-no-such-editor 2>/dev/null'".into())
        );
        assert!(edit("printf '\\377' >", "x").unwrap_err().contains("not UTF-8"));
    }
}
