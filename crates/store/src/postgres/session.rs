//! One connection to a server.
//!
//! - Hosts are tried in order; each has two seconds, unless the address says otherwise.
//! - If the server is full or just starting, asq retries for eight seconds.
//! - The server notices a dead client as quickly: a dead machine's locks are gone within 30 s.
//! - Statements are prepared once per connection. Through a pooler none has a name, and nothing outlives a transaction.
//! - No statement is ever cancelled: a cancelled wait for a standby would look like a commit.

use super::address::{Address, HostConfig};
use super::fault::{self, full, lost};
use super::tls::Spoken;
pub(super) use super::values::{Param, Params};
use crate::StoreError;
use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc::UnboundedSender;
use tokio::time::Instant;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{AsyncMessage, Client, Connection, Notification, Row, Statement};

/// The time limit for every reply, except while waiting for a lock.
pub(super) const ANSWER: Duration = Duration::from_secs(15);

/// How long to retry while the server is full or just starting.
pub(super) const PATIENCE: Duration = Duration::from_secs(8);
/// The interval between two tries; it doubles up to a second.
const AGAIN: Duration = Duration::from_millis(100);

/// Starts a writing transaction. `synchronous_commit` doesn't depend on the server's configuration: acknowledged data
/// is on disk. A client that stops inside a transaction holds the head; the server ends it after five seconds.
pub(super) const BEGIN: &str = "BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL synchronous_commit = on;
    SET LOCAL lock_timeout = '10s'; SET LOCAL idle_in_transaction_session_timeout = '5s';
    SET LOCAL statement_timeout = 0";

/// The setup of every session that isn't pooled.
const SETUP: &str = "
    SET statement_timeout = 0;
    SET tcp_keepalives_idle = 5;
    SET tcp_keepalives_interval = 3;
    SET tcp_keepalives_count = 3;
    SELECT set_config(name, CASE name WHEN 'tcp_user_timeout' THEN '15s' ELSE '5s' END, false)
        FROM pg_settings WHERE name IN ('tcp_user_timeout', 'client_connection_check_interval')";

/// Unsolicited messages of a connection.
pub(super) enum Unsolicited {
    /// A notification.
    Notified(Notification),
    /// The connection has ended.
    Over(u64),
}

/// One connection to a server.
pub(super) struct Session {
    client: Client,
    statements: Mutex<HashMap<&'static str, Statement>>,
    /// Its number within this process.
    pub(super) number: u64,
    pub(super) backend: i32,
    shown: String,
    broken: std::sync::atomic::AtomicBool,
    /// Whether a pooler may give the session to somebody else after each transaction.
    pooled: bool,
    pub(super) encryption: String,
    /// A writer has the connection to itself.
    pub(super) turn: Arc<tokio::sync::RwLock<()>>,
}

impl Session {
    /// Connects; retries for this long if the server is full or just starting. Unsolicited messages go to `news`.
    pub(super) async fn open(
        address: &Address,
        number: u64,
        news: Option<UnboundedSender<Unsolicited>>,
        patience: Duration,
    ) -> Result<Session, StoreError> {
        let until = Instant::now() + patience;
        let mut wait = AGAIN;
        loop {
            match Session::once(address, number, news.as_ref()).await {
                Err(HostRefusal { again: true, .. }) if Instant::now() + wait < until => {
                    tokio::time::sleep(wait).await;
                    // Each try costs a server that is full a process of its own, so the tries become rarer.
                    wait = (wait * 2).min(Duration::from_secs(1));
                }
                Err(refused) => return Err(refused.fault),
                Ok(session) => return Ok(session),
            }
        }
    }

    async fn once(
        address: &Address,
        number: u64,
        news: Option<&UnboundedSender<Unsolicited>>,
    ) -> Result<Session, HostRefusal> {
        let shown = address.shown();
        let mut last = HostRefusal { fault: StoreError::Unreachable(shown.to_owned()), again: false };
        for host in address.hosts() {
            let enter = host.config.get_connect_timeout().copied().unwrap_or_default() * 2;
            for first in [true, false] {
                // A host may accept the connection and never say a word.
                let entering = Session::enter(address, host, first, number, news);
                match tokio::time::timeout(enter, entering).await {
                    Ok(Ok(session)) => return Ok(session),
                    Ok(Err(refused)) => last = HostRefusal { again: last.again || refused.again, ..refused },
                    Err(_) => last.fault = StoreError::Unreachable(format!("{shown}: it does not answer")),
                }
                // Only if the mode has two ways in.
                if host.tls.negotiates(true) == host.tls.negotiates(false) {
                    break;
                }
            }
        }
        Err(last)
    }

