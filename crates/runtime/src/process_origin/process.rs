//! Processes, as the kernel describes them.
//!
//! - A process is its pid and its start: the kernel reuses a pid.
//! - The line of a process is itself, its parent, and so on up to the first, and whether all of it was readable.
//! - A process may choose its own name; the path of its program comes from the kernel, if the kernel shows it.

use super::proc::Proc;
use asq_core::life::{Leader, Process};
use asq_core::text::Untrusted;

/// The longest line that asq follows.
const LINE: usize = 4096;

/// The kernel's description of a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ProcessInfo {
    pub(super) process: Process,
    pub(super) parent: u32,
    pub(super) session: u32,
    /// The device number of its controlling terminal; 0 without one.
    pub(super) tty: u32,
    /// Its own choice of a name, or its program's; the kernel cuts it at 15 bytes.
    pub(super) name: String,
}

impl ProcessInfo {
    /// Whether it leads the session of a terminal: a person's shell does.
    pub(super) fn leads_a_terminal(&self) -> bool {
        self.session == self.process.pid && self.tty != 0
    }
}

/// A process, its parent, and so on up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ancestry {
    pub(super) seen: Vec<ProcessInfo>,
    /// Whether it ends at the first process of all, or where somebody entered a container with a terminal.
    pub(super) whole: bool,
}

/// The process with this pid, its parent, and so on up.
pub(super) fn line(proc: Option<&Proc>, pid: u32) -> Ancestry {
    let Some(proc) = proc else { return Ancestry { seen: without_proc(pid), whole: false } };
    let mut line = Ancestry::default();
    let mut next = pid;
    while line.seen.len() < LINE {
        let Some(seen) = look(proc, next) else { break };
        next = seen.parent;
        let top = next == 0;
        line.whole = top && (seen.process.pid == 1 || seen.leads_a_terminal());
        line.seen.push(seen);
        if top {
            break;
        }
    }
    if line.seen.is_empty() {
        line.seen = without_proc(pid);
    }
    line
}

/// Without `/proc`: this process and its parent, of unknown start; no line for any other process.
fn without_proc(pid: u32) -> Vec<ProcessInfo> {
    if pid != std::process::id() {
        return Vec::new();
    }
    let seen = |pid, parent| {
        let process = Process { pid, started: 0 };
        ProcessInfo { process, parent, session: 0, tty: 0, name: String::new() }
    };
    let parent = std::os::unix::process::parent_id();
    vec![seen(pid, parent), seen(parent, 0)]
}

/// The process with this pid, if it exists.
pub(super) fn look(proc: &Proc, pid: u32) -> Option<ProcessInfo> {
    parse(pid, &proc.read(&format!("{pid}/stat"))?)
}

/// Parses `/proc/PID/stat`: the name is in brackets, and may contain brackets and any other bytes.
fn parse(pid: u32, text: &[u8]) -> Option<ProcessInfo> {
    let at = |byte: u8| move |b: &u8| *b == byte;
    // The last bracket ends the name: the fields behind it are numbers and a letter.
    let (before, after) = (text.iter().position(at(b'('))?, text.iter().rposition(at(b')'))?);
    // Another process's file may be mounted over this one's.
    if text.get(..before)?.trim_ascii() != pid.to_string().as_bytes() {
        return None;
    }
    let name = String::from_utf8_lossy(text.get(before + 1..after)?).into_owned();
    let fields: Vec<&str> = str::from_utf8(text.get(after + 1..)?).ok()?.split_ascii_whitespace().collect();
    let number = |at: usize| fields.get(at).and_then(|field| field.parse::<u64>().ok());
    Some(ProcessInfo {
        process: Process { pid, started: number(19)? },
        parent: u32::try_from(number(1)?).ok()?,
        session: u32::try_from(number(3)?).ok()?,
        tty: number(4).and_then(|tty| u32::try_from(tty).ok()).unwrap_or(0),
        name,
    })
}

/// The user id that a process runs as.
pub(super) fn user(proc: &Proc, pid: u32) -> Option<u32> {
    let text = String::from_utf8_lossy(&proc.read(&format!("{pid}/status"))?).into_owned();
    let row = text.lines().find_map(|line| line.strip_prefix("Uid:"))?;
    row.split_ascii_whitespace().next()?.parse().ok()
}

