//! What surfaces and askers see of those who are connected: askers that wait, and inboxes in use.
//!
//! - An asker waits while it polls, and for some seconds after.
//! - An inbox is in use while somebody with the right to answer follows, and for a while after.
//! - Nothing runs while nobody lingers.
//! - Locks are taken and released where a call may block.

use crate::ServerState;
use crate::server_state::spawn;
use asq_backend::Hold;
use asq_core::life::RequestId;
use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::time::{Instant, sleep_until};

/// The askers that poll or did so a moment ago.
#[derive(Default)]
pub(crate) struct AskerPresence(Mutex<Presences<RequestId>>);

/// The streams of those who may answer.
#[derive(Default)]
pub(crate) struct InboxPresenceHold(Mutex<Presences<()>>);

/// What is held, and what lingers.
struct Presences<K> {
    held: HashMap<K, HeldPresence>,
    /// What nobody holds since then, in the order of ending. A key that is held again stays here until its time.
    lingers: VecDeque<(Instant, K)>,
    runs: bool,
}

#[derive(Default)]
struct HeldPresence {
    count: usize,
    hold: Option<Hold>,
    /// When it may go, once nobody holds it.
    until: Option<Instant>,
}

impl<K> Default for Presences<K> {
    fn default() -> Presences<K> {
        Presences { held: HashMap::new(), lingers: VecDeque::new(), runs: false }
    }
}

/// An asker that polls. Dropping it lets it linger.
pub(crate) struct AskerPolls {
    state: ServerState,
    id: RequestId,
}

/// A stream of somebody who may answer. Dropping it lets it linger.
pub(crate) struct Follows(ServerState);

impl AskerPresence {
    /// Shows that the asker of this request waits. A failure is reported; the wait goes on without.
    pub(crate) async fn polls(state: &ServerState, id: RequestId) -> AskerPolls {
        let is_new = lock(&state.askers().0).enter(id);
        let polls = AskerPolls { state: state.clone(), id };
        if is_new {
            match state.store(move |driver| driver.hold(id)).await {
                Ok(hold) => drop(lock(&state.askers().0).keep(id, hold)),
                Err(failed) => {
                    let why = failed.problem().detail();
                    state.report(&format!("lists show askers as gone, although they wait: {why}"));
                }
            }
        }
        polls
    }
}

impl InboxPresenceHold {
    /// Shows that an inbox is in use. A failure is reported; the stream goes on without.
    pub(crate) async fn follows(state: &ServerState) -> Follows {
        let is_new = lock(&state.inbox().0).enter(());
        let follows = Follows(state.clone());
        if is_new {
            match state.store(asq_runtime::Driver::hold_inbox).await {
                Ok(hold) => drop(lock(&state.inbox().0).keep((), hold)),
                Err(failed) => {
                    let why = failed.problem().detail();
                    state.report(&format!("agents don't see that an inbox is in use: {why}"));
                }
            }
        }
        follows
    }
}

impl<K: Copy + Eq + std::hash::Hash> Presences<K> {
    /// Counts a holder; `true` if nothing is held for it yet.
    fn enter(&mut self, key: K) -> bool {
        let presence = self.held.entry(key).or_default();
        presence.count += 1;
        presence.until = None;
        presence.hold.is_none()
    }

    /// Keeps what shows the presence, as long as somebody wants it; returns what isn't needed.
    fn keep(&mut self, key: K, hold: Hold) -> Option<Hold> {
        match self.held.get_mut(&key) {
            Some(presence) => presence.hold.replace(hold),
            None => Some(hold),
        }
    }

    /// Ends a holder; it lingers until then. `true` if somebody has to see to that.
    fn leave(&mut self, key: K, until: Instant) -> bool {
        let Some(presence) = self.held.get_mut(&key) else { return false };
        presence.count -= 1;
        if presence.count > 0 {
            return false;
        }
        presence.until = Some(until);
        self.lingers.push_back((until, key));
        !std::mem::replace(&mut self.runs, true)
    }

    fn all(&mut self) -> Vec<Hold> {
        self.held.drain().filter_map(|(_, presence)| presence.hold).collect()
    }

    /// What may go now, and when to look again; `None` if nothing lingers.
    fn over(&mut self, now: Instant) -> (Vec<Hold>, Option<Instant>) {
        let mut gone = Vec::new();
        while let Some((at, key)) = self.lingers.front().copied() {
            if at > now {
                return (gone, Some(at));
            }
            self.lingers.pop_front();
            if self.held.get(&key).is_some_and(|presence| presence.until.is_some_and(|until| until <= now)) {
                gone.extend(self.held.remove(&key).and_then(|presence| presence.hold));
            }
        }
        self.runs = false;
        (gone, None)
    }
}

impl Drop for AskerPolls {
    fn drop(&mut self) {
        let until = Instant::now() + self.state.limits().asker_lingers;
        if lock(&self.state.askers().0).leave(self.id, until) {
            let state = self.state.clone();
            spawn(async move { linger(&state, |state| &state.askers().0).await });
        }
    }
}

impl Drop for Follows {
    fn drop(&mut self) {
        let until = Instant::now() + self.0.limits().inbox_lingers;
        if lock(&self.0.inbox().0).leave((), until) {
            let state = self.0.clone();
            spawn(async move { linger(&state, |state| &state.inbox().0).await });
        }
    }
}

/// Lets go of everything at the end of a server: nobody waits or follows there any more. May block.
pub(crate) fn release_all(state: &ServerState) {
    let askers = lock(&state.askers().0).all();
    let inboxes = lock(&state.inbox().0).all();
    drop((askers, inboxes));
}

/// Lets go of what has lingered, until nothing lingers.
async fn linger<K: Copy + Eq + std::hash::Hash>(
    state: &ServerState,
    of: impl Fn(&ServerState) -> &Mutex<Presences<K>>,
) {
    loop {
        let (gone, next) = lock(of(state)).over(Instant::now());
        if !gone.is_empty() {
            // Releasing a lock may write a file. Nothing depends on its success.
            let _ = state.blocking(move || drop(gone)).await;
        }
        match next {
            Some(at) => sleep_until(at).await,
            None => return,
        }
    }
}

fn lock<K>(presences: &Mutex<Presences<K>>) -> MutexGuard<'_, Presences<K>> {
    presences.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::Presences;
    use std::time::Duration;
    use tokio::time::Instant;

    #[test]
    fn what_is_held_again_stays_and_what_is_left_goes_at_its_time() {
        let (mut held, start) = (Presences::<u8>::default(), Instant::now());
        let at = |seconds| start + Duration::from_secs(seconds);
        assert!(held.enter(1) && held.keep(1, Box::new(())).is_none());
        assert!(!held.enter(1), "one lock does for two");
        assert!(!held.leave(1, at(10)), "somebody else holds it");
        assert!(held.leave(1, at(11)), "somebody has to see to it");
        let (gone, next) = held.over(at(10));
        assert_eq!((gone.len(), next), (0, Some(at(11))));
        assert!(!held.enter(1), "it is still locked");
        assert!(!held.leave(1, at(20)), "somebody sees to it already");
        let (gone, next) = held.over(at(11));
        assert_eq!((gone.len(), next), (0, Some(at(20))));
        let (gone, next) = held.over(at(20));
        assert_eq!((gone.len(), next), (1, None));
        assert!(held.enter(1), "it is taken again");
    }
}
