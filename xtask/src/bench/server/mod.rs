//! `cargo xtask bench server`: what `asq serve` costs, alone and next to a real OpenCode server.
//!
//! - Runs the release build and a bench target of cli as separate processes, on a store of their own.
//! - An ask over HTTP alternates with the same ask in process; an answer stands next to one sync of the disk.
//! - The routes of OpenCode are measured on both servers in turns, in the same run.
//! - Memory and wake-ups are those that the kernel counts.
//! - The rows are a section of docs/performance.md; a missed goal is a row like the others.

mod alone;
mod opencode;
mod served;

use std::ffi::OsString;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::contestants;
use super::process;
use super::report::{self, Row};
use super::store::times;
use crate::Outcome;

/// The heading of the section.
pub(crate) const HEADING: &str = "## The server";

/// The programs and folders of a run.
struct Bench {
    asq: PathBuf,
    /// The bench target of cli.
    own: PathBuf,
    folder: PathBuf,
    runs: usize,
    rows: Vec<Row>,
    remarks: Vec<String>,
}

/// Measures everything; figures worth keeping need at least 50 `runs`.
pub(crate) fn run(runs: usize) -> Outcome<()> {
    let folder = contestants::target().join("bench-server");
    std::fs::create_dir_all(&folder)?;
    let folder = std::fs::canonicalize(&folder)?;
    let (asq, own) = (contestants::asq()?, contestants::bench_target("server")?);
    let mut bench = Bench { asq, own, folder, runs, rows: Vec::new(), remarks: Vec::new() };
    let before = process::load()?;
    alone::starts(&mut bench)?;
    alone::idle(&mut bench)?;
    alone::asks(&mut bench)?;
    alone::wakes(&mut bench)?;
    alone::waits(&mut bench)?;
    alone::streams(&mut bench)?;
    opencode::compared(&mut bench)?;
    let load = format!("{before} before, {} after", process::load()?);
    report::keep_section(HEADING, &bench.section(&process::machine()?, &load))
}

impl Bench {
    fn row(&mut self, what: &str, goal: &str, measured: String, met: Option<bool>) {
        // A run takes minutes; without a standard error nobody watches it.
        let _ = writeln!(std::io::stderr(), "{what}: {measured}");
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

    /// A server on a new store of this name.
    fn served(&self, name: &str) -> Outcome<served::Served> {
        served::Served::start(&self.asq, &self.fresh(name)?)
    }

    /// The bench target with these arguments.
    fn command(&self, arguments: &[OsString]) -> Command {
        let mut command = Command::new(&self.own);
        command.args(arguments).stdin(Stdio::null()).stderr(Stdio::inherit());
        command
    }

    /// Its lines.
    fn own(&self, arguments: &[OsString]) -> Outcome<Vec<times::Line>> {
        let done = self.command(arguments).output()?;
        if !done.status.success() {
            return Err("the bench target failed".into());
        }
        String::from_utf8(done.stdout)?.lines().map(times::line).collect()
    }

    fn section(&self, machine: &str, load: &str) -> String {
        let mut text = format!(
            "{HEADING}\n\n\
             `cargo xtask bench server` writes this section with each run: one server of the release build on a file \
             of its own, its callers in another process on the same two cores, over loopback TCP. The ask in process \
             alternates with the ask over HTTP, on the same disk. OpenCode 1.18.33 runs with a model that a program \
             of the tests plays; its questions and ours are asked and answered in turns.\n\n\
             - Machine: {machine}\n- Load of the last minute: {load}\n- Runs of each start: {}\n\n\
             | what | goal | measured | |\n|---|---|---|---|\n",
            self.runs
        );
        for row in &self.rows {
            text.push_str(&row.line());
            text.push('\n');
        }
        if !self.remarks.is_empty() {
            text.push('\n');
        }
        for remark in &self.remarks {
            text.push_str(remark);
            text.push('\n');
        }
        text
    }
}

fn arguments<const N: usize>(all: [&str; N]) -> Vec<OsString> {
    all.map(OsString::from).to_vec()
}
