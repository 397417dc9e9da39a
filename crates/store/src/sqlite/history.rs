//! Searches closed requests with an index that the search itself updates.
//!
//! - An append doesn't pay for it: a search first indexes what closed since the last one.
//! - It works in short steps, so that writers pass in between.
//! - Results come from the log itself, checked; the index only says where they are.

use super::append::CLOSED;
use super::read::{rows_of, signed};
use super::rows::{self, Id};
use super::step::StepEnd;
use super::{Sqlite, clock};
use crate::mutex::lock;
use crate::row::LogRow;
use crate::search_match::{Search, Traced};
use crate::{History, Log, Past, Query, StoreError, UpkeepStage};
use asq_core::life::RequestId;
use asq_core::text::Untrusted;
use rusqlite::types::Value;
use rusqlite::{Transaction, params, params_from_iter};

const STEP: i64 = 500;

/// About the most bytes of words held in memory.
const MOST: usize = 1 << 20;

/// A closed request, with its index entries.
struct FoundEntry {
    position: i64,
    request: RequestId,
    traced: Option<Traced>,
}

impl History for Sqlite {
    fn past(&self, query: &Query) -> Result<Vec<Past>, StoreError> {
        self.catch_up()?;
        let (select, values) = statement(query);
        let ids: Vec<RequestId> = self.read(|sql| {
            sql.prepare_cached(&select)?
                .query_map(params_from_iter(&values), |row| Ok(row.get::<_, Id>(0)?.0))?
                .collect()
        })?;
        let mut found = Vec::with_capacity(ids.len());
        for id in ids {
            // Requests that have been pruned since are skipped.
            found.extend(Traced::of(&self.records(id)?).map(|traced| traced.past));
        }
        Ok(found)
    }

    fn closed_before(&self, before_ms: u64) -> Result<u64, StoreError> {
        self.catch_up()?;
        self.count_closed_before(before_ms)
    }
}

/// The search statement and its values.
fn statement(query: &Query) -> (String, Vec<Value>) {
    let Query { text: _, agent, folder, from_ms, to_ms, limit } = query;
    let mut values = Vec::new();
    let mut conditions = Vec::new();
    let mut put = |value: Value| {
        values.push(value);
        format!("?{}", values.len())
    };
    let words = query.words();
    let (mut from, mut order) = ("past p", "p.position");
    if !words.is_empty() {
        // Letters and digits only, so that no word can be an operator.
        let looked_for: Vec<String> = words.iter().map(|word| format!("\"{word}\"*")).collect();
        let place = put(Value::Text(looked_for.join(" ")));
        // The index's own rowid order returns the latest first, and no more than needed.
        (from, order) = ("past_words w JOIN past p ON p.position = w.rowid", "w.rowid");
        conditions.push(format!("past_words MATCH {place}"));
    }
    if let Some(agent) = agent {
        conditions.push(format!("p.agent = {}", put(Value::Text(agent.clone()))));
    }
    if let Some(folder) = folder {
        let folder = folder.trim_end_matches('/');
        let same = put(Value::Text(folder.to_owned()));
        let (above, below) = (put(Value::Text(format!("{folder}/"))), put(Value::Text(format!("{folder}0"))));
        conditions.push(format!("(p.folder = {same} OR (p.folder >= {above} AND p.folder < {below}))"));
    }
    if let Some(from) = from_ms {
        conditions.push(format!("p.asked >= {}", put(Value::Integer(signed(*from)))));
    }
    if let Some(to) = to_ms {
        conditions.push(format!("p.asked < {}", put(Value::Integer(signed(*to)))));
    }
    let which =
        if conditions.is_empty() { String::new() } else { format!("WHERE {}", conditions.join(" AND ")) };
    let limit = if *limit == 0 { -1 } else { *limit as i64 };
    (format!("SELECT p.request FROM {from} {which} ORDER BY {order} DESC LIMIT {limit}"), values)
}

