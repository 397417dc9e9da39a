//! `cargo xtask bench terminal`: how fast a form appears, how much it writes, and what it costs while it waits.
//!
//! - Runs are interleaved (A B C A B C …), so that a busy moment hits every contestant.
//! - The table has minima, medians and ratios of minima, with the machine's load.
//! - Goals are in the table; a missed goal is a row like the others.
//! - The table is printed and kept in docs/performance.md, with the machine described but not named.
//! - No test depends on these times: they are reported, never asserted.

mod confirm;
mod contestants;
pub(crate) mod hostile;
pub(crate) mod inbox;
pub(crate) mod mcp;
pub(crate) mod packaged;
pub(crate) mod page;
pub(crate) mod pi;
pub(crate) mod pick;
mod process;
pub(crate) mod pty;
mod report;
mod sample;
pub(crate) mod server;
pub(crate) mod store;

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStringExt as _;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use contestants::{Built, Contestant};
use pty::Session;
use report::{Report, Row};
use sample::{Sample, ms};

use crate::Outcome;

pub(crate) use process::machine;

/// The select's last option: a frame that shows it is complete except for its footer.
const LAST_OPTION: &str = "Plain files";
/// After this much silence a frame counts as complete.
const QUIET: Duration = Duration::from_millis(40);
const DOWN: &str = "\x1b[B";
/// For one focus move, at 100×30.
const MOST_BYTES: usize = 150;

/// Measures everything, `runs` times for each contestant; figures worth keeping need at least 50. `before`: an earlier
/// build of asq.
pub(crate) fn terminal(runs: usize, before: Option<&str>) -> Outcome<()> {
    let load = process::load()?;
    let built = contestants::build()?;
    let home = contestants::scratch()?;
    let mut report = Report::new(process::machine()?, runs);

    start(&built, before, &home, runs, &mut report)?;
    confirm::confirm(&built, before, &home, runs, &mut report)?;
    long_preview(&built, &home, runs, &mut report)?;
    open_form(&built, &home, &mut report)?;
    clock(&built, &home, &mut report)?;
    size(&built, &mut report)?;
    in_process(&built, &mut report)?;
    instructions(&built, &mut report)?;

    report.load(&load, &process::load()?);
    report.keep()
}

fn ask(built: &Built) -> Vec<OsString> {
    vec![built.asq.clone().into(), "ask".into(), contestants::select().into()]
}

/// From exec to the first complete frame, compared with the floor, an earlier build and other toolkits. Each build of
/// asq is copied, as when it is installed: how a file was written decides how many page faults it costs.
fn start(built: &Built, before: Option<&str>, home: &Path, runs: usize, report: &mut Report) -> Outcome<()> {
    let copied = |program: &Path, name: &'static str| -> Outcome<Contestant> {
        let copy = home.join(name);
        std::fs::copy(program, &copy)?;
        Ok(Contestant { name, command: vec![copy.into(), "ask".into(), contestants::select().into()] })
    };
    let asq = copied(&built.asq, "asq")?;
    let frame = Session::start(&asq.command(), home, (80, 24))?.first_frame(LAST_OPTION, QUIET)?.bytes;
    let floor =
        Contestant { name: "floor", command: vec![built.floor.clone().into(), OsString::from_vec(frame)] };
    let (peers, missing) = contestants::peers()?;
    for what in missing {
        report.remark(&format!("Not measured: {what}."));
    }

    let mut all = vec![floor, asq];
    if let Some(program) = before {
        all.push(copied(Path::new(program), "asq before")?);
    }
    let ours = all.len();
    all.extend(peers);
    let mut samples = vec![Sample::default(); all.len()];
    for _ in 0..runs {
        for (contestant, sample) in all.iter().zip(&mut samples) {
            let mut session = Session::start(&contestant.command(), home, (80, 24))?;
            sample.add(session.first_frame(LAST_OPTION, QUIET)?.took);
        }
    }
    report.starts(&all, &samples);

    let ([floor, asq, before @ ..], peers) = samples.split_at(ours) else { return Ok(()) };
    let above = asq.minimum().saturating_sub(floor.minimum());
    report.row(Row {
        what: "exec → first whole frame, above the floor".to_owned(),
        goal: "≤ 3 ms".to_owned(),
        measured: ms(above),
        met: Some(above <= Duration::from_millis(3)),
    });
    for before in before {
        let more = |asq: Duration, before: Duration| (asq.as_secs_f64() - before.as_secs_f64()) * 1e3;
        let (minimum, median) = (more(asq.minimum(), before.minimum()), more(asq.median(), before.median()));
        report.row(Row {
            what: "the same, more than the earlier build: minimum; median".to_owned(),
            goal: String::new(),
            measured: format!("{minimum:.2} ms; {median:.2} ms"),
            met: None,
        });
    }
    if let Some(fastest) = peers.iter().map(Sample::minimum).min() {
        let ratio = asq.minimum().as_secs_f64() / fastest.as_secs_f64();
        report.row(Row {
            what: "the same, against the fastest other toolkit".to_owned(),
            goal: "≤ 2 ×".to_owned(),
            measured: format!("{ratio:.2} ×"),
            met: Some(ratio <= 2.0),
        });
    }
    Ok(())
}

