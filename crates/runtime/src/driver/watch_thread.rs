//! The one thread of a process that reads news.
//!
//! - It takes a bell, reads, waits and reads again, and holds no lock meanwhile.
//! - When the last wait and the last follower are gone, it ends and drops what it knew.
//! - Surfaces learn of askers that come and go, snoozed requests, and drafts typed elsewhere.
//! - Log readers that are behind get their pages between two looks, so that they don't delay news.
//! - It reports a fault of the store once, and again when the fault has passed. A disk fault ends every wait.

use super::Inner;
use super::failure::fault;
use super::follower::{Follower, NextRead};
use super::waiters::{self, tell};
use asq_backend::FaultKind;
use asq_core::inbox::{Notice, Position, RequestMark};
use asq_core::life::{Actor, Input, RequestId};
use asq_store::{Bell, StoreError, WakeReason};
use std::cmp::Ordering;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Askers to check between two rings: each check takes about 0.1 ms.
const LOOKS: usize = 100;

/// Makes the thread look, and starts it if it doesn't run.
pub(super) fn wake(inner: &Arc<Inner>) {
    if !inner.waiters.needs_thread() {
        return;
    }
    let thread = inner.clone();
    let started = std::thread::Builder::new().name("asq-watch".into()).spawn(move || run(&thread));
    if let Err(error) = started {
        inner.waiters.has_no_thread();
        let why = StoreError::Failed(format!("no thread could be started: {error}"));
        inner.waiters.stop(&fault(&why));
    }
}

/// Reads news as long as there is a wait or a follower.
fn run(inner: &Arc<Inner>) {
    let mut bell = inner.store.bell().unwrap_or_else(|_| Box::new(Deaf::default()));
    inner.waiters.lock().waker = Some(bell.waker());
    // Whether the last read for a log reader failed: it is retried after the next wait.
    let mut log_fails = false;
    loop {
        let stopped = inner.writer.stopped();
        if let Some(error) = &stopped {
            inner.waiters.stop(error);
            inner.log_tap.stop();
        }
        if std::mem::take(&mut inner.waiters.lock().outside_unread) {
            read_outside_log(inner);
        }
        // Before taking the lock, because a shared clock may be across a network.
        let now = inner.clock.now();
        let look = {
            let mut state = inner.waiters.lock();
            if state.follower.is_idle() && state.surfaces.is_empty() && inner.log_tap.is_idle() {
                // A later start reads everything again: nobody listened in between.
                state.follower = Follower::new();
                state.waker = None;
                state.running = false;
                return;
            }
            // After a stop, surfaces that stay open get no more news.
            if stopped.is_some() { NextRead::Wait(None) } else { state.follower.next(now) }
        };
        let done = match look {
            NextRead::Head => {
                inner.store.head().map(|head| inner.waiters.lock().follower.head(head.position))
            }
            NextRead::List(after, limit) => list(inner, after, limit),
            NextRead::Load(id) => load(inner, id),
            NextRead::After(position, limit) => after(inner, position, limit),
            NextRead::Expire(id) => {
                // If another process judged it, the record says so. A fault comes up again at the next read.
                let _ = inner.change(id, &Actor::system(), Input::Expire);
                Ok(())
            }
            // Only when nothing else is to be read: the asker's ending goes before a log reader's page.
            NextRead::Wait(left) => {
                let reads = !std::mem::take(&mut log_fails) && stopped.is_none();
                let read = if reads { inner.log_tap.read(&*inner.store) } else { Ok(()) };
                log_fails = read.is_err();
                if !log_fails {
                    wait(inner, &mut *bell, left, reads && inner.log_tap.wants());
                }
                read
            }
        };
        if let Err(error) = done {
            trouble(inner, &error);
        }
        let position = inner.waiters.lock().follower.position();
        if let Some(position) = position {
            inner.log_tap.reached(position);
        }
    }
}

