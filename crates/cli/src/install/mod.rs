//! `asq install HARNESS` and `asq uninstall HARNESS` put asq's tools where an agent finds them, and remove them.
//!
//! - Shows what it will write before it writes; with --dry-run it does nothing else.
//! - On a terminal it writes nothing without a yes, which counts only after all of it was on the screen.
//! - Never overwrites or removes a file that asq did not write, or that somebody changed since. Then it changes nothing
//!   at all. In an agent's settings it changes its own entry alone.
//! - agents-md is a part of the page that agents read.
//! - Without an agent it lists the agents on this machine.

mod agent_version;
mod agents;
mod agents_md;
mod allow_rule;
mod client;
mod config_entry;
mod config_file;
mod conflicts;
mod doctor;
mod edited_file;
mod file;
mod install_records;
mod json_edit;
mod json_text;
mod line_diff;
mod mcp;
mod pi;
mod spot;
mod toml_entry;

use crate::args::{InstallArgs, InstallTarget, PlaceArgs, UninstallArgs};
use crate::env::Env;
use crate::error::{CommandError, ErrorClass, escaped};
use crate::exit::Exit;
use crate::grant::{self, GrantPage};
use crate::settings::person::OwnSettings;
use crate::{input, output};
pub(crate) use agents::here as agents_here;
pub(crate) use agents_md::{AgentsMdState, TEXT as AGENTS_MD, here as agents_md_here};
use asq_wire::Ended;
use client::McpClient;
pub(crate) use doctor::run as doctor;
use edited_file::may_go;
use file::Planned;
pub(crate) use file::{FilePlan, FirstLine};
pub(crate) use pi::dialects as pi_dialects;
pub(crate) use spot::InstallFolder;
use std::fmt::Write;

/// `asq install`.
pub(crate) fn install(args: &InstallArgs, env: &Env) -> Result<Exit, CommandError> {
    let Some(target) = args.harness else {
        agents::list(env)?;
        return Ok(Exit::DONE);
    };
    let InstallTarget::Agent(harness) = target else {
        return agents_md::install(args.file.as_deref(), &args.place, env);
    };
    agents_md::takes_the_file(args.file.as_deref())?;
    let args = &args.place;
    if let Some(client) = McpClient::of(harness) {
        return mcp::install(client, args, env);
    }
    let Some(Planned { plans, after }) = pi::install(args, env)? else {
        output::say("asq: nothing was installed");
        return Ok(Exit::Ended(Ended::Cancelled));
    };
    check(&plans)?;
    if !args.dry_run && !args.yes && !allowed(&plans)? {
        output::say("asq: nothing was installed");
        return Ok(Exit::Ended(Ended::Declined));
    }
    follow(&plans, args)?;
    if !args.dry_run {
        output::print(&after)?;
    }
    Ok(Exit::DONE)
}

/// Whether it may write. On a terminal the person decides, once all of it was on the screen. A caller without a
/// terminal decided by starting asq.
fn allowed(plans: &[(&'static str, FilePlan)]) -> Result<bool, CommandError> {
    let written: Vec<String> = plans
        .iter()
        .filter(|(_, plan)| plan.writes())
        // A relative path doesn't say where it will be.
        .map(|(_, plan)| std::path::absolute(plan.path()).unwrap_or_else(|_| plan.path()))
        .map(|path| path.to_string_lossy().into_owned())
        .collect();
    if written.is_empty() || !input::is_terminal() {
        return Ok(true);
    }
    let asq = std::env::current_exe().unwrap_or_default().to_string_lossy().into_owned();
    let page = GrantPage::default()
        .own("pi loads what is written here, and runs it with all that you may do:")
        .theirs(written.iter().map(String::as_str))
        .own("It starts this program when the agent asks you something, unless ASQ_BIN names another:")
        .theirs([asq.as_str()]);
    let mut person = OwnSettings::here("you are asked first")?;
    grant::ask(&mut person, &page, "Write it? To remove it later, type uninstall instead of install. [y/N]")
}

/// `asq uninstall`.
pub(crate) fn uninstall(args: &UninstallArgs, env: &Env) -> Result<Exit, CommandError> {
    let InstallTarget::Agent(harness) = args.harness else {
        return agents_md::uninstall(args.file.as_deref(), &args.place, env);
    };
    agents_md::takes_the_file(args.file.as_deref())?;
    if let Some(client) = McpClient::of(harness) {
        return mcp::uninstall(client, &args.place, env);
    }
    let args = &args.place;
    let Planned { plans, .. } = pi::uninstall(args, env)?;
    check(&plans)?;
    let gone: Vec<String> = plans
        .iter()
        .filter(|(_, plan)| plan.is_ours())
        .map(|(_, plan)| plan.path().to_string_lossy().into_owned())
        .collect();
    let asks = !(gone.is_empty() || args.dry_run || args.yes) && input::is_terminal();
    if asks && !may_go(gone.clone())? {
        output::say("asq: nothing was removed");
        return Ok(Exit::Ended(Ended::Declined));
    }
    follow(&plans, args)?;
    if !(gone.is_empty() || args.dry_run) {
        let files = if gone.len() == 1 { "file" } else { "files" };
        output::print(&format!(
            "Removed {} {files} of asq: pi offers what was in there no more.\n",
            gone.len()
        ))?;
    }
    Ok(Exit::DONE)
}

/// Refuses everything if one plan can't be followed, and shows the plans at fault.
fn check(plans: &[(&'static str, FilePlan)]) -> Result<(), CommandError> {
    let refused: Vec<String> = plans.iter().filter_map(|(_, plan)| plan.refused()).collect();
    let Some(first) = refused.first() else { return Ok(()) };
    show(plans.iter().filter(|(_, plan)| plan.refused().is_some()))?;
    let more = if refused.len() > 1 { " and others, see above" } else { "" };
    let others = plans.iter().filter(|(_, plan)| plan.refused().is_none());
    let others: Vec<String> = others.map(|(dialect, _)| format!("--dialect {dialect}")).collect();
    let failure = CommandError::new(ErrorClass::Usage, format!("nothing was changed: {first}{more}"))
        .hint("move that file away, or choose another place with --project, --global or --path");
    Err(if others.is_empty() {
        failure
    } else {
        failure.hint(format!("or leave it out: {}", others.join(" ")))
    })
}

/// Shows all plans, then carries them out.
fn follow(plans: &[(&'static str, FilePlan)], args: &PlaceArgs) -> Result<(), CommandError> {
    show(plans.iter())?;
    if !args.dry_run {
        for (_, plan) in plans {
            plan.follow()?;
        }
    }
    Ok(())
}

fn show<'a>(plans: impl Iterator<Item = &'a (&'static str, FilePlan)>) -> Result<(), CommandError> {
    let mut text = String::new();
    for (_, plan) in plans {
        let _ = writeln!(text, "{}", escaped(&plan.to_string()));
    }
    output::print(&text)
}
