//! One connection to a server.
//!
//! - Hosts are tried in their order; each has two seconds, unless the address says otherwise.
//! - A server that is full, or that is just starting, is asked again for eight seconds.
//! - The server is told to notice our death as we notice its: locks of a dead machine are gone within 30 s.
//! - Statements are prepared once per connection; through a pooler none has a name, and nothing outlives a transaction.
//! - No statement is ever cancelled: a cancelled wait for a standby would look like a commit.

use super::address::{Address, Host};
use super::fault::{full, lost, told};
use super::tls::Spoken;
pub(super) use super::values::{Given, Value};
use crate::StoreError;
use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc::UnboundedSender;
use tokio::time::Instant;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{AsyncMessage, Client, Connection, Notification, Row, Statement};

/// How long the server may take to answer anything but a wait for a lock.
pub(super) const ANSWER: Duration = Duration::from_secs(15);

/// How long a server that is full, or that is just starting, is asked again.
pub(super) const PATIENCE: Duration = Duration::from_secs(8);
/// How long between two tries; it doubles up to a second.
const AGAIN: Duration = Duration::from_millis(100);

/// Begins what writes. `synchronous_commit` is not left to the server's configuration: what is acknowledged is on disk.
/// A client that stops in the middle of a transaction holds the head; it is let go of after five seconds.
pub(super) const BEGIN: &str = "BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL synchronous_commit = on;
    SET LOCAL lock_timeout = '10s'; SET LOCAL idle_in_transaction_session_timeout = '5s';
    SET LOCAL statement_timeout = 0";

/// What each session is told that is ours alone.
const SETUP: &str = "
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
    /// A pooler may hand the server's session to somebody else after each transaction.
    pooled: bool,
    /// How what is sent is kept from others.
    pub(super) encryption: String,
    /// Whoever writes over it has it alone.
    pub(super) turn: Arc<tokio::sync::RwLock<()>>,
}

impl Session {
    /// Connects; a server that is full, or just starting, is asked again for so long. What comes unasked goes to `news`.
    pub(super) async fn open(
        address: &Address,
        number: u64,
        news: Option<UnboundedSender<News>>,
        patience: Duration,
    ) -> Result<Session, StoreError> {
        let until = Instant::now() + patience;
        let mut wait = AGAIN;
        loop {
            match Session::once(address, number, news.as_ref()).await {
                Err(Refused { again: true, .. }) if Instant::now() + wait < until => {
                    tokio::time::sleep(wait).await;
                    wait = (wait * 2).min(Duration::from_secs(1));
                }
                Err(refused) => return Err(refused.fault),
                Ok(session) => return Ok(session),
            }
        }
    }

    /// Tries each host once.
    async fn once(
        address: &Address,
        number: u64,
        news: Option<&UnboundedSender<News>>,
    ) -> Result<Session, Refused> {
        let shown = address.shown();
        let mut last = Refused { fault: StoreError::Unreachable(shown.to_owned()), again: false };
        for host in address.hosts() {
            let enter = host.config.get_connect_timeout().copied().unwrap_or_default() * 2;
            for first in [true, false] {
                // A host may take the connection and never say a word.
                let entering = Session::enter(address, host, first, number, news);
                match tokio::time::timeout(enter, entering).await {
                    Ok(Ok(session)) => return Ok(session),
                    Ok(Err(refused)) => last = Refused { again: last.again || refused.again, ..refused },
                    Err(_) => last.fault = StoreError::Unreachable(format!("{shown}: it does not answer")),
                }
                // Only where the mode has two ways in.
                if host.tls.negotiates(true) == host.tls.negotiates(false) {
                    break;
                }
            }
        }
        Err(last)
    }

    async fn enter(
        address: &Address,
        host: &Host,
        first: bool,
        number: u64,
        news: Option<&UnboundedSender<News>>,
    ) -> Result<Session, Refused> {
        let shown = address.shown();
        let refused = |e: tokio_postgres::Error| Refused { again: full(&e), fault: told(&e, shown) };
        let spoken = Spoken::default();
        let connector = host
            .tls
            .connector(&spoken)
            .map_err(|why| Refused { fault: StoreError::Failed(format!("{shown}: {why}")), again: false })?;
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
            encryption: host.tls.told(spoken),
            turn: Arc::default(),
        })
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
        let done = async {
            if self.pooled {
                return self.answer(self.client.execute_typed(sql, &typed(given))).await;
            }
            let statement = self.statement(sql).await?;
            self.answer(self.client.execute(&statement, &untyped(given))).await
        };
        done.await.map_err(|e| self.fault(&e))
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
        if self.pooled {
            return self.answer(self.client.query_typed(sql, &typed(given))).await;
        }
        let statement = self.statement(sql).await?;
        self.answer(self.client.query(&statement, &untyped(given))).await
    }

    /// Prepares what is needed together, in one go; nothing where a pooler stands between.
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

fn typed(given: Given<'_>) -> Vec<(&(dyn ToSql + Sync), Type)> {
    given.iter().map(|value| (value.sql(), value.kind())).collect()
}

fn untyped(given: Given<'_>) -> Vec<&(dyn ToSql + Sync)> {
    given.iter().map(|value| value.sql()).collect()
}

/// Why one can't get in.
struct Refused {
    fault: StoreError,
    /// It may be otherwise in a moment.
    again: bool,
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
