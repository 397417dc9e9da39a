//! Asks and answers compared with the disk's own limit.
//!
//! - One asker, 64 in one process, 64 processes: the median of each round's ratio.
//! - `asq ask --no-wait` compared with a program that does nothing, and with one sync.
//! - The time from an answer to the waiting process, with and without a file to watch.
//! - On the disk as it is, and on one whose sync takes 3 ms longer, so that runs of different days can be compared.

use std::fs::File;
use std::io::Write as _;
use std::time::{Duration, Instant};

use super::times::{self, rate};
use super::{Bench, Disk, lists};
use crate::Outcome;
use crate::bench::sample::{Sample, ms};

/// What a goal allows for everything but syncs.
const ALLOWANCE: Duration = Duration::from_millis(3);
/// Enough answers for a 99th percentile.
const WAKES: &str = "400";

/// Rounds against a slow disk take ten times as long and vary less.
const SLOW_ROUNDS: usize = 12;

/// One asker, 64 in one process, 64 processes.
pub(super) fn limits(bench: &mut Bench, disk: Disk) -> Outcome<()> {
    let folder = bench.fresh("limits")?;
    let rounds = match disk {
        Disk::Own => bench.runs,
        Disk::Slow => bench.runs.min(SLOW_ROUNDS),
    };
    let lines = bench.own(disk, ["limits".as_ref(), folder.as_ref(), rounds.to_string().as_ref()])?;
    let on = disk.name();
    let rounds: Vec<&Vec<Duration>> =
        lines.iter().filter(|(name, _)| name == "round").map(|(_, it)| it).collect();
    // Take each round's ratio, then the median: a disturbance hits both sides of a ratio.
    let way = |at: usize| rounds.iter().map(|it| it[at]).collect::<Sample>().median();
    let ratio = |to: usize, of: usize| {
        let mut all: Vec<f64> = rounds.iter().map(|it| it[to].as_secs_f64() / it[of].as_secs_f64()).collect();
        all.sort_unstable_by(f64::total_cmp);
        all[all.len() / 2]
    };
    let syncs = times::of(&lines, "syncs");
    bench.row(
        &format!("{on}appending and syncing the bytes of one ask: median; p99"),
        "",
        format!("{}; {}", ms(syncs.median()), ms(syncs.at(99))),
        None,
    );
    for (what, goal, to, of) in [
        ("one asker in one process, against the disk's own limit", 0.75, 0, 1),
        ("64 writers in one process, against the disk's own limit", 8.0, 0, 2),
        ("64 processes, against one asker", 0.7, 1, 3),
    ] {
        let ratio = ratio(to, of);
        let measured = format!("{ratio:.2} × ({} to {})", rate(way(of)), rate(way(to)));
        bench.row(&format!("{on}{what}"), &format!("≥ {goal} ×"), measured, Some(ratio >= goal));
    }
    let waits = times::of(&lines, "waits");
    let most = syncs.mean() * 64 * 3;
    bench.row(
        &format!(
            "{on}the same, the longest of {} asks; told that the store is busy",
            times::grouped(waits.count() as u64)
        ),
        &format!("≤ 64 × 3 syncs ({}); nobody", ms(most)),
        // The bench target fails if an ask is refused.
        format!("{}; nobody", ms(waits.maximum())),
        Some(waits.maximum() <= most),
    );
    Ok(())
}

/// `asq ask --no-wait` from exec to exit.
pub(super) fn post(bench: &mut Bench) -> Outcome<()> {
    let home = bench.fresh("post")?;
    let mut disk = File::create(home.join("disk"))?;
    let (mut floor, mut asks, mut syncs) = (Sample::default(), Sample::default(), Sample::default());
    // The first one creates the store.
    for n in 0..=bench.runs {
        let begun = Instant::now();
        disk.write_all(&[b'x'; 1500])?;
        disk.sync_data()?;
        syncs.add(begun.elapsed());
        floor.add(lists::timed(&mut Bench::command(&bench.floor, &home), 0)?);
        let took = lists::timed(&mut lists::post(bench, &home, &format!("post {n}")), 6)?;
        if n > 0 {
            asks.add(took);
        }
    }
    let most = floor.median() + syncs.median() * 3 + ALLOWANCE;
    bench.row(
        "`asq ask --no-wait`, exec → exit: minimum; median",
        &format!("≤ exec floor + 3 syncs + 3 ms ({})", ms(most)),
        format!("{}; {} (floor {})", ms(asks.minimum()), ms(asks.median()), ms(floor.median())),
        Some(asks.median() <= most),
    );
    Ok(())
}

/// From an answer to the waiting process.
pub(super) fn wakes(bench: &mut Bench, disk: Disk) -> Outcome<()> {
    let folder = bench.fresh("wakes")?;
    let lines = bench.own(disk, ["wakes".as_ref(), folder.as_ref(), WAKES.as_ref()])?;
    let (took, syncs) = (times::of(&lines, "wakes"), times::of(&lines, "syncs"));
    let most = syncs.at(99) + ALLOWANCE;
    bench.row(
        &format!("{}answer → asker that waits in another process ({WAKES}): median; p99", disk.name()),
        &format!("p99 ≤ one sync's p99 + 3 ms ({})", ms(most)),
        format!("{}; {}", ms(took.median()), ms(took.at(99))),
        Some(took.at(99) <= most),
    );
    Ok(())
}

/// The same without a file to watch.
pub(super) fn unwatched(bench: &mut Bench) -> Outcome<()> {
    let folder = bench.fresh("deaf")?;
    let most = Duration::from_secs(2) + ALLOWANCE;
    match bench.own(Disk::Own, ["wakes-deaf".as_ref(), folder.as_ref(), "4".as_ref()]) {
        Ok(lines) => {
            let took = times::of(&lines, "deaf");
            bench.row(
                &format!(
                    "the same without hints, after ten quiet seconds ({}): median; longest",
                    took.count()
                ),
                "≤ 2 s + 3 ms",
                format!("{}; {}", ms(took.median()), ms(took.maximum())),
                Some(took.maximum() <= most),
            );
        }
        Err(fault) => bench.remarks.push(format!("Not measured: waiting without hints ({fault}).")),
    }
    Ok(())
}
