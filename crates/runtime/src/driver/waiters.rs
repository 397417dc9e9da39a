//! The waits and surfaces of one process.
//!
//! - A wait costs an entry in a table, and no thread. It ends once, or is dropped.
//! - When a request closes, all its waits end with its ending, with no lock held.
//! - A new surface gets the known state, and then the news.
//! - The watch thread runs while there is a wait, a surface or a reader of the log.
//! - When the driver stops, every wait ends with the reason.

use super::follower::{Follower, News};
use super::mailbox::Mailbox;
use asq_backend::{ClosedRequest, Failure, StoreFault, Then};
use asq_core::inbox::{Notice, RequestMark};
use asq_core::life::{Life, Refusal, RequestId};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

#[derive(Default)]
pub(super) struct Waiters {
    state: Mutex<WaiterTable>,
}

/// The table, while its lock is held.
#[derive(Default)]
pub(super) struct WaiterTable {
    pub(super) follower: Follower,
    pub(super) waits: BTreeMap<RequestId, Vec<(u64, Then<ClosedRequest>)>>,
    pub(super) surfaces: BTreeMap<u64, SurfaceEntry>,
    /// Whether each asker waits, as last reported to the surfaces.
    pub(super) askers: BTreeMap<RequestId, bool>,
    /// The requests whose askers need a check.
    pub(super) unseen: VecDeque<RequestId>,
    pub(super) snoozed: BTreeMap<RequestId, u64>,
    pub(super) marks: BTreeMap<RequestId, RequestMark>,
    /// Whether what isn't in the log has to be read before the list.
    pub(super) outside_unread: bool,
    pub(super) trouble: Option<String>,
    /// Whether the surfaces know that the driver has stopped.
    pub(super) stopped: bool,
    pub(super) last: u64,
    /// Interrupts the thread's wait, while it runs.
    pub(super) waker: Option<Arc<dyn Fn() + Send + Sync>>,
    pub(super) running: bool,
}

/// The drafts of a request that a surface shows.
pub(super) struct OpenedDrafts {
    /// How many questions it has; the row behind them belongs to the whole request.
    pub(super) count: usize,
    /// By question: the last revision that the surface knows.
    pub(super) revs: BTreeMap<u32, u64>,
}

pub(super) struct SurfaceEntry {
    pub(super) mailbox: Arc<Mailbox>,
    /// Whether it follows the whole list, or only the requests that it opened.
    pub(super) all: bool,
    /// The requests that it shows whole, with the last revision that it knows of each draft.
    pub(super) opened: BTreeMap<RequestId, OpenedDrafts>,
}

impl Waiters {
    /// Waits for a request; returns the wait's number.
    pub(super) fn wait(&self, id: RequestId, tell: Then<ClosedRequest>) -> u64 {
        let mut state = self.lock();
        state.last += 1;
        let number = state.last;
        state.waits.entry(id).or_default().push((number, tell));
        state.follower.watch(id);
        number
    }

    /// Drops a wait without calling back.
    pub(super) fn forget(&self, id: RequestId, number: u64) {
        let mut state = self.lock();
        let Some(waits) = state.waits.get_mut(&id) else { return };
        waits.retain(|(n, _)| *n != number);
        if waits.is_empty() {
            state.waits.remove(&id);
            unwatch(&mut state, id);
            poll_now(&state);
        }
    }

    pub(super) fn join(&self, number: u64, surface: SurfaceEntry) {
        let mut state = self.lock();
        if surface.all {
            state.follower.follow_inbox(true);
            state.outside_unread = true;
            let known = state.follower.inbox().iter();
            surface.mailbox.post(known.map(|p| Notice::Arrived(p.clone())));
            surface
                .mailbox
                .post(state.askers.iter().map(|(id, waits)| Notice::Asker { id: *id, waits: *waits }));
            let snoozed = state.snoozed.iter();
            surface.mailbox.post(snoozed.map(|(id, until)| Notice::Snoozed { id: *id, until_ms: *until }));
            surface
                .mailbox
                .post(state.marks.iter().map(|(id, mark)| Notice::Marked { id: *id, mark: *mark }));
        }
        if state.trouble.is_some() {
            surface.mailbox.post([Notice::Trouble(state.trouble.clone())]);
        }
        state.surfaces.insert(number, surface);
    }

