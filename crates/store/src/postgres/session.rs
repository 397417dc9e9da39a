//! One connection to a server.
//!
//! - Hosts are tried in their order; each has two seconds.
//! - The server is told to notice our death as we notice its: locks of a dead machine are gone within 30 s.
//! - Statements are prepared once per connection.
//! - No statement is ever cancelled: a cancelled wait for a standby would look like a commit.

use super::address::{Address, ENTER};
use super::fault::{lost, told};
use crate::StoreError;
use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc::UnboundedSender;
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, Client, Connection, NoTls, Notification, Row, Statement};

/// How long the server may take to answer anything but a wait for a lock.
pub(super) const ANSWER: Duration = Duration::from_secs(15);

/// What each session is told. `synchronous_commit` is not left to the server's configuration: what is acknowledged is
/// on disk. A client that stops in the middle of a transaction holds the head; it is let go of after five seconds.
const SETUP: &str = "
    SET synchronous_commit = on;
    SET default_transaction_isolation = 'read committed';
    SET lock_timeout = '10s';
    SET idle_in_transaction_session_timeout = '5s';
    SET statement_timeout = 0;
    SET tcp_keepalives_idle = 5;
    SET tcp_keepalives_interval = 3;
    SET tcp_keepalives_count = 3;
    SELECT set_config(name, CASE name WHEN 'tcp_user_timeout' THEN '15s' ELSE '5s' END, false)
        FROM pg_settings WHERE name IN ('tcp_user_timeout', 'client_connection_check_interval')";

/// What comes over a connection without having been asked for.
pub(super) enum News {
    /// A notification.
    Told(Notification),
    /// It is over.
    Over(u64),
}

/// One connection to a server.
pub(super) struct Session {
    client: Client,
    statements: Mutex<HashMap<&'static str, Statement>>,
    /// Names it within this process.
    pub(super) number: u64,
    /// The server's process.
    pub(super) backend: i32,
    shown: String,
    broken: std::sync::atomic::AtomicBool,
}

