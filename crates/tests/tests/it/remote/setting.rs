//! A server on a store of its own, clients of it, and a process on its machine that opens the store itself.
//!
//! - It listens on a socket and on a port of loopback; it can stop and come back under the same addresses.
//! - Through a proxy under its public name it is reached from elsewhere: here all of them are one process, and a
//!   process doesn't answer what it asked.
//! - The proxy can lose the replies to its clients.

use asq_asking::{AskerSide, Call, Conversation, Posted, ReadCall, read_call};
use asq_backend::{Backend, Feed};
use asq_client::{ClientLimits, RemoteBackend, RemoteConfig, Secrets, ServerAddress};
use asq_core::inbox::Notice;
use asq_core::life::{Actor, Closing, How, Moment, Origin, RequestId, Right, TokenId};
use asq_core::model::{Answer, Answers, Entry, Pick, Prefs};
use asq_runtime::Driver;
use asq_runtime::driver::Identity;
use asq_server::{
    Config, Links, Listener, PageSettings, PersonSettings, ServerLimits, ServerNames, Shutdown, TokenRecord,
    TokenRight, TokenText, Tokens, TokensFault, serve,
};
use asq_store::Sqlite;
use asq_testkit::eventually::eventually;
use asq_testkit::folder::TempFolder;
use asq_testkit::loopback::own_socket;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read, Write};
use std::net::{Shutdown as Ends, SocketAddr, TcpListener, TcpStream};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{JoinHandle, spawn};

/// A server.
pub(crate) struct Served {
    pub(crate) at: SocketAddr,
    pub(crate) asker: String,
    pub(crate) answerer: String,
    tokens: Arc<MemoryTokens>,
    folder: TempFolder,
    proxy: Option<Lossy>,
    running: Option<(Shutdown, JoinHandle<()>)>,
}

impl Served {
    pub(crate) fn start() -> Served {
        let tokens = Arc::new(MemoryTokens::default());
        let [asker, answerer] = [TokenRight::Ask, TokenRight::Answer].map(|right| tokens.add(right));
        let at = own_socket();
        let folder = TempFolder::in_memory();
        let mut served = Served { at, asker, answerer, tokens, folder, proxy: None, running: None };
        served.run();
        served.proxy = Some(Lossy::before(served.at));
        served
    }

    /// Runs it, again or for the first time.
    pub(crate) fn run(&mut self) {
        let tcp = TcpListener::bind(self.at).unwrap();
        let socket = self.socket();
        // Left over from the last run.
        let _ = std::fs::remove_file(&socket);
        let unix = UnixListener::bind(&socket).unwrap();
        let config = Config {
            driver: self.driver(),
            listeners: vec![Listener::Tcp(tcp), Listener::Unix(unix)],
            tokens: self.tokens.clone(),
            settings: Arc::new(UsualSettings),
            names: ServerNames { public_url: Some(format!("https://{PUBLIC}")), ..ServerNames::default() },
            limits: ServerLimits::default(),
            person: "ada".into(),
            machine: None,
            time: Arc::new(|at| at.wall_ms.to_string()),
            report: Arc::new(|_| ()),
            links: Links::new(),
            link_control: None,
            version: "1.2.3".into(),
            extra: vec![],
        };
        let shutdown = Shutdown::new();
        let ends = shutdown.clone();
        self.running = Some((shutdown, spawn(move || serve(config, &ends).unwrap())));
    }

    pub(crate) fn stop(&mut self) {
        if let Some((shutdown, thread)) = self.running.take() {
            shutdown.begin();
            thread.join().unwrap();
        }
    }

    pub(crate) fn revoke(&self, token: &str) {
        self.tokens.revoke(token);
    }

    fn socket(&self) -> PathBuf {
        self.folder.join("asq.sock")
    }

    /// A driver of its own, as another process has one.
    fn driver(&self) -> Driver {
        Driver::new(Arc::new(Sqlite::open(&self.folder.join("store.db")).unwrap()))
    }

    /// Somebody on the server's machine.
    pub(crate) fn local(&self) -> Arc<dyn Backend> {
        self.driver().backend(Arc::new(Local))
    }

    /// Somebody elsewhere who reaches it over its port with these tokens.
    pub(crate) fn remote(&self, tokens: &[&str]) -> Arc<dyn Backend> {
        Arc::new(client(&self.public(), tokens))
    }

    /// The address for those elsewhere.
    pub(crate) fn public(&self) -> String {
        format!("http://{}", self.proxy().at)
    }

    /// What is on the way for those elsewhere.
    pub(crate) fn proxy(&self) -> &Lossy {
        self.proxy.as_ref().unwrap()
    }