    pub(super) fn leave(&self, number: u64) {
        let mut state = self.lock();
        let opened = state.surfaces.remove(&number).map(|surface| surface.opened).unwrap_or_default();
        for id in opened.into_keys() {
            unwatch(&mut state, id);
        }
        if !state.surfaces.values().any(|s| s.all) {
            state.follower.follow_inbox(false);
            state.askers.clear();
            state.unseen.clear();
            state.snoozed.clear();
            state.marks.clear();
        }
        poll_now(&state);
    }

    /// Notes that a surface shows a request whole, with drafts of these revisions, or has stopped. Without following
    /// the list, it still gets news of the requests that it shows.
    pub(super) fn open(&self, number: u64, id: RequestId, drafts: Option<OpenedDrafts>) {
        let mut state = self.lock();
        let Some(surface) = state.surfaces.get_mut(&number) else { return };
        let (all, shown) = (surface.all, drafts.is_some());
        match drafts {
            Some(drafts) => surface.opened.insert(id, drafts),
            None => surface.opened.remove(&id),
        };
        match (all, shown) {
            (true, _) => {}
            (false, true) => state.follower.watch(id),
            (false, false) => unwatch(&mut state, id),
        }
        // Somebody may have typed between the reading of these drafts and now.
        state.outside_unread |= shown;
        poll_now(&state);
    }

    /// Notes that a surface wrote a draft itself.
    pub(super) fn wrote(&self, number: u64, id: RequestId, question: u32, rev: u64) {
        let mut state = self.lock();
        if let Some(drafts) = state.surfaces.get_mut(&number).and_then(|s| s.opened.get_mut(&id)) {
            drafts.revs.insert(question, rev);
        }
    }

    /// Notes that a surface of this process snoozed a request.
    pub(super) fn snoozed(&self, id: RequestId, until_ms: u64) {
        let mut state = self.lock();
        if until_ms == 0 {
            state.snoozed.remove(&id);
        } else {
            state.snoozed.insert(id, until_ms);
        }
        tell(&state, &[Notice::Snoozed { id, until_ms }]);
    }

    /// Whether a surface may announce a request: it is open and isn't snoozed, as far as the surface follows the list.
    pub(super) fn may_announce(&self, number: u64, id: RequestId) -> bool {
        let state = self.lock();
        let all = state.surfaces.get(&number).is_some_and(|surface| surface.all);
        !all || (state.follower.inbox().get(id).is_some() && !state.snoozed.contains_key(&id))
    }

    /// Whether a request is among those known to be open.
    pub(super) fn lists(&self, id: RequestId) -> bool {
        self.lock().follower.inbox().get(id).is_some()
    }

    /// Has everything polled at once.
    pub(super) fn poll_now(&self) {
        poll_now(&self.lock());
    }

    /// Makes the thread look. `true`: no thread runs, and the caller must start it.
    pub(super) fn needs_thread(&self) -> bool {
        let mut state = self.lock();
        poll_now(&state);
        !std::mem::replace(&mut state.running, true)
    }

    /// Notes that no thread could be started.
    pub(super) fn has_no_thread(&self) {
        self.lock().running = false;
    }

    /// Ends the waits for a request that can't be read.
    pub(super) fn give_up(&self, id: RequestId, error: &StoreFault) {
        let mut state = self.lock();
        state.follower.give_up(id);
        let waits = state.waits.remove(&id).unwrap_or_default();
        drop(state);
        for (_, told) in waits {
            told(Err(Failure::Store(error.clone())));
        }
    }

