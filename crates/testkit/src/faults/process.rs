//! A program that tests stop, kill and wait for by its id.
//!
//! - It leads a process group, so its children stop and die with it.
//! - `stop` returns when every thread stands still.
//! - `kill` returns when nothing of the group is left; dropping the value kills it.

use crate::eventually::{eventually, wait};
use crate::stat::Stat;
use rustix::process::{Pid, Signal, kill_process_group};
use std::io::Read as _;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Output};
use std::time::Duration;

/// A running program; dropping it kills it.
#[derive(Debug)]
pub struct ChildProcess(Child);

impl ChildProcess {
    /// Starts the program as the leader of a process group.
    pub fn start(command: &mut Command) -> ChildProcess {
        let child = command.process_group(0).spawn();
        ChildProcess(child.unwrap_or_else(|e| panic!("{command:?}: {e}")))
    }

    pub fn id(&self) -> u32 {
        self.0.id()
    }

    /// Gives access to its pipes.
    pub fn child(&mut self) -> &mut Child {
        &mut self.0
    }

    /// Stops the whole group; returns when none of its threads moves.
    pub fn stop(&self) {
        self.signal(Signal::STOP);
        eventually("a stopped process", || self.members().iter().all(|pid| still(*pid)));
    }

    pub fn resume(&self) {
        self.signal(Signal::CONT);
    }

    /// Kills the whole group; returns when it is gone.
    pub fn kill(&mut self) {
        self.signal(Signal::KILL);
        let _ = self.0.wait();
        let _ = wait(Duration::from_secs(5), || self.members().is_empty());
    }

    fn signal(&self, signal: Signal) {
        if let Some(group) = Pid::from_raw(self.id() as i32) {
            let _ = kill_process_group(group, signal);
        }
    }

    /// Waits until it exits, and returns its output.
    pub fn ended(mut self) -> Output {
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        let (out, err) = (self.0.stdout.take(), self.0.stderr.take());
        let read = out.map_or(Ok(0), |mut it| it.read_to_end(&mut stdout));
        let read = read.and_then(|_| err.map_or(Ok(0), |mut it| it.read_to_end(&mut stderr)));
        let status = read.and_then(|_| self.0.wait());
        Output { status: status.unwrap_or_else(|e| panic!("process {}: {e}", self.id())), stdout, stderr }
    }

    /// The group's processes that haven't exited.
    pub fn members(&self) -> Vec<u32> {
        let Ok(every) = std::fs::read_dir("/proc") else { return Vec::new() };
        let pids = every.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        // The first thread may be gone while others still hold the files.
        let of_group = |pid: &u32| {
            Stat::of(Path::new(&format!("/proc/{pid}/stat"))).is_some_and(|it| it.group == self.id())
                && !all(*pid, Stat::gone)
        };
        pids.filter(of_group).collect()
    }
}

impl Drop for ChildProcess {
    fn drop(&mut self) {
        self.kill();
    }
}

/// How often the process's threads have gone to sleep so far; each sleep ends in a wake-up.
pub fn wakes(pid: u32) -> u64 {
    let Ok(threads) = std::fs::read_dir(format!("/proc/{pid}/task")) else { return 0 };
    let of_thread = |status: String| {
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("voluntary_ctxt_switches:")?.trim().parse().ok());
        line.unwrap_or(0)
    };
    threads
        .flatten()
        .filter_map(|it| std::fs::read_to_string(it.path().join("status")).ok())
        .map(of_thread)
        .sum()
}

/// Whether all its threads are stopped or gone.
fn still(pid: u32) -> bool {
    all(pid, |thread| thread.stopped() || thread.gone())
}

/// Whether `so` holds for every thread.
fn all(pid: u32, so: impl Fn(&Stat) -> bool) -> bool {
    let Ok(threads) = std::fs::read_dir(format!("/proc/{pid}/task")) else { return true };
    threads.flatten().all(|thread| Stat::of(&thread.path().join("stat")).is_none_or(|it| so(&it)))
}