/// The path of a process's program; `None` if this process may not read it.
pub(super) fn exe(proc: &Proc, pid: u32) -> Option<Untrusted> {
    let path = proc.link(&format!("{pid}/exe"))?;
    Some(String::from_utf8_lossy(&path).into_owned().into())
}

/// Whether root owns the file of a process's program.
pub(super) fn is_installed(proc: &Proc, pid: u32) -> bool {
    proc.owner(&format!("{pid}/exe")) == Some(0)
}

/// The path of its program, else its name.
pub(super) fn program(proc: &Proc, seen: &ProcessInfo) -> Untrusted {
    exe(proc, seen.process.pid).unwrap_or_else(|| seen.name.clone().into())
}

/// The session leader of this process. A session that began outside a container has the number 0 inside, as all such
/// sessions have.
pub(super) fn session(proc: &Proc, own: &ProcessInfo) -> Process {
    leader(proc, own).map_or(Process { pid: 0, started: 0 }, |leader| leader.process)
}

/// The session leader of this process; `None` if it is outside the container.
pub(super) fn leader(proc: &Proc, own: &ProcessInfo) -> Option<Leader> {
    if own.session == 0 {
        return None;
    }
    let Some(seen) = look(proc, own.session) else {
        // The leader has ended; the kernel doesn't reuse its pid while its session has a member.
        return Some(Leader { process: Process { pid: own.session, started: 0 }, exe: None, above: None });
    };
    let above = look(proc, seen.parent);
    Some(Leader {
        process: seen.process,
        exe: Some(program(proc, &seen)),
        above: above.map(|above| program(proc, &above)),
    })
}

/// The terminal with this device number, as Linux counts them.
pub(super) fn tty(number: u32) -> Option<Untrusted> {
    // The minor number is split: its low byte is below the major number, the rest above it.
    let major = number >> 8 & 0xfff;
    let minor = number & 0xff | number >> 12 & 0xfff00;
    match major {
        // Eight majors for pseudo terminals, with 256 each.
        136..=143 => Some(format!("/dev/pts/{}", minor + (major - 136) * 256).into()),
        4 if minor < 64 => Some(format!("/dev/tty{minor}").into()),
        4 => Some(format!("/dev/ttyS{}", minor - 64).into()),
        _ => None,
    }
}

pub(super) fn host() -> Option<Untrusted> {
    #[expect(clippy::disallowed_methods, reason = "/proc")]
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").ok()?;
    Some(name.trim_end().to_owned().into())
}

#[cfg(test)]
mod tests {
    use super::super::proc::Proc;
    use super::{ProcessInfo, line, parse, tty, user};
    use asq_core::life::Process;

    #[test]
    fn a_name_with_brackets_or_bytes_of_any_kind_is_read_whole() {
        let read = |name: &[u8]| {
            let rest = b") S 30 31 29 34819 31 4194304 1 0 0 0 0 0 0 0 20 0 1 0 12345 1 2\n";
            parse(31, &[b"31 (", name, &rest[..]].concat())
        };
        let process = Process { pid: 31, started: 12345 };
        let seen = |name: &str| {
            Some(ProcessInfo { process, parent: 30, session: 29, tty: 34819, name: name.to_owned() })
        };
        assert_eq!(read(b"a) R 9 (b)"), seen("a) R 9 (b)"));
        assert_eq!(read(b"\xff\xfe\n) "), seen("\u{fffd}\u{fffd}\n) "));
        for broken in ["", "31 (a", "31 (a) S 30", "31 )a( S 30 31 29 0 31"] {
            assert_eq!(parse(31, broken.as_bytes()), None, "{broken}");
        }
        // The stat line of another process.
        assert_eq!(
            parse(32, b"31 (a) S 30 31 29 34819 31 4194304 1 0 0 0 0 0 0 0 20 0 1 0 12345 1 2\n"),
            None
        );
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
        let proc = Proc::open().unwrap();
        let line = line(Some(&proc), std::process::id());
        assert_eq!(line.seen[0].process.pid, std::process::id());
        assert_eq!(line.seen[1].process.pid, std::os::unix::process::parent_id());
        assert!(line.seen[0].process.started >= line.seen[1].process.started);
        assert!(line.whole, "{line:?}");
        assert_eq!(user(&proc, std::process::id()), Some(rustix::process::getuid().as_raw()));
    }
}
