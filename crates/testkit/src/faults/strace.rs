//! A fault at one system call of a program, by strace.
//!
//! - First a run that nothing disturbs says which calls there are, and how many of each.
//! - Then each of them is struck in a run of its own: the program is killed there, or the call fails.
//! - strace counts a call by its name and thread: of several threads, the first that gets there is struck.

use super::scratch;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::{Command, Output};

/// A call of a program: its name, and the how-many-th of that name, from 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Struck {
    /// The call.
    pub call: String,
    /// The how-many-th.
    pub nth: usize,
}

/// Runs programs under strace.
#[derive(Debug)]
pub struct Strace {
    folder: PathBuf,
}

impl Default for Strace {
    fn default() -> Strace {
        Strace { folder: scratch("strace") }
    }
}

impl Strace {
    /// The calls of a program that runs undisturbed, and what it left. `wanted` looks at a call's name and at its whole
    /// line, which has the paths of files; of several threads it is enough that one of them makes such a call.
    pub fn calls(
        &self,
        command: &Command,
        wanted: impl Fn(&str, &str) -> bool,
    ) -> (BTreeSet<Struck>, Output) {
        let log = self.folder.join("log");
        let mut traced = Command::new("strace");
        traced.args(["-f", "-y", "-qq", "-e", "signal=none", "-o"]).arg(&log);
        let done = output(traced, command);
        let text = std::fs::read(&log).unwrap_or_else(|e| panic!("{}: {e}", log.display()));
        let text = String::from_utf8_lossy(&text).into_owned();
        let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        let mut all = BTreeSet::new();
        for line in text.lines() {
            let Some((thread, rest)) = line.split_once(' ') else { continue };
            let Some((call, _)) = rest.trim_start().split_once('(') else { continue };
            // Not a call: one that goes on after another thread's, or an end.
            if !call.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
                continue;
            }
            let nth = counts.entry((call, thread)).or_default();
            *nth += 1;
            if wanted(call, rest) {
                all.insert(Struck { call: call.to_owned(), nth: *nth });
            }
        }
        (all, done)
    }

    /// Runs a program that is killed when it makes this call, before the call does anything.
    pub fn kill(&self, command: &Command, at: &Struck) -> Output {
        let Struck { call, nth } = at;
        self.inject(command, &format!("{call}:signal=KILL:when={nth}"))
    }

    /// Runs a program with an injection, as strace words it.
    pub fn inject(&self, command: &Command, what: &str) -> Output {
        output(self.injecting(what), command)
    }

    /// The calls that the last injection struck, with the paths of their files.
    pub fn struck(&self) -> Vec<String> {
        let text = std::fs::read(self.folder.join("struck")).unwrap_or_default();
        let lines = String::from_utf8_lossy(&text).into_owned();
        lines.lines().filter(|line| line.ends_with("(INJECTED)")).map(str::to_owned).collect()
    }

    /// A program under an injection, to be started.
    pub fn injected(&self, command: &Command, what: &str) -> Command {
        before(self.injecting(what), command)
    }

    /// The words before a program that run it with an injection.
    fn injecting(&self, what: &str) -> Command {
        let mut traced = Command::new("strace");
        let calls = what.split(':').next().unwrap_or(what);
        traced.args(["-f", "-y", "-qq", "-o"]).arg(self.folder.join("struck"));
        traced.args(["-e", &format!("trace={calls}"), "-e", &format!("inject={what}")]);
        traced
    }

    /// A program that stops after this call, to be started; [`stopped`](Strace::stopped) tells when it did.
    pub fn stopping(&self, command: &Command, at: &Struck) -> Command {
        let Struck { call, nth } = at;
        let mut traced = Command::new("strace");
        traced.args(["-f", "-o"]).arg(self.folder.join("stopped")).args(["-e", &format!("trace={call}")]);
        traced.args(["-e", &format!("inject={call}:signal=STOP:when={nth}")]);
        before(traced, command)
    }

    /// The process that stopped.
    pub fn stopped(&self) -> Option<u32> {
        let text = std::fs::read_to_string(self.folder.join("stopped")).ok()?;
        let line = text.lines().find(|line| line.contains("stopped by SIGSTOP"))?;
        line.split(' ').next()?.parse().ok()
    }
}

fn output(traced: Command, command: &Command) -> Output {
    let mut whole = before(traced, command);
    whole.output().unwrap_or_else(|e| panic!("strace is needed (scripts/setup installs it): {e}"))
}

/// The second command with the words of the first before it.
fn before(mut first: Command, then: &Command) -> Command {
    first.arg(then.get_program()).args(then.get_args());
    if let Some(folder) = then.get_current_dir() {
        first.current_dir(folder);
    }
    for (name, value) in then.get_envs() {
        match value {
            Some(value) => first.env(name, value),
            None => first.env_remove(name),
        };
    }
    first
}

impl Drop for Strace {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