impl Sqlite {
    /// Indexes what closed since the last search.
    pub(super) fn catch_up(&self) -> Result<(), StoreError> {
        let number =
            |select| self.read(|sql| sql.prepare_cached(select)?.query_row((), |row| row.get::<_, i64>(0)));
        // Leave later requests to the next search; otherwise it might never end.
        let until = number("SELECT position FROM head")?;
        loop {
            let first = number("SELECT first FROM head")?;
            let from = number("SELECT position FROM past_until")?;
            if from >= until {
                return Ok(());
            }
            let select = format!(
                "SELECT position, request FROM record WHERE position > ?1 AND position <= ?2 AND mark & {CLOSED}
                 ORDER BY position LIMIT {STEP}"
            );
            let closed: Vec<(i64, RequestId)> = self.read(|sql| {
                sql.prepare_cached(&select)?
                    .query_map([from, until], |row| Ok((row.get(0)?, row.get::<_, Id>(1)?.0)))?
                    .collect()
            })?;
            let mut reached = if (closed.len() as i64) < STEP { until } else { from };
            let (mut found, mut bytes) = (Vec::new(), 0);
            for (position, request) in closed {
                if bytes > MOST {
                    reached = found.last().map_or(from, |last: &FoundEntry| last.position);
                    break;
                }
                let traced = self.trace(request)?;
                bytes += traced.iter().flat_map(|it| &it.words).map(String::len).sum::<usize>();
                found.push(FoundEntry { position, request, traced });
                reached = reached.max(position);
            }
            let mut pace = lock(&self.pace);
            let (reached, begun) = self.write_unsynced(|sql| {
                let begun = clock::now();
                let reached = take_in(sql, &found, (first, from), reached, &pace.step(begun))
                    .map_err(|e| self.sql(&e))?;
                Ok((reached, begun))
            })?;
            let held = begun.elapsed();
            pace.took(held, held);
            drop(pace);
            self.progress(UpkeepStage::Indexing, reached as u64, Some(until as u64));
        }
    }

    /// A request's index entries. A damaged request isn't found, but doesn't stop the search for others.
    fn trace(&self, request: RequestId) -> Result<Option<Traced>, StoreError> {
        let select = format!("SELECT {} FROM record WHERE request = ?1 ORDER BY seq", rows::COLUMNS);
        let rows = self.read(|sql| rows_of(sql, &select, [Id(request)]))?;
        let records: Result<Vec<_>, _> = rows.iter().map(LogRow::stored).collect();
        Ok(records.ok().and_then(|records| Traced::of(&records)))
    }
}

/// Indexes requests until the step is over; returns the position up to which the index is complete.
fn take_in(
    sql: &Transaction<'_>,
    found: &[FoundEntry],
    (first, from): (i64, i64),
    until: i64,
    step: &StepEnd,
) -> rusqlite::Result<i64> {
    let mut until = until;
    let mut insert = sql.prepare_cached(
        "INSERT OR IGNORE INTO past (position, request, asked, closed, agent, folder)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    let mut words = sql.prepare_cached("INSERT INTO past_words (rowid, words) VALUES (?1, ?2)")?;
    let mut last = None;
    for FoundEntry { position, request, traced } in found {
        if let Some(last) = last
            && step.is_over()
        {
            until = last;
            break;
        }
        last = Some(*position);
        let Some(Traced { past, words: found }) = traced else { continue };
        let agent = past.summary.agent.as_ref().map(Untrusted::raw);
        let folder = past.summary.origin.folder.as_ref().map(Untrusted::raw);
        let (asked, closed) = (signed(past.asked.wall_ms), signed(past.closed.wall_ms));
        // Another process may have been faster.
        if insert.execute(params![position, Id(*request), asked, closed, agent, folder])? == 1 {
            let found: Vec<&str> = found.iter().map(String::as_str).collect();
            words.execute(params![position, found.join(" ")])?;
        }
    }
    // If another process was faster, or an import has put records before these, the next step continues from there.
    let note = "UPDATE past_until SET position = ?3
        WHERE position = ?2 AND (SELECT first FROM head) = ?1";
    sql.prepare_cached(note)?.execute([first, from, until])?;
    Ok(until)
}
