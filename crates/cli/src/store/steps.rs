//! `asq answer ID` without an answer: asks the request step by step on this terminal.
//!
//! - The exit code says what became of the request: answered or closed 0, left open 6, refused 65, closed by somebody
//!   else 9.
//! - Without a terminal the flags of `asq answer` are needed, and it says so.

use super::closing;
use crate::args::SurfaceArgs;
use crate::args::store::AnswerArgs;
use crate::clock::local_zone;
use crate::env::Env;
use crate::error::{CommandError, ErrorClass};
use crate::exit::Exit;
use crate::inbox_lines::{self, LinesFor};
use crate::session::{Acts, ThisProcess, ids, refused};
use crate::settings;
use asq_backend::{Follow, Wake};
use asq_core::life::Refusal;
use asq_tui::TermEnv;
use asq_tui::line::inbox::LineInboxEnd;
use asq_wire::Ended;

/// Whether nothing on the command line answers.
pub(super) fn are_wanted(args: &AnswerArgs) -> bool {
    args.answers.is_none() && args.flags.typed.is_empty()
}

/// LinesFor it, or returns `None` without a terminal.
pub(super) fn run(args: &AnswerArgs, env: &Env) -> Result<Option<Exit>, CommandError> {
    let term = TermEnv::new(|name| env.text(name));
    let Some(terminal) = inbox_lines::terminal(env, &term)? else { return Ok(None) };
    let who = ThisProcess::acts(Acts::steps(args.by.name.clone(), args.by.force, env));
    let opened = super::there(env, &args.one.id, who)?;
    let backend = &*opened.backend;
    let zone = local_zone(env);
    let failure = |failure: asq_backend::Failure| refused::of(&failure, &zone);
    let id = ids::find(backend, &args.one.id)?;
    let closed = |life: &asq_core::life::Life| {
        life.closed().map(|(outcome, by, at)| Refusal::Closed {
            by: Box::new(by.clone()),
            at,
            outcome: Box::new(outcome.clone()),
        })
    };
    let named = |refusal: &Refusal| refused::failure(refusal, &zone).naming(&closing::short(&opened, id));
    if let Some(refusal) = closed(&backend.get(id).map_err(failure)?.life) {
        return Err(named(&refusal));
    }
    let waits = backend.asker_waits(id);
    let chosen = settings::for_ask(env, &SurfaceArgs::default());
    let feed = backend.follow(Follow::Opened, Wake::Descriptor).map_err(failure)?;
    let ended = inbox_lines::run(&terminal, backend, &*feed, &chosen, env, LinesFor::One(id));
    // Closing the feed writes the last text before anybody looks there.
    drop(feed);
    let (end, signal) = ended?;
    drop(terminal);
    let open = Exit::Ended(Ended::Pending);
    Ok(Some(match end {
        LineInboxEnd::Left => {
            closing::say(&opened, id, true, waits, args.one.json)?;
            Exit::DONE
        }
        LineInboxEnd::Refused => match closed(&backend.read(id).map_err(failure)?.life) {
            Some(refusal) => return Err(named(&refusal)),
            None => return Err(CommandError::new(ErrorClass::Misfit, "the request stays open")),
        },
        LineInboxEnd::Open => match closed(&backend.read(id).map_err(failure)?.life) {
            Some(refusal) => return Err(named(&refusal)),
            None => open,
        },
        LineInboxEnd::Ended if signal.is_some() => Exit::Ended(Ended::Withdrawn),
        LineInboxEnd::Ended => open,
        LineInboxEnd::Stopped => {
            backend.health().map_err(failure)?;
            open
        }
    }))
}
