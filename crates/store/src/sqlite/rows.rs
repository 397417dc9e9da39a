//! Rows of the log in SQLite's columns.

use crate::row::LogRow;
use asq_core::inbox::Position;
use asq_core::life::RequestId;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};

/// The columns of a row, in the order in which [`of`] reads them.
pub(super) const COLUMNS: &str = "position, request, seq, at, digest, link, salt, seal, body, secret";

pub(super) fn of(row: &rusqlite::Row<'_>) -> rusqlite::Result<LogRow> {
    Ok(LogRow {
        position: Position(row.get::<_, i64>(0)? as u64),
        request: row.get::<_, Id>(1)?.0,
        seq: row.get::<_, i64>(2)? as u64,
        at: row.get::<_, i64>(3)? as u64,
        digest: row.get(4)?,
        link: row.get(5)?,
        salt: row.get(6)?,
        seal: row.get(7)?,
        body: row.get(8)?,
        secret: row.get(9)?,
    })
}

/// An id as 16 bytes in big-endian order, so that bytes sort like ids.
pub(super) struct Id(pub(super) RequestId);

impl FromSql for Id {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Id> {
        let bytes = value.as_blob()?;
        let bytes = <[u8; 16]>::try_from(bytes).map_err(|_| FromSqlError::InvalidType)?;
        Ok(Id(RequestId(u128::from_be_bytes(bytes))))
    }
}

impl ToSql for Id {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(self.0.0.to_be_bytes().to_vec()))
    }
}