/// From exec to the first complete frame, with and without a preview of a megabyte.
fn long_preview(built: &Built, home: &Path, runs: usize, report: &mut Report) -> Outcome<()> {
    let mut commands = Vec::new();
    for (name, preview) in [("plain.json", None), ("long.json", Some(document()))] {
        let file = home.join(name);
        std::fs::write(&file, call(preview.as_deref()))?;
        commands.push([built.asq.clone().into_os_string(), "ask".into(), file.into()]);
    }
    let mut samples = vec![Sample::default(); commands.len()];
    for _ in 0..runs {
        for (command, sample) in commands.iter().zip(&mut samples) {
            let command: Vec<&OsStr> = command.iter().map(OsString::as_os_str).collect();
            let mut session = Session::start(&command, home, (80, 24))?;
            sample.add(session.first_frame(LAST_OPTION, QUIET)?.took);
        }
    }
    let [without, with] = [samples[0].minimum(), samples[1].minimum()];
    let ratio = with.as_secs_f64() / without.as_secs_f64();
    report.row(Row {
        what: "exec → first whole frame with a markdown preview of 1 MB, against the same without".to_owned(),
        goal: "≤ 1.25 ×".to_owned(),
        measured: format!("{ratio:.2} × ({} to {})", ms(with), ms(without)),
        met: Some(ratio <= 1.25),
    });
    Ok(())
}

