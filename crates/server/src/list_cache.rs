//! The list of open requests, read once for as long as it is true.
//!
//! - Each call compares the list with the store: its last record, what is snoozed, and what is typed.
//! - So a list has everything that any process had acknowledged before the call.
//! - A time limit that passes makes it untrue.
//! - Whether an asker waits isn't in the store, and may be a second old.

use crate::problem::FailedCall;
use crate::server_state::ServerState;
use asq_backend::{Backend, Failure};
use asq_core::inbox::{Position, RequestMark};
use asq_core::life::{Due, RequestId};
use asq_runtime::Driver;
use asq_wire::http::OpenList;
use asq_wire::public::ListedRequest;
use bytes::Bytes;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// How old the askers of a list may be.
const ASKERS: Duration = Duration::from_secs(1);

#[derive(Default)]
pub(crate) struct ListCache(Mutex<Option<Arc<CachedList>>>);

/// A list, and all that it depends on.
pub(crate) struct CachedList {
    position: Position,
    outside: UnloggedFacts,
    due: Option<Due>,
    /// When it was looked which askers wait.
    looked: Instant,
    /// In the order of asking; snoozed ones come last.
    pub(crate) rows: Vec<ListedRequest>,
    json: OnceLock<Bytes>,
}

/// What isn't in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
struct UnloggedFacts {
    snoozed: BTreeMap<RequestId, u64>,
    marks: BTreeMap<RequestId, RequestMark>,
}

impl ListCache {
    /// The list as it is now, as JSON. Whether an asker waits is at most a second old.
    pub(crate) async fn json(state: &ServerState) -> Result<Bytes, FailedCall> {
        let read = |driver: &Driver, cached: Option<Arc<CachedList>>, onlooker: &dyn Backend| {
            let cached = cached.filter(|cached| cached.looked.elapsed() < ASKERS);
            let list = current(driver, cached, onlooker)?;
            list.json();
            Ok(list)
        };
        Ok(ListCache::read(state, read).await?.json())
    }

    /// The list as it is now. It doesn't say which askers wait now.
    pub(crate) async fn list(state: &ServerState) -> Result<Arc<CachedList>, FailedCall> {
        ListCache::read(state, current).await
    }

    async fn read(
        state: &ServerState,
        read: impl FnOnce(&Driver, Option<Arc<CachedList>>, &dyn Backend) -> Result<Arc<CachedList>, Failure>
        + Send
        + 'static,
    ) -> Result<Arc<CachedList>, FailedCall> {
        let (cached, onlooker) = (state.lists().latest(), state.onlooker().clone());
        let list = state.store(move |driver| read(driver, cached, &*onlooker)).await?;
        state.lists().keep(&list);
        Ok(list)
    }

    fn latest(&self) -> Option<Arc<CachedList>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Keeps a list, unless a later one came meanwhile.
    fn keep(&self, list: &Arc<CachedList>) {
        let mut latest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if latest.as_ref().is_none_or(|latest| latest.position <= list.position) {
            *latest = Some(list.clone());
        }
    }
}

impl CachedList {
    fn is_true(&self, driver: &Driver, outside: &UnloggedFacts) -> Result<bool, Failure> {
        let over = |due: Due| due.left(driver.now()) == 0;
        Ok(self.outside == *outside && driver.head()? == self.position && !self.due.is_some_and(over))
    }

    fn json(&self) -> Bytes {
        let render = || {
            let list = OpenList { position: self.position, requests: self.rows.clone() };
            Bytes::from(asq_wire::inert(list.to_json().to_string()) + "\n")
        };
        self.json.get_or_init(render).clone()
    }
}

/// The cached list if it is still true, else another one.
fn current(
    driver: &Driver,
    cached: Option<Arc<CachedList>>,
    onlooker: &dyn Backend,
) -> Result<Arc<CachedList>, Failure> {
    // Before the list: what changes after that makes another list at the next call.
    let outside = outside(onlooker)?;
    match cached {
        Some(cached) if cached.is_true(driver, &outside)? => Ok(cached),
        Some(_) | None => read(onlooker, outside).map(Arc::new),
    }
}

fn outside(backend: &dyn Backend) -> Result<UnloggedFacts, Failure> {
    Ok(UnloggedFacts {
        snoozed: backend.snoozed()?.into_iter().collect(),
        marks: backend.marks()?.into_iter().collect(),
    })
}

fn read(backend: &dyn Backend, outside: UnloggedFacts) -> Result<CachedList, Failure> {
    let looked = Instant::now();
    let (position, pending) = backend.list_at(0)?;
    let due = pending.iter().filter_map(|pending| pending.due.as_deref().copied());
    let due = due.min_by_key(|due| due.0.wall_ms);
    let rows = asq_asking::listed_rows(backend, pending, &outside.snoozed, &outside.marks)?;
    Ok(CachedList { position, outside, due, looked, rows, json: OnceLock::new() })
}
