//! `asq status`: one line for status bars and shell prompts.
//!
//! - Counts what waits, without what is put off.
//! - Without a store nothing waits, and it makes none.
//! - --format goes before the setting.
//!
//! It prints no text of an agent, so nothing needs to be escaped.

mod format;

use crate::args::status::StatusArgs;
use crate::env::Env;
use crate::error::{CommandError, ErrorClass};
use crate::output;
use crate::session::{OpenBackend, ThisProcess};
use crate::{settings, when};
use asq_core::inbox::Pending;
use format::{StatusField, StatusFormat};
use serde_json::json;
use std::collections::BTreeSet;

#[derive(Default)]
struct WaitingCount {
    waiting: u64,
    put_off: u64,
    danger: u64,
    oldest: String,
    limit: String,
}

impl WaitingCount {
    fn of(&self, field: StatusField) -> String {
        match field {
            StatusField::Waiting => self.waiting.to_string(),
            StatusField::PutOff => self.put_off.to_string(),
            StatusField::Danger => self.danger.to_string(),
            StatusField::Oldest => self.oldest.clone(),
            StatusField::Limit => self.limit.clone(),
        }
    }
}

/// `asq status`.
pub(crate) fn run(args: &StatusArgs, env: &Env) -> Result<(), CommandError> {
    let text = args.format.clone().unwrap_or_else(|| settings::status_format(env));
    let format = StatusFormat::read(&text).map_err(|why| {
        let from = if args.format.is_some() { "--format" } else { "status.format" };
        CommandError::new(ErrorClass::Usage, format!("{from} {why}"))
            .hint("its fields: {waiting} {putoff} {danger} {oldest} {limit}, and {?waiting}TEXT{/}")
    })?;
    let opened = OpenBackend::existing(env, ThisProcess::looks(env))?;
    let counts_only =
        !args.json && format.fields().all(|it| matches!(it, StatusField::Waiting | StatusField::PutOff));
    let waiting = match &opened {
        None => WaitingCount::default(),
        Some(opened) if counts_only => counted(opened)?,
        Some(opened) => listed(opened)?,
    };
    if args.json {
        let WaitingCount { waiting, put_off, danger, oldest, limit } = waiting;
        return output::print(&output::json(&json!({
            "waiting": waiting, "putoff": put_off, "danger": danger, "oldest": oldest, "limit": limit,
        })));
    }
    output::print(&format!("{}\n", format.text(&|field| waiting.of(field))))
}

fn counted(opened: &OpenBackend) -> Result<WaitingCount, CommandError> {
    let (open, waiting) = (opened.backend.count()?, opened.backend.waiting()?);
    Ok(WaitingCount { waiting, put_off: open.saturating_sub(waiting), ..WaitingCount::default() })
}

fn listed(opened: &OpenBackend) -> Result<WaitingCount, CommandError> {
    let now = opened.now_ms;
    let open = opened.backend.list(0)?;
    let snoozed = opened.backend.snoozed()?;
    let off: BTreeSet<_> = snoozed.into_iter().filter(|(_, until)| *until > now).map(|(id, _)| id).collect();
    let waits: Vec<&Pending> = open.iter().filter(|it| !off.contains(&it.id)).collect();
    let oldest = waits.iter().map(|it| it.asked_ms).min();
    let limit = waits.iter().filter_map(|it| it.due.as_deref()).map(|due| due.0.wall_ms).min();
    Ok(WaitingCount {
        waiting: waits.len() as u64,
        put_off: (open.len() - waits.len()) as u64,
        danger: waits.iter().filter(|it| it.summary.danger).count() as u64,
        oldest: oldest.map(|at| when::age(now, at)).unwrap_or_default(),
        limit: limit.map(|due| when::span(due.saturating_sub(now))).unwrap_or_default(),
    })
}
