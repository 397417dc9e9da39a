//! The list of open requests, rendered once for as long as it is true.
//!
//! - Each call compares the list with the store: its last record, what is snoozed, and what is typed.
//! - So a list has everything that any process had acknowledged before the call.
//! - A time limit that passes makes it untrue.
//! - Whether an asker waits isn't in the store, and may be a second old.

use crate::problem::FailedCall;
use crate::server_state::ServerState;
use asq_backend::{Backend, Failure};
use asq_core::inbox::{Pending, Position, RequestMark};
use asq_core::life::{Due, RequestId};
use asq_runtime::Driver;
use asq_wire::http::OpenList;
use asq_wire::public::ListedRequest;
use bytes::Bytes;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// How old the askers of a list may be.
const ASKERS: Duration = Duration::from_secs(1);

#[derive(Default)]
pub(crate) struct ListCache(Mutex<Option<Arc<RenderedList>>>);

/// A list, and all that it depends on.
struct RenderedList {
    position: Position,
    outside: UnloggedFacts,
    due: Option<Due>,
    /// When it was looked which askers wait.
    looked: Instant,
    body: Bytes,
}

/// What isn't in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
struct UnloggedFacts {
    snoozed: BTreeMap<RequestId, u64>,
    marks: BTreeMap<RequestId, RequestMark>,
}

impl ListCache {
    /// The list as it is now, as JSON.
    pub(crate) async fn list(state: &ServerState) -> Result<Bytes, FailedCall> {
        let cached = state.lists().latest();
        let onlooker = state.onlooker().clone();
        let read = move |driver: &Driver| {
            // Before the list: what changes after that makes another list at the next call.
            let outside = outside(&*onlooker)?;
            if let Some(cached) = cached
                && cached.is_true(driver, &outside)?
            {
                return Ok(cached);
            }
            render(&*onlooker, outside).map(Arc::new)
        };
        let list = state.store(read).await?;
        state.lists().keep(&list);
        Ok(list.body.clone())
    }

    fn latest(&self) -> Option<Arc<RenderedList>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Keeps a list, unless a later one came meanwhile.
    fn keep(&self, list: &Arc<RenderedList>) {
        let mut latest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if latest.as_ref().is_none_or(|latest| latest.position <= list.position) {
            *latest = Some(list.clone());
        }
    }
}

impl RenderedList {
    fn is_true(&self, driver: &Driver, outside: &UnloggedFacts) -> Result<bool, Failure> {
        let over = |due: Due| due.left(driver.now()) == 0;
        Ok(self.looked.elapsed() < ASKERS
            && self.outside == *outside
            && driver.head()? == self.position
            && !self.due.is_some_and(over))
    }
}

fn outside(backend: &dyn Backend) -> Result<UnloggedFacts, Failure> {
    Ok(UnloggedFacts {
        snoozed: backend.snoozed()?.into_iter().collect(),
        marks: backend.marks()?.into_iter().collect(),
    })
}

fn render(backend: &dyn Backend, outside: UnloggedFacts) -> Result<RenderedList, Failure> {
    let looked = Instant::now();
    let (position, pending) = backend.list_at(0)?;
    let due = pending.iter().filter_map(|pending| pending.due.as_deref().copied());
    let due = due.min_by_key(|due| due.0.wall_ms);
    let row = |pending: Pending| {
        Ok(ListedRequest {
            short: backend.short_id(pending.id)?,
            asker_waits: backend.asker_waits(pending.id),
            snoozed_until: outside.snoozed.get(&pending.id).copied(),
            mark: outside.marks.get(&pending.id).copied().unwrap_or_default(),
            pending,
        })
    };
    let mut requests = pending.into_iter().map(row).collect::<Result<Vec<_>, Failure>>()?;
    // As in every list, snoozed ones come last.
    requests.sort_by_key(|row| row.snoozed_until.is_some());
    let body = asq_wire::inert(OpenList { position, requests }.to_json().to_string()) + "\n";
    Ok(RenderedList { position, outside, due, looked, body: body.into() })
}
