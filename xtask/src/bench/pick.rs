//! `cargo xtask bench pick`: a list of 100,000 labels from a pipe, next to fzf in the same run.
//!
//! - From exec to the first label on the screen, and until all labels are counted.
//! - Each letter of four queries, from the key to the last byte of its frame.
//! - Resident memory once everything was read and searched.
//! - The rows are a section of docs/performance.md; a missed goal is a row like the others.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::contestants;
use super::process;
use super::pty::Session;
use super::report::{self, Row};
use super::sample::{Sample, ms};
use crate::Outcome;

/// The heading of the section.
pub(crate) const HEADING: &str = "## Picking one of 100,000";

const LABELS: usize = 100_000;
const FIRST: &str = "src/module-00000/";
const COUNTED: &str = "100000/100000";
/// After this much silence a frame counts as complete.
const QUIET: Duration = Duration::from_millis(40);
const QUERIES: [&str; 4] = ["mod77", "testrs", "src 99", "zzz"];
const SIZE: (u16, u16) = (80, 24);

/// A program and what was measured of it.
struct Finder {
    name: &'static str,
    command: Vec<OsString>,
    first: Sample,
    counted: Sample,
    letters: Sample,
    resident: u64,
}

/// Measures both, `runs` times each, in turns.
pub(crate) fn run(runs: usize) -> Outcome<()> {
    let folder = contestants::target().join("bench-pick");
    std::fs::create_dir_all(&folder)?;
    let labels = folder.join("labels");
    std::fs::write(&labels, all_labels())?;
    let version = fzf()?;
    let asq = folder.join("asq");
    std::fs::copy(contestants::asq()?, &asq)?;
    let piped = |command: &str, program: &Path| -> Vec<OsString> {
        let text = format!("exec \"$0\" {command} <\"$1\"");
        vec!["sh".into(), "-c".into(), text.into(), program.into(), labels.clone().into()]
    };
    let mut all = [
        Finder::new("asq pick", piped("pick 'Which file?' - --fullscreen", &asq)),
        Finder::new("fzf", piped("", Path::new("fzf"))),
    ];
    let before = process::load()?;
    for _ in 0..runs {
        for finder in &mut all {
            finder.measure(&folder)?;
        }
    }
    let load = format!("{before} before, {} after", process::load()?);
    let [asq, fzf] = &all;
    let text = section(&process::machine()?, &load, &version, runs, asq, fzf);
    report::keep_section(HEADING, &text)
}

/// Paths as a large repository has them.
fn all_labels() -> String {
    let mut text = String::new();
    for n in 0..LABELS {
        let kind = ["test", "main", "lib", "page"][n % 4];
        let end = ["rs", "md", "toml"][n % 3];
        let _ = writeln!(text, "src/module-{n:05}/{kind}_{}.{end}", n * 7919 % 1000);
    }
    text
}

/// The version of the fzf on this machine.
fn fzf() -> Outcome<String> {
    let done = Command::new("fzf").arg("--version").stderr(Stdio::inherit()).output();
    let done = done.map_err(|why| format!("fzf has to be installed for this: {why}"))?;
    Ok(String::from_utf8(done.stdout)?.trim().to_owned())
}

impl Finder {
    fn new(name: &'static str, command: Vec<OsString>) -> Finder {
        let (first, counted, letters) = (Sample::default(), Sample::default(), Sample::default());
        Finder { name, command, first, counted, letters, resident: 0 }
    }

    fn measure(&mut self, home: &Path) -> Outcome<()> {
        let command: Vec<_> = self.command.iter().map(OsString::as_os_str).collect();
        let begun = Instant::now();
        let mut session = Session::start(&command, home, SIZE)?;
        let ready = session.started().duration_since(begun);
        let [first, counted] = session.shows(begun, [FIRST.as_bytes(), COUNTED.as_bytes()])?;
        self.first.add(first.saturating_sub(ready));
        self.counted.add(counted.saturating_sub(ready));
        session.watch(Duration::from_millis(300))?;
        for query in QUERIES {
            for letter in query.chars() {
                self.letters.add(session.keys(&letter.to_string(), QUIET)?.took);
            }
            // Ctrl+U clears what is typed, in both.
            session.keys("\u{15}", QUIET)?;
        }
        self.resident = self.resident.max(process::memory(session.pid())?.resident);
        Ok(())
    }
}

fn section(machine: &str, load: &str, version: &str, runs: usize, asq: &Finder, fzf: &Finder) -> String {
    let within = |what: &str, goal: f64, ours: Duration, theirs: Duration| {
        let ratio = ours.as_secs_f64() / theirs.as_secs_f64();
        Row {
            what: what.to_owned(),
            goal: format!("≤ {goal} × {}", fzf.name),
            measured: format!("{}; {}: {}; {ratio:.2} ×", ms(ours), fzf.name, ms(theirs)),
            met: Some(ratio <= goal),
        }
    };
    let megabytes = |kib: u64| kib as f64 * 1024.0 / 1e6;
    let letters = format!("a typed letter ({}): median", asq.letters.count());
    let rows = [
        within("exec → the first label: median", 1.25, asq.first.median(), fzf.first.median()),
        within("exec → all labels counted: median", 1.25, asq.counted.median(), fzf.counted.median()),
        within(&letters, 1.25, asq.letters.median(), fzf.letters.median()),
        within("the same: p99", 1.25, asq.letters.at(99), fzf.letters.at(99)),
        Row {
            what: "resident memory afterwards, the most".to_owned(),
            goal: format!("≤ {}", fzf.name),
            measured: format!(
                "{:.1} MB; {}: {:.1} MB",
                megabytes(asq.resident),
                fzf.name,
                megabytes(fzf.resident)
            ),
            met: Some(asq.resident <= fzf.resident),
        },
    ];
    let mut lines = vec![
        format!(
            "{HEADING}\n\n`cargo xtask bench pick`: {LABELS} labels through a pipe, 80×24, full screen, next to fzf {version}."
        ),
        String::new(),
        format!("- Machine: {machine}"),
        format!("- Load of the last minute: {load}"),
        format!("- Interleaved runs of each program: {runs}"),
        String::new(),
        "| what | goal | measured | |".to_owned(),
        "|---|---|---|---|".to_owned(),
    ];
    lines.extend(rows.iter().map(Row::line));
    lines.join("\n")
}
