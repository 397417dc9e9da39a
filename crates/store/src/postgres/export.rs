//! Exports a log as lines of JSON.
//!
//! - Reads page by page, without an open transaction in between: records are only ever added.
//! - If the log is pruned in the meantime, the export fails instead of ending half-way.

use super::hub::Hub;
use super::read::AFTER;
use super::rows::{head, record};
use super::state::PostgresState;
use super::upkeep::{GENESIS, PAGE};
use crate::row::LogRow;
use crate::{StoreError, line};
use asq_core::inbox::Position;
use std::io::Write;
use std::sync::Arc;

pub(super) fn export(hub: &Hub, to: &mut dyn Write) -> Result<u64, StoreError> {
    let (mut at, end) = hub.run(|state| async move {
        let told = state.reader().await?.read_one(GENESIS, &[]).await?;
        Ok((head(&told, 0)?, head(&told, 2)?))
    })?;
    line::begin(at, end, to)?;
    let mut written = 0;
    while at.position < end.position {
        let from = at.position;
        for row in hub.run(move |state| page(state, from, end.position))? {
            if row.position.0 != at.position.0 + 1 {
                return Err(StoreError::Failed(
                    "the log was pruned while it was written out: try again".to_owned(),
                ));
            }
            at = row.head();
            line::write(&row, to)?;
            written += 1;
        }
        if at.position == from {
            return Err(StoreError::Damaged {
                position: Some(from.0 + 1),
                what: "a record is missing".to_owned(),
            });
        }
    }
    Ok(written)
}

async fn page(state: Arc<PostgresState>, from: Position, end: Position) -> Result<Vec<LogRow>, StoreError> {
    let most = PAGE.min((end.0 - from.0) as i64);
    let rows = state.reader().await?.read(AFTER, &[&(from.0 as i64), &most]).await?;
    rows.iter().map(|row| record(row, 0)).collect()
}
