//! From the person back to the asker, and ten answers in a row.
//!
//! - A key in the inbox, and `asq answer`, until the asker's line is read.
//! - Ten choices come at ten keys a second where the next ones are in sight below the form. Where each comes into
//!   sight with the answer to the one before, its guard ignores keys at that pace, so a key waits for the guard.
//! - The store says how many choices are left after each key; a key that was ignored counts.

use std::io::{BufRead as _, BufReader};
use std::process::Child;
use std::time::{Duration, Instant};

use super::Bench;
use crate::Outcome;
use crate::bench::pty::Session;
use crate::bench::sample::{Sample, ms};

/// Longer than the guard against stray keys: after so much silence a key counts.
const QUIET: Duration = Duration::from_millis(400);
/// Fast fingers: ten keys a second.
const PACE: Duration = Duration::from_millis(100);
/// After so many keys, ten choices in a row have failed.
const MOST: usize = 60;
const AT_ONCE: &str = "[inbox]\nhold = 0\n";

pub(super) fn rows(bench: &mut Bench) -> Outcome<()> {
    key(bench)?;
    command(bench)?;
    ten(bench, (80, 24), "\r", QUIET)?;
    ten(bench, (120, 40), "1", PACE)
}

fn heard(asker: &mut Child, begun: Instant) -> Outcome<Duration> {
    let out = asker.stdout.take().ok_or("no pipe")?;
    let mut line = String::new();
    BufReader::new(out).read_line(&mut line)?;
    let took = begun.elapsed();
    asker.wait()?;
    if line.contains("answered") { Ok(took) } else { Err(format!("the asker got {line:?}").into()) }
}

/// Waits until so many requests are open.
fn posted(bench: &Bench, home: &std::path::Path, count: usize) -> Outcome<()> {
    let begun = Instant::now();
    while bench.open(home)? < count {
        if begun.elapsed() > Duration::from_mins(1) {
            return Err("the asker posts nothing".into());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    Ok(())
}

/// From a key in the inbox.
fn key(bench: &mut Bench) -> Outcome<()> {
    let home = bench.home("key", AT_ONCE)?;
    let mut inbox = bench.inbox(&home, (80, 24))?;
    inbox.first_frame("waits", QUIET)?;
    let mut took = Sample::default();
    for n in 0..bench.runs {
        let mut asker = bench.waits(&home, &format!("number-{n}-came"))?;
        posted(bench, &home, 1)?;
        inbox.watch(QUIET)?;
        if n == 0 {
            // An empty list has nothing to open; later the answered request still has the focus.
            inbox.keys("\r", QUIET)?;
        } else {
            inbox.keys(".", QUIET)?;
            inbox.keys("\r", QUIET)?;
        }
        let begun = Instant::now();
        inbox.types("1")?;
        took.add(heard(&mut asker, begun)?);
    }
    row(bench, "a key that answers → the line of the asker that waits", &took);
    Ok(())
}

/// From `asq answer`.
fn command(bench: &mut Bench) -> Outcome<()> {
    let home = bench.home("command", AT_ONCE)?;
    let mut took = Sample::default();
    for n in 0..bench.runs {
        let mut asker = bench.waits(&home, &format!("number-{n}-came"))?;
        posted(bench, &home, 1)?;
        let listed =
            bench.asq(&home).args(["list", "--json"]).stdout(std::process::Stdio::piped()).output()?;
        let listed: serde_json::Value = serde_json::from_slice(&listed.stdout)?;
        let id = listed["id"].as_str().ok_or("no id")?.to_owned();
        let begun = Instant::now();
        let mut answer = bench.apart(&home).args(["answer", &id, "--pick", "Left"]).spawn()?;
        took.add(heard(&mut asker, begun)?);
        answer.wait()?;
    }
    row(bench, "`asq answer` → the line of the asker that waits", &took);
    Ok(())
}

fn row(bench: &mut Bench, what: &str, took: &Sample) {
    bench.row(
        &format!("{what} ({}): median; p99", took.count()),
        "",
        format!("{}; {}", ms(took.median()), ms(took.at(99))),
        None,
    );
}

/// Ten single choices, a key each, until none is left.
fn ten(bench: &mut Bench, size: (u16, u16), first: &str, pace: Duration) -> Outcome<()> {
    let (mut keys, mut took) = (Vec::new(), Sample::default());
    for n in 0..bench.runs.min(10) {
        let home = bench.home("ten", AT_ONCE)?;
        for at in 0..10 {
            bench.post(&home, &format!("number-{n}-{at}-came"))?;
        }
        let mut inbox = bench.inbox(&home, size)?;
        inbox.first_frame("came", QUIET)?;
        let begun = Instant::now();
        let pressed = answered(bench, &home, &mut inbox, first, pace)?;
        took.add(begun.elapsed());
        keys.push(pressed);
    }
    keys.sort_unstable();
    let most = keys[keys.len() - 1];
    let fast = pace == PACE;
    bench.row(
        &format!(
            "ten single choices at {}×{}, a key every {} ms ({}): the most keys; time, median",
            size.0,
            size.1,
            pace.as_millis(),
            keys.len()
        ),
        if fast { "≤ 11; ≤ 1.2 s" } else { "≤ 11" },
        format!("{most}; {:.2} s", took.median().as_secs_f64()),
        Some(most <= 11 && (!fast || took.median() <= Duration::from_millis(1200))),
    );
    Ok(())
}

/// Presses keys at an even pace until nothing is open; returns how many.
fn answered(
    bench: &Bench,
    home: &std::path::Path,
    inbox: &mut Session,
    first: &str,
    pace: Duration,
) -> Outcome<usize> {
    let begun = Instant::now();
    for pressed in 0..MOST {
        inbox.types(if pressed == 0 { first } else { "1" })?;
        let next = pace * (pressed as u32 + 1);
        // What an inbox writes has to be read, or it stands still.
        inbox.watch(next.saturating_sub(begun.elapsed() + pace / 4))?;
        if bench.open(home)? == 0 {
            return Ok(pressed + 1);
        }
        inbox.watch(next.saturating_sub(begun.elapsed()))?;
    }
    Err(format!("{} of ten choices are left after {MOST} keys", bench.open(home)?).into())
}