    /// The same over its socket.
    pub(crate) fn over_socket(&self, tokens: &[&str]) -> Arc<dyn Backend> {
        Arc::new(client(&format!("http+unix://{}", self.socket().display()), tokens))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.stop();
        }
    }
}

pub(crate) fn client(url: &str, tokens: &[&str]) -> RemoteBackend {
    with_tickets(url, tokens, Some("own"), None)
}

pub(crate) fn with_tickets(
    url: &str,
    tokens: &[&str],
    own: Option<&str>,
    given: Option<&str>,
) -> RemoteBackend {
    static RANDOM: AtomicU64 = AtomicU64::new(1);
    RemoteBackend::open(RemoteConfig {
        address: ServerAddress::parse(url, false).unwrap(),
        secrets: Secrets {
            tokens: tokens.iter().map(|token| (*token).to_owned()).collect(),
            own_ticket: own.map(str::to_owned),
            given_ticket: given.map(str::to_owned),
        },
        token_source: "tokens/host".into(),
        limits: ClientLimits::default(),
        random: Box::new(|| u128::from(RANDOM.fetch_add(1, Ordering::SeqCst))),
    })
    .unwrap()
}

/// A process on the machine of the store.
struct Local;

impl Identity for Local {
    fn asker(&self) -> Option<Actor> {
        Some(Actor::new("builder", Right::Ask, How::Cli))
    }

    fn taker(&self) -> Option<Actor> {
        self.asker()
    }

    fn person(&self, _: &Origin) -> Option<Actor> {
        Some(Actor::new("ada", Right::Answer, How::Tty))
    }
}

struct UsualSettings;

impl PersonSettings for UsualSettings {
    fn prefs(&self, _: Option<&Path>) -> Prefs {
        Prefs::default()
    }

    fn page(&self) -> PageSettings {
        PageSettings::default()
    }

    fn clock(&self, at_ms: u64, _: u64) -> String {
        at_ms.to_string()
    }

    fn snooze_end(&self, _: &str, _: u64) -> Option<u64> {
        None
    }
}

#[derive(Default)]
struct MemoryTokens {
    records: Mutex<BTreeMap<TokenId, TokenRecord>>,
    changed: Mutex<Option<Box<dyn Fn() + Send + Sync>>>,
}

impl MemoryTokens {
    fn add(&self, right: TokenRight) -> String {
        static LAST: AtomicU64 = AtomicU64::new(1);
        let n = LAST.fetch_add(1, Ordering::Relaxed);
        let token = TokenText::new(TokenId::new(n).unwrap(), [n as u8; 32]);
        let sha256 = token.sha256();
        let record = TokenRecord {
            label: right.name().into(),
            right,
            danger: false,
            page: false,
            sha256,
            expires_ms: None,
            scope: None,
        };
        self.records.lock().unwrap().insert(token.id(), record);
        token.as_str().to_owned()
    }

    fn revoke(&self, token: &str) {
        self.records.lock().unwrap().remove(&TokenText::parse(token).unwrap().id());
        if let Some(changed) = &*self.changed.lock().unwrap() {
            changed();
        }
    }
}

impl Tokens for MemoryTokens {
    fn find(&self, id: TokenId) -> Result<Option<TokenRecord>, TokensFault> {
        Ok(self.records.lock().unwrap().get(&id).cloned())
    }

    fn origins(&self, _: u64) -> Result<BTreeSet<String>, TokensFault> {
        Ok(BTreeSet::new())
    }

    fn keep_session(&self, id: TokenId, session: &TokenRecord, _: u64) -> Result<(), TokensFault> {
        self.records.lock().unwrap().insert(id, session.clone());
        Ok(())
    }

    fn used(&self, _: TokenId, _: u64) -> Result<(), TokensFault> {
        Ok(())
    }

    fn end_session(&self, id: TokenId) -> Result<(), TokensFault> {
        self.records.lock().unwrap().remove(&id);
        Ok(())
    }

    fn watch(&self, changed: Box<dyn Fn() + Send + Sync>) -> bool {
        *self.changed.lock().unwrap() = Some(changed);
        true
    }
}

/// The name under which the server is reached from elsewhere.
const PUBLIC: &str = "asq.test";

/// A call of its own for each id: the same content would attach to an earlier request.
pub(crate) fn plain(call_id: &str) -> Call {
    let text = r#"{"name": "ask", "arguments": {"questions": [
        {"question": "Which?", "options": ["a", "b"]}, {"question": "Why?", "kind": "text"}]}}"#;
    call(&text.replace("Which", &format!("Which for {call_id}")), call_id)
}

pub(crate) const SECRET: &str = r#"{"name": "ask", "arguments": {"questions": [
    {"question": "The token?", "kind": "text", "sensitive": true}]}}"#;

