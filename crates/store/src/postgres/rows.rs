//! Converts between our rows and those of the tables.

use crate::row::{Hash, LogRow};
use crate::{Head, StoreError};
use asq_core::inbox::Position;
use asq_core::life::RequestId;
use tokio_postgres::Row as Told;

/// A record's columns, in the order in which [`record`] reads them.
macro_rules! columns {
    () => {
        "r.position, r.request, r.seq, r.at, r.digest, r.link, r.salt, r.body, r.seal, r.secret"
    };
}
pub(super) use columns;

/// A record whose columns start at `from`.
pub(super) fn record(told: &Told, from: usize) -> Result<LogRow, StoreError> {
    let position: i64 = get(told, from)?;
    let at = Some(position as u64);
    let hash = |column: Option<Vec<u8>>| column.map(|bytes| sized::<32>(&bytes, at)).transpose();
    let salt: Option<Vec<u8>> = get(told, from + 6)?;
    Ok(LogRow {
        position: Position(position as u64),
        request: id(told, from + 1)?,
        seq: get::<i64>(told, from + 2)? as u64,
        at: get::<i64>(told, from + 3)? as u64,
        digest: sized(&get::<Vec<u8>>(told, from + 4)?, at)?,
        link: sized(&get::<Vec<u8>>(told, from + 5)?, at)?,
        salt: salt.map(|bytes| sized::<16>(&bytes, at)).transpose()?,
        body: get(told, from + 7)?,
        seal: hash(get(told, from + 8)?)?,
        secret: get(told, from + 9)?,
    })
}

pub(super) fn head(told: &Told, from: usize) -> Result<Head, StoreError> {
    let link: Hash = sized(&get::<Vec<u8>>(told, from + 1)?, None)?;
    Ok(Head { position: Position(get::<i64>(told, from)? as u64), link })
}

pub(super) fn id(told: &Told, column: usize) -> Result<RequestId, StoreError> {
    Ok(RequestId(u128::from_be_bytes(sized(&get::<Vec<u8>>(told, column)?, None)?)))
}

/// An id in its stored form.
pub(super) fn key(id: RequestId) -> Vec<u8> {
    id.0.to_be_bytes().to_vec()
}

/// Ids in their stored form.
pub(super) fn keys<'a>(ids: impl IntoIterator<Item = &'a RequestId>) -> Vec<Vec<u8>> {
    ids.into_iter().map(|id| key(*id)).collect()
}

pub(super) fn get<'a, T: tokio_postgres::types::FromSql<'a>>(
    told: &'a Told,
    column: usize,
) -> Result<T, StoreError> {
    told.try_get(column).map_err(|_| invalid(None))
}

fn sized<const N: usize>(bytes: &[u8], position: Option<u64>) -> Result<[u8; N], StoreError> {
    bytes.try_into().map_err(|_| invalid(position))
}

fn invalid(position: Option<u64>) -> StoreError {
    StoreError::Damaged { position, what: "a column holds a value that asq never writes".to_owned() }
}
