//! The commands that work on the store, where questions wait.
//!
//! - Looking creates nothing: without a store, no request is open or closed.
//! - The beginning of an id names a request.
//! - Records who answers: the user, or the name given with --as.

mod answers;
mod answers_file;
mod closing;
mod doctor;
mod history;
mod list;
mod log;
#[cfg(test)]
#[path = "../../tests/unit/store/pictures/mod.rs"]
mod pictures;
mod prune;
mod show;
mod steps;
mod surroundings;
pub(crate) mod table;
mod wait;

use crate::args::InstallTarget;
use crate::args::store::{self as args, LogArgs, LogCommand};
use crate::env::Env;
use crate::error::{CommandError, ErrorClass};
use crate::exit::Exit;
use crate::session::{Acts, OpenBackend, TICKET, ThisProcess, ids, open, place};
use std::sync::Arc;
use surroundings::DoctorSection;

/// `asq list`.
pub(crate) fn list(args: &args::ListArgs, env: &Env) -> Result<Exit, CommandError> {
    list::run(args, OpenBackend::existing(env, ThisProcess::looks(env))?.as_ref(), env).map(|()| Exit::DONE)
}

/// `asq show`.
pub(crate) fn show(args: &args::OneArgs, env: &Env) -> Result<Exit, CommandError> {
    let opened = there(env, &args.id, ThisProcess::looks(env))?;
    show::run(ids::find(&*opened.backend, &args.id)?, args.json, &opened, env).map(|()| Exit::DONE)
}

/// `asq answer`.
pub(crate) fn answer(args: &args::AnswerArgs, env: &Env) -> Result<Exit, CommandError> {
    check_name(&args.by)?;
    if steps::are_wanted(args)
        && let Some(exit) = steps::run(args, env)?
    {
        return Ok(exit);
    }
    closing::answer(args, &by(&args.by, &args.one.id, env)?, env).map(|()| Exit::DONE)
}

/// `asq decline`.
pub(crate) fn decline(args: &args::DeclineArgs, env: &Env) -> Result<Exit, CommandError> {
    closing::decline(args, &by(&args.by, &args.one.id, env)?, env).map(|()| Exit::DONE)
}

/// `asq cancel`.
pub(crate) fn cancel(args: &args::CancelArgs, env: &Env) -> Result<Exit, CommandError> {
    closing::cancel(args, &by(&args.by, &args.one.id, env)?, env).map(|()| Exit::DONE)
}

/// `asq withdraw`.
pub(crate) fn withdraw(args: &args::OneArgs, env: &Env) -> Result<Exit, CommandError> {
    closing::withdraw(args, &there(env, &args.id, ThisProcess::looks(env))?, env).map(|()| Exit::DONE)
}

/// `asq wait`.
pub(crate) fn wait(args: &args::WaitArgs, env: &Env) -> Result<Exit, CommandError> {
    let first = args.ids.first().map_or("", String::as_str);
    // A server has to be told the ticket with the first call.
    let env = &args.ticket.as_ref().map_or_else(|| env.clone(), |ticket| env.and(TICKET, ticket));
    wait::run(args, &there(env, first, ThisProcess::looks(env))?, env)
}

/// `asq history`.
pub(crate) fn history(args: &args::HistoryArgs, env: &Env) -> Result<Exit, CommandError> {
    let opened = OpenBackend::searching(env, ThisProcess::looks(env))?;
    history::run(args, opened.as_ref(), env, env.cwd().as_deref()).map(|()| Exit::DONE)
}

/// `asq log`.
pub(crate) fn log(args: &LogArgs, env: &Env) -> Result<Exit, CommandError> {
    let place = place::of(env, env.cwd().as_deref())?;
    if let LogCommand::Import { file } = &args.what {
        return log::import(file, || open::made(&place)).map(|()| Exit::DONE);
    }
    let Some(store) = open::existing(&place)? else {
        return Err(CommandError::new(ErrorClass::Store, "there is no store, so there is no log"));
    };
    match &args.what {
        LogCommand::Verify { head, json } => log::verify(head.as_deref(), *json, &*store),
        LogCommand::Head { json } => log::head(*json, &*store).map(|()| Exit::DONE),
        LogCommand::Export { file } => log::export(file.as_deref(), &*store).map(|()| Exit::DONE),
        LogCommand::Import { .. } => Ok(Exit::DONE),
    }
}

/// `asq prune`.
pub(crate) fn prune(args: &args::PruneArgs, env: &Env) -> Result<Exit, CommandError> {
    prune::run(args, open::existing(&place::of(env, env.cwd().as_deref())?)?.as_deref()).map(|()| Exit::DONE)
}

/// `asq doctor`.
pub(crate) fn doctor(args: &args::DoctorArgs, env: &Env) -> Result<Exit, CommandError> {
    let surroundings = match args.harness {
        Some(InstallTarget::AgentsMd) if args.yes => {
            let why = "--yes has no use with agents-md: that check starts nothing";
            return Err(CommandError::new(ErrorClass::Usage, why).hint("leave --yes out"));
        }
        Some(InstallTarget::AgentsMd) => vec![DoctorSection::pages(env)],
        Some(InstallTarget::Agent(_)) | None => DoctorSection::all(env),
    };
    doctor::run(&surroundings, args.json, env)
}

/// Opens the store in which a named request would be.
fn there(env: &Env, id: &str, who: Arc<ThisProcess>) -> Result<OpenBackend, CommandError> {
    OpenBackend::existing(env, who)?.ok_or_else(|| {
        CommandError::new(ErrorClass::UnknownId, format!("no request is called '{id}'"))
            .hint("there is no store yet: nothing has been posted")
    })
}

/// Refuses an empty name, which no list could show.
fn check_name(by: &args::ByArgs) -> Result<(), CommandError> {
    match by.name.as_ref().filter(|name| name.to_string_lossy().trim().is_empty()) {
        Some(_) => Err(CommandError::new(ErrorClass::Usage, "--as needs a name")),
        None => Ok(()),
    }
}

/// Opens the store for a person who answers with a command.
fn by(by: &args::ByArgs, id: &str, env: &Env) -> Result<OpenBackend, CommandError> {
    check_name(by)?;
    let acts = Acts::Command { name: by.name.clone(), force: by.force, env: env.clone() };
    let opened = there(env, id, ThisProcess::acts(acts))?;
    if opened.is_remote() && (by.name.is_some() || by.force) {
        let flag = if by.force { "--force" } else { "--as" };
        return Err(CommandError::new(ErrorClass::Usage, format!("{flag} counts for nothing on a server"))
            .hint("it records the token that an answer came with"));
    }
    Ok(opened)
}
