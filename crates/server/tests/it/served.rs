//! A server on a thread of its own, on a store of its own.
//!
//! - It listens on loopback and on a Unix socket; under its public name a caller counts as one from elsewhere.
//! - Tokens and sessions live in memory, and report their changes unless a test wants otherwise.

use crate::client::{Address, Call, Line, Reply};
use crate::pg;
use asq_core::life::TokenId;
use asq_core::model::Prefs;
use asq_runtime::Driver;
use asq_server::{
    Config, ExtraRoutes, Links, Listener, PageSettings, PersonSettings, ServeError, ServerLimits,
    ServerNames, Shutdown, TokenRecord, TokenRight, TokenText, Tokens, TokensFault, opencode_routes, serve,
};
use asq_store::{Sqlite, Store};
use asq_testkit::folder::TempFolder;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

/// The name of a server behind a proxy.
pub(crate) const PUBLIC: &str = "asq.test";

/// An origin whose pages may use the server.
pub(crate) const CORS: &str = "https://tools.test";

/// The number of the next token.
static LAST: AtomicU64 = AtomicU64::new(1);

/// So many servers had a socket.
static SOCKETS: AtomicU64 = AtomicU64::new(0);

/// The stores that a story runs on.
pub(crate) const STORES: [Kind; 2] = [Kind::File, Kind::Database];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    File,
    Database,
}

/// A running server.
pub(crate) struct Served {
    pub(crate) at: Address,
    pub(crate) unix: Address,
    /// With TLS, if the setup says so.
    pub(crate) tls: Option<Address>,
    pub(crate) tokens: Arc<TestTokens>,
    pub(crate) prefs: Arc<TestPrefs>,
    pub(crate) driver: Driver,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) reports: Arc<Mutex<Vec<String>>>,
    pub(crate) links: Links,
    pub(crate) asker: String,
    pub(crate) answerer: String,
    pub(crate) observer: String,
    pub(crate) admin: String,
    shutdown: Shutdown,
    thread: Option<JoinHandle<Result<(), ServeError>>>,
    pub(crate) folder: Arc<TempFolder>,
}

/// A short limit that a call of a busy machine doesn't exceed by chance.
pub(crate) const SHORT: Duration = Duration::from_secs(1);

/// How a server is started.
pub(crate) struct Setup {
    pub(crate) kind: Kind,
    pub(crate) limits: ServerLimits,
    /// Whether tokens report their changes.
    pub(crate) reports: bool,
    /// Whether OpenCode's routes keep its old habits.
    pub(crate) seed_compat: bool,
    /// More routes behind its gate.
    pub(crate) extra: Vec<ExtraRoutes>,
    /// Whether it listens with TLS as well. It has no certificate.
    pub(crate) tls: bool,
    /// The store of another server.
    pub(crate) on: Option<(Arc<dyn Store>, Arc<TempFolder>)>,
    /// The tokens of an earlier server.
    pub(crate) tokens: Option<Arc<TestTokens>>,
    /// The address of its port. A server that comes back there has one that nobody else takes.
    pub(crate) at: SocketAddr,
}

impl Default for Setup {
    fn default() -> Setup {
        let limits = ServerLimits { failure_pause: Duration::from_millis(1), ..ServerLimits::default() };
        Setup {
            kind: Kind::File,
            limits,
            reports: true,
            seed_compat: false,
            extra: Vec::new(),
            tls: false,
            on: None,
            tokens: None,
            at: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
        }
    }
}

impl Setup {
    pub(crate) fn of(kind: Kind) -> Setup {
        Setup { kind, ..Setup::default() }
    }

    pub(crate) fn limits(change: impl FnOnce(&mut ServerLimits)) -> Setup {
        let mut setup = Setup::default();
        change(&mut setup.limits);
        setup
    }
}

/// Tokens in memory.
#[derive(Default)]
pub(crate) struct TestTokens {
    records: Mutex<HashMap<TokenId, TokenRecord>>,
    changed: Mutex<Option<Box<dyn Fn() + Send + Sync>>>,
    /// The sessions whose use was noted, in order.
    pub(crate) uses: Mutex<Vec<TokenId>>,
    silent: bool,
    /// Whether no token can be looked up or kept.
    pub(crate) broken: Mutex<bool>,
}

impl TestTokens {
    pub(crate) fn add(
        &self,
        right: TokenRight,
        label: &str,
        change: impl FnOnce(&mut TokenRecord),
    ) -> String {
        let n = LAST.fetch_add(1, Ordering::Relaxed);
        let token = TokenText::new(TokenId::new(n).unwrap(), [n as u8; 32]);
        let mut record = TokenRecord {
            label: label.into(),
            right,
            danger: false,
            page: false,
            sha256: token.sha256(),
            expires_ms: None,
            scope: None,
        };
        change(&mut record);
        self.records.lock().unwrap().insert(token.id(), record);
        token.as_str().to_owned()
    }

