//! `cargo xtask bench store`: the cost of a question that outlives its process.
//!
//! - Compares with the disk's own limit in the same run, alternating: appending and syncing the same bytes.
//! - Runs the release build and a bench target of cli as separate processes, on a real file system that the table names.
//! - With 10,000 open requests: once without closed ones, once with a long history.
//! - The rows are a section of docs/performance.md; a missed goal is a row like the others.

mod lists;
pub(super) mod times;
mod writes;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::contestants;
use super::process;
use super::report::{self, Row};
use crate::Outcome;
use crate::tree::top;

/// The heading of the section.
pub(crate) const HEADING: &str = "## The store";

/// The disk to write to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Disk {
    /// This machine's disk as it is.
    Own,
    /// The same disk with 3 ms more for each sync, as on many machines.
    Slow,
}

impl Disk {
    /// The start of a row.
    fn name(self) -> &'static str {
        match self {
            Disk::Own => "",
            Disk::Slow => "with syncs that take 3 ms more: ",
        }
    }
}

/// The programs and folders of a run.
struct Bench {
    asq: PathBuf,
    floor: PathBuf,
    /// The bench target of cli.
    own: PathBuf,
    /// The library that slows syncs, for the loader.
    slow: PathBuf,
    folder: PathBuf,
    runs: usize,
    /// The number of closed requests in the long history.
    past: u64,
    rows: Vec<Row>,
    remarks: Vec<String>,
}

/// Measures everything; figures worth keeping need at least 50 `runs`. `past` is the number of closed requests.
pub(crate) fn run(runs: usize, past: u64) -> Outcome<()> {
    let folder = contestants::target().join("bench-store");
    std::fs::create_dir_all(&folder)?;
    let system = file_system(&std::fs::canonicalize(&folder)?)?;
    if ["tmpfs", "ramfs", "overlay"].contains(&system.as_str()) {
        return Err(format!(
            "{} is on {system}, which is no disk; CARGO_TARGET_DIR names another folder",
            folder.display()
        )
        .into());
    }
    let mut bench = Bench {
        asq: contestants::asq()?,
        floor: contestants::bench_target("floor")?,
        own: contestants::bench_target("store")?,
        slow: slow_syncs(&folder)?,
        folder,
        runs,
        past,
        rows: Vec::new(),
        remarks: Vec::new(),
    };
    let stores = lists::stores(&bench)?;
    let before = process::load()?;
    writes::limits(&mut bench, Disk::Own)?;
    writes::limits(&mut bench, Disk::Slow)?;
    writes::post(&mut bench)?;
    writes::wakes(&mut bench, Disk::Own)?;
    writes::wakes(&mut bench, Disk::Slow)?;
    writes::unwatched(&mut bench)?;
    lists::first(&mut bench, &stores)?;
    lists::count(&mut bench, &stores)?;
    lists::inbox(&mut bench, &stores)?;
    lists::crash(&mut bench, &stores)?;
    let load = format!("{before} before, {} after", process::load()?);
    report::keep_section(HEADING, &bench.section(&process::machine()?, &system, &load))
}

impl Bench {
    fn row(&mut self, what: &str, goal: &str, measured: String, met: Option<bool>) {
        self.rows.push(Row { what: what.to_owned(), goal: goal.to_owned(), measured, met });
    }

    /// An empty folder of this name.
    fn fresh(&self, name: &str) -> Outcome<PathBuf> {
        let folder = self.folder.join(name);
        if folder.exists() {
            std::fs::remove_dir_all(&folder)?;
        }
        std::fs::create_dir_all(&folder)?;
        Ok(folder)
    }

    /// One of our programs, with the store in this home.
    fn command(program: &Path, home: &Path) -> Command {
        let mut command = Command::new(program);
        command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.env("HOME", home).env("LANG", "C.UTF-8").current_dir(home);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// The bench target's output, by the names of its lines.
    fn own<const N: usize>(&self, disk: Disk, arguments: [&OsStr; N]) -> Outcome<Vec<times::Line>> {
        let mut command = Command::new(&self.own);
        if disk == Disk::Slow {
            command.env("LD_PRELOAD", &self.slow).env("ASQ_TEST_SYNC", "3000");
        }
        let done = command.args(arguments).stderr(Stdio::inherit()).output()?;
        if !done.status.success() {
            return Err("the bench target failed".into());
        }
        String::from_utf8(done.stdout)?.lines().map(times::line).collect()
    }

    fn section(&self, machine: &str, system: &str, load: &str) -> String {
        let mut text = format!(
            "{HEADING}\n\n\
             `cargo xtask bench store` writes this section with each run. For the disk's own limit, the bytes of one \
             ask are appended to a file and synced (fdatasync), one ask after the other; everything compared with it \
             ran in the same minute, alternating. Disks differ by a factor of a hundred, and this one varies from \
             hour to hour. So some rows ran again with 3 ms more for every sync, including the disk's own; these rows \
             say so. With 10,000 open requests, the store has nothing else, or {} closed ones, all answered and \
             delivered, with the open ones scattered among them.\n\n\
             - Machine: {machine}\n- File system: {system}\n- Load of the last minute: {load}\n- Interleaved runs of each: {}\n\n\
             | what | goal | measured | |\n|---|---|---|---|\n",
            times::grouped(self.past),
            self.runs
        );
        let rows = self.rows.iter().map(|row| row.line() + "\n");
        let remarks = self.remarks.iter().map(|remark| format!("\n{remark}\n"));
        text.extend(rows.chain(remarks));
        text
    }
}

/// Builds the library with which tests slow a disk.
fn slow_syncs(folder: &Path) -> Outcome<PathBuf> {
    let made = std::path::absolute(folder.join("sync.so"))?;
    let source = top().join("crates/testkit/c/sync.c");
    let done = Command::new("cc").args(["-shared", "-fPIC", "-O1", "-o"]).arg(&made).arg(source).status()?;
    if !done.success() {
        return Err("the library that makes syncs slow does not build".into());
    }
    Ok(made)
}

/// The kind of the folder's file system.
fn file_system(folder: &Path) -> Outcome<String> {
    let mounts = std::fs::read_to_string("/proc/mounts")?;
    let mounts = mounts.lines().filter_map(|line| {
        let mut words = line.split(' ').skip(1);
        Some((words.next()?, words.next()?))
    });
    let nearest = mounts.filter(|(at, _)| folder.starts_with(at)).max_by_key(|(at, _)| at.len());
    Ok(nearest.ok_or("the folder is on no file system")?.1.to_owned())
}