    async fn enter(
        address: &Address,
        host: &HostConfig,
        first: bool,
        number: u64,
        news: Option<&UnboundedSender<Unsolicited>>,
    ) -> Result<Session, HostRefusal> {
        let shown = address.shown();
        let refused = |e: tokio_postgres::Error| HostRefusal { again: full(&e), fault: fault::of(&e, shown) };
        let spoken = Spoken::default();
        let connector = host.tls.connector(&spoken).map_err(|why| HostRefusal {
            fault: StoreError::Failed(format!("{shown}: {why}")),
            again: false,
        })?;
        let mut config = host.config.clone();
        config.ssl_mode(host.tls.negotiates(first));
        let (client, connection) = config.connect(connector).await.map_err(refused)?;
        tokio::spawn(listen(connection, number, news.cloned()));
        if address.listen {
            client.simple_query(SETUP).await.map_err(refused)?;
        }
        let row = client.query_typed("SELECT pg_backend_pid()", &[]).await.map_err(refused)?;
        let backend = row.first().map_or(0, |row| row.get(0));
        let spoken = *spoken.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(Session {
            client,
            statements: Mutex::default(),
            number,
            backend,
            shown: shown.to_owned(),
            broken: false.into(),
            pooled: !address.listen,
            encryption: host.tls.describe(spoken),
            turn: Arc::default(),
        })
    }

    pub(super) fn lives(&self) -> bool {
        !self.client.is_closed() && !self.broken.load(std::sync::atomic::Ordering::Relaxed)
    }

    pub(super) fn give_up(&self) {
        self.broken.store(true, std::sync::atomic::Ordering::Relaxed);
    }

    pub(super) async fn rows(&self, sql: &'static str, given: Params<'_>) -> Result<Vec<Row>, StoreError> {
        self.raw(sql, given).await.map_err(|e| self.fault(&e))
    }

    pub(super) async fn row(&self, sql: &'static str, given: Params<'_>) -> Result<Row, StoreError> {
        first(self.rows(sql, given).await?)
    }

    /// Returns the number of changed rows.
    pub(super) async fn run(&self, sql: &'static str, given: Params<'_>) -> Result<u64, StoreError> {
        let done = async {
            if self.pooled {
                return self.answer(self.client.execute_typed(sql, &typed(given))).await;
            }
            let statement = self.statement(sql).await?;
            self.answer(self.client.execute(&statement, &untyped(given))).await
        };
        done.await.map_err(|e| self.fault(&e))
    }

    /// A statement without parameters and rows.
    pub(super) async fn simple(&self, sql: &str) -> Result<(), StoreError> {
        self.answer(self.client.batch_execute(sql)).await.map_err(|e| self.fault(&e))
    }

    /// Like [`simple`](Session::simple), with the cause of a failure.
    pub(super) async fn end(&self, sql: &str) -> Result<(), Broken> {
        self.answer(self.client.batch_execute(sql)).await
    }

    /// Like [`rows`](Session::rows); a silent server counts as a broken connection.
    pub(super) async fn raw(&self, sql: &'static str, given: Params<'_>) -> Result<Vec<Row>, Broken> {
        if self.pooled {
            return self.answer(self.client.query_typed(sql, &typed(given))).await;
        }
        let statement = self.statement(sql).await?;
        self.answer(self.client.query(&statement, &untyped(given))).await
    }

    /// Prepares several statements at once; does nothing behind a pooler.
    pub(super) async fn prepare(&self, all: &[&'static str]) -> Result<(), StoreError> {
        if self.pooled {
            return Ok(());
        }
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

    /// Waits for the server's reply. Polls the future at once, so that joined ones are sent together.
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

    pub(super) fn fault(&self, broken: &Broken) -> StoreError {
        match broken {
            Broken::Said(fault) => fault::of(fault, &self.shown),
            Broken::Silent => StoreError::Unreachable(format!("{}: it does not answer", self.shown)),
        }
    }
}

/// The row that is always there.
pub(super) fn first(rows: Vec<Row>) -> Result<Row, StoreError> {
    rows.into_iter().next().ok_or_else(|| StoreError::Damaged {
        position: None,
        what: "a row that must exist is missing".to_owned(),
    })
}

fn typed(given: Params<'_>) -> Vec<(&(dyn ToSql + Sync), Type)> {
    given.iter().map(|value| (value.sql(), value.kind())).collect()
}

fn untyped(given: Params<'_>) -> Vec<&(dyn ToSql + Sync)> {
    given.iter().map(|value| value.sql()).collect()
}

/// Why a host refuses us.
struct HostRefusal {
    fault: StoreError,
    /// Whether a retry may help.
    again: bool,
}

/// Why there is no reply.
pub(super) enum Broken {
    /// The server or the connection reported an error.
    Said(tokio_postgres::Error),
    /// The server is silent.
    Silent,
}

impl Broken {
    /// Whether the statement may have happened anyway.
    pub(super) fn unknown(&self) -> bool {
        match self {
            Broken::Said(fault) => lost(fault),
            Broken::Silent => true,
        }
    }
}

/// Runs a connection until it ends.
async fn listen<S, T>(
    mut connection: Connection<S, T>,
    number: u64,
    news: Option<UnboundedSender<Unsolicited>>,
) where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
    T: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
{
    loop {
        match std::future::poll_fn(|context| connection.poll_message(context)).await {
            Some(Ok(AsyncMessage::Notification(told))) => {
                if let Some(news) = &news {
                    // The receiver is gone when the store is closing.
                    let _ = news.send(Unsolicited::Notified(told));
                }
            }
            Some(Ok(_)) => {}
            Some(Err(_)) | None => break,
        }
    }
    if let Some(news) = &news {
        let _ = news.send(Unsolicited::Over(number));
    }
}

pub(super) type SharedSession = Arc<Session>;
