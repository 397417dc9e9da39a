//! The feeds of asq's own surfaces: each lives as long as its stream, and for a while after.
//!
//! - A feed has a random name, and belongs to the token that opened it.
//! - Its commands are numbered: one that comes twice is carried out once.
//! - A feed that is dropped saves what was typed.
//! - As many feeds of a token linger as it may have streams; a further one is dropped at once.

use crate::auth::caller::CallerKey;
use crate::problem::FailedCall;
use crate::server_state::{ServerState, spawn};
use asq_backend::{Backend, Follow, Wake};
use asq_core::inbox::Notice;
use asq_runtime::driver::{MachineNames, Names};
use asq_wire::http::{CallCode, FeedCommands};
use futures_util::task::AtomicWaker;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::time::sleep;

/// The feeds of all surfaces.
#[derive(Default)]
pub(crate) struct OpenFeeds(Mutex<HashMap<String, Arc<OpenFeed>>>);

pub(crate) struct OpenFeed {
    owner: CallerKey,
    feed: Mutex<OpenFeedLine>,
    lingers: AtomicBool,
    pub(super) waker: Arc<AtomicWaker>,
}

struct OpenFeedLine {
    feed: Box<dyn asq_backend::Feed>,
    /// The number of the next command.
    next: u64,
}

/// A feed whose stream is open. Dropping it lets the feed linger.
pub(crate) struct FeedLine {
    pub(crate) name: String,
    pub(super) feed: Arc<OpenFeed>,
    state: ServerState,
}

impl OpenFeeds {
    /// Opens a feed for this caller.
    ///
    /// # Errors
    /// The store can't be followed.
    pub(crate) async fn open(
        state: &ServerState,
        owner: CallerKey,
        backend: Arc<dyn Backend>,
        follow: Follow,
    ) -> Result<FeedLine, FailedCall> {
        let waker = Arc::new(AtomicWaker::new());
        let wakes = waker.clone();
        let wake = Wake::Call(Box::new(move || wakes.wake()));
        let opened = state.blocking(move || backend.follow(follow, wake)).await?;
        let feed = opened.map_err(|failure| state.failed(failure))?;
        let name = format!("{:032x}", MachineNames.next());
        let line = Mutex::new(OpenFeedLine { feed, next: 0 });
        let feed = Arc::new(OpenFeed { owner, feed: line, lingers: AtomicBool::new(false), waker });
        state.feeds().lock().insert(name.clone(), feed.clone());
        Ok(FeedLine { name, feed, state: state.clone() })
    }

    /// Carries out commands of this caller's feed.
    ///
    /// # Errors
    /// It has no such feed, or commands before these are missing.
    pub(crate) async fn send(
        state: &ServerState,
        owner: CallerKey,
        name: &str,
        commands: FeedCommands,
    ) -> Result<(), FailedCall> {
        let feed = state.feeds().lock().get(name).filter(|feed| feed.owner == owner).cloned();
        let feed = feed.ok_or_else(FailedCall::not_found)?;
        let sent = feed.send(commands);
        if let Some(last) = Arc::into_inner(feed) {
            // It stopped lingering in this moment: what was typed is written to the store.
            state.blocking(move || drop(last)).await?;
        }
        sent
    }

    /// Drops all feeds. May block: what was typed is saved.
    pub(crate) fn drop_all(&self) {
        let all = std::mem::take(&mut *self.lock());
        drop(all);
    }

    /// Has a feed linger, unless too many of its caller do.
    fn linger(&self, feed: &OpenFeed, most: usize) -> bool {
        let all = self.lock();
        let linger = |it: &&Arc<OpenFeed>| it.owner == feed.owner && it.lingers.load(Ordering::Relaxed);
        let may = all.values().filter(linger).count() < most;
        feed.lingers.store(may, Ordering::Relaxed);
        may
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<OpenFeed>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl OpenFeed {
    fn send(&self, commands: FeedCommands) -> Result<(), FailedCall> {
        let mut line = self.lock();
        let FeedCommands { from, commands } = commands;
        if from > line.next {
            let detail = format!("the commands from {} on are missing", line.next);
            return Err(FailedCall::call(CallCode::BadRequest, detail));
        }
        for (number, command) in (from..).zip(commands) {
            if number == line.next {
                line.feed.send(command);
                line.next += 1;
            }
        }
        Ok(())
    }

    /// All notices since the last call.
    pub(super) fn notices(&self) -> Vec<Notice> {
        self.lock().feed.notices()
    }

    fn lock(&self) -> MutexGuard<'_, OpenFeedLine> {
        self.feed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for FeedLine {
    fn drop(&mut self) {
        let (state, name, feed) = (self.state.clone(), std::mem::take(&mut self.name), self.feed.clone());
        spawn(async move {
            if state.feeds().linger(&feed, state.limits().streams) {
                sleep(state.limits().inbox_lingers).await;
            }
            drop(feed);
            let gone = state.feeds().lock().remove(&name);
            // What was typed is written to the store.
            let _ = state.blocking(move || drop(gone)).await;
        });
    }
}
