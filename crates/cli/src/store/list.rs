//! `asq list`: open requests, in the order of asking.
//!
//! - Prints a row each: id, age, whether the asker still waits, number of questions, marks, limits, agent, folder,
//!   question.
//! - The marks are danger, secret, a draft, and an answer that is held back or wasn't sent.
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
use asq_core::inbox::{Pending, RequestMark, Summary};
use asq_core::life::Moment;
use asq_core::text::Shown;
use asq_wire::public::ListedRequest;

const COLUMNS: [Column; 9] = [
    Column::fixed("ID", 0),
    Column::fixed("AGE", 1).right(),
    Column::fixed("ASKER", 5),
    Column::fixed("N", 6).right(),
    Column::fixed("MARK", 2),
    Column::fixed("UNTIL", 3),
    Column::text("AGENT", 8, 16, 4),
    Column::text("FOLDER", 12, 20, 7),
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
    let open = listed(&*opened.backend)?;
    if as_json {
        return Ok(open.iter().map(|row| output::json(&row.to_json())).collect());
    }
    if open.is_empty() {
        return Ok(String::new());
    }
    let rows: Vec<_> = open.iter().map(|listed| row(listed, opened.now_ms, env)).collect();
    Ok(table(&COLUMNS, &rows, width))
}

fn row(listed: &ListedRequest, now_ms: u64, env: &Env) -> Vec<Shown> {
    let Pending { asked_ms, summary, .. } = &listed.pending;
    let own = |text: String| Shown::one_line(&text.into());
    vec![
        own(listed.short.clone()),
        own(when::age(now_ms, *asked_ms)),
        Shown::own(match (listed.asker_waits, summary.returns) {
            (true, true | false) => "waits",
            (false, true) => "returns",
            (false, false) => "gone",
        }),
        Shown::number(summary.questions as usize),
        own(marks(listed, now_ms)),
        own(until(listed, now_ms)),
        summary.agent.as_ref().map(actor_text::name).unwrap_or_default(),
        summary.origin.folder.as_ref().map(|folder| actor_text::place(folder, env)).unwrap_or_default(),
        Shown::one_line(&summary.text),
    ]
}

fn marks(listed: &ListedRequest, now_ms: u64) -> String {
    let Summary { danger, sensitive, .. } = listed.pending.summary;
    let kept = match listed.mark {
        RequestMark::None => None,
        RequestMark::Draft => Some("draft"),
        RequestMark::Held { until_ms, .. } if until_ms > now_ms => Some("held"),
        RequestMark::Held { .. } => Some("not sent"),
    };
    let marks = [danger.then_some("danger"), sensitive.then_some("secret"), kept];
    marks.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Until when it is snoozed, and when it expires.
fn until(listed: &ListedRequest, now_ms: u64) -> String {
    let left = |until_ms: u64| when::span(until_ms.saturating_sub(now_ms));
    let snoozed = listed.snoozed_until.map(|until| format!("put off for {}", left(until)));
    let now = Moment { wall_ms: now_ms, boot: None };
    let due = listed.pending.due.as_deref();
    let expires = due.map(|due| format!("expires in {}", when::span(due.left(now))));
    snoozed.into_iter().chain(expires).collect::<Vec<_>>().join(", ")
}
