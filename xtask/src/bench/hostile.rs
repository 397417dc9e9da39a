//! `cargo xtask bench hostile`: the cost of inputs that stay within the limits but aim to be expensive.
//!
//! - It counts instructions (valgrind's callgrind), which other programs on the machine don't affect: the same run gives
//!   the same number.
//! - A first frame is a run with the form minus one that does nothing; a key is a run with it minus one without it.
//! - `asq embed` opens the forms, so the terminal's own speed doesn't count. callgrind can't run the inbox; that part
//!   is measured in time.
//! - The rows are a section of docs/performance.md; a missed goal is a row like the others.

mod ask;
mod cases;
mod files;
mod inbox;

use super::{contestants, process, report};
use crate::Outcome;
use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The heading of the section.
pub(crate) const HEADING: &str = "## Hostile inputs";

/// In millions: 100 ms and 50 ms on a core that runs five instructions per nanosecond.
const FRAME: u64 = 500;
const KEY: u64 = 250;

/// A call and the steps that follow; only the last step counts.
struct Case {
    what: String,
    tool: &'static str,
    arguments: String,
    steps: Vec<Step>,
}

#[derive(Clone)]
enum Step {
    /// Keys or a paste, written as in a JSON string.
    Keys(String),
    Size(u16, u16),
}

/// A cost and its limit.
struct Row {
    what: String,
    goal: u64,
    measured: u64,
    unit: &'static str,
}

const MILLIONS: &str = "M";

impl Row {
    fn frame(what: impl Into<String>, with: u64, without: u64) -> Row {
        Row {
            what: what.into(),
            goal: FRAME,
            measured: with.saturating_sub(without) / 1_000_000,
            unit: MILLIONS,
        }
    }

    fn key(what: impl Into<String>, with: u64, without: u64) -> Row {
        Row {
            what: what.into(),
            goal: KEY,
            measured: with.saturating_sub(without) / 1_000_000,
            unit: MILLIONS,
        }
    }
}

impl Row {
    /// In milliseconds, if instructions can't be counted.
    fn time(what: String, goal: u64, measured: u128) -> Row {
        Row { what, goal, measured: u64::try_from(measured).unwrap_or(u64::MAX), unit: "ms" }
    }
}

/// The program and its home.
struct Bench {
    asq: PathBuf,
    home: PathBuf,
}

/// Measures everything, with this program or with one that it builds first.
pub(crate) fn run(program: Option<&str>) -> Outcome<()> {
    let asq = program.map_or_else(contestants::asq, |path| Ok(std::fs::canonicalize(path)?))?;
    let home = contestants::scratch()?.join("hostile");
    let _ = std::fs::remove_dir_all(&home);
    std::fs::create_dir_all(&home)?;
    let bench = Bench { asq, home };
    let mut rows = forms(&bench)?;
    rows.extend(files::rows(&bench)?);
    rows.extend(ask::rows(&bench)?);
    rows.extend(inbox::rows(&bench)?);
    report::keep_section(HEADING, &section(&process::machine()?, &rows))
}

fn forms(bench: &Bench) -> Outcome<Vec<Row>> {
    let mut rows = Vec::new();
    let idle = bench.count(&["embed"], "")?;
    for Case { what, tool, arguments, steps } in cases::forms() {
        let open = open_line(tool, &arguments);
        let lines = |steps: &[Step]| {
            std::iter::once(open.clone())
                .chain(steps.iter().map(Step::line))
                .fold(String::new(), |all, l| all + &l + "\n")
        };
        let frame = bench.count(&["embed"], &lines(&[]))?;
        let row = Row::frame(format!("{what}: first frame"), frame, idle);
        crate::say(&format!("{}: {} M\n", row.what, row.measured));
        rows.push(row);
        if let Some((last, before)) = steps.split_last() {
            let without = if before.is_empty() { frame } else { bench.count(&["embed"], &lines(before))? };
            let row = Row::key(
                format!("{what}: {}", last.name()),
                bench.count(&["embed"], &lines(&steps))?,
                without,
            );
            crate::say(&format!("{}: {} M\n", row.what, row.measured));
            rows.push(row);
        }
    }
    Ok(rows)
}

