//! The server by itself.
//!
//! - Its start until it listens, what it keeps resident, and its wake-ups while nobody does anything.
//! - A durable ask, and the way from an answer to its waiting asker, next to the same in process.
//! - Thousands of waits and streams, some of them stalled.

use std::ffi::OsString;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, ChildStdout, Stdio};
use std::time::Duration;

use super::super::process;
use super::super::sample::{Sample, ms};
use super::super::store::times;
use super::{Bench, arguments};
use crate::Outcome;

/// What a start may take.
const START: Duration = Duration::from_millis(12);
/// What HTTP may add to an ask.
const ADDED: Duration = Duration::from_micros(500);
/// What may lie between an answer and its asker, besides a sync.
const ALLOWANCE: Duration = Duration::from_millis(4);
/// Until an event has reached every stream.
const FAN_OUT: Duration = Duration::from_millis(250);
const TIMES: &str = "400";
const MINUTE: Duration = Duration::from_mins(1);
const WAITS: usize = 10_000;
const STREAMS: usize = 5_000;
/// What one token may have open.
const STREAMS_OF_ONE: usize = 250;
const WAITS_OF_ONE: usize = 1_000;

/// From exec to the line that says where it listens.
pub(super) fn starts(bench: &mut Bench) -> Outcome<()> {
    let home = bench.fresh("starts")?;
    let mut took = Sample::default();
    // The first one makes the store.
    for n in 0..=bench.runs {
        let served = super::served::Served::start(&bench.asq, &home)?;
        if n > 0 {
            took.add(served.took);
        }
    }
    bench.row(
        "`asq serve`, exec → it listens and says where: minimum; median",
        "≤ 12 ms",
        format!("{}; {}", ms(took.minimum()), ms(took.median())),
        Some(took.median() <= START),
    );
    Ok(())
}

/// Memory and wake-ups with nobody connected, and with fifty who wait.
pub(super) fn idle(bench: &mut Bench) -> Outcome<()> {
    let served = bench.served("idle")?;
    let pid = served.pid();
    let ask = served.token("ask")?;
    // What its start began ends within seconds.
    std::thread::sleep(Duration::from_secs(15));
    let resident = process::memory(pid)?.resident;
    let before = process::wake_ups(pid)?;
    std::thread::sleep(MINUTE);
    let woken = process::wake_ups(pid)? - before;
    bench.row("resident, nobody connected", "≤ 12 MB", megabytes(resident), Some(resident <= 12 << 10));
    bench.row("wake-ups in a minute, nobody connected", "0", woken.to_string(), Some(woken == 0));
    let mut fifty = Held::start(bench, &arguments(["waits", &served.address, "50", &ask]))?;
    fifty.until("asked")?;
    fifty.until("waits")?;
    std::thread::sleep(Duration::from_secs(15));
    let before = process::wake_ups(pid)?;
    std::thread::sleep(MINUTE);
    let woken = process::wake_ups(pid)? - before;
    bench.row("the same with 50 who wait", "≤ 3", woken.to_string(), Some(woken <= 3));
    Ok(())
}

/// A durable ask, over HTTP and in process.
pub(super) fn asks(bench: &mut Bench) -> Outcome<()> {
    let served = bench.served("asks")?;
    let token = served.token("ask")?;
    let folder = bench.fresh("asks-in-process")?;
    let lines = bench.own(&[
        "asks".into(),
        served.address.as_str().into(),
        token.into(),
        TIMES.into(),
        folder.into_os_string(),
    ])?;
    let (http, here) = (times::of(&lines, "http"), times::of(&lines, "here"));
    bench.row(
        "a durable ask over HTTP: median; p99",
        "median ≤ in process + 0.5 ms",
        format!(
            "{}; {} (in process {}; {})",
            ms(http.median()),
            ms(http.at(99)),
            ms(here.median()),
            ms(here.at(99))
        ),
        Some(http.median() <= here.median() + ADDED),
    );
    Ok(())
}

