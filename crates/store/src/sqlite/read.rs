//! Reads from the store.
//!
//! - Each read is one statement, run to its end, so that no reader delays a checkpoint.
//! - Every record is checked against its digest; a missing one among a request's records is damage.
//! - The number of open requests is stored, not counted.

use super::Sqlite;
use super::append::Appending;
use super::rows::{self, Id};
use crate::pending_bytes::{self, Same};
use crate::row::LogRow;
use crate::{Append, Bell, Head, Log, StoreError, Stored, Verdict, prefix};
use asq_core::inbox::{Pending, Position};
use asq_core::life::{Fact, IdempotencyKey, RequestId};
use rusqlite::{Connection, OptionalExtension, Params, params};

impl Log for Sqlite {
    fn append(&self, batch: &[Append]) -> Result<Vec<Verdict>, StoreError> {
        self.append_all(batch)
    }

    fn head(&self) -> Result<Head, StoreError> {
        self.read(|sql| {
            sql.prepare_cached("SELECT position, link FROM head")?.query_row((), |row| {
                Ok(Head { position: Position(row.get::<_, i64>(0)? as u64), link: row.get(1)? })
            })
        })
    }

    fn beginning(&self) -> Result<Position, StoreError> {
        let first = self.read(|sql| {
            sql.prepare_cached("SELECT first FROM head")?.query_row((), |row| row.get::<_, i64>(0))
        })?;
        Ok(Position(first as u64))
    }

    fn after(&self, position: Position, limit: usize) -> Result<Vec<Stored>, StoreError> {
        let select =
            format!("SELECT {} FROM record WHERE position > ?1 ORDER BY position LIMIT ?2", rows::COLUMNS);
        let rows = self.read(|sql| rows_of(sql, &select, params![signed(position.0), limit as i64]))?;
        rows.iter().map(LogRow::stored).collect()
    }

    fn records(&self, id: RequestId) -> Result<Vec<Stored>, StoreError> {
        let (rows, listed) = self.read(|sql| rows_and_list(sql, id))?;
        let gap = |pair: &[LogRow]| pair[1].seq != pair[0].seq + 1;
        let begins_late = rows.first().is_some_and(|row| row.seq != 1 && row.body.is_some());
        if begins_late || rows.windows(2).any(gap) {
            return Err(super::fault::damaged(&format!("a record of request {id} is missing")));
        }
        let records: Vec<Stored> = rows.iter().map(LogRow::stored).collect::<Result<_, _>>()?;
        // Two tables must agree before anybody may answer.
        let closed = |it: &Stored| it.record.as_ref().is_none_or(|it| matches!(it.fact, Fact::Closed(_)));
        if !listed && !records.is_empty() && !records.iter().any(closed) {
            return Err(super::fault::damaged(&format!("a record of request {id} is missing")));
        }
        Ok(records)
    }

    fn pending(&self, after: Position, limit: usize) -> Result<(Position, Vec<Pending>), StoreError> {
        let limit = if limit == 0 { -1 } else { limit as i64 };
        // One statement: the list and its position are of one moment. The head comes even without requests.
        let select = "SELECT h.position, p.position, p.request, p.summary, h.open FROM head h LEFT JOIN
            (SELECT * FROM pending WHERE position > ?1 ORDER BY position LIMIT ?2) p ORDER BY p.position";
        let found: Vec<HeadRow> = self.read(|sql| {
            sql.prepare_cached(select)?
                .query_map(params![signed(after.0), limit], |row| {
                    let one = match row.get(1)? {
                        Some(position) => Some((position, row.get(2)?, row.get(3)?)),
                        None => None,
                    };
                    Ok((row.get(0)?, one, row.get(4)?))
                })?
                .collect()
        })?;
        let (until, open) = found.first().map_or((0, 0), |(until, _, open)| (*until, *open));
        let listed = found.iter().filter(|(_, one, _)| one.is_some()).count() as i64;
        let whole = after == Position(0) && (limit < 0 || listed < limit);
        if whole && listed != open {
            return Err(super::fault::damaged(&format!(
                "the count of open requests says {open}, their list has {listed}"
            )));
        }
        let mut same = Same::default();
        let open = found.into_iter().filter_map(|(_, one, _)| one).map(|(position, Id(id), summary)| {
            let position = Position(position as u64);
            pending_bytes::from_bytes(id, position, &summary, &mut same)
                .or_else(|fault| self.listed(id, position, fault))
        });
        Ok((Position(until as u64), open.collect::<Result<_, _>>()?))
    }