/// The line that opens a form of this call in `asq embed`.
fn open_line(tool: &str, arguments: &str) -> String {
    format!(
        r#"{{"type":"open","v":1,"id":"1","surface":"form","unicode":true,"width":80,"height":24,"call":{{"name":"{tool}","arguments":{arguments}}}}}"#
    )
}

impl Step {
    fn line(&self) -> String {
        match self {
            Step::Keys(keys) => format!(r#"{{"type":"input","id":"1","data":"{keys}"}}"#),
            Step::Size(width, height) => {
                format!(r#"{{"type":"resize","id":"1","width":{width},"height":{height}}}"#)
            }
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Step::Keys(keys) if keys.contains("[200~") => "the paste",
            Step::Keys(_) => "key",
            Step::Size(..) => "another size",
        }
    }
}

fn section(machine: &str, rows: &[Row]) -> String {
    let mut text = format!(
        "{HEADING}\n\n`cargo xtask bench hostile` writes this section with each run: the cost of inputs within the limits, in \
         millions of instructions, for the first frame and for a key. The goals stand for 100 ms and 50 ms on a \
         core that runs five instructions per nanosecond; the machine below runs ten to fourteen. Inputs without \
         a row exceed a limit, or cost less than their neighbours. `asq embed` reads a call twice, once within \
         its line; `asq ask` reads it once.\n\n- Machine: {machine}\n\n| input | goal | measured | |\n|---|---|---|---|\n"
    );
    for Row { what, goal, measured, unit } in rows {
        let met = if measured <= goal { "met" } else { "**missed**" };
        // Writing to a string can't fail.
        let _ = writeln!(text, "| {what} | ≤ {goal} {unit} | {measured} {unit} | {met} |");
    }
    text
}

impl Bench {
    fn log(&self) -> PathBuf {
        self.home.with_extension("log")
    }

    fn counted(&self) -> Vec<OsString> {
        let log = format!("--log-file={}", self.log().display());
        let words = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", &log].map(Into::into);
        words.into_iter().chain([self.asq.clone().into()]).collect()
    }

    /// The instructions of the run that ended.
    fn collected(&self) -> Outcome<u64> {
        let said = std::fs::read_to_string(self.log())?;
        let counted = said.lines().find_map(|line| line.split_once("Collected : "));
        let (_, number) = counted.ok_or_else(|| format!("callgrind counts nothing: {said}"))?;
        Ok(number.trim().parse()?)
    }

    /// The folder of saved drafts.
    fn drafts(&self) -> PathBuf {
        self.home.join(".local/state/asq/drafts")
    }

    /// The number of instructions of a run.
    fn count(&self, arguments: &[&str], input: &str) -> Outcome<u64> {
        let command = self.counted();
        let command: Vec<&OsStr> = command.iter().map(OsString::as_os_str).collect();
        self.run(&command, arguments, input)?;
        // A saved draft would come back in the next run.
        let _ = std::fs::remove_dir_all(self.drafts());
        self.collected()
    }

    /// Runs this command with asq's arguments, to its end.
    fn run(&self, command: &[&OsStr], arguments: &[&str], input: &str) -> Outcome<()> {
        let mut run = Command::new(command[0])
            .args(&command[1..])
            .args(arguments)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", &self.home)
            .env("LANG", "C.UTF-8")
            .current_dir(&self.home)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|fault| {
                format!("valgrind does not start ({fault}): scripts/setup --bench installs it")
            })?;
        if let Some(mut to) = run.stdin.take() {
            to.write_all(input.as_bytes())?;
        }
        run.wait()?;
        Ok(())
    }
}
