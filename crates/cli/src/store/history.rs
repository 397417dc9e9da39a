//! `asq history`: closed requests, the latest first.
//!
//! - Searches by words, agent, folder and the time of asking.
//! - Prints a row each: id, closing time, outcome, by whom, agent, folder, question.
//! - Next to the outcome it says which guard didn't hold: a danger that nobody confirmed, an answer that was forced, or one
//!   that the settings let in.
//! - There it also says that a text came too late; `asq show` has the text.
//! - Days are those of the person's time zone.

use super::table::{Column, table};
use crate::args::store::HistoryArgs;
use crate::clock::local_zone;
use crate::env::Env;
use crate::error::{CommandError, ErrorClass, one_line};
use crate::output;
use crate::session::{OpenBackend, actor_text, place};
use crate::when;
use crate::zone::LocalZone;
use asq_asking::found;
use asq_core::history::{Past, Query};
use asq_core::text::Shown;
use asq_wire::public::FoundRequest;
use std::path::Path;

const COLUMNS: [Column; 7] = [
    Column::fixed("ID", 0),
    Column::fixed("CLOSED", 2),
    Column::text("OUTCOME", 16, 28, 1),
    Column::text("BY", 6, 12, 4),
    Column::text("AGENT", 8, 16, 3),
    Column::text("FOLDER", 12, 20, 5),
    Column::text("QUESTION", 20, usize::MAX, 0),
];

pub(super) fn run(
    args: &HistoryArgs,
    opened: Option<&OpenBackend>,
    env: &Env,
    cwd: Option<&Path>,
) -> Result<(), CommandError> {
    let zone = local_zone(env);
    let query = query(args, &zone, opened.map_or(0, |opened| opened.now_ms), cwd)?;
    let text = opened
        .map_or(Ok(String::new()), |opened| text(args.json, &query, opened, &zone, env, output::width()))?;
    if text.is_empty() {
        match query.folder.as_ref().filter(|folder| !asq_files::by_name::is_there(Path::new(folder))) {
            // It may have been removed since, so this isn't an error.
            Some(folder) => {
                output::say(&one_line(&format!("asq: nothing was found: there is no folder '{folder}'")));
            }
            None if !args.json && output::width().is_some() => output::say("asq: nothing was found"),
            None => {}
        }
    }
    output::print(&text)
}

/// The rows, or the objects; empty if nothing was found.
pub(super) fn text(
    as_json: bool,
    query: &Query,
    opened: &OpenBackend,
    zone: &LocalZone,
    env: &Env,
    width: Option<usize>,
) -> Result<String, CommandError> {
    let found = found(&*opened.backend, query)?;
    if as_json {
        return Ok(found.iter().map(|row| output::json(&row.to_json())).collect());
    }
    if found.is_empty() {
        return Ok(String::new());
    }
    let rows: Vec<_> = found.iter().map(|found| row(found, zone, env)).collect();
    Ok(table(&COLUMNS, &rows, width))
}

pub(super) fn query(
    args: &HistoryArgs,
    zone: &LocalZone,
    now_ms: u64,
    cwd: Option<&Path>,
) -> Result<Query, CommandError> {
    let unclear = |flag: &str, text: &str| {
        CommandError::new(ErrorClass::Usage, format!("{flag} takes a time, not '{text}'"))
            .hint("such as 2026-11-20, '2026-11-20 14:03', today, yesterday, or 7d for seven days ago")
    };
    let moment = |flag: &str, text: Option<&String>| {
        text.map(|text| when::moment(text, zone, now_ms).ok_or_else(|| unclear(flag, text))).transpose()
    };
    let (from_ms, to_ms) = match &args.day {
        Some(day) => {
            let (from, to) = when::day(day, zone, now_ms).ok_or_else(|| unclear("--day", day))?;
            (Some(from), Some(to))
        }
        None => (moment("--since", args.since.as_ref())?, moment("--until", args.until.as_ref())?),
    };
    if from_ms.zip(to_ms).is_some_and(|(from, to)| to < from) {
        return Err(CommandError::new(ErrorClass::Usage, "--until is before --since"));
    }
    let folder = match &args.folder {
        None => None,
        Some(folder) => {
            let folder = place::in_folder(folder.into(), cwd).ok_or_else(|| {
                CommandError::new(
                    ErrorClass::Usage,
                    "--folder is a path in the current folder, which was removed",
                )
                .hint("cd to a folder that exists, or name the whole path")
            })?;
            Some(asq_files::by_name::real(&folder).unwrap_or(folder).to_string_lossy().into_owned())
        }
    };
    Ok(Query {
        text: args.text.clone(),
        agent: args.agent.clone(),
        folder,
        from_ms,
        to_ms,
        limit: usize::try_from(args.limit).unwrap_or(usize::MAX),
    })
}

fn row(found: &FoundRequest, zone: &LocalZone, env: &Env) -> Vec<Shown> {
    let own = |text: String| Shown::one_line(&text.into());
    let FoundRequest { past, short, late } = found;
    let summary = &past.summary;
    vec![
        own(short.clone()),
        own(when::minute(zone, past.closed.wall_ms)),
        own(outcome(past, *late)),
        actor_text::listed(&past.by),
        summary.agent.as_ref().map(actor_text::name).unwrap_or_default(),
        summary.origin.folder.as_ref().map(|folder| actor_text::place(folder, env)).unwrap_or_default(),
        Shown::one_line(&summary.text),
    ]
}

/// The outcome, the guards that didn't hold, and whether somebody came too late.
fn outcome(past: &Past, late: usize) -> String {
    let unconfirmed = (past.danger_confirmed == Some(false)).then_some("unconfirmed");
    let late = (late > 0).then_some("late text");
    let said = [Some(past.how.as_str()), unconfirmed, actor_text::let_in(&past.by), late];
    said.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
