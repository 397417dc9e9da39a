//! The tables of a bench: printed, and kept in docs/performance.md.
//!
//! - Each goal is a row with its measurement, met or missed.
//! - Times from exec to the first frame are compared with other programs, as ratios to asq.
//! - Missing measurements are listed below the tables.

use std::fmt::Write as _;

use super::contestants::Contestant;
use super::sample::{Sample, ms};
use crate::Outcome;
use crate::section::with_section;
use crate::tree::top;

const FILE: &str = "docs/performance.md";
/// The head of a table of starts.
pub(crate) const STARTS: &str =
    "| program | minimum | median | minimum to asq's | median to asq's | runs |\n|---|---|---|---|---|---|";

/// One goal and its measurement.
pub(crate) struct Row {
    pub(crate) what: String,
    pub(crate) goal: String,
    pub(crate) measured: String,
    /// `None`: a figure without a goal, for comparison with the next run.
    pub(crate) met: Option<bool>,
}

impl Row {
    pub(crate) fn line(&self) -> String {
        let met = match self.met {
            Some(true) => "met",
            Some(false) => "**missed**",
            None => "",
        };
        format!("| {} | {} | {} | {met} |", self.what, self.goal, self.measured)
    }
}

pub(crate) struct Report {
    machine: String,
    runs: usize,
    load: String,
    starts: Vec<String>,
    rows: Vec<Row>,
    remarks: Vec<String>,
}

impl Report {
    pub(crate) fn new(machine: String, runs: usize) -> Report {
        let (starts, rows, remarks) = (Vec::new(), Vec::new(), Vec::new());
        Report { machine, runs, load: String::new(), starts, rows, remarks }
    }

    pub(crate) fn row(&mut self, row: Row) {
        self.rows.push(row);
    }

    pub(crate) fn remark(&mut self, remark: &str) {
        self.remarks.push(remark.to_owned());
    }

    pub(crate) fn load(&mut self, before: &str, after: &str) {
        self.load = format!("{before} before, {after} after");
    }

    /// The ratios relate to the contestant called asq.
    pub(crate) fn starts(&mut self, all: &[Contestant], samples: &[Sample]) {
        self.starts = Report::start_rows(all, samples);
    }

    pub(crate) fn start_rows(all: &[Contestant], samples: &[Sample]) -> Vec<String> {
        let pairs = || all.iter().zip(samples);
        let Some((_, asq)) = pairs().find(|(contestant, _)| contestant.name == "asq") else {
            return Vec::new();
        };
        let ratio =
            |time: std::time::Duration, to: std::time::Duration| time.as_secs_f64() / to.as_secs_f64();
        pairs()
            .map(|(contestant, sample)| {
                format!(
                    "| {} | {} | {} | {:.2} | {:.2} | {} |",
                    contestant.name,
                    ms(sample.minimum()),
                    ms(sample.median()),
                    ratio(sample.minimum(), asq.minimum()),
                    ratio(sample.median(), asq.median()),
                    sample.count(),
                )
            })
            .collect()
    }

    fn markdown(&self) -> String {
        let rows = self.rows.iter().map(Row::line);
        let mut lines = vec![
            "# Performance".to_owned(),
            String::new(),
            "`cargo xtask bench terminal` writes this page with each run; a missed goal stays in the table. Times \
             depend on the machine and its other work: compare the columns of one run, not two runs."
                .to_owned(),
            String::new(),
            format!("- Machine: {}", self.machine),
            format!("- Load of the last minute: {}", self.load),
            format!("- Interleaved runs of each program: {}", self.runs),
            String::new(),
            "## Goals".to_owned(),
            String::new(),
            "| what | goal | measured | |".to_owned(),
            "|---|---|---|---|".to_owned(),
        ];
        lines.extend(rows);
        lines.extend([
            String::new(),
            "## From exec to the first whole frame".to_owned(),
            String::new(),
            "The same select with five options at 80×24. The floor enters raw mode, writes the bytes of asq's own \
             first frame and leaves."
                .to_owned(),
            String::new(),
            STARTS.to_owned(),
        ]);
        lines.extend(self.starts.iter().cloned());
        lines.extend(self.remarks.iter().flat_map(|remark| [String::new(), remark.clone()]));
        lines.join("\n") + "\n"
    }