/// Reads a part of the list of open requests.
fn list(inner: &Arc<Inner>, from: Position, limit: usize) -> Result<(), StoreError> {
    // Before the list: what an import adds after this is noticed later.
    let beginning = inner.store.beginning()?;
    let (holds, page) = inner.store.pending(from, limit)?;
    let mut state = inner.waiters.lock();
    if state.follower.begins(beginning) {
        // The follower wants another part now.
        drop(state);
        inner.log_tap.lose();
        return Ok(());
    }
    let news = state.follower.list(limit, holds, page);
    waiters::wake(state, news);
    Ok(())
}

fn after(inner: &Arc<Inner>, position: Position, limit: usize) -> Result<(), StoreError> {
    let stored = inner.store.after(position, limit)?;
    // A ring without records may be the end of an import.
    let beginning = if stored.is_empty() { Some(inner.store.beginning()?) } else { None };
    let mut state = inner.waiters.lock();
    let news = state.follower.after(limit, &stored);
    let moved = beginning.is_some_and(|beginning| state.follower.begins(beginning));
    waiters::wake(state, news);
    if moved {
        inner.log_tap.lose();
    }
    inner.log_tap.push(&stored);
    clear(inner);
    Ok(())
}

/// Reads one of the awaited requests.
fn load(inner: &Arc<Inner>, id: RequestId) -> Result<(), StoreError> {
    match inner.store.records(id) {
        Ok(stored) => {
            let mut state = inner.waiters.lock();
            let news = state.follower.loaded(id, &stored);
            waiters::wake(state, news);
            Ok(())
        }
        // Only this request is unreadable: waits for others go on.
        Err(error @ StoreError::Damaged { .. }) => {
            inner.waiters.give_up(id, &fault(&error));
            Ok(())
        }
        Err(error) => Err(error),
    }
}

/// Waits for a ring, and follows up on it. While a log reader is behind, it only checks for one and doesn't block.
fn wait(inner: &Arc<Inner>, bell: &mut dyn Bell, left: Option<u64>, behind: bool) {
    let more = askers(inner) || behind;
    let patience = if more { Duration::ZERO } else { bell.patience() };
    let rang = bell.wait(left.map_or(patience, |left| patience.min(Duration::from_millis(left))));
    if rang == WakeReason::Quiet && more {
        return;
    }
    {
        let mut state = inner.waiters.lock();
        state.follower.ring();
        if matches!(rang, WakeReason::Nudged | WakeReason::Quiet) {
            // Waiting askers may be gone by now, and others may be back.
            let waiting: Vec<RequestId> =
                state.askers.iter().filter(|(_, w)| **w).map(|(id, _)| *id).collect();
            let gone = state.askers.iter().filter(|(_, w)| !**w).map(|(id, _)| *id);
            let gone: Vec<RequestId> = gone.rev().take(LOOKS).collect();
            state.unseen.extend(waiting.into_iter().chain(gone));
        }
    }
    match rang {
        WakeReason::Drafts | WakeReason::Quiet => read_outside_log(inner),
        WakeReason::Records | WakeReason::Nudged => {}
    }
}

/// Checks some askers; returns whether there are more to check.
fn askers(inner: &Arc<Inner>) -> bool {
    let (some, more) = {
        let mut state = inner.waiters.lock();
        let many = state.unseen.len().min(LOOKS);
        let some: Vec<RequestId> = state.unseen.drain(..many).collect();
        (some, !state.unseen.is_empty())
    };
    for id in some {
        let waits = inner.store.asker_waits(id);
        let mut state = inner.waiters.lock();
        let is_open = state.follower.inbox().get(id).is_some();
        if is_open && state.askers.insert(id, waits) != Some(waits) {
            tell(&state, &[Notice::Asker { id, waits }]);
        }
    }
    more
}

