//! `asq install HARNESS` and `asq uninstall HARNESS`: asq's tools where an agent finds them.
//!
//! - What will be written is shown before it is; with --dry-run nothing else happens.
//! - A file that asq did not write, or that was changed since, is never written over and never removed.
//! - Files are written whole or not at all.
//! - A second install of the same changes nothing.

mod file;
mod pi;

use crate::args::{Harness, InstallArgs};
use crate::env::Env;
use crate::error::{Failure, Kind, escaped};
use crate::exit::Exit;
use crate::output;
use file::{Plan, Planned};
use std::fmt::Write;

/// `asq install`.
pub(crate) fn install(args: &InstallArgs, env: &Env) -> Result<Exit, Failure> {
    let Planned { plans, after } = match args.harness {
        Harness::Pi => pi::install(args, env)?,
    };
    follow(&plans, args.dry_run)?;
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
    follow(&plans, args.dry_run)?;
    Ok(Exit::DONE)
}

/// Shows all plans, refuses if one is refused, then follows them.
fn follow(plans: &[Plan], dry_run: bool) -> Result<(), Failure> {
    let mut text = String::new();
    for plan in plans {
        let _ = writeln!(text, "{}", escaped(&plan.to_string()));
    }
    output::print(&text)?;
    let refused: Vec<String> = plans.iter().filter_map(Plan::refused).collect();
    if let Some(first) = refused.first() {
        let more = if refused.len() > 1 { " and others, see above" } else { "" };
        return Err(Failure::new(Kind::Usage, format!("nothing was changed: {first}{more}"))
            .hint("move that file away, or choose another place with --project, --global or --path"));
    }
    if !dry_run {
        for plan in plans {
            plan.follow()?;
        }
    }
    Ok(())
}