/// A call of `ask_user_question` whose first option has this preview.
fn call(preview: Option<&str>) -> String {
    let preview = preview.map_or_else(String::new, |text| {
        format!(r#","preview":"{}""#, text.replace('\n', "\\n").replace('"', "\\\""))
    });
    format!(
        r#"{{"questions":[{{"question":"Where should it be kept?","header":"Storage","multiSelect":false,"options":[{{"label":"PostgreSQL","description":"Runs already"{preview}}},{{"label":"{LAST_OPTION}","description":"No server"}}]}}]}}"#
    )
}

/// A megabyte of markdown with a bit of every element.
fn document() -> String {
    let part = "## A part\n\nSome *words* about `it`, and **more** of them, to the end of the line.\n\n- one\n- two\n\n\
                | a | b |\n|---|---|\n| 1 | 2 |\n\n```rust\nlet it = \"so\";\n```\n\n";
    part.repeat(1_000_000 / part.len() + 1)
}

/// The output of a form with its clock on while nobody types.
fn clock(built: &Built, home: &Path, report: &mut Report) -> Outcome<()> {
    let file = home.join("clock.json");
    let call = r#"{"questions":[{"type":"select_one","question":"Which?","header":"Which","options":[{"label":"One"},{"label":"Plain files"}]}]}"#;
    std::fs::write(&file, format!(r#"{{"name":"AskUserQuestion","arguments":{call}}}"#))?;
    let command = [built.asq.as_os_str(), OsStr::new("ask"), file.as_os_str()];
    let mut session = Session::start(&command, home, (100, 30))?;
    session.first_frame(LAST_OPTION, QUIET)?;
    // The first second includes the helpers that the form starts.
    session.watch(Duration::from_millis(1500))?;
    let before = process::wake_ups(session.pid())?;
    let written = session.watch(Duration::from_secs(10))?.len();
    let wake_ups = process::wake_ups(session.pid())? - before;
    report.row(Row {
        what: "10 s with the clock on: bytes written a second; wake-ups".to_owned(),
        goal: "≤ 32; ≤ 11".to_owned(),
        measured: format!("{:.1}; {wake_ups}", written as f64 / 10.0),
        // A stopped clock must not count as success.
        met: Some(written > 0 && written <= 320 && wake_ups <= 11),
    });
    Ok(())
}

/// The size of the stripped program.
fn size(built: &Built, report: &mut Report) -> Outcome<()> {
    let bytes = std::fs::metadata(&built.asq)?.len();
    report.row(Row {
        what: "the stripped program".to_owned(),
        goal: "≤ 25 MB".to_owned(),
        measured: format!("{:.2} MB", bytes as f64 / 1e6),
        met: Some(bytes <= 25_000_000),
    });
    Ok(())
}

/// The output and the cost of an open form while nobody types.
fn open_form(built: &Built, home: &Path, report: &mut Report) -> Outcome<()> {
    let asq = Contestant { name: "asq", command: ask(built) };
    let mut session = Session::start(&asq.command(), home, (100, 30))?;
    session.first_frame(LAST_OPTION, QUIET)?;
    let mut moves = Vec::new();
    for _ in 0..12 {
        moves.push(session.keys(DOWN, QUIET)?.bytes.len());
    }
    moves.sort_unstable();
    let (median, most) = (moves[moves.len() / 2], moves[moves.len() - 1]);
    report.row(Row {
        what: "bytes of a focus move at 100×30 (the most of 12; median)".to_owned(),
        goal: format!("≤ {MOST_BYTES}"),
        measured: format!("{most}; {median}"),
        // A form that doesn't move writes nothing; that must not count as success.
        met: Some(moves[0] > 0 && most <= MOST_BYTES),
    });

    let before = process::wake_ups(session.pid())?;
    let written = session.watch(Duration::from_secs(10))?.len();
    let wake_ups = process::wake_ups(session.pid())? - before;
    report.row(Row {
        what: "10 s without a key: bytes written; wake-ups".to_owned(),
        goal: "0; 0".to_owned(),
        measured: format!("{written}; {wake_ups}"),
        met: Some(written == 0 && wake_ups == 0),
    });

    let memory = process::memory(session.pid())?;
    for (what, most, kib) in [("anonymous", 3, memory.anonymous), ("resident", 12, memory.resident)] {
        report.row(Row {
            what: format!("{what} memory of an open form"),
            goal: format!("≤ {most} MB"),
            measured: format!("{:.2} MB", kib as f64 * 1024.0 / 1e6),
            met: Some(kib * 1024 <= most * 1_000_000),
        });
    }
    Ok(())
}

/// The figures that cli's bench target `key_to_frame` measures in its own process.
fn in_process(built: &Built, report: &mut Report) -> Outcome<()> {
    let done = Command::new(&built.key_to_frame).arg("--bench").output()?;
    if !done.status.success() {
        return Err(format!("key_to_frame failed: {}", String::from_utf8_lossy(&done.stderr)).into());
    }
    for line in String::from_utf8(done.stdout)?.lines() {
        let row = match line.split('\t').collect::<Vec<_>>()[..] {
            ["key", case, keys, p50, p99] => key_row(case, keys, p50.parse()?, p99.parse()?),
            ["bytes", case, written, changed] => bytes_row(case, written.parse()?, changed.parse()?),
            _ => return Err(format!("key_to_frame says something else: {line}").into()),
        };
        report.row(row);
    }
    Ok(())
}

/// The instructions per key, independent of other programs: a long run minus a short one.
fn instructions(built: &Built, report: &mut Report) -> Outcome<()> {
    let (few, many) = (200, 600);
    let count = |keys: u64| -> Outcome<Option<u64>> {
        let run = Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
            .arg(&built.key_to_frame)
            .args(["count", &keys.to_string()])
            .output();
        let Ok(run) = run else { return Ok(None) };
        let said = String::from_utf8_lossy(&run.stderr);
        let counted = said.lines().find_map(|line| line.split_once("Collected : "));
        let (_, number) = counted.ok_or_else(|| format!("callgrind counts nothing: {said}"))?;
        Ok(Some(number.trim().parse()?))
    };
    let (Some(short), Some(long)) = (count(few)?, count(many)?) else {
        report.remark("Not measured: instructions, for valgrind is not installed.");
        return Ok(());
    };
    report.row(Row {
        what: "instructions of a key, four questions with 200-line previews".to_owned(),
        goal: String::new(),
        measured: format!("{} thousand", long.saturating_sub(short) / (many - few) / 1000),
        met: None,
    });
    Ok(())
}

fn key_row(case: &str, keys: &str, p50: u64, p99: u64) -> Row {
    Row {
        what: format!("key → frame, CPU, {case} ({keys} keys): p50; p99"),
        goal: "≤ 0.2 ms; ≤ 1 ms".to_owned(),
        measured: format!("{}; {}", ms(Duration::from_nanos(p50)), ms(Duration::from_nanos(p99))),
        met: Some(p50 <= 200_000 && p99 <= 1_000_000),
    }
}

fn bytes_row(case: &str, written: u64, changed: u64) -> Row {
    let ratio = written as f64 / changed.max(1) as f64;
    Row {
        what: format!("bytes written to bytes of the changed cells, {case}"),
        goal: "≤ 1.3 ×".to_owned(),
        measured: format!("{ratio:.2} × ({written} to {changed})"),
        met: Some(ratio <= 1.3),
    }
}