    pub(crate) fn revoke(&self, token: &str) {
        self.remove(TokenText::parse(token).unwrap().id());
    }

    fn remove(&self, id: TokenId) {
        self.records.lock().unwrap().remove(&id);
        if let Some(changed) = &*self.changed.lock().unwrap() {
            changed();
        }
    }

    /// Changes the record of a token or session.
    pub(crate) fn change(&self, token: &str, change: impl FnOnce(&mut TokenRecord)) {
        change(self.records.lock().unwrap().get_mut(&TokenText::parse(token).unwrap().id()).unwrap());
        if let Some(changed) = &*self.changed.lock().unwrap() {
            changed();
        }
    }

    /// The labels of all sessions.
    pub(crate) fn sessions(&self) -> Vec<String> {
        let records = self.records.lock().unwrap();
        let mut labels: Vec<String> = records
            .values()
            .filter(|record| record.page)
            .map(|record| record.label.raw().to_owned())
            .collect();
        labels.sort();
        labels
    }
}

impl Tokens for TestTokens {
    fn find(&self, id: TokenId) -> Result<Option<TokenRecord>, TokensFault> {
        if *self.broken.lock().unwrap() {
            return Err(TokensFault("the folder is locked".into()));
        }
        Ok(self.records.lock().unwrap().get(&id).cloned())
    }

    fn origins(&self, now_ms: u64) -> Result<BTreeSet<String>, TokensFault> {
        let records = self.records.lock().unwrap();
        let valid = records.values().filter(|record| record.expires_ms.is_none_or(|end| now_ms < end));
        Ok(valid.filter_map(|record| record.scope.clone()).flat_map(|scope| scope.origins).collect())
    }

    fn keep_session(&self, id: TokenId, session: &TokenRecord, _: u64) -> Result<(), TokensFault> {
        if *self.broken.lock().unwrap() {
            return Err(TokensFault("the folder is locked".into()));
        }
        self.records.lock().unwrap().insert(id, session.clone());
        Ok(())
    }

    fn used(&self, id: TokenId, _: u64) -> Result<(), TokensFault> {
        self.uses.lock().unwrap().push(id);
        Ok(())
    }

    fn end_session(&self, id: TokenId) -> Result<(), TokensFault> {
        if *self.broken.lock().unwrap() {
            return Err(TokensFault("the folder is locked".into()));
        }
        self.remove(id);
        Ok(())
    }

    fn watch(&self, changed: Box<dyn Fn() + Send + Sync>) -> bool {
        if !self.silent {
            *self.changed.lock().unwrap() = Some(changed);
        }
        !self.silent
    }
}

/// The usual settings; those of a folder called `trusted` show in an ask's.
#[derive(Default)]
pub(crate) struct TestPrefs {
    /// As long as a test holds it, every ask waits.
    pub(crate) turn: Mutex<()>,
    /// So many asks have come to that.
    pub(crate) came: AtomicUsize,
    /// Whether asks switch confirmation off. The person's own settings never do.
    pub(crate) unchecked: AtomicBool,
}

impl PersonSettings for TestPrefs {
    fn prefs(&self, folder: Option<&Path>) -> Prefs {
        self.came.fetch_add(1, Ordering::Relaxed);
        let _turn = self.turn.lock().unwrap();
        let trusted = folder.is_some_and(|folder| folder.ends_with("trusted"));
        let danger_check = !self.unchecked.load(Ordering::Relaxed);
        Prefs { danger_check, debounce_ms: if trusted { 77 } else { 11 }, ..Prefs::default() }
    }

    fn page(&self) -> PageSettings {
        PageSettings { hold_ms: 3000, sends_on_leaving: true, ..PageSettings::default() }
    }

    fn clock(&self, at_ms: u64, _: u64) -> String {
        format!("at {at_ms}")
    }

    fn snooze_end(&self, text: &str, now_ms: u64) -> Option<u64> {
        (text == "15m").then_some(now_ms + 15 * 60_000)
    }
}

impl Served {
    pub(crate) fn start() -> Served {
        Served::with(Setup::default())
    }

