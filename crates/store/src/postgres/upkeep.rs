//! Maintenance: verify, and the report for doctor.
//!
//! - Verifying reads one snapshot on a connection of its own, so nobody waits for it.
//! - It compares the log with the tables next to it: the head, the open requests and their rows in the list, the claims.
//! - The report says whether acknowledged records survive a power cut and the loss of the server.

use super::read::AFTER;
use super::rows::{get, head, id, record};
use super::session::PATIENCE;
use super::state::PostgresState;
use crate::audit::{Audit, Projections};
use crate::pending_bytes::{self, Same};
use crate::{Head, StoreError, Verified};
use asq_core::inbox::Position;
use asq_core::life::RequestId;
use std::collections::BTreeMap;
use std::sync::Arc;
use tokio_postgres::Row;

pub(super) const PAGE: i64 = 1000;

pub(super) const GENESIS: &str =
    "SELECT genesis, genesis_link, position, link, open FROM asq.head WHERE k = 0";
const OPEN: &str = "SELECT position, request, summary FROM asq.pending";
const CLAIMS: &str = "SELECT key, request FROM asq.claim";

const ABOUT: &str = "SELECT h.position, h.open, h.version, current_setting('server_version'),
    current_setting('synchronous_standby_names'), current_setting('fsync'),
    pg_size_pretty(pg_database_size(current_database())),
    (SELECT count(*) FROM asq.presence WHERE at > clock_timestamp() - interval '30 s')
    FROM asq.head h WHERE h.k = 0";

pub(super) async fn verify(state: Arc<PostgresState>, noted: Option<Head>) -> Result<Verified, StoreError> {
    let session = state.connect(None, PATIENCE).await?;
    session.simple("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
    let told = session.row(GENESIS, &[]).await?;
    let mut at = head(&told, 0)?;
    let mut audit = Audit::new(at, noted);
    loop {
        let rows = session.rows(AFTER, &[&(at.position.0 as i64), &PAGE]).await?;
        for told in &rows {
            match record(told, 0) {
                Ok(row) => {
                    audit.row(&row);
                    at = row.head();
                }
                Err(fault) => {
                    let position = Position(get::<i64>(told, 0)? as u64);
                    audit.say(Some(position), fault.to_string());
                    at.position = position;
                }
            }
        }
        if (rows.len() as i64) < PAGE {
            break;
        }
    }
    let open = listed(&session.rows(OPEN, &[]).await?, &mut audit)?;
    let claims: Result<BTreeMap<String, RequestId>, StoreError> = session
        .rows(CLAIMS, &[])
        .await?
        .iter()
        .map(|row| Ok((String::from_utf8_lossy(&get::<Vec<u8>>(row, 0)?).into_owned(), id(row, 1)?)))
        .collect();
    let count = get::<i64>(&told, 4)? as u64;
    Ok(audit.finish(&Projections { head: head(&told, 2)?, count, open, claims: claims? }))
}

/// The list of open requests. Reports each row that isn't what was written.
fn listed(rows: &[Row], audit: &mut Audit) -> Result<BTreeMap<Position, RequestId>, StoreError> {
    let mut open = BTreeMap::new();
    let mut same = Same::default();
    for row in rows {
        let (position, id) = (Position(get::<i64>(row, 0)? as u64), id(row, 1)?);
        let summary: Vec<u8> = get(row, 2)?;
        if let Err(fault) = pending_bytes::from_bytes(id, position, &summary, &mut same) {
            audit.fault(&fault);
        }
        open.insert(position, id);
    }
    Ok(open)
}

/// The store's part of doctor's report.
pub(super) async fn about(state: Arc<PostgresState>) -> Result<Vec<(String, String)>, StoreError> {
    let line = state.reader().await?;
    let row = line.read_one(ABOUT, &[]).await?;
    let standbys: String = get(&row, 4)?;
    let standbys = if standbys.is_empty() {
        "none: what was answered last can be lost with the server".to_owned()
    } else {
        standbys
    };
    let fsync: String = get(&row, 5)?;
    let said = [
        ("encryption", line.encryption.clone()),
        ("last record", get::<i64>(&row, 0)?.to_string()),
        ("open", get::<i64>(&row, 1)?.to_string()),
        ("version", get::<i32>(&row, 2)?.to_string()),
        ("server", format!("PostgreSQL {}", get::<String>(&row, 3)?)),
        ("standbys that confirm", standbys),
        ("fsync", if fsync == "on" { fsync } else { "off: a power cut can lose answers".to_owned() }),
        ("size of the database", get(&row, 6)?),
        ("inboxes in use", get::<i64>(&row, 7)?.to_string()),
    ];
    Ok(said.into_iter().map(|(name, what)| (name.to_owned(), what)).collect())
}
