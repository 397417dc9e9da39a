//! Another process of this machine, by its pid: a socket's peer that asks or answers.
//!
//! - Its environment, folder, namespaces and user come from `/proc`, if this process may read them.
//! - Anything unreadable is unknown, and counts as the asker's.
//! - If it ends during the reads, another process may have its pid by then, so the result is `None`.
//! - Whether it may answer is judged as it was at the first look and as it is now.
//! - Its folder means something here only if it runs as the same user, in the same namespaces.

use super::answering::Here;
use super::proc::Proc;
use super::process::{self, ProcessInfo};
use super::{Lookup, Subject, agents};
use asq_core::life::{Actor, How, Kin, Moment, Origin, Right, Unseen};
use asq_core::text::Untrusted;
use std::collections::BTreeMap;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

/// The milliseconds of a tick, in which the kernel counts the starts of processes.
const TICK_MS: u64 = 10;

/// A process of this machine.
pub struct Peer {
    seen: ProcessInfo,
    /// Its environment at its start; `None` if this process may not read it.
    environment: Option<BTreeMap<String, String>>,
    folder: Option<PathBuf>,
    /// What it was when it was looked at first.
    began: Here,
}

impl Peer {
    /// The process with this pid; `None` if it doesn't exist, or without `/proc`.
    pub fn look(pid: u32) -> Option<Peer> {
        let proc = Proc::open()?;
        let seen = process::look(&proc, pid)?;
        let environment = proc.read_whole(&format!("{pid}/environ")).map(|bytes| variables(&bytes));
        let folder = proc.link(&format!("{pid}/cwd")).map(|path| std::ffi::OsString::from_vec(path).into());
        let env: Lookup<'_> = &|name| environment.as_ref()?.get(name).cloned();
        let began = Subject { proc: Some(proc), pid, env }.here();
        let peer = Peer { seen, environment, folder, began };
        peer.is_same().then_some(peer)
    }

    /// The origin of an ask by it.
    pub fn origin(&self) -> Option<Origin> {
        self.with(|subject| subject.origin(self.folder.as_deref()))
    }

    /// The process as an actor.
    pub fn actor(&self, name: impl Into<Untrusted>, right: Right, how: How) -> Option<Actor> {
        self.with(|subject| subject.actor(name, right, how))
    }

    /// The process as the taker of an ending.
    pub fn taker(&self, name: impl Into<Untrusted>) -> Option<Actor> {
        self.with(|subject| subject.taker(name))
    }

    /// Whether it certainly belongs to the process tree or the session of the asking process.
    pub fn is_askers(&self, origin: &Origin) -> bool {
        self.with(|subject| subject.here().is_askers(origin)).unwrap_or(false)
    }

    /// The relation of an answer by it to the tree of an ask.
    pub fn kin(&self, origin: &Origin, inbox: bool) -> Option<Kin> {
        let kin = self.with(|subject| subject.here().kin_since(&self.began, origin, inbox))?;
        Some(match kin {
            // It may belong to the same agent's session: without its environment nobody knows.
            Kin::Apart if self.environment.is_none() => Kin::Unknown { why: Unseen::Ancestors, let_in: None },
            Kin::Apart | Kin::Own { .. } | Kin::Unknown { .. } => kin,
        })
    }

    /// Whether its environment names an agent, or holds an agent's session; `None` if this process may not read it.
    pub fn is_agents(&self) -> Option<bool> {
        let environment = self.environment.as_ref()?;
        Some(agents::variable(&|name| environment.get(name).cloned()).is_some())
    }

    /// Whether it runs in a terminal of a person's own, as far as anybody can tell.
    #[expect(clippy::redundant_closure_for_method_calls, reason = "the method is of one lifetime")]
    pub fn in_own_terminal(&self) -> bool {
        self.with(|subject| subject.in_own_terminal()).unwrap_or(false)
    }

    /// The user that it runs as, if the kernel shows it.
    pub fn user(&self) -> Option<u32> {
        self.with(|subject| process::user(subject.proc.as_ref()?, subject.pid)).flatten()
    }

    /// Its working folder, if it means the same folder here: it runs as this user, in the same namespaces.
    pub fn folder_here(&self) -> Option<&Path> {
        let same = self.with(|subject| {
            let proc = subject.proc.as_ref()?;
            let own = std::process::id();
            let mounts = |pid| proc.space(pid, "mnt");
            let spaces = super::spaces(proc, own)?;
            (subject.spaces()? == spaces && mounts(subject.pid)? == mounts(own)?).then_some(())
        });
        same.flatten().and(self.folder.as_deref())
    }

    /// Whether it started after this moment, so that it can't have done anything before.
    pub fn started_after(&self, moment: Moment) -> bool {
        moment.boot.is_none_or(|boot| self.seen.process.started.saturating_mul(TICK_MS) > boot.ms + TICK_MS)
    }

    fn with<T>(&self, read: impl FnOnce(&Subject<'_>) -> T) -> Option<T> {
        let env: Lookup<'_> = &|name| self.environment.as_ref()?.get(name).cloned();
        let found = read(&Subject { proc: Proc::open(), pid: self.seen.process.pid, env });
        // Asked after reading: the kernel may have given the pid to a new process in between.
        self.is_same().then_some(found)
    }

    fn is_same(&self) -> bool {
        let now = Proc::open().and_then(|proc| process::look(&proc, self.seen.process.pid));
        now.is_some_and(|now| now.process == self.seen.process)
    }
}

/// The variables of an environment as the kernel prints it: each ends in a NUL byte.
fn variables(bytes: &[u8]) -> BTreeMap<String, String> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let one = |variable: &[u8]| {
        let at = variable.iter().position(|byte| *byte == b'=')?;
        Some((text(&variable[..at]), text(&variable[at + 1..])))
    };
    bytes.split(|byte| *byte == 0).filter_map(one).collect()
}