    fn count(&self) -> Result<u64, StoreError> {
        let open = self.read(|sql| {
            sql.prepare_cached("SELECT open FROM head")?.query_row((), |row| row.get::<_, i64>(0))
        })?;
        Ok(open.max(0) as u64)
    }

    fn find(&self, text: &str, limit: usize) -> Result<Vec<RequestId>, StoreError> {
        let Some((from, to)) = prefix::range(text) else {
            return Ok(Vec::new());
        };
        let select =
            "SELECT DISTINCT request FROM record WHERE request BETWEEN ?1 AND ?2 ORDER BY request LIMIT ?3";
        self.read(|sql| {
            sql.prepare_cached(select)?
                .query_map(params![Id(from), Id(to), limit as i64], |row| Ok(row.get::<_, Id>(0)?.0))?
                .collect()
        })
    }

    fn claimed(&self, key: &IdempotencyKey) -> Result<Option<RequestId>, StoreError> {
        self.read(|sql| {
            sql.prepare_cached("SELECT request FROM claim WHERE key = ?1")?
                .query_row([&key.0], |row| Ok(row.get::<_, Id>(0)?.0))
                .optional()
        })
    }

    fn bell(&self) -> Result<Box<dyn Bell>, StoreError> {
        self.take_bell()
    }
}

impl Sqlite {
    /// Rebuilds a damaged list row of an open request from its record.
    fn listed(&self, id: RequestId, at: Position, fault: StoreError) -> Result<Pending, StoreError> {
        let records = self.records(id)?;
        let first = records.first().filter(|it| it.position == at).and_then(|it| it.record.as_ref());
        match first.map(|record| (record.at, &record.fact)) {
            Some((moment, Fact::Asked(asked))) => Ok(Pending::of(id, at, moment, asked)),
            Some((_, Fact::Closed(_) | Fact::Delivered)) | None => Err(fault),
        }
    }
}

/// The head, an open request if there is one, and the number of open requests.
type HeadRow = (i64, Option<(i64, Id, Vec<u8>)>, i64);

pub(super) fn rows_of(sql: &Connection, select: &str, params: impl Params) -> rusqlite::Result<Vec<LogRow>> {
    sql.prepare_cached(select)?.query_map(params, rows::of)?.collect()
}

/// A request's rows, and whether the list of open requests contains it.
fn rows_and_list(sql: &Connection, id: RequestId) -> rusqlite::Result<(Vec<LogRow>, bool)> {
    let select = format!(
        "SELECT {}, EXISTS (SELECT 1 FROM pending p WHERE p.position = r.position) FROM record r
         WHERE request = ?1 ORDER BY seq",
        rows::COLUMNS
    );
    let mut listed = false;
    let rows = sql
        .prepare_cached(&select)?
        .query_map([Id(id)], |row| {
            listed |= row.get::<_, bool>(10)?;
            rows::of(row)
        })?
        .collect::<rusqlite::Result<_>>()?;
    Ok((rows, listed))
}

/// A position as SQLite compares it.
pub(super) fn signed(position: u64) -> i64 {
    i64::try_from(position).unwrap_or(i64::MAX)
}

impl Appending<'_> {
    pub(super) fn replay(&mut self, row: &LogRow) -> Result<(), StoreError> {
        crate::line::follows(self.head, row)?;
        let record = row.stored()?.record;
        self.row(row, record.as_ref())
    }
}