    pub(crate) fn with(setup: Setup) -> Served {
        let Setup { kind, limits, reports, seed_compat, extra, tls, on, tokens, at } = setup;
        let (store, folder) = on.unwrap_or_else(|| open(kind));
        let tcp = TcpListener::bind(at).unwrap();
        let at = Address::Tcp(tcp.local_addr().unwrap());
        let path = folder.join(&format!("socket{}", SOCKETS.fetch_add(1, Ordering::Relaxed)));
        let unix = UnixListener::bind(&path).unwrap();
        let mut listeners = vec![Listener::Tcp(tcp), Listener::Unix(unix)];
        let tls = tls.then(|| {
            let listener = TcpListener::bind("127.0.0.1:0").unwrap();
            let at = Address::Tcp(listener.local_addr().unwrap());
            listeners.push(Listener::Tls(listener, without_certificate()));
            at
        });
        let tokens =
            tokens.unwrap_or_else(|| Arc::new(TestTokens { silent: !reports, ..TestTokens::default() }));
        let token = |right: TokenRight| tokens.add(right, right.name(), |_| ());
        let [asker, answerer, observer, admin] = TokenRight::ALL.map(token);
        let told: Arc<Mutex<Vec<String>>> = Arc::default();
        let (says, shutdown, links) = (told.clone(), Shutdown::new(), Links::new());
        let (driver, prefs) = (Driver::new(store.clone()), Arc::new(TestPrefs::default()));
        let config = Config {
            driver: driver.clone(),
            listeners,
            tokens: tokens.clone(),
            settings: prefs.clone(),
            names: ServerNames {
                public_url: Some(format!("https://{PUBLIC}")),
                hosts: vec![],
                cors: vec![CORS.into()],
            },
            limits,
            person: "ada".into(),
            machine: Some("box".into()),
            time: Arc::new(|at| at.wall_ms.to_string()),
            report: Arc::new(move |line| says.lock().unwrap().push(line.to_owned())),
            links: links.clone(),
            link_control: None,
            version: "1.2.3".into(),
            extra: std::iter::once(opencode_routes(seed_compat)).chain(extra).collect(),
        };
        let ends = shutdown.clone();
        let thread = Some(std::thread::spawn(move || serve(config, &ends)));
        let unix = Address::Unix(path);
        Served {
            at,
            unix,
            tls,
            tokens,
            prefs,
            driver,
            store,
            reports: told,
            links,
            asker,
            answerer,
            observer,
            admin,
            shutdown,
            thread,
            folder,
        }
    }

    /// Begins the shutdown.
    pub(crate) fn stop(&self) {
        self.shutdown.begin();
    }

    /// Whether the server has ended.
    pub(crate) fn is_over(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Waits for the end of the server.
    pub(crate) fn ended(&mut self) -> Result<(), ServeError> {
        self.thread.take().unwrap().join().unwrap()
    }

    pub(crate) fn line(&self) -> Line {
        self.at.connect()
    }

    pub(crate) fn call(&self, call: &Call) -> Reply {
        self.at.call(call)
    }

    /// The origin of its pages.
    pub(crate) fn origin(&self) -> String {
        format!("http://{}", self.at.host())
    }

    /// The button on the page of a further link.
    pub(crate) fn sign_in(&self) -> Call {
        Call::sign_in(&self.links.make().unwrap(), &self.origin())
    }

    /// A call of the person who answers.
    pub(crate) fn answers(&self, call: Call) -> Reply {
        self.call(&call.token(&self.answerer))
    }

    /// The digest of a request.
    #[track_caller]
    pub(crate) fn digest(&self, id: &str) -> String {
        let shown = self.answers(Call::get(&format!("/v1/requests/{id}"))).ok();
        shown["digest"].as_str().unwrap().to_owned()
    }

    /// The body of an answer that picks this option.
    pub(crate) fn pick(&self, id: &str, option: usize) -> Value {
        json!({ "answers": [{ "answer": { "picks": [{ "option": option }] } }], "digest": self.digest(id) })
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.shutdown.begin();
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(std::thread::panicking() || matches!(ended, Ok(Ok(()))), "{ended:?}");
        }
    }
}

/// An empty store, and the folder of its server.
pub(crate) fn open(kind: Kind) -> (Arc<dyn Store>, Arc<TempFolder>) {
    let folder = Arc::new(TempFolder::in_memory());
    let store: Arc<dyn Store> = match kind {
        Kind::File => Arc::new(Sqlite::open(&folder.join("store.db")).unwrap()),
        Kind::Database => Arc::new(pg::open(&pg::database(pg::shared()))),
    };
    (store, folder)
}

/// The settings of TLS for handshakes that don't get as far as a certificate.
fn without_certificate() -> Arc<rustls::ServerConfig> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ServerConfig::builder_with_provider(provider);
    let config = config.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
    Arc::new(config.with_cert_resolver(Arc::new(rustls::server::ResolvesServerCertUsingSni::new())))
}

/// An ask for one pick of two.
pub(crate) fn ask(name: &str) -> Value {
    json!({
        "call": { "questions": [{ "prompt": name, "options": [{ "label": "a" }, { "label": "b" }] }] },
        "dialect": "asq", "agent": "builder", "session": "s1", "call_id": name,
    })
}