/// From an answer to the waiting asker.
pub(super) fn wakes(bench: &mut Bench) -> Outcome<()> {
    let served = super::served::Served::public(&bench.asq, &bench.fresh("wakes")?)?;
    let (ask, answer) = (served.token("ask")?, served.token("answer")?);
    let folder = bench.fresh("wakes-syncs")?;
    let lines = bench.own(&[
        "wakes".into(),
        served.address.as_str().into(),
        ask.into(),
        answer.into(),
        TIMES.into(),
        folder.into_os_string(),
    ])?;
    let (wakes, syncs) = (times::of(&lines, "wakes"), times::of(&lines, "syncs"));
    let most = syncs.at(99) + ALLOWANCE;
    bench.row(
        "answer → asker that waits, both over HTTP: median; p99",
        &format!("p99 ≤ one sync's p99 + 4 ms ({})", ms(most)),
        format!("{}; {}", ms(wakes.median()), ms(wakes.at(99))),
        Some(wakes.at(99) <= most),
    );
    Ok(())
}

pub(super) fn waits(bench: &mut Bench) -> Outcome<()> {
    let served = bench.served("waits")?;
    let tokens = served.tokens("ask", WAITS.div_ceil(WAITS_OF_ONE))?;
    let mut with = arguments(["waits", &served.address, &WAITS.to_string()]);
    with.extend(tokens.into_iter().map(OsString::from));
    let mut all = Held::start(bench, &with)?;
    all.until("asked")?;
    let before = process::memory(served.pid())?.resident;
    all.until("waits")?;
    // The last ones may still be on their way.
    std::thread::sleep(Duration::from_secs(3));
    let resident = process::memory(served.pid())?.resident;
    bench.row(
        "10,000 waits for as many requests, resident",
        "≤ 250 MB",
        format!("{} ({} before)", megabytes(resident), megabytes(before)),
        Some(resident <= 250 << 10),
    );
    Ok(())
}

/// One change until every stream has it.
pub(super) fn streams(bench: &mut Bench) -> Outcome<()> {
    let served = bench.served("streams")?;
    let ask = served.token("ask")?;
    let tokens = served.tokens("observe", (STREAMS + STREAMS / 5).div_ceil(STREAMS_OF_ONE))?;
    let measured = |streams: usize, stalled: usize, changes: usize| -> Outcome<Sample> {
        let [streams, stalled, changes] = [streams, stalled, changes].map(|it| it.to_string());
        let mut with = arguments(["streams", &served.address, &ask, &streams, &stalled, &changes]);
        with.extend(tokens.iter().map(OsString::from));
        Ok(times::of(&bench.own(&with)?, "streams"))
    };
    let all = measured(STREAMS, 0, 20)?;
    let (alone, among) = (measured(1_000, 0, 40)?, measured(1_000, 1_000, 40)?);
    let resident = process::memory(served.pid())?.resident;
    bench.row(
        "a change → 5,000 streams (20 changes): median; p99",
        "p99 ≤ 250 ms",
        format!("{}; {}", ms(all.median()), ms(all.at(99))),
        Some(all.at(99) <= FAN_OUT),
    );
    let ratio = among.median().as_secs_f64() / alone.median().as_secs_f64();
    bench.row(
        "1,000 streams next to 1,000 that nobody reads, median",
        "< 1.2 ×",
        format!("{ratio:.2} × ({} to {})", ms(among.median()), ms(alone.median())),
        Some(ratio < 1.2),
    );
    bench.row("resident after that", "", megabytes(resident), None);
    Ok(())
}

/// From KiB.
fn megabytes(kibibytes: u64) -> String {
    format!("{:.1} MB", kibibytes as f64 / 1024.0)
}

/// The bench target, as long as its standard input is open.
struct Held {
    child: Child,
    lines: BufReader<ChildStdout>,
}

impl Held {
    fn start(bench: &Bench, with: &[OsString]) -> Outcome<Held> {
        let mut child = bench.command(with).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let lines = BufReader::new(child.stdout.take().ok_or("no output")?);
        Ok(Held { child, lines })
    }

    /// Waits for the line of this name.
    fn until(&mut self, name: &str) -> Outcome<()> {
        let mut line = String::new();
        self.lines.read_line(&mut line)?;
        let (came, _) = times::line(line.trim_end_matches('\n'))?;
        if came == name { Ok(()) } else { Err(format!("'{came}' came instead of '{name}'").into()) }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        // Both fail only if it has ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
