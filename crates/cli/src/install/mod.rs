//! `asq install HARNESS` and `asq uninstall HARNESS`: asq's tools where an agent finds them.
//!
//! - What will be written is shown before it is; with --dry-run nothing else happens.
//! - A file that asq did not write, or that was changed since, is never written over and never removed; then nothing is.
//! - Files are written whole or not at all.
//! - A second install of the same changes nothing.

mod conflicts;
mod file;
mod pi;

use crate::args::{Harness, InstallArgs};
use crate::env::Env;
use crate::error::{Failure, Kind, escaped};
use crate::exit::Exit;
use crate::output;
use asq_wire::Ended;
use file::{Plan, Planned};
use std::fmt::Write;

/// `asq install`.
pub(crate) fn install(args: &InstallArgs, env: &Env) -> Result<Exit, Failure> {
    let planned = match args.harness {
        Harness::Pi => pi::install(args, env)?,
    };
    let Some(Planned { plans, after }) = planned else {
        output::say("asq: nothing was installed");
        return Ok(Exit::Ended(Ended::Cancelled));
    };
    follow(&plans, args)?;
    if !args.dry_run {
        output::print(&after)?;
    }
    Ok(Exit::DONE)
}

/// `asq uninstall`.
pub(crate) fn uninstall(args: &InstallArgs, env: &Env) -> Result<Exit, Failure> {
    let Planned { plans, .. } = match args.harness {
        Harness::Pi => pi::uninstall(args, env)?,
    };
    follow(&plans, args)?;
    Ok(Exit::DONE)
}

/// Shows all plans, refuses if one is refused, then follows them.
fn follow(plans: &[(&'static str, Plan)], args: &InstallArgs) -> Result<(), Failure> {
    let refused: Vec<String> = plans.iter().filter_map(|(_, plan)| plan.refused()).collect();
    let shown = plans.iter().filter(|(_, plan)| refused.is_empty() || plan.refused().is_some());
    let mut text = String::new();
    for (_, plan) in shown {
        let _ = writeln!(text, "{}", escaped(&plan.to_string()));
    }
    output::print(&text)?;
    if let Some(first) = refused.first() {
        let more = if refused.len() > 1 { " and others, see above" } else { "" };
        let others = plans.iter().filter(|(_, plan)| plan.refused().is_none());
        let others: Vec<String> = others.map(|(dialect, _)| format!("--dialect {dialect}")).collect();
        let failure = Failure::new(Kind::Usage, format!("nothing was changed: {first}{more}"))
            .hint("move that file away, or choose another place with --project, --global or --path");
        return Err(if others.is_empty() {
            failure
        } else {
            failure.hint(format!("or leave it out: {}", others.join(" ")))
        });
    }
    if !args.dry_run {
        for (_, plan) in plans {
            plan.follow()?;
        }
    }
    Ok(())
}
