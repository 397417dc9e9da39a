//! The person's own editor on a text of the form (Ctrl+G).
//!
//! - $VISUAL, else $EDITOR, else vi, as a command line for sh, as git runs it.
//! - The text lies in a file that only this person can read, with a name that tells the editor what it is.
//! - A line break that the editor adds at the end is taken away again, unless the text had one.
//! - Whatever fails comes back as words for the form; the text there stays as it was. A program that is not there
//!   is not started: nothing of sh stands on the terminal.

use crate::env::Env;
use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// How to start the person's editor.
#[derive(Debug)]
pub(crate) struct Editor {
    command: OsString,
    folder: PathBuf,
}

/// A folder of its own for one text; removed when dropped.
struct Desk(PathBuf);

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Editor {
    /// The one that the environment names.
    pub(crate) fn of(env: &Env) -> Editor {
        let folder = env.get("TMPDIR").map_or_else(|| PathBuf::from("/tmp"), PathBuf::from);
        Editor { command: env.editor(), folder }
    }

    /// Opens it on a text of the form with its input and output on `terminal`, waits, and returns what it left.
    pub(crate) fn edit(&self, text: &str, terminal: &Path) -> Result<String, String> {
        self.edit_as("asq-answer.md", text, terminal)
    }

    /// The same with another name for the file.
    pub(crate) fn edit_as(&self, name: &str, text: &str, terminal: &Path) -> Result<String, String> {
        let desk = self.desk()?;
        let file = desk.0.join(name);
        let written = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&file)
            .and_then(|mut f| f.write_all(text.as_bytes()));
        written.map_err(|e| format!("can't write the text to a file: {e}"))?;
        self.run(&file, terminal)?;
        let left = fs::read(&file).map_err(|e| format!("can't read what the editor left: {e}"))?;
        let mut left =
            String::from_utf8(left).map_err(|_| "the editor left text that is not UTF-8".to_owned())?;
        if left.ends_with('\n') && !text.ends_with('\n') {
            left.pop();
        }
        Ok(left)
    }

    fn desk(&self) -> Result<Desk, String> {
        let mut failed = None;
        for n in 0..1000 {
            let folder = self.folder.join(format!("asq-{}-{n}", std::process::id()));
            match fs::DirBuilder::new().mode(0o700).create(&folder) {
                Ok(()) => return Ok(Desk(folder)),
                Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(e) => {
                    failed = Some(e);
                    break;
                }
            }
        }
        let why = failed.map_or_else(|| "all names are taken".to_owned(), |e| e.to_string());
        Err(format!("can't make a file for the text in {}: {why}", self.folder.display()))
    }

    /// Whether there is no such program: what sh would say of that stands on the terminal, above the form.
    fn is_missing(&self) -> bool {
        let text = self.command.to_string_lossy();
        let program = text.split_whitespace().next().unwrap_or_default();
        // Anything that sh would read otherwise is sh's to read.
        let plain = |c: char| c.is_alphanumeric() || "/._-+".contains(c);
        if program.is_empty() || !program.chars().all(plain) {
            return false;
        }
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
        let open = || OpenOptions::new().read(true).write(true).open(terminal);
        let stdio =
            || open().map(Stdio::from).map_err(|e| format!("can't open the terminal for the editor: {e}"));
        // As git does: the variable is a shell command line, the file is its last argument.
        let mut script = self.command.clone();
        script.push(" \"$@\"");
        let name = self.command.to_string_lossy().into_owned();
        let status = Command::new("sh")
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
mod tests {
    use super::Editor;
    use std::path::{Path, PathBuf};

    fn edit(command: &str, text: &str) -> Result<String, String> {
        let editor = Editor { command: command.into(), folder: std::env::temp_dir() };
        editor.edit(text, Path::new("/dev/null"))
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
