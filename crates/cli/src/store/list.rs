//! `asq list`: open requests, in the order of asking.
//!
//! - Prints a row each: id, age, whether the asker still waits, number of questions, danger or secret, agent, folder,
//!   question.
//! - Counting reads one number. Without a store nothing is open, and it makes none.
//! - Without an open request, a terminal shows a line that says so, and a pipe gets nothing.

use super::table::{Column, table};
use crate::args::store::ListArgs;
use crate::env::Env;
use crate::error::CommandError;
use crate::output;
use crate::session::{OpenBackend, actor_text};
use crate::when;
use asq_asking::listed;
use asq_core::inbox::Pending;
use asq_core::text::Shown;

const COLUMNS: [Column; 8] = [
    Column::fixed("ID", 0),
    Column::fixed("AGE", 1).right(),
    Column::fixed("ASKER", 4),
    Column::fixed("N", 5).right(),
    Column::fixed("MARK", 2),
    Column::text("AGENT", 8, 16, 3),
    Column::text("FOLDER", 12, 20, 6),
    Column::text("QUESTION", 20, usize::MAX, 0),
];

pub(super) fn run(args: &ListArgs, opened: Option<&OpenBackend>, env: &Env) -> Result<(), CommandError> {
    if args.count {
        let count = |opened: &OpenBackend| {
            if args.all { opened.backend.count() } else { opened.backend.waiting() }
        };
        let count = opened.map_or(Ok(0), count)?;
        return output::print(&format!("{count}\n"));
    }
    let text = opened.map_or(Ok(String::new()), |opened| text(args.json, opened, env, output::width()))?;
    if text.is_empty() && !args.json && output::width().is_some() {
        output::say("asq: nothing is open");
    }
    output::print(&text)
}

/// The rows, or the objects; empty if nothing is open.
pub(super) fn text(
    as_json: bool,
    opened: &OpenBackend,
    env: &Env,
    width: Option<usize>,
) -> Result<String, CommandError> {
    let pending = opened.backend.list(0)?;
    if pending.is_empty() {
        return Ok(String::new());
    }
    if as_json {
        let object = |open| Ok(output::json(&listed(&*opened.backend, open)?.to_json()));
        return pending.into_iter().map(object).collect();
    }
    let rows = pending.iter().map(|open| row(open, opened, env)).collect::<Result<Vec<_>, CommandError>>()?;
    Ok(table(&COLUMNS, &rows, width))
}

fn row(open: &Pending, opened: &OpenBackend, env: &Env) -> Result<Vec<Shown>, CommandError> {
    let summary = &open.summary;
    let own = |text: String| Shown::one_line(&text.into());
    Ok(vec![
        own(opened.backend.short_id(open.id)?),
        own(when::age(opened.now_ms, open.at.wall_ms)),
        Shown::own(if opened.backend.asker_waits(open.id) { "waits" } else { "gone" }),
        Shown::number(summary.questions as usize),
        Shown::own(match (summary.danger, summary.sensitive) {
            (true, true) => "danger secret",
            (true, false) => "danger",
            (false, true) => "secret",
            (false, false) => "",
        }),
        summary.agent.as_ref().map(actor_text::name).unwrap_or_default(),
        summary.origin.folder.as_ref().map(|folder| actor_text::place(folder, env)).unwrap_or_default(),
        Shown::one_line(&summary.text),
    ])
}
