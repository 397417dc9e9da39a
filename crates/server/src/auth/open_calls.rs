//! The streams and waits that are open, and the end of their tokens and sessions.
//!
//! - When a token is revoked or expires, whatever it has open is cut within seconds.
//! - The connection is cut, also if it stalls.
//! - Nothing runs while nobody has anything open, and nothing wakes up as long as tokens report their own changes.

use crate::Tokens;
use crate::connection::Connection;
use crate::server_state::{ServerState, spawn};
use asq_core::life::TokenId;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::timeout;

/// How often tokens that report no changes are looked up again.
const LOOKS: Duration = Duration::from_secs(3);

/// The end of a token that doesn't count any more.
const OVER: u64 = 0;

/// The open streams and waits.
#[derive(Default)]
pub(crate) struct OpenCalls {
    table: Mutex<OpenCallTable>,
    changed: Notify,
}

#[derive(Default)]
struct OpenCallTable {
    last: u64,
    open: BTreeMap<u64, (TokenId, Arc<Connection>)>,
    watched: bool,
    /// Whether tokens report their changes.
    reports: bool,
}

/// An open stream or wait of a token. Dropping it ends its watch.
pub(crate) struct OpenCall {
    state: ServerState,
    number: Option<u64>,
}

impl OpenCalls {
    /// Notes whether tokens report their own changes.
    pub(crate) fn reports(&self, reports: bool) {
        self.lock().reports = reports;
    }

    /// Has the tokens of everything that is open looked up.
    pub(crate) fn look(&self) {
        self.changed.notify_one();
    }

    /// Watches the token of an open stream or wait.
    pub(crate) fn watch(
        &self,
        state: &ServerState,
        token: Option<TokenId>,
        connection: &Arc<Connection>,
    ) -> OpenCall {
        let Some(token) = token else { return OpenCall { state: state.clone(), number: None } };
        let mut table = self.lock();
        table.last += 1;
        let number = table.last;
        table.open.insert(number, (token, connection.clone()));
        if !std::mem::replace(&mut table.watched, true) {
            spawn(watch(state.clone()));
        }
        drop(table);
        // The token may end sooner than those that were open before.
        self.changed.notify_one();
        OpenCall { state: state.clone(), number: Some(number) }
    }

    fn lock(&self) -> MutexGuard<'_, OpenCallTable> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for OpenCall {
    fn drop(&mut self) {
        let Some(number) = self.number else { return };
        let calls = self.state.open_calls();
        let mut table = calls.lock();
        table.open.remove(&number);
        if table.open.is_empty() {
            drop(table);
            calls.changed.notify_one();
        }
    }
}

/// Looks after the tokens of everything that is open, until nothing is.
async fn watch(state: ServerState) {
    let calls = state.open_calls();
    // The ends of the tokens, as they were last looked up.
    let mut ends: BTreeMap<TokenId, Option<u64>> = BTreeMap::new();
    loop {
        let open: BTreeSet<TokenId> = {
            let mut table = calls.lock();
            if table.open.is_empty() {
                table.watched = false;
                return;
            }
            table.open.values().map(|(token, _)| *token).collect()
        };
        let found = look_up(&state, &open).await;
        // What can't be looked up is looked up again soon.
        let reports = calls.lock().reports && found.is_some();
        for (token, end) in found.into_iter().flatten() {
            if end == Some(OVER) {
                cut(calls, token);
            }
            ends.insert(token, end);
        }
        ends.retain(|token, end| open.contains(token) && *end != Some(OVER));
        let left = |end: &u64| Duration::from_millis(end.saturating_sub(ServerState::now_ms()));
        let next = ends.values().flatten().min().map(left);
        let patience = if reports { next } else { Some(next.unwrap_or(LOOKS).min(LOOKS)) };
        match patience {
            None => calls.changed.notified().await,
            // However it ends, there is something to look at.
            Some(patience) => drop(timeout(patience, calls.changed.notified()).await),
        }
    }
}

/// The end of each token in milliseconds since 1970. `None` if they can't be looked up.
async fn look_up(state: &ServerState, open: &BTreeSet<TokenId>) -> Option<BTreeMap<TokenId, Option<u64>>> {
    let (open, now) = (open.clone(), ServerState::now_ms());
    let found = move |tokens: &dyn Tokens| {
        let end = |id: TokenId| match tokens.find(id).ok()? {
            Some(record) if record.counts(now) => Some((id, record.expires_ms)),
            Some(_) | None => Some((id, Some(OVER))),
        };
        open.into_iter().map(end).collect()
    };
    state.authenticator().looking_up(found).await.ok().flatten()
}

fn cut(calls: &OpenCalls, token: TokenId) {
    let open = calls.lock();
    for (_, connection) in open.open.values().filter(|(id, _)| *id == token) {
        connection.cut();
    }
}
