//! From somebody's answer to another process that waits for it.
//!
//! - The time begins before the answer is judged and ends when the other process has it: both read the same clock.
//! - Next to each stands one sync of the same bytes.
//! - `deaf`: no process may watch a file (a namespace of its own forbids it), so that only looking now and then is left;
//!   the answers come when nothing has happened for a while, in several stores at once.

use crate::asks::{answers, ask, driver, person};
use crate::limits::Disk;
use crate::other::Other;
use crate::{Outcome, print};
use asq_core::life::{Closing, RequestId};
use asq_runtime::Driver;
use rustix::time::{ClockId, clock_gettime};
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// After this long without a change who hears nothing looks at its slowest.
const REST: Duration = Duration::from_millis(10_500);
/// Stores that are waited for at once.
const STORES: usize = 16;

pub(crate) fn run(folder: &Path, times: usize) -> Outcome<()> {
    let path = folder.join("wakes.db");
    let here = driver(&path)?;
    let mut disk = Disk::new(folder, &here)?;
    let mut waiter = Waiter::start(&path, false)?;
    let (mut took, mut syncs) = (Vec::new(), Vec::new());
    for n in 0..times {
        syncs.push(disk.append()?);
        let id = waiter.waits(&here, n)?;
        took.push(waiter.answered(&here, id)?);
    }
    print("wakes", &took)?;
    print("syncs", &syncs)
}

pub(crate) fn deaf(folder: &Path, times: usize) -> Outcome<()> {
    let mut stores = Vec::new();
    for n in 0..STORES {
        let folder = folder.join(format!("deaf{n}"));
        std::fs::create_dir_all(&folder)?;
        let path = folder.join("wakes.db");
        stores.push((driver(&path)?, Waiter::start(&path, true)?));
    }
    for round in 0..times {
        let mut ids = Vec::new();
        for (here, waiter) in &mut stores {
            ids.push(waiter.waits(here, round)?);
        }
        std::thread::sleep(REST);
        let all: Result<Vec<Duration>, String> = std::thread::scope(|scope| {
            let threads = stores.iter_mut().zip(&ids).enumerate().map(|(n, ((here, waiter), id))| {
                scope.spawn(move || {
                    // At all moments between two looks.
                    std::thread::sleep(Duration::from_millis(2000 * n as u64 / STORES as u64));
                    waiter.answered(here, *id).map_err(|e| e.to_string())
                })
            });
            let threads: Vec<_> = threads.collect();
            threads.into_iter().map(|it| it.join().map_err(|_| "a thread panicked".to_owned())?).collect()
        });
        print("deaf", &all?)?;
    }
    Ok(())
}

/// Another process that waits for one request after the other.
struct Waiter(Other);

impl Waiter {
    fn start(path: &Path, deaf: bool) -> Outcome<Waiter> {
        let own = std::env::current_exe()?;
        let mut command = if deaf {
            let mut command = Command::new("unshare");
            let script = r#"echo 0 >/proc/sys/user/max_inotify_instances && exec "$0" "$@""#;
            command.args(["--user", "--map-root-user", "sh", "-c", script]).arg(own);
            command
        } else {
            Command::new(own)
        };
        Ok(Waiter(Other::start(command.arg("waits").arg(path))?))
    }

    /// Asks, and has it waited for.
    fn waits(&mut self, here: &Driver, n: usize) -> Outcome<RequestId> {
        let id = ask(here, &format!("waited for {} {n}", std::process::id()))?;
        self.0.tell(&id.to_string())?;
        self.0.hear("waits")?;
        // It has said so before its thread has looked for the first time.
        std::thread::sleep(Duration::from_millis(20));
        Ok(id)
    }

    /// Answers; how long until it is known there.
    fn answered(&mut self, here: &Driver, id: RequestId) -> Outcome<Duration> {
        let seen = here.life(id).map_err(|e| format!("{e:?}"))?.asked().ok_or("not asked")?.digest.clone();
        let begun = now();
        here.close(id, Closing::Answer { answers: answers(), seen }, None, &person())
            .map_err(|e| format!("{e:?}"))?;
        let told: u64 = self.0.hear("told ")?.parse()?;
        Ok(Duration::from_nanos(told.saturating_sub(begun)))
    }
}

/// Waits for what each line names, and prints when the answer arrived.
pub(crate) fn child(path: &Path) -> Outcome<()> {
    let driver = driver(path)?;
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lines() {
        let id: RequestId = line?.parse().map_err(|_| "not an id")?;
        let mut waits = driver.wait(&[id], true);
        writeln!(out, "waits")?;
        let ending = waits.next(Some(Duration::from_mins(1)));
        let told = now();
        ending.ok_or("nothing came")?.1.map_err(|e| format!("{e:?}"))?;
        writeln!(out, "told {told}")?;
    }
    Ok(())
}

/// Nanoseconds of a clock that all processes read alike.
fn now() -> u64 {
    let time = clock_gettime(ClockId::Monotonic);
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}
