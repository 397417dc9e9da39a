//! Waiting for endings: one poll for each request, however many wait for it.
//!
//! - The poll shows the server that the asker waits, as long as anybody holds it.
//! - A server that is away is asked again and again, with longer pauses; the wait goes on for as long as it takes.
//! - A request that isn't there, and a token that no longer counts, end the wait.
//! - Dropping all holds ends the poll.

use crate::absence::WaitAbsence;
use crate::service::{CallError, ServerCalls};
use asq_backend::{ClosedRequest, Failure, Then};
use asq_core::life::{Refusal, RequestId};
use futures_util::future::{Either, select};
use std::collections::BTreeMap;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

/// Seconds that one poll waits for an ending.
const POLL: u64 = 600;
/// The first pause after a failed poll, and the longest one.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
/// A poll that came back sooner, without an ending, isn't repeated at once.
const SOON: Duration = Duration::from_secs(1);

/// The polls of a client.
#[derive(Default)]
pub(crate) struct ClientPolls(Mutex<BTreeMap<RequestId, Poll>>);

struct Poll {
    holds: u64,
    /// Who is called when the request closes, by number.
    calls: BTreeMap<u64, Then<ClosedRequest>>,
    next: u64,
    /// Tells the task to end.
    stop: watch::Sender<bool>,
}

/// Holds a poll. Dropping it lets go.
pub(crate) struct PollHold {
    polls: Arc<ClientPolls>,
    id: RequestId,
    call: Option<u64>,
}

impl Drop for PollHold {
    fn drop(&mut self) {
        let mut polls = self.polls.lock();
        let Some(poll) = polls.get_mut(&self.id) else { return };
        poll.holds -= 1;
        if let Some(call) = self.call {
            poll.calls.remove(&call);
        }
        if poll.holds == 0 {
            // The task may have ended already.
            let _ = poll.stop.send(true);
            polls.remove(&self.id);
        }
    }
}

impl ClientPolls {
    /// Holds the poll of a request. With a receiver if its task has to be started.
    pub(crate) fn hold(
        self: &Arc<ClientPolls>,
        id: RequestId,
        then: Option<Then<ClosedRequest>>,
    ) -> (PollHold, Option<watch::Receiver<bool>>) {
        let mut polls = self.lock();
        let mut started = None;
        let poll = polls.entry(id).or_insert_with(|| {
            let (stop, stopped) = watch::channel(false);
            started = Some(stopped);
            Poll { holds: 0, calls: BTreeMap::new(), next: 0, stop }
        });
        poll.holds += 1;
        let call = then.map(|then| {
            poll.next += 1;
            poll.calls.insert(poll.next, then);
            // The task may have its ending already.
            poll.stop.send_replace(false);
            poll.next
        });
        (PollHold { polls: self.clone(), id, call }, started)
    }

    /// Takes everybody who is to be called.
    fn over(&self, id: RequestId) -> Vec<Then<ClosedRequest>> {
        let mut polls = self.lock();
        let calls = polls.get_mut(&id).map(|poll| std::mem::take(&mut poll.calls));
        calls.into_iter().flat_map(BTreeMap::into_values).collect()
    }

    /// Whether somebody came after the poll had ended.
    fn is_wanted(&self, id: RequestId) -> bool {
        self.lock().get(&id).is_some_and(|poll| !poll.calls.is_empty())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<RequestId, Poll>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// ClientPolls until the request is closed, or nobody holds the poll any more.
pub(crate) async fn poll(
    service: Arc<ServerCalls>,
    polls: Arc<ClientPolls>,
    id: RequestId,
    mut stopped: watch::Receiver<bool>,
) {
    loop {
        let ending = {
            let closed = pin!(closed(&service, id));
            let Some(ending) = unless_stopped(closed, &mut stopped).await else { return };
            ending
        };
        for then in polls.over(id) {
            let ending = ending.clone();
            // A callback may make a call itself, so it gets a thread that may wait.
            tokio::task::spawn_blocking(move || then(ending));
        }
        // A mere hold needs no further poll; somebody else may still come for the ending.
        while !polls.is_wanted(id) {
            if stopped.changed().await.is_err() || *stopped.borrow_and_update() {
                return;
            }
        }
    }
}

/// The result of a task; `None` if it was stopped.
async fn unless_stopped<T>(
    mut task: Pin<&mut impl Future<Output = T>>,
    stopped: &mut watch::Receiver<bool>,
) -> Option<T> {
    loop {
        let changed = match select(task.as_mut(), pin!(stopped.changed())).await {
            Either::Left((done, _)) => return Some(done),
            Either::Right((changed, _)) => changed,
        };
        if changed.is_err() || *stopped.borrow_and_update() {
            return None;
        }
    }
}

/// The ending of a request, once there is one.
async fn closed(service: &ServerCalls, id: RequestId) -> Result<ClosedRequest, Failure> {
    let (mut pause, mut absence) = (FIRST_PAUSE, WaitAbsence::default());
    let all = &service.absence;
    loop {
        let asked = Instant::now();
        let away = match ended(service, id).await {
            Ok(Some(ending)) => {
                all.over(&mut absence);
                return ending;
            }
            // A server that stops lets its polls go.
            Ok(None) => {
                all.over(&mut absence);
                asked.elapsed() < SOON
            }
            Err(CallError::Away(_)) => {
                all.lasts(&mut absence, service.limits.away, &service.words.address);
                true
            }
            Err(CallError::Busy(_)) => true,
            Err(CallError::Failed(failure)) => return Err(failure),
        };
        if !away || asked.elapsed() > LONGEST_PAUSE {
            pause = FIRST_PAUSE;
        }
        if away {
            sleep(pause).await;
            pause = (2 * pause).min(LONGEST_PAUSE);
        }
    }
}

/// The ending with everything for its reply.
async fn ended(
    service: &ServerCalls,
    id: RequestId,
) -> Result<Option<Result<ClosedRequest, Failure>>, CallError> {
    if service.ending(id, POLL).await?.is_none() {
        return Ok(None);
    }
    let life = service.records(id).await?.life;
    let erased = || Failure::Refused(Box::new(Refusal::Erased));
    Ok(Some(ClosedRequest::of(id, &life).ok_or_else(erased)))
}