    /// Prints the report and keeps it; the sections of other benches stay.
    pub(crate) fn keep(&self) -> Outcome<()> {
        let text = self.markdown();
        crate::say(&text);
        let file = top().join(FILE);
        let old = std::fs::read_to_string(&file).unwrap_or_default();
        std::fs::write(file, with_theirs(&text, &old))?;
        Ok(())
    }
}

/// The text plus the old sections that it doesn't replace: other benches' and handwritten ones.
fn with_theirs(text: &str, old: &str) -> String {
    let has =
        |section: &str| text.contains(&format!("\n## {}\n", section.lines().next().unwrap_or_default()));
    let theirs = old.split("\n## ").skip(1).filter(|section| !has(section));
    theirs.fold(text.to_owned(), |text, section| format!("{text}\n## {}\n", section.trim_end()))
}

/// Prints one section, and replaces the section with the same heading or appends it.
pub(crate) fn keep_section(heading: &str, text: &str) -> Outcome<()> {
    crate::say(text);
    let file = top().join(FILE);
    let old = std::fs::read_to_string(&file).unwrap_or_default();
    std::fs::write(file, with_section(&old, heading, text))?;
    Ok(())
}

/// The rows of a program that prints each as a line, with tabs between its cells.
pub(crate) fn rows_of(printed: &str) -> Outcome<String> {
    let mut rows = String::new();
    for line in printed.lines() {
        let [what, goal, measured, met] = line.split('\t').collect::<Vec<_>>()[..] else {
            return Err(format!("not a row of four cells: {line}").into());
        };
        let met = if met == "missed" { "**missed**" } else { met };
        writeln!(rows, "| {what} | {goal} | {measured} | {met} |")?;
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;
    use std::time::Duration;

    #[test]
    fn what_other_benches_wrote_stays() {
        let old =
            "# P\n\n## Goals\n\nold\n\n## Inside pi\n\nits\n\n## The store\n\nits\n\n## By hand\n\nours\n";
        let new = with_theirs("# P\n\n## Goals\n\nnew\n", old);
        assert_eq!(
            new,
            "# P\n\n## Goals\n\nnew\n\n## Inside pi\n\nits\n\n## The store\n\nits\n\n## By hand\n\nours\n"
        );
        assert_eq!(with_theirs("# P\n", ""), "# P\n");
    }

    #[test]
    fn a_report_keeps_its_misses() {
        let mut report = Report::new("a processor, 2 cores".to_owned(), 1);
        let row = |met: Option<bool>, measured: &str| Row {
            what: "x".into(),
            goal: "≤ 2".into(),
            measured: measured.into(),
            met,
        };
        report.row(row(Some(true), "1"));
        report.row(row(Some(false), "3"));
        report.row(row(None, "4"));
        report.load("0.10", "0.20");
        report.remark("Not measured: node.");
        let mut samples = vec![Sample::default(); 2];
        samples[0].add(Duration::from_millis(1));
        samples[1].add(Duration::from_millis(2));
        let name = |name| Contestant { name, command: Vec::new() };
        report.starts(&[name("floor"), name("asq")], &samples);
        expect![[r#"
            # Performance

            `cargo xtask bench terminal` writes this page with each run; a missed goal stays in the table. Times depend on the machine and its other work: compare the columns of one run, not two runs.

            - Machine: a processor, 2 cores
            - Load of the last minute: 0.10 before, 0.20 after
            - Interleaved runs of each program: 1

            ## Goals

            | what | goal | measured | |
            |---|---|---|---|
            | x | ≤ 2 | 1 | met |
            | x | ≤ 2 | 3 | **missed** |
            | x | ≤ 2 | 4 |  |

            ## From exec to the first whole frame

            The same select with five options at 80×24. The floor enters raw mode, writes the bytes of asq's own first frame and leaves.

            | program | minimum | median | minimum to asq's | median to asq's | runs |
            |---|---|---|---|---|---|
            | floor | 1.00 ms | 1.00 ms | 0.50 | 0.50 | 1 |
            | asq | 2.00 ms | 2.00 ms | 1.00 | 1.00 | 1 |

            Not measured: node.
        "#]].assert_eq(&report.markdown());
    }
}
