//! Ten thousand open requests, with and without a long history.
//!
//! - Two stores, filled once and reused: one without a history, one with.
//! - Measures the first page of the list, `asq list --count`, and the inbox's memory and keys, alternating between both.
//! - Kills a writer and measures the time until the next ask is stored.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::times::{self, grouped};
use super::{Bench, Disk};
use crate::Outcome;
use crate::bench::process;
use crate::bench::pty::Session;
use crate::bench::sample::{Sample, ms};

const OPEN: u64 = 10_000;
/// The store's path in a home.
const STORE: &str = ".local/share/asq/store.db";
/// After this much silence a frame counts as complete.
const QUIET: Duration = Duration::from_millis(30);
/// Part of the inbox's frame once the list is there.
const QUESTION: &str = "Where should the sessions";

/// Two homes: one without a history, one with.
pub(super) struct Stores([PathBuf; 2]);

/// Fills two stores, or reuses those of an earlier run.
pub(super) fn stores(bench: &Bench) -> Outcome<Stores> {
    let filled = |closed: u64| -> Outcome<PathBuf> {
        let home = bench.folder.join(format!("filled-{closed}"));
        let whole = home.join("whole");
        if !whole.exists() {
            bench.fresh(&format!("filled-{closed}"))?;
            let file = home.join(STORE);
            std::fs::create_dir_all(file.parent().unwrap_or(&home))?;
            let (open, closed) = (OPEN.to_string(), closed.to_string());
            bench.own(Disk::Own, ["fill".as_ref(), file.as_ref(), open.as_ref(), closed.as_ref()])?;
            std::fs::write(whole, "")?;
        }
        Ok(home)
    };
    Ok(Stores([filled(0)?, filled(bench.past)?]))
}

/// The first page of the list.
pub(super) fn first(bench: &mut Bench, stores: &Stores) -> Outcome<()> {
    let mut took = [Sample::default(), Sample::default()];
    for _ in 0..bench.runs {
        for (home, took) in stores.0.iter().zip(&mut took) {
            let file = home.join(STORE);
            let lines = bench.own(Disk::Own, ["first".as_ref(), file.as_ref(), "1".as_ref()])?;
            took.extend(&times::of(&lines, "first"));
        }
    }
    let goal = Duration::from_millis(10);
    bench.row(
        "opening the store and listing the first 200 of 10,000: median; longest",
        "≤ 10 ms",
        format!("{}; {}", ms(took[0].median()), ms(took[0].maximum())),
        Some(took[0].median() <= goal),
    );
    let what = format!("the same with {} that are over: minimum; median", grouped(bench.past));
    compared(bench, &what, &took);
    Ok(())
}

fn compared(bench: &mut Bench, what: &str, [without, with]: &[Sample; 2]) {
    let ratio = |a: Duration, b: Duration| b.as_secs_f64() / a.as_secs_f64().max(1e-9);
    let (minimum, median) =
        (ratio(without.minimum(), with.minimum()), ratio(without.median(), with.median()));
    bench.row(
        what,
        "≤ 1.1 ×",
        format!("{minimum:.2} ×; {median:.2} × ({} to {})", ms(with.median()), ms(without.median())),
        Some(median <= 1.1),
    );
}

/// `asq list --count` from exec to exit.
pub(super) fn count(bench: &mut Bench, stores: &Stores) -> Outcome<()> {
    let mut took = [Sample::default(), Sample::default()];
    for _ in 0..bench.runs {
        for (home, took) in stores.0.iter().zip(&mut took) {
            took.add(timed(Bench::command(&bench.asq, home).args(["list", "--count"]), 0)?);
        }
    }
    let [_, with] = &took;
    bench.row(
        &format!(
            "`asq list --count` there, exec → exit, with {} that are over: median; longest",
            grouped(bench.past)
        ),
        "< 5 ms",
        format!("{}; {}", ms(with.median()), ms(with.maximum())),
        Some(with.median() < Duration::from_millis(5)),
    );
    Ok(())
}

