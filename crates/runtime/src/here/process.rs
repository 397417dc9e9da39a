//! Processes, as the kernel tells of them.
//!
//! - A process is its id and its start: an id alone comes back.
//! - The line of a process is itself, its parent, and so on up.
//! - Names and paths can hold anything, so they are text from outside.

use asq_core::life::Process;
use asq_core::text::Untrusted;
use std::fs::File;
use std::io::Read;

/// The longest line that is followed.
const LINE: usize = 64;

/// What the kernel tells of a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) process: Process,
    pub(super) parent: u32,
    pub(super) session: u32,
    /// The number of its controlling terminal; 0 is none.
    pub(super) tty: u32,
    /// Its program's name, cut by the kernel at 15 bytes.
    pub(super) name: String,
}

impl Seen {
    /// Whether it leads the session of a terminal: a person's shell does.
    pub(super) fn leads_a_terminal(&self) -> bool {
        self.session == self.process.pid && self.tty != 0
    }
}

/// This process, its parent, and so on up.
pub(super) fn line() -> Vec<Seen> {
    let mut line: Vec<Seen> = Vec::new();
    let mut next = std::process::id();
    while next != 0 && line.len() < LINE {
        let Some(seen) = look(next) else { break };
        next = seen.parent;
        line.push(seen);
    }
    if line.is_empty() {
        line = without_proc();
    }
    line
}

/// Where there is no `/proc`: this process and its parent, whose start is not known.
fn without_proc() -> Vec<Seen> {
    let seen = |pid, parent| {
        let process = Process { pid, started: 0 };
        Seen { process, parent, session: 0, tty: 0, name: String::new() }
    };
    let parent = std::os::unix::process::parent_id();
    vec![seen(std::process::id(), parent), seen(parent, 0)]
}

/// This process alone.
pub(super) fn own() -> Option<Seen> {
    look(std::process::id())
}

fn look(pid: u32) -> Option<Seen> {
    // In one piece: the kernel makes the line anew for each reading. Longer than this it never is.
    let mut line = [0; 2048];
    let read = File::open(format!("/proc/{pid}/stat")).and_then(|mut file| file.read(&mut line)).ok()?;
    parse(pid, str::from_utf8(line.get(..read)?).ok()?)
}

/// Reads `/proc/PID/stat`: the name stands in brackets and may hold brackets itself.
fn parse(pid: u32, text: &str) -> Option<Seen> {
    let (before, after) = (text.find('(')?, text.rfind(')')?);
    let name = text.get(before + 1..after)?.to_owned();
    let fields: Vec<&str> = text.get(after + 1..)?.split_ascii_whitespace().collect();
    let number = |at: usize| fields.get(at).and_then(|field| field.parse::<u64>().ok());
    Some(Seen {
        process: Process { pid, started: number(19)? },
        parent: u32::try_from(number(1)?).ok()?,
        session: u32::try_from(number(3)?).ok()?,
        tty: number(4).and_then(|tty| u32::try_from(tty).ok()).unwrap_or(0),
        name,
    })
}

/// The program of a process.
pub(super) fn exe(pid: u32) -> Option<Untrusted> {
    let path = std::fs::read_link(format!("/proc/{pid}/exe")).ok()?;
    Some(path.to_string_lossy().into_owned().into())
}

/// The terminal of this number, as Linux counts them.
pub(super) fn tty(number: u32) -> Option<Untrusted> {
    let major = number >> 8 & 0xfff;
    let minor = number & 0xff | number >> 12 & 0xfff00;
    match major {
        136..=143 => Some(format!("/dev/pts/{}", minor + (major - 136) * 256).into()),
        4 if minor < 64 => Some(format!("/dev/tty{minor}").into()),
        4 => Some(format!("/dev/ttyS{}", minor - 64).into()),
        _ => None,
    }
}

/// The machine's name.
pub(super) fn host() -> Option<Untrusted> {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").ok()?;
    Some(name.trim_end().to_owned().into())
}

#[cfg(test)]
mod tests {
    use super::{Seen, line, parse, tty};
    use asq_core::life::Process;

    #[test]
    fn a_name_with_brackets_is_read_whole() {
        let text = "31 (a) R 9 (b)) S 30 31 29 34819 31 4194304 1 0 0 0 0 0 0 0 20 0 1 0 12345 1 2\n";
        let process = Process { pid: 31, started: 12345 };
        let name = "a) R 9 (b)".to_owned();
        assert_eq!(parse(31, text), Some(Seen { process, parent: 30, session: 29, tty: 34819, name }));
        for broken in ["", "31 (a", "31 (a) S 30", "31 )a( S 30 31 29 0 31"] {
            assert_eq!(parse(31, broken), None, "{broken}");
        }
    }

    #[test]
    fn terminals_have_their_names() {
        let name = |number| tty(number).map(|name| name.raw().to_owned());
        assert_eq!(name(34819).as_deref(), Some("/dev/pts/3"));
        assert_eq!(name(0x8900 | 2).as_deref(), Some("/dev/pts/258"));
        assert_eq!(name(0x0401).as_deref(), Some("/dev/tty1"));
        assert_eq!(name(0), None);
    }

    #[test]
    fn this_process_is_a_child_of_its_parent() {
        let line = line();
        assert_eq!(line[0].process.pid, std::process::id());
        assert_eq!(line[1].process.pid, std::os::unix::process::parent_id());
        assert!(line[0].process.started >= line[1].process.started);
    }
}
