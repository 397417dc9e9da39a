//! `cargo xtask bench dist`: what the start of the packages' program costs, next to a release of this machine.
//!
//! - The packages' program is linked with musl; a release as `cargo build --release` makes it is linked with glibc.
//! - Both show the same select in turns, from exec to the first whole frame.
//! - The rows are a section of docs/performance.md; other benches leave it alone.

use std::path::{Path, PathBuf};

use super::contestants::{self, Contestant};
use super::pty::Session;
use super::report::{self, Report};
use super::sample::Sample;
use super::{LAST_OPTION, QUIET, process};
use crate::{Outcome, dist};

const HEADING: &str = "## The program of the packages";

/// Figures worth keeping need at least 50 `runs` of each. `release`: one that is already built.
pub(crate) fn run(runs: usize, release: Option<&str>) -> Outcome<()> {
    let asq = release.map_or_else(contestants::asq_of_cargo, |it| Ok(PathBuf::from(it)))?;
    let packaged = dist::program()?;
    let home = contestants::scratch()?;
    let before = process::load()?;
    let copied = |program: &Path, name: &'static str| -> Outcome<Contestant> {
        let copy = home.join(name.replace(' ', "-"));
        std::fs::copy(program, &copy)?;
        Ok(Contestant { name, command: vec![copy.into(), "ask".into(), contestants::select().into()] })
    };
    let (asq, packaged) = (copied(&asq, "asq")?, copied(&packaged, "asq of the packages")?);

    let all = [asq, packaged];
    let mut samples = vec![Sample::default(); all.len()];
    for _ in 0..runs {
        for (contestant, sample) in all.iter().zip(&mut samples) {
            let mut session = Session::start(&contestant.command(), &home, (80, 24))?;
            sample.add(session.first_frame(LAST_OPTION, QUIET)?.took);
        }
    }
    let text = format!(
        "{HEADING}\n\n\
         `cargo xtask bench dist` writes this section with each run: the program that `cargo xtask dist` packs, and a \
         release as `cargo build --release` makes it here, without link-time optimisation between crates and \
         statically with glibc. The select is that of the table above. The other benchmarks run the packages' \
         program; those of the page and of pi need a release that is built for tests, with glibc.\n\n\
         - Machine: {}\n- Load of the last minute: {before} before, {} after\n- Interleaved runs of each: {runs}\n\n\
         {}\n{}\n",
        process::machine()?,
        process::load()?,
        report::STARTS,
        Report::start_rows(&all, &samples).join("\n"),
    );
    report::keep_section(HEADING, &text)
}
