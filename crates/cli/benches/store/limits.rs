//! How many asks a second, next to what the disk itself can do.
//!
//! - The disk: the bytes of such a record appended to a file, each synced (fdatasync) before the next.
//! - One asker; 64 threads of one process; 64 processes: all through the driver, into one store.
//! - Each round has some of each, so that a busy moment hits all alike.
//! - A line `round` has what one append took in each of the four ways; a line `waits` how long every ask of the 64
//!   processes took; a line `syncs` each sync.

use crate::asks::{ask, driver};
use crate::other::Other;
use crate::{Outcome, print};
use asq_core::life::{Fact, Record};
use asq_runtime::Driver;
use asq_wire::stored::record_to_bytes;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::sync::Barrier;
use std::time::{Duration, Instant};

/// Of each way, in one round.
const RAW: u32 = 100;
const ONE: u32 = 100;
const MANY: u32 = 64;
const OF_A_THREAD: u32 = 16;
const OF_A_PROCESS: u32 = 6;

pub(crate) fn run(folder: &Path, rounds: u32) -> Outcome<()> {
    let path = folder.join("limits.db");
    let here = driver(&path)?;
    let mut disk = Disk::new(folder, &here)?;
    let mut processes = (0..MANY).map(|_| asker(&path)).collect::<Outcome<Vec<_>>>()?;
    let (mut waits, mut syncs) = (Vec::new(), Vec::new());
    for round in 0..rounds {
        let disk = {
            let times = (0..RAW).map(|_| disk.append()).collect::<Outcome<Vec<_>>>()?;
            syncs.extend(&times);
            times.iter().sum::<Duration>() / RAW
        };
        let one = one(&here, round)?;
        let threads = threads(&here, round)?;
        let begun = Instant::now();
        for process in &mut processes {
            process.tell(&round.to_string())?;
        }
        for process in &mut processes {
            waits.extend(asked(process)?);
        }
        let processes = begun.elapsed() / (MANY * OF_A_PROCESS);
        print("round", &[disk, one, threads, processes])?;
    }
    print("waits", &waits)?;
    print("syncs", &syncs)
}

fn one(driver: &Driver, round: u32) -> Outcome<Duration> {
    let begun = Instant::now();
    for n in 0..ONE {
        ask(driver, &format!("one {round} {n}"))?;
    }
    Ok(begun.elapsed() / ONE)
}

fn threads(driver: &Driver, round: u32) -> Outcome<Duration> {
    let start = Barrier::new(MANY as usize + 1);
    let of = |thread: u32| -> Result<(), String> {
        start.wait();
        for n in 0..OF_A_THREAD {
            ask(driver, &format!("thread {round} {thread} {n}")).map_err(|e| e.to_string())?;
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let of = &of;
        let all: Vec<_> = (0..MANY).map(|thread| scope.spawn(move || of(thread))).collect();
        start.wait();
        let begun = Instant::now();
        for thread in all {
            thread.join().map_err(|_| "a thread panicked")??;
        }
        Ok(begun.elapsed() / (MANY * OF_A_THREAD))
    })
}

/// What the disk itself can do.
pub(crate) struct Disk {
    file: File,
    bytes: Vec<u8>,
}

impl Disk {
    /// With the bytes of a record as the store keeps it.
    pub(crate) fn new(folder: &Path, driver: &Driver) -> Outcome<Disk> {
        let id = ask(driver, &format!("weighed {}", std::process::id()))?;
        let stored = driver.stored(id).map_err(|e| format!("{e:?}"))?;
        let (at, by) = stored.asked_by.clone().ok_or("nothing is stored")?;
        let asked = stored.asked().cloned().ok_or("nothing is stored")?;
        let record = Record { by, at, fact: Fact::Asked(Box::new(asked)) };
        let file = File::create(folder.join("disk"))?;
        Ok(Disk { file, bytes: record_to_bytes(&record)? })
    }

    /// Appends and syncs once.
    pub(crate) fn append(&mut self) -> Outcome<Duration> {
        let begun = Instant::now();
        self.file.write_all(&self.bytes)?;
        self.file.sync_data()?;
        Ok(begun.elapsed())
    }
}

/// Another process that asks on command, and has asked once.
fn asker(path: &Path) -> Outcome<Other> {
    let mut asker = Other::start(Command::new(std::env::current_exe()?).arg("limits-child").arg(path))?;
    asker.hear("asked\t")?;
    Ok(asker)
}

/// The times that a line of it holds.
fn asked(asker: &mut Other) -> Outcome<Vec<Duration>> {
    let times = asker.hear("asked\t")?;
    let times = times.split(' ').filter(|it| !it.is_empty());
    times.map(|it| Ok(Duration::from_nanos(it.parse()?))).collect()
}

/// Asks a few things for every line that comes.
pub(crate) fn child(path: &Path) -> Outcome<()> {
    let driver = driver(path)?;
    let own = std::process::id();
    // The first ask opens what is opened once.
    ask(&driver, &format!("process {own}"))?;
    print("asked", &[])?;
    for line in std::io::stdin().lines() {
        let round = line?;
        let mut times = Vec::new();
        for n in 0..OF_A_PROCESS {
            let begun = Instant::now();
            ask(&driver, &format!("process {own} {round} {n}"))?;
            times.push(begun.elapsed());
        }
        print("asked", &times)?;
    }
    Ok(())
}
