//! What all routes of a server share.
//!
//! - Everything that may block runs on a few threads of its own. The store never has all of them.
//! - A store that has failed for good ends the server.
//! - The same report comes once in a while at most.

use crate::auth::Authenticator;
use crate::auth::open_calls::OpenCalls;
use crate::auth::permits::Permits;
use crate::identity::Onlooker;
use crate::list_cache::ListCache;
use crate::own_names::OwnNames;
use crate::presence::{AskerPresence, InboxPresenceHold};
use crate::problem::FailedCall;
use crate::serve::STORE;
use crate::streams::{EventHub, OpenFeeds};
use crate::{
    Config, LinkControl, Links, PersonSettings, Report, ServeError, ServerLimits, Shutdown, TimeWords,
};
use asq_backend::{Backend, Failure};
use asq_core::text::Untrusted;
use asq_runtime::Driver;
use asq_runtime::driver::{Clock, Identity, MachineClock};
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;
use tokio::sync::{Semaphore, watch};
use tokio::time::Instant;

/// How long the same report is held back.
const AGAIN: Duration = Duration::from_mins(1);

/// What all routes of a server share. Cloning it is cheap.
#[derive(Clone)]
pub struct ServerState(Arc<Shared>);

struct Shared {
    driver: Driver,
    onlooker: Arc<dyn Backend>,
    authenticator: Authenticator,
    settings: Arc<dyn PersonSettings>,
    names: OwnNames,
    limits: ServerLimits,
    person: String,
    machine: Option<Untrusted>,
    time: TimeWords,
    version: String,
    links: Links,
    link_control: Option<LinkControl>,
    permits: Arc<Permits>,
    open_calls: OpenCalls,
    askers: AskerPresence,
    inbox: InboxPresenceHold,
    events: EventHub,
    feeds: OpenFeeds,
    lists: ListCache,
    store_turns: Arc<Semaphore>,
    bodies: AtomicUsize,
    report: Report,
    reported: Mutex<HashMap<String, Instant>>,
    shutdown: Shutdown,
    ends: watch::Receiver<bool>,
    stopped: OnceLock<String>,
}

impl ServerState {
    pub(crate) fn new(config: Config, shutdown: &Shutdown) -> Result<ServerState, ServeError> {
        let Config {
            driver,
            listeners: _,
            tokens,
            settings,
            names,
            limits,
            person,
            machine,
            time,
            report,
            links,
            link_control,
            version,
            extra: _,
        } = config;
        Ok(ServerState(Arc::new(Shared {
            onlooker: driver.backend(Arc::new(Onlooker)),
            driver,
            authenticator: Authenticator::new(tokens),
            settings,
            names: OwnNames::new(&names)?,
            limits,
            person,
            machine,
            time,
            version,
            links,
            link_control,
            permits: Arc::default(),
            open_calls: OpenCalls::default(),
            askers: AskerPresence::default(),
            inbox: InboxPresenceHold::default(),
            events: EventHub::default(),
            feeds: OpenFeeds::default(),
            lists: ListCache::default(),
            store_turns: Arc::new(Semaphore::new(STORE)),
            bodies: AtomicUsize::new(0),
            report,
            reported: Mutex::default(),
            ends: shutdown.watch(),
            shutdown: shutdown.clone(),
            stopped: OnceLock::new(),
        })))
    }

    /// Runs something that may block for as long as the store does, on one of a few threads.
    ///
    /// # Errors
    /// It panicked, or the server is gone.
    pub(crate) async fn blocking<T: Send + 'static>(
        &self,
        run: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, FailedCall> {
        let turn = self.turn().await;
        let run = move || {
            // Returned when it ends, even if nobody waits for it any more.
            let _turn = turn;
            run()
        };
        tokio::task::spawn_blocking(run).await.map_err(|_| FailedCall::broken())
    }

    /// Waits for one of the threads on which the store may block. It is taken until the guard is dropped.
    pub(crate) fn turn(&self) -> impl Future<Output = Box<dyn Send>> + Send + use<> {
        let turns = self.0.store_turns.clone();
        // They are never closed.
        async move { Box::new(turns.acquire_owned().await.ok()) as Box<dyn Send> }
    }

    /// Whether most threads for the store are free.
    pub(crate) fn store_has_room(&self) -> bool {
        self.0.store_turns.available_permits() > STORE / 2
    }

    /// The same for a call of the store.
    ///
    /// # Errors
    /// The call failed.
    pub(crate) async fn store<T: Send + 'static>(
        &self,
        run: impl FnOnce(&Driver) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, FailedCall> {
        let driver = self.0.driver.clone();
        self.blocking(move || run(&driver)).await?.map_err(|failure| self.failed(failure))
    }