/// What a statement is given.
pub(super) type Given<'a> = &'a [&'a (dyn ToSql + Sync)];

impl Session {
    /// Connects. What comes unasked goes to `news`.
    pub(super) async fn open(
        address: &Address,
        number: u64,
        news: Option<UnboundedSender<News>>,
    ) -> Result<Session, StoreError> {
        let mut fault = StoreError::Unreachable(address.shown().to_owned());
        for host in address.hosts() {
            // A host may take the connection and never say a word.
            let entering = async {
                let (client, connection) =
                    host.connect(NoTls).await.map_err(|e| told(&e, address.shown()))?;
                tokio::spawn(listen(connection, number, news.clone()));
                let rows = client.simple_query(SETUP).await;
                rows.map_err(|e| told(&e, address.shown()))?;
                let row = client.query_typed("SELECT pg_backend_pid()", &[]).await;
                let row = row.map_err(|e| told(&e, address.shown()))?;
                let backend = row.first().map_or(0, |row| row.get(0));
                Ok(Session {
                    client,
                    statements: Mutex::default(),
                    number,
                    backend,
                    shown: address.shown().to_owned(),
                    broken: false.into(),
                })
            };
            match tokio::time::timeout(ENTER * 2, entering).await {
                Ok(Ok(session)) => return Ok(session),
                Ok(Err(other)) => fault = other,
                Err(_) => fault = StoreError::Unreachable(format!("{}: it does not answer", address.shown())),
            }
        }
        Err(fault)
    }

    /// Whether it is of use.
    pub(super) fn lives(&self) -> bool {
        !self.client.is_closed() && !self.broken.load(std::sync::atomic::Ordering::Relaxed)
    }

    /// It is of no use any more.
    pub(super) fn give_up(&self) {
        self.broken.store(true, std::sync::atomic::Ordering::Relaxed);
    }

    /// Rows.
    pub(super) async fn rows(&self, sql: &'static str, given: Given<'_>) -> Result<Vec<Row>, StoreError> {
        self.raw(sql, given).await.map_err(|e| self.fault(&e))
    }

    /// The one row.
    pub(super) async fn row(&self, sql: &'static str, given: Given<'_>) -> Result<Row, StoreError> {
        let rows = self.rows(sql, given).await?;
        rows.into_iter().next().ok_or_else(|| StoreError::Damaged {
            position: None,
            what: "a row that is always there is missing".to_owned(),
        })
    }

    /// How many rows were changed.
    pub(super) async fn run(&self, sql: &'static str, given: Given<'_>) -> Result<u64, StoreError> {
        let statement = self.statement(sql).await.map_err(|e| self.fault(&e))?;
        self.answer(self.client.execute(&statement, given)).await.map_err(|e| self.fault(&e))
    }

    /// Something without parameters and without rows.
    pub(super) async fn simple(&self, sql: &str) -> Result<(), StoreError> {
        self.answer(self.client.batch_execute(sql)).await.map_err(|e| self.fault(&e))
    }

    /// As [`simple`](Session::simple), with what broke.
    pub(super) async fn end(&self, sql: &str) -> Result<(), Broken> {
        self.answer(self.client.batch_execute(sql)).await
    }

    /// As [`rows`](Session::rows); a silent server is an error as a broken connection is.
    pub(super) async fn raw(&self, sql: &'static str, given: Given<'_>) -> Result<Vec<Row>, Broken> {
        let statement = self.statement(sql).await?;
        self.answer(self.client.query(&statement, given)).await
    }

    /// Prepares what is needed together, in one go.
    pub(super) async fn prepare(&self, all: &[&'static str]) -> Result<(), StoreError> {
        let prepared = futures_util::future::join_all(all.iter().map(|sql| self.statement(sql))).await;
        prepared.into_iter().try_for_each(|it| it.map(drop)).map_err(|e| self.fault(&e))
    }

    async fn statement(&self, sql: &'static str) -> Result<Statement, Broken> {
        let known = self.statements().get(sql).cloned();
        if let Some(statement) = known {
            return Ok(statement);
        }
        let statement = self.answer(self.client.prepare(sql)).await?;
        self.statements().insert(sql, statement.clone());
        Ok(statement)
    }

    fn statements(&self) -> std::sync::MutexGuard<'_, HashMap<&'static str, Statement>> {
        self.statements.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the server's answer. The future is polled at once, so that joined ones go out together.
    async fn answer<T>(
        &self,
        asked: impl Future<Output = Result<T, tokio_postgres::Error>>,
    ) -> Result<T, Broken> {
        match tokio::time::timeout(ANSWER, asked).await {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(fault)) => {
                if lost(&fault) {
                    self.give_up();
                }
                Err(Broken::Said(fault))
            }
            Err(_) => {
                self.give_up();
                Err(Broken::Silent)
            }
        }
    }

    /// The fault in our words.
    pub(super) fn fault(&self, broken: &Broken) -> StoreError {
        match broken {
            Broken::Said(fault) => told(fault, &self.shown),
            Broken::Silent => StoreError::Unreachable(format!("{}: it does not answer", self.shown)),
        }
    }
}

/// Why there is no answer.
pub(super) enum Broken {
    /// The server, or the connection, says so.
    Said(tokio_postgres::Error),
    /// The server says nothing.
    Silent,
}

impl Broken {
    /// Whether what was sent may have happened all the same.
    pub(super) fn unknown(&self) -> bool {
        match self {
            Broken::Said(fault) => lost(fault),
            Broken::Silent => true,
        }
    }
}

/// Runs a connection until it is over.
async fn listen<S, T>(mut connection: Connection<S, T>, number: u64, news: Option<UnboundedSender<News>>)
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
    T: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
{
    loop {
        match std::future::poll_fn(|context| connection.poll_message(context)).await {
            Some(Ok(AsyncMessage::Notification(told))) => {
                if let Some(news) = &news {
                    // Nobody listens any more where the store is being closed.
                    let _ = news.send(News::Told(told));
                }
            }
            Some(Ok(_)) => {}
            Some(Err(_)) | None => break,
        }
    }
    if let Some(news) = &news {
        let _ = news.send(News::Over(number));
    }
}

/// A session that is shared.
pub(super) type Shared = Arc<Session>;
