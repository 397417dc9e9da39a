//! What the agent was doing, by the flags of `asq ask`.
//!
//! - `--about` and `--diff` name a file, or standard input, which only one of them and the call can have.
//! - An empty text counts as absent; bytes that aren't UTF-8 become U+FFFD.
//! - Names all problems at once, each with its flag, its limit and what came; then nothing is asked.
//! - Reads no more than 4 MiB of a file, however long it is.

use crate::args::AboutArgs;
use crate::error::{CommandError, ErrorClass};
use crate::input;
use asq_core::life::{About, TooMuchAbout};
use asq_core::text::Untrusted;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Reads it. `call` says whether the call comes from standard input.
///
/// # Errors
/// A file that can't be read, standard input for two things, or more than a field may hold.
pub(super) fn read(args: &AboutArgs, call: bool) -> Result<Option<Box<About>>, CommandError> {
    let AboutArgs { about, diff, task, says, branch, link } = args;
    let is_input = |file: &Option<PathBuf>| file.as_deref() == Some(Path::new("-"));
    let users = [(call, "the call"), (is_input(about), "--about"), (is_input(diff), "--diff")];
    let users: Vec<&str> = users.into_iter().filter(|(uses, _)| *uses).map(|(_, name)| name).collect();
    if let [first, .., last] = users[..] {
        let message = format!("standard input can't be both {first} and {last}");
        return Err(CommandError::new(ErrorClass::Usage, message).hint("write one of them to a file"));
    }
    let words = |text: &Option<OsString>| text.as_ref().and_then(|text| known(text.to_string_lossy().into()));
    let mut unread = Vec::new();
    let mut file = |file: &Option<PathBuf>| match file.as_deref().map(|file| input::up_to(file, About::READ))
    {
        Some(Ok(bytes)) => known(lossy(bytes)),
        Some(Err(why)) => {
            unread.push(why);
            None
        }
        None => None,
    };
    let about = About {
        says: words(says),
        task: words(task),
        branch: words(branch),
        link: words(link),
        text: file(about),
        diff: file(diff),
    };
    let over = about.fits().err().unwrap_or_default();
    let class = if unread.is_empty() { ErrorClass::Misfit } else { ErrorClass::Usage };
    let mut problems = unread.into_iter().chain(over.iter().map(|over| over.named(flag(over))));
    match problems.next() {
        None => Ok(about.known()),
        Some(first) => Err(problems.fold(CommandError::new(class, first), CommandError::hint)),
    }
}

/// The flag of a field.
fn flag(over: &TooMuchAbout) -> &'static str {
    match over.field {
        "says" => "--says",
        "task" => "--task",
        "branch" => "--branch",
        "link" => "--link",
        "text" => "--about",
        "diff" => "--diff",
        _ => "what the asker was doing",
    }
}

fn known(text: String) -> Option<Untrusted> {
    (!text.is_empty()).then(|| text.into())
}

fn lossy(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|not| String::from_utf8_lossy(not.as_bytes()).into_owned())
}
