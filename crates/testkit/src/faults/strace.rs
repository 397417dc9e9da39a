//! Injects a fault at one system call of a program, by strace.
//!
//! - An undisturbed run lists the calls and how often each occurs.
//! - Then each call is struck in a run of its own: it kills the program, or it fails.
//! - strace counts calls by name and thread. With several threads, the first that gets there is struck.

use super::scratch;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::{Command, Output};
use std::time::Duration;

/// One of a program's calls: `nth` counts the calls of its name from 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Struck {
    pub call: String,
    pub nth: usize,
}

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
    /// The calls of an undisturbed run, and its output. `wanted` sees a call's name and its whole line, which shows file
    /// paths. If several threads make the same call, one match is enough.
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
            // Skip lines that resume another thread's call or report an exit.
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

    /// Runs a program; this call kills it before it does anything.
    pub fn kill(&self, command: &Command, at: &Struck) -> Output {
        let Struck { call, nth } = at;
        self.inject(command, &format!("{call}:signal=KILL:when={nth}"))
    }

    /// Runs a program with an injection in strace's syntax.
    pub fn inject(&self, command: &Command, what: &str) -> Output {
        output(self.injecting(what, ""), command)
    }

    /// The calls that the last injection struck, with the paths of their files.
    pub fn struck(&self) -> Vec<String> {
        let text = std::fs::read(self.folder.join("struck")).unwrap_or_default();
        let lines = String::from_utf8_lossy(&text).into_owned();
        lines.lines().filter(|line| line.ends_with("(INJECTED)")).map(str::to_owned).collect()
    }

    /// Prepares a program with an injection.
    pub fn injected(&self, command: &Command, what: &str) -> Command {
        before(self.injecting(what, ""), command)
    }

    /// The same, and [`sleeps`](Strace::sleeps) tells how long the program means to sleep.
    pub fn injected_with_sleeps(&self, command: &Command, what: &str) -> Command {
        before(self.injecting(what, ",ppoll"), command)
    }

    /// The longest times for which it has begun to wait for an event.
    pub fn sleeps(&self) -> Vec<Duration> {
        let text = std::fs::read(self.folder.join("struck")).unwrap_or_default();
        let text = String::from_utf8_lossy(&text).into_owned();
        let number = |text: &str| text.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok();
        let times = text.split("{tv_sec=").skip(1);
        let of = |time: &str| {
            Some(Duration::new(number(time)?, u32::try_from(number(time.split_once("tv_nsec=")?.1)?).ok()?))
        };
        times.filter_map(of).collect()
    }

    /// The strace command line that comes before the program.
    fn injecting(&self, what: &str, more: &str) -> Command {
        let mut traced = Command::new("strace");
        let calls = what.split(':').next().unwrap_or(what).to_owned() + more;
        traced.args(["-f", "-y", "-qq", "-o"]).arg(self.folder.join("struck"));
        traced.args(["-e", &format!("trace={calls}"), "-e", &format!("inject={what}")]);
        traced
    }

    /// Prepares a program that stops after this call; [`stopped`](Strace::stopped) tells when it did.
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

/// Appends the second command to the first.
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
