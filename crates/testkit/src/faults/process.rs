//! A program that is stopped, killed and waited for by its id.
//!
//! - It leads a process group: what it starts is stopped and killed with it.
//! - Stopped means that each of its threads stands still.
//! - Killed means that nothing of it is left; dropping it kills it.

use crate::stat::Stat;
use rustix::process::{Pid, Signal, kill_process_group};
use std::io::Read as _;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Output};
use std::time::Duration;

/// A program that runs; dropping it kills it.
#[derive(Debug)]
pub struct Process(Child);

impl Process {
    /// Starts it as the leader of a process group.
    pub fn start(command: &mut Command) -> Process {
        let child = command.process_group(0).spawn();
        Process(child.unwrap_or_else(|e| panic!("{command:?}: {e}")))
    }

    /// Its id.
    pub fn id(&self) -> u32 {
        self.0.id()
    }

    /// Its pipes.
    pub fn child(&mut self) -> &mut Child {
        &mut self.0
    }

    /// Stops it and all that it started, and returns when nothing of it moves.
    pub fn stop(&self) {
        self.signal(Signal::STOP);
        for _ in 0..5000 {
            if self.members().iter().all(|pid| still(*pid)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        panic!("process {} does not stop", self.id());
    }

    /// Lets it go on.
    pub fn resume(&self) {
        self.signal(Signal::CONT);
    }

    /// Kills it and all that it started, and returns when it is gone.
    pub fn kill(&mut self) {
        self.signal(Signal::KILL);
        let _ = self.0.wait();
        for _ in 0..5000 {
            if self.members().is_empty() {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn signal(&self, signal: Signal) {
        if let Some(group) = Pid::from_raw(self.id() as i32) {
            let _ = kill_process_group(group, signal);
        }
    }

    /// Waits for its end; what it printed.
    pub fn ended(mut self) -> Output {
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        let (out, err) = (self.0.stdout.take(), self.0.stderr.take());
        let read = out.map_or(Ok(0), |mut it| it.read_to_end(&mut stdout));
        let read = read.and_then(|_| err.map_or(Ok(0), |mut it| it.read_to_end(&mut stderr)));
        let status = read.and_then(|_| self.0.wait());
        Output { status: status.unwrap_or_else(|e| panic!("process {}: {e}", self.id())), stdout, stderr }
    }

    /// The processes of its group that have not ended.
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

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// How often the threads of a process went to sleep so far: each of these times it was woken, or will be.
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

/// Whether each thread of a process is stopped or gone.
fn still(pid: u32) -> bool {
    all(pid, |thread| thread.stopped() || thread.gone())
}

/// Whether it is so of each thread of a process.
fn all(pid: u32, so: impl Fn(&Stat) -> bool) -> bool {
    let Ok(threads) = std::fs::read_dir(format!("/proc/{pid}/task")) else { return true };
    threads.flatten().all(|thread| Stat::of(&thread.path().join("stat")).is_none_or(|it| so(&it)))
}
