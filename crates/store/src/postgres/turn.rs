//! Turns on a connection: one writer, or any number of readers.
//!
//! - Nobody reads between a writer's BEGIN and its COMMIT.
//! - What was read counts only if this asq still knows the tables.
//! - A transaction and an upgrade of the tables wait for each other. After the upgrade, nothing is written.

use super::schema::{self, Migrations};
use super::session::{BEGIN, Params, Session, SharedSession, first};
use crate::StoreError;
use futures_util::future::{join, join3};
use std::ops::Deref;
use std::sync::Arc;
use tokio::sync::{OwnedRwLockReadGuard, OwnedRwLockWriteGuard};
use tokio_postgres::Row;

/// The reading connection, while nobody writes over it.
pub(super) struct ReadTurn {
    line: SharedSession,
    migrations: Migrations,
    _turn: OwnedRwLockReadGuard<()>,
}

impl ReadTurn {
    pub(super) async fn of(line: SharedSession, migrations: Migrations) -> ReadTurn {
        let turn = Arc::clone(&line.turn).read_owned().await;
        ReadTurn { line, migrations, _turn: turn }
    }

    /// Reads from the store.
    ///
    /// # Errors
    /// A newer asq has upgraded the tables, or the read failed.
    pub(super) async fn read(&self, sql: &'static str, given: Params<'_>) -> Result<Vec<Row>, StoreError> {
        // Prepare it first, so that the check comes after the read: versions only grow. A failure shows again below.
        let _ = self.line.prepare(&[sql]).await;
        let (read, known) =
            join(self.line.rows(sql, given), schema::check(&self.line, self.migrations)).await;
        match known {
            // Other tables cause other errors; report the real reason.
            Err(newer @ StoreError::Newer { .. }) => Err(newer),
            known => read.and_then(|rows| known.map(|()| rows)),
        }
    }

    /// Reads a row that is always there.
    pub(super) async fn read_one(&self, sql: &'static str, given: Params<'_>) -> Result<Row, StoreError> {
        first(self.read(sql, given).await?)
    }
}

impl Deref for ReadTurn {
    type Target = Session;

    fn deref(&self) -> &Session {
        &self.line
    }
}

/// A writing connection; if it is the reading one, nobody reads in the meantime.
pub(super) struct WriteTurn {
    line: SharedSession,
    pub(super) migrations: Migrations,
    _turn: OwnedRwLockWriteGuard<()>,
}

impl WriteTurn {
    pub(super) async fn of(line: SharedSession, migrations: Migrations) -> WriteTurn {
        let turn = Arc::clone(&line.turn).write_owned().await;
        WriteTurn { line, migrations, _turn: turn }
    }

    /// Begins a transaction.
    ///
    /// # Errors
    /// A newer asq has upgraded the tables.
    pub(super) async fn begin(&self) -> Result<(), StoreError> {
        let known = schema::check(&self.line, self.migrations);
        let (begun, held, known) =
            join3(self.line.simple(BEGIN), self.line.simple(schema::HOLD), known).await;
        begun.and(held).and(known)
    }

    /// Ends a transaction without a result. If the connection is broken, the server does so.
    pub(super) async fn roll_back(&self) {
        if self.line.simple("ROLLBACK").await.is_err() {
            self.line.give_up();
        }
    }

    /// The real reason for a failure: other tables cause other errors.
    pub(super) async fn explained(&self, fault: StoreError) -> StoreError {
        match fault {
            StoreError::Unreachable(_) | StoreError::Newer { .. } => fault,
            other => match schema::check(&self.line, self.migrations).await {
                Err(newer @ StoreError::Newer { .. }) => newer,
                Ok(()) | Err(_) => other,
            },
        }
    }
}

impl Deref for WriteTurn {
    type Target = Session;

    fn deref(&self) -> &Session {
        &self.line
    }
}