    /// The problem of a failure. A store that acknowledges nothing any more ends the server.
    pub(crate) fn failed(&self, failure: Failure) -> FailedCall {
        if let Failure::Store(fault) = &failure
            && failure.is_final()
        {
            self.stop(fault.text.clone());
        }
        failure.into()
    }

    /// Ends the server, for this reason.
    pub(crate) fn stop(&self, why: String) {
        if self.0.stopped.set(why).is_ok() {
            self.0.shutdown.begin();
        }
    }

    /// Why the server ends by itself, if it does.
    pub(crate) fn stopped(&self) -> Option<&String> {
        self.0.stopped.get()
    }

    /// The store, for somebody who only reads.
    pub(crate) fn onlooker(&self) -> &Arc<dyn Backend> {
        &self.0.onlooker
    }

    /// The store, for one party.
    pub(crate) fn backend(&self, identity: Arc<dyn Identity>) -> Arc<dyn Backend> {
        self.0.driver.backend(identity)
    }

    pub(crate) fn driver(&self) -> &Driver {
        &self.0.driver
    }

    pub(crate) fn authenticator(&self) -> &Authenticator {
        &self.0.authenticator
    }

    pub(crate) fn permits(&self) -> &Arc<Permits> {
        &self.0.permits
    }

    pub(crate) fn open_calls(&self) -> &OpenCalls {
        &self.0.open_calls
    }

    pub(crate) fn askers(&self) -> &AskerPresence {
        &self.0.askers
    }

    pub(crate) fn inbox(&self) -> &InboxPresenceHold {
        &self.0.inbox
    }

    pub(crate) fn events(&self) -> &EventHub {
        &self.0.events
    }

    pub(crate) fn feeds(&self) -> &OpenFeeds {
        &self.0.feeds
    }

    pub(crate) fn lists(&self) -> &ListCache {
        &self.0.lists
    }

    pub(crate) fn settings(&self) -> &Arc<dyn PersonSettings> {
        &self.0.settings
    }

    pub(crate) fn names(&self) -> &OwnNames {
        &self.0.names
    }

    pub(crate) fn limits(&self) -> &ServerLimits {
        &self.0.limits
    }

    pub(crate) fn links(&self) -> &Links {
        &self.0.links
    }

    pub(crate) fn link_control(&self) -> Option<&LinkControl> {
        self.0.link_control.as_ref()
    }

    pub(crate) fn person(&self) -> &str {
        &self.0.person
    }

    /// The machine of the server, if it is known.
    pub(crate) fn machine(&self) -> Option<&Untrusted> {
        self.0.machine.as_ref()
    }

    pub(crate) fn time(&self) -> &TimeWords {
        &self.0.time
    }

    pub(crate) fn version(&self) -> &str {
        &self.0.version
    }

    /// Now, in milliseconds since 1970, by the machine's clock.
    pub(crate) fn now_ms() -> u64 {
        MachineClock.now().wall_ms
    }

    /// Whether the server shuts down.
    pub(crate) fn ends(&self) -> bool {
        *self.0.ends.borrow()
    }

    /// Waits until the server shuts down.
    pub(crate) fn until_end(&self) -> impl Future<Output = ()> + Send + 'static {
        let mut ends = self.0.ends.clone();
        async move {
            // Without a sender nothing ends the server.
            while !*ends.borrow_and_update() && ends.changed().await.is_ok() {}
        }
    }

    /// Reports something to the person, unless it was reported a moment ago.
    pub(crate) fn report(&self, line: &str) {
        let mut reported = self.0.reported.lock().unwrap_or_else(PoisonError::into_inner);
        reported.retain(|_, at| at.elapsed() < AGAIN);
        if !reported.contains_key(line) {
            reported.insert(line.to_owned(), Instant::now());
            drop(reported);
            (self.0.report)(line);
        }
    }

    /// Notes that a body grows by so many bytes; `false` if all bodies together are too large.
    pub(crate) fn takes_body(&self, bytes: usize) -> bool {
        let before = self.0.bodies.fetch_add(bytes, Ordering::Relaxed);
        let fits = before + bytes <= self.0.limits.all_bodies;
        if !fits {
            self.0.bodies.fetch_sub(bytes, Ordering::Relaxed);
        }
        fits
    }

    /// Notes that so many bytes of bodies are gone.
    pub(crate) fn drops_body(&self, bytes: usize) {
        self.0.bodies.fetch_sub(bytes, Ordering::Relaxed);
    }
}

/// Runs something next to everything else, unless the server is gone already.
pub(crate) fn spawn(run: impl Future<Output = ()> + Send + 'static) {
    if let Ok(handle) = tokio::runtime::Handle::try_current() {
        handle.spawn(run);
    }
}