/// The inbox's memory, and its time for a key.
pub(super) fn inbox(bench: &mut Bench, stores: &Stores) -> Outcome<()> {
    let asq = bench.asq.clone();
    let command = [asq.as_os_str(), OsStr::new("inbox")];
    let keys = ["\x1b[B", "\x1b[6~", "\x1b[B", "\x1b[A", "\x1b[F", "\x1b[A", "\x1b[H"];
    let mut took = [Sample::default(), Sample::default()];
    let mut there = [Sample::default(), Sample::default()];
    let mut resident = [0, 0];
    for (at, home) in stores.0.iter().enumerate() {
        let mut session = Session::start(&command, home, (100, 30))?;
        there[at].add(session.first_frame(QUESTION, QUIET)?.took);
        // Until it has checked all askers.
        session.watch(Duration::from_secs(5))?;
        for key in keys.iter().cycle().take(keys.len() * bench.runs.min(60)) {
            let burst = session.keys(key, QUIET)?;
            if !burst.bytes.is_empty() {
                took[at].add(burst.took);
            }
        }
        resident[at] = process::memory(session.pid())?.resident;
    }
    let [without, with] = resident.map(|kib| kib as f64 * 1024.0 / 1e6);
    bench.row(
        "the inbox with 10,000 open requests, resident",
        "≤ 20 MB",
        format!("{without:.2} MB"),
        Some(without <= 20.0),
    );
    bench.row(
        &format!("the same with {} that are over", grouped(bench.past)),
        "≤ 1.1 ×",
        format!("{:.2} × ({with:.2} MB)", with / without),
        Some(with <= without * 1.1),
    );
    bench.row(
        &format!("a key in it → its frame on the terminal ({} keys): median; p99", took[0].count()),
        "≤ 16 ms",
        format!("{}; {}", ms(took[0].median()), ms(took[0].at(99))),
        // An inbox that doesn't move must not count as success.
        Some(took[0].count() > bench.runs && took[0].at(99) <= Duration::from_millis(16)),
    );
    let what = format!("the same with {} that are over: minimum; median", grouped(bench.past));
    compared(bench, &what, &took);
    bench.row("exec → the list's first whole frame there", "", ms(there[1].maximum()), None);
    Ok(())
}

/// From the death of a writing process to the next stored ask.
pub(super) fn crash(bench: &mut Bench, stores: &Stores) -> Outcome<()> {
    let home = bench.fresh("crash")?;
    let file = home.join(STORE);
    std::fs::create_dir_all(file.parent().unwrap_or(&home))?;
    // No process has the store open: what isn't in the file is in the WAL.
    for ending in ["", "-wal"] {
        let name = format!("{STORE}{ending}");
        let from = stores.0[1].join(&name);
        if from.exists() {
            let to = home.join(name);
            std::fs::copy(from, &to)?;
            // Otherwise the store's first sync also waits for gigabytes that this copy left.
            File::open(to)?.sync_all()?;
        }
    }
    let mut took = Sample::default();
    for n in 0..bench.runs.min(30) {
        let mut writes = Command::new(&bench.own);
        let mut writes = writes.arg("writes").arg(&file).stdout(Stdio::piped()).spawn()?;
        let out = writes.stdout.take().ok_or("no pipe")?;
        BufReader::new(out).read_line(&mut String::new())?;
        std::thread::sleep(Duration::from_millis(100 + 13 * n as u64));
        let begun = Instant::now();
        writes.kill()?;
        writes.wait()?;
        timed(&mut post(bench, &home, &format!("after {n}")), 6)?;
        took.add(begun.elapsed());
    }
    bench.row(
        &format!(
            "kill -9 of a writer → the next ask is stored and its process gone ({}): median; longest",
            took.count()
        ),
        "≤ 1 s",
        format!("{}; {}", ms(took.median()), ms(took.maximum())),
        Some(took.maximum() <= Duration::from_secs(1)),
    );
    Ok(())
}

/// `asq ask --no-wait` with a question that nobody has asked before.
pub(super) fn post(bench: &Bench, home: &Path, call: &str) -> Command {
    let mut command = Bench::command(&bench.asq, home);
    command.args(["ask", "-q", "Where should it be kept?", "-o", "PostgreSQL", "-o", "SQLite", "--no-wait"]);
    command.args(["--agent", "builder", "--session", "a0c3f7", "--call-id", call]);
    command
}

/// From exec to exit, which must have this code.
pub(super) fn timed(command: &mut Command, code: i32) -> Outcome<Duration> {
    let begun = Instant::now();
    let status = command.status()?;
    let took = begun.elapsed();
    if status.code() != Some(code) {
        return Err(format!("{command:?} ended with {status}").into());
    }
    Ok(took)
}