/// Reads the state that isn't in the log: snoozed requests, and drafts typed elsewhere.
fn read_outside_log(inner: &Arc<Inner>) {
    let opened: Vec<(u64, RequestId)> = {
        let state = inner.waiters.lock();
        let all = state.surfaces.iter().flat_map(|(n, s)| s.opened.keys().map(|id| (*n, *id)));
        all.collect()
    };
    if let Ok(snoozed) = inner.store.snoozed() {
        let mut state = inner.waiters.lock();
        let now: std::collections::BTreeMap<RequestId, u64> = snoozed.into_iter().collect();
        let before = std::mem::replace(&mut state.snoozed, now.clone());
        let new =
            now.iter().filter(|(id, until)| before.get(id) != Some(until)).map(|(id, until)| (*id, *until));
        let back = before.keys().filter(|id| !now.contains_key(id)).map(|id| (*id, 0));
        let notices: Vec<Notice> =
            new.chain(back).map(|(id, until_ms)| Notice::Snoozed { id, until_ms }).collect();
        tell(&state, &notices);
    }
    if inner.waiters.lock().surfaces.values().any(|surface| surface.all)
        && let Ok(rows) = inner.store.draft_marks()
    {
        let mut state = inner.waiters.lock();
        let now = super::draft::marks(&rows);
        let before = std::mem::replace(&mut state.marks, now.clone());
        let new = now.iter().filter(|(id, mark)| before.get(id) != Some(mark)).map(|(id, mark)| (*id, *mark));
        let gone = before.keys().filter(|id| !now.contains_key(id)).map(|id| (*id, RequestMark::None));
        let notices: Vec<Notice> = new.chain(gone).map(|(id, mark)| Notice::Marked { id, mark }).collect();
        tell(&state, &notices);
    }
    for (number, id) in opened {
        let Ok(rows) = inner.store.drafts(id) else { continue };
        let mut state = inner.waiters.lock();
        let Some(surface) = state.surfaces.get_mut(&number) else { continue };
        let Some(drafts) = surface.opened.get_mut(&id) else { continue };
        let (mut news, mut whole_news) = (false, false);
        for row in &rows {
            let known = drafts.revs.insert(row.question, row.rev).unwrap_or(0);
            let is_new = row.rev > known && row.by != number;
            match (row.question as usize).cmp(&drafts.count) {
                Ordering::Less => news |= is_new,
                Ordering::Equal => whole_news |= is_new,
                Ordering::Greater => {}
            }
        }
        let count = drafts.count;
        if whole_news {
            let whole = Box::new(super::draft::whole(&rows, count));
            surface.mailbox.post([Notice::Whole { id, whole }]);
        }
        if news && let Some(draft) = super::draft::merged(&rows, count) {
            surface.mailbox.post([Notice::Drafted { id, draft: Box::new(draft) }]);
        }
    }
}

/// Reports a fault, once until it has passed. A disk fault stops the driver.
fn trouble(inner: &Arc<Inner>, error: &StoreError) {
    let error = fault(error);
    if error.kind == FaultKind::Final {
        return inner.writer.stop(&error);
    }
    let mut state = inner.waiters.lock();
    state.follower.failed();
    let what = Some(error.text);
    if state.trouble != what {
        state.trouble.clone_from(&what);
        tell(&state, &[Notice::Trouble(what)]);
    }
}

/// Reports that the fault has passed.
fn clear(inner: &Arc<Inner>) {
    let mut state = inner.waiters.lock();
    if state.trouble.take().is_some() {
        tell(&state, &[Notice::Trouble(None)]);
    }
}

/// A substitute for a bell that couldn't be taken: it never rings, so the thread polls every two seconds.
#[derive(Default)]
struct Deaf(Arc<(Mutex<bool>, Condvar)>);

impl Bell for Deaf {
    fn wait(&mut self, at_most: Duration) -> WakeReason {
        let (nudged, rang) = &*self.0;
        let nudged = nudged.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = rang.wait_timeout_while(nudged, at_most, |nudged| !*nudged);
        let (mut nudged, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if std::mem::take(&mut *nudged) { WakeReason::Nudged } else { WakeReason::Quiet }
    }

    fn patience(&self) -> Duration {
        Duration::from_secs(2)
    }

    fn waker(&self) -> Arc<dyn Fn() + Send + Sync> {
        let shared = self.0.clone();
        Arc::new(move || {
            *shared.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
            shared.1.notify_all();
        })
    }
}