/// An asking process that knows little of itself.
#[derive(Default)]
pub(crate) struct Side {
    pub(crate) own: Option<&'static str>,
    pub(crate) given: Option<&'static str>,
}

impl AskerSide for Side {
    fn origin(&self) -> Origin {
        Origin { folder: Some("/src".into()), ..Origin::default() }
    }

    fn own_ticket(&self) -> Option<&str> {
        self.own
    }

    fn given_ticket(&self) -> Option<String> {
        self.given.map(str::to_owned)
    }

    fn is_askers(&self, _: &Origin) -> bool {
        false
    }

    fn time(&self, _: Moment) -> String {
        "noon".to_owned()
    }
}

pub(crate) fn call(text: &str, call_id: &str) -> Call {
    let ReadCall::Call(mut call) = read_call(text.into(), (None, None), Prefs::default()) else {
        panic!("misuse")
    };
    if let asq_dialects::What::Ask { request, .. } = &mut call.reading.what {
        request.from.agent = Some("builder".into());
        request.from.session = Some("s1".into());
        request.from.call_id = Some(call_id.into());
    }
    *call
}

pub(crate) fn conversation<'a>(call: &'a Call, side: &'a Side) -> Conversation<'a> {
    let asq_dialects::What::Ask { request, .. } = &call.reading.what else { panic!("nobody is asked") };
    Conversation { call: &call.call, dialect: call.dialect, request, notes: &call.reading.notes, side }
}

/// Asks, and returns the id of what is open now.
pub(crate) fn asks(backend: &Arc<dyn Backend>, call_id: &str) -> RequestId {
    let (call, side) = (plain(call_id), Side::default());
    match conversation(&call, &side).post(backend).unwrap() {
        Posted::Open(id, _) => id,
        Posted::Ended(ending) => panic!("it has ended: {}", ending.reply.content),
    }
}

/// The answer that picks an option, and gives a reason.
pub(crate) fn answer(backend: &dyn Backend, id: RequestId, option: usize) -> Closing {
    let seen = backend.get(id).unwrap().asked().unwrap().digest.clone();
    let entry = |answer| Entry { answer: Some(answer), ..Entry::default() };
    let picks = Answer::Picks(vec![Pick::Option(option)]);
    Closing::Answer {
        answers: Answers { entries: vec![entry(picks), entry(Answer::Text("so".into()))] },
        seen,
    }
}

/// The notices of a feed up to the one for which this holds.
pub(crate) fn until(feed: &dyn Feed, last: impl Fn(&Notice) -> bool) -> Vec<Notice> {
    let mut all = Vec::new();
    eventually("the notice", || {
        all.extend(feed.notices());
        all.iter().any(&last)
    });
    all
}

/// A proxy that loses replies while a test wants it.
pub(crate) struct Lossy {
    pub(crate) at: SocketAddr,
    pub(crate) loses: Arc<AtomicBool>,
    pub(crate) lost: Arc<AtomicU64>,
}

impl Lossy {
    pub(crate) fn before(server: SocketAddr) -> Lossy {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let at = listener.local_addr().unwrap();
        let (loses, lost) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let way = (loses.clone(), lost.clone());
        // The server takes only calls for its own names.
        let names = (at.to_string(), PUBLIC.to_owned());
        spawn(move || {
            for client in listener.incoming() {
                // While the server is away, so is its proxy.
                let (Ok(client), Ok(server)) = (client, TcpStream::connect(server)) else { continue };
                let (to_server, from_server) = (server.try_clone().unwrap(), server);
                let (names, from_client, to_client) = (names.clone(), client.try_clone().unwrap(), client);
                let (loses, lost) = way.clone();
                spawn(move || copy_calls(from_client, to_server, &names));
                spawn(move || copy_replies(from_server, to_client, &loses, &lost));
            }
        });
        Lossy { at, loses, lost }
    }
}

fn copy_calls(mut from: TcpStream, mut to: TcpStream, (here, there): &(String, String)) {
    let mut page = vec![0; 64 << 10];
    while let Ok(read @ 1..) = from.read(&mut page) {
        let text = String::from_utf8_lossy(&page[..read]).replace(here, there);
        if to.write_all(text.as_bytes()).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Ends::Both);
}

fn copy_replies(mut from: TcpStream, mut to: TcpStream, loses: &AtomicBool, lost: &AtomicU64) {
    let mut page = vec![0; 64 << 10];
    while let Ok(read @ 1..) = from.read(&mut page) {
        if loses.load(Ordering::SeqCst) {
            lost.fetch_add(1, Ordering::SeqCst);
            break;
        }
        if to.write_all(&page[..read]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Ends::Both);
    let _ = from.shutdown(Ends::Both);
}