    /// Ends every wait: the driver has stopped.
    pub(super) fn stop(&self, error: &StoreFault) {
        let mut state = self.lock();
        let waits = std::mem::take(&mut state.waits);
        for id in waits.keys() {
            state.follower.unwatch(*id);
        }
        if !state.stopped {
            tell(&state, &[Notice::Stopped(error.text.clone())]);
            state.stopped = true;
        }
        drop(state);
        for (_, told) in waits.into_values().flatten() {
            told(Err(Failure::Store(error.clone())));
        }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, WaiterTable> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn poll_now(state: &WaiterTable) {
    if let Some(waker) = &state.waker {
        waker();
    }
}

/// Stops watching a request, unless somebody else waits for it or shows it alone.
fn unwatch(state: &mut WaiterTable, id: RequestId) {
    let shown = state.surfaces.values().any(|s| !s.all && s.opened.contains_key(&id));
    if !shown && !state.waits.contains_key(&id) {
        state.follower.unwatch(id);
    }
}

/// Notifies the surfaces that show a request and don't follow the list.
fn tell_alone(state: &WaiterTable, id: RequestId, notice: &Notice) {
    for surface in state.surfaces.values().filter(|s| !s.all && s.opened.contains_key(&id)) {
        surface.mailbox.post([notice.clone()]);
    }
}

/// Notifies the surfaces that follow the list.
pub(super) fn tell(state: &WaiterTable, notices: &[Notice]) {
    for surface in state.surfaces.values().filter(|s| s.all) {
        surface.mailbox.post(notices.iter().cloned());
    }
}

/// What is known of a request that isn't in the log: a list drops it before it has the request.
fn outside_log(state: &WaiterTable, id: RequestId) -> Vec<Notice> {
    let snoozed = state.snoozed.get(&id).map(|until| Notice::Snoozed { id, until_ms: *until });
    let marked = state.marks.get(&id).map(|mark| Notice::Marked { id, mark: *mark });
    snoozed.into_iter().chain(marked).collect()
}

/// Notifies surfaces, and wakes the waiters of what closed, with no lock held.
pub(super) fn wake(mut state: MutexGuard<'_, WaiterTable>, news: Vec<News>) {
    let mut over: Vec<(RequestId, Result<Box<Life>, Failure>)> = Vec::new();
    for news in news {
        match news {
            News::Notice(notice) => {
                match &notice {
                    Notice::Arrived(pending) => state.unseen.push_back(pending.id),
                    Notice::Closed { id, .. } | Notice::Gone(id) => {
                        state.askers.remove(id);
                        state.snoozed.remove(id);
                        state.marks.remove(id);
                    }
                    Notice::Delivered(_)
                    | Notice::Asker { .. }
                    | Notice::Snoozed { .. }
                    | Notice::Marked { .. }
                    | Notice::Opened { .. }
                    | Notice::Whole { .. }
                    | Notice::Drafted { .. }
                    | Notice::Clash { .. }
                    | Notice::Accepted(_)
                    | Notice::Refused { .. }
                    | Notice::NotStored { .. }
                    | Notice::Announced(_)
                    | Notice::Done(_)
                    | Notice::Looked { .. }
                    | Notice::Late(_)
                    | Notice::Proposed { .. }
                    | Notice::Trouble(_)
                    | Notice::Stopped(_) => {}
                }
                let arrived = if let Notice::Arrived(pending) = &notice { Some(pending.id) } else { None };
                tell(&state, &[notice]);
                if let Some(id) = arrived {
                    tell(&state, &outside_log(&state, id));
                }
            }
            News::Closed(id, life) => {
                let notice = match life.closed() {
                    Some((outcome, by, at)) => {
                        Notice::Closed { id, by: Box::new(by.clone()), at, how: outcome.name() }
                    }
                    None => Notice::Gone(id),
                };
                tell_alone(&state, id, &notice);
                over.push((id, Ok(life)));
            }
            News::NoSuch(id) => over.push((id, Err(Failure::NoSuch(id)))),
        }
    }
    let mut calls = Vec::new();
    for (id, life) in over {
        let ending = life.and_then(|life| {
            ClosedRequest::of(id, &life).ok_or_else(|| Failure::Refused(Box::new(Refusal::Erased)))
        });
        for (_, told) in state.waits.remove(&id).unwrap_or_default() {
            calls.push((told, ending.clone()));
        }
    }
    drop(state);
    for (told, ending) in calls {
        told(ending);
    }
}
