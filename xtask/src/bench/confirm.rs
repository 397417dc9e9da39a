//! A yes-or-no question: `asq confirm` next to the confirms of other toolkits in Rust.
//!
//! - Runs are interleaved, from exec to the first whole frame, at 80×24.
//! - An earlier build takes part, too, if it knows the command.
//! - The goal is a ratio to the fastest of the others, in the same run.

use super::contestants::{self, Built, Contestant};
use super::pty::Session;
use super::report::{Report, Row};
use super::sample::{Sample, ms};
use super::{Outcome, QUIET};
use std::ffi::OsString;
use std::path::Path;

/// The question of all of them: the peers have the same words.
const QUESTION: &str = "Deploy to production?";
const GOAL: f64 = 2.0;

pub(super) fn confirm(
    built: &Built,
    before: Option<&str>,
    home: &Path,
    runs: usize,
    report: &mut Report,
) -> Outcome<()> {
    // Copied, as when it is installed: how a file was written decides how many page faults it costs.
    let asq = |name: &'static str, program: &Path| -> Outcome<Contestant> {
        let copy = home.join(name);
        std::fs::copy(program, &copy)?;
        Ok(Contestant { name, command: vec![copy.into(), "confirm".into(), QUESTION.into()] })
    };
    let mut all = vec![asq("asq", &built.asq)?];
    if let Some(program) = before {
        all.push(asq("asq before", Path::new(program))?);
    }
    let ours = all.len();
    all.extend(contestants::rust_peers()?.into_iter().map(|mut peer| {
        peer.command.push(OsString::from("confirm"));
        peer
    }));
    let mut samples = vec![Sample::default(); all.len()];
    for _ in 0..runs {
        for (contestant, sample) in all.iter().zip(&mut samples) {
            let mut session = Session::start(&contestant.command(), home, (80, 24))?;
            sample.add(session.first_frame(QUESTION, QUIET)?.took);
        }
    }
    let own = &samples[0];
    let Some((peer, fastest)) =
        all.iter().zip(&samples).skip(ours).min_by_key(|(_, sample)| sample.minimum())
    else {
        return Ok(());
    };
    let ratio = own.minimum().as_secs_f64() / fastest.minimum().as_secs_f64();
    report.row(Row {
        what: format!(
            "asq confirm, exec → first whole frame, against the fastest other toolkit ({})",
            peer.name
        ),
        goal: format!("≤ {GOAL} ×"),
        measured: format!("{ratio:.2} × ({} to {})", ms(own.minimum()), ms(fastest.minimum())),
        met: Some(ratio <= GOAL),
    });
    if let Some(before) = samples[..ours].get(1) {
        let ratio = own.minimum().as_secs_f64() / before.minimum().as_secs_f64();
        report.row(Row {
            what: "the same, against the earlier build".to_owned(),
            goal: String::new(),
            measured: format!("{ratio:.2} × (median {} to {})", ms(own.median()), ms(before.median())),
            met: None,
        });
    }
    Ok(())
}
