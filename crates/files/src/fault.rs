//! Why a file or folder can't be used, in words for the person.
//!
//! - Each text continues a sentence that starts with the name of the file.
//! - It tells apart a link, a wrong kind, a wrong owner, open modes and a second name.
//! - A fault of the folder that has the file names the folder.
//! - A system's error comes without its number.

use std::io;
use std::path::PathBuf;

/// Why a file or folder can't be used. Each text continues a sentence that starts with its name.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    #[error("{}", plain_io(.0))]
    System(io::Error),
    #[error("it is a link, which is not followed here")]
    Link,
    #[error("it isn't a regular file")]
    NoFile,
    #[error("it isn't a socket")]
    NoSocket,
    #[error("it isn't a folder")]
    NoFolder,
    #[error("it belongs to user {owner}, and this is user {me}")]
    Foreign { owner: u32, me: u32 },
    #[error("others can write to it (chmod go-w)")]
    Writable,
    #[error("others can read it (chmod go=)")]
    Readable,
    #[error("it has a second name (a hard link)")]
    Linked,
    #[error("it has {came} bytes; at most {} are read", size(*.most))]
    Large { came: u64, most: u64 },
    #[error("another program holds its lock")]
    Locked,
    #[error("its folder {}: {why}", folder.display())]
    Within { folder: PathBuf, why: Box<Fault> },
}

impl Fault {
    /// The same fault, but of the enclosing folder.
    pub(crate) fn within(self, folder: &std::path::Path) -> Fault {
        Fault::Within { folder: folder.to_owned(), why: Box::new(self) }
    }

    /// The system's error, if there was one.
    pub fn kind(&self) -> Option<io::ErrorKind> {
        match self {
            Fault::System(error) => Some(error.kind()),
            Fault::Within { why, .. } => why.kind(),
            Fault::Link
            | Fault::NoFile
            | Fault::NoSocket
            | Fault::NoFolder
            | Fault::Foreign { .. }
            | Fault::Writable
            | Fault::Readable
            | Fault::Linked
            | Fault::Large { .. }
            | Fault::Locked => None,
        }
    }
}

impl From<rustix::io::Errno> for Fault {
    fn from(errno: rustix::io::Errno) -> Fault {
        match errno {
            rustix::io::Errno::LOOP => Fault::Link,
            other => Fault::System(other.into()),
        }
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        match error.raw_os_error() {
            Some(number) => rustix::io::Errno::from_raw_os_error(number).into(),
            None => Fault::System(error),
        }
    }
}

impl From<Fault> for io::Error {
    fn from(fault: Fault) -> io::Error {
        match fault {
            Fault::System(error) => error,
            other => io::Error::other(other.to_string()),
        }
    }
}

/// The words of a system's error, without its number.
pub fn plain_io(error: &io::Error) -> String {
    let said = error.to_string();
    match said.rsplit_once(" (os error ") {
        Some((words, number)) if is_number(number) => words.to_owned(),
        Some(_) | None => said,
    }
}

/// Whether it is the end of `(os error 2)`.
fn is_number(text: &str) -> bool {
    text.strip_suffix(')').is_some_and(|digits| digits.parse::<i32>().is_ok())
}

fn size(bytes: u64) -> String {
    match (bytes >> 20, bytes >> 10) {
        (0, 0) => format!("{bytes} bytes"),
        (0, kib) => format!("{kib} KiB"),
        (mib, _) => format!("{mib} MiB"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Fault, plain_io};
    use std::io;

    #[test]
    fn a_systems_error_is_told_without_its_number() {
        let missing = || io::Error::from_raw_os_error(2);
        let own = |text: &str| plain_io(&io::Error::other(text));
        assert_eq!(plain_io(&missing()), "No such file or directory");
        assert_eq!(Fault::System(missing()).to_string(), "No such file or directory");
        assert_eq!(own("I/O error: Is a directory (os error 21)"), "I/O error: Is a directory");
        assert_eq!(own("a name (os error x)"), "a name (os error x)");
        assert_eq!(own("gone"), "gone");
    }
}
