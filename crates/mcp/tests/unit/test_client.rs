//! A client in the same process, whose clock the test moves.
//!
//! - Its server has a backend in memory, and nothing of its environment; a test sets what it needs.
//! - Signs of life are counted, and every other message is the test's to read.
//! - The lines for the person and the folders of the asks are there to look at.

use crate::lines::serve_client;
use crate::side::StoreAway;
use crate::{McpOptions, McpSide};
use asq_asking::AskerSide;
use asq_backend::{Backend, Failure};
use asq_core::life::{Closing, Moment, Origin, RequestId};
use asq_core::model::{Answer, Answers, Entry, Outcome, Pick, Prefs};
use asq_core::text::Untrusted;
use asq_testkit::backend::TestBackend;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Barrier, Mutex};
use std::time::Duration;
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf, duplex, split,
};
use tokio::time::Instant;

/// A process that serves agents on a backend in memory.
#[derive(Default)]
pub(crate) struct TestSide {
    pub(crate) backend: TestBackend,
    pub(crate) prefs: Prefs,
    pub(crate) background: Option<Duration>,
    pub(crate) page: Option<String>,
    pub(crate) folder: Option<PathBuf>,
    /// Calls that would show a form wait here for each other.
    pub(crate) together: Option<Barrier>,
    /// The folders of the asks.
    pub(crate) folders: Mutex<Vec<Option<PathBuf>>>,
    /// The lines for the person.
    pub(crate) lines: Mutex<Vec<String>>,
}

impl TestSide {
    /// One on a backend of its own.
    pub(crate) fn new() -> TestSide {
        TestSide { backend: TestBackend::new("ada"), ..TestSide::default() }
    }
}

struct TestAsker;

impl AskerSide for TestAsker {
    fn origin(&self) -> Origin {
        Origin::default()
    }

    fn own_ticket(&self) -> Option<&str> {
        None
    }

    fn given_ticket(&self) -> Option<String> {
        None
    }

    fn is_askers(&self, _: &Origin) -> bool {
        false
    }

    fn time(&self, _: Moment) -> String {
        "then".to_owned()
    }
}

impl McpSide for TestSide {
    fn backend(&self, _: Option<&Untrusted>) -> Result<Arc<dyn Backend>, StoreAway> {
        Ok(Arc::new(self.backend.clone()))
    }

    fn prefs(&self, _: Option<&Path>) -> Prefs {
        self.prefs
    }

    fn asker<'a>(&'a self, folder: Option<&'a Path>) -> Box<dyn AskerSide + 'a> {
        self.folders.lock().unwrap().push(folder.map(Path::to_owned));
        Box::new(TestAsker)
    }

    fn session(&self) -> Option<String> {
        None
    }

    fn background(&self) -> Option<Duration> {
        self.background
    }

    fn folder(&self) -> Option<PathBuf> {
        self.folder.clone()
    }

    fn answers_here(&self) -> bool {
        if let Some(together) = &self.together {
            together.wait();
        }
        true
    }

    fn page(&self, _: RequestId) -> Option<String> {
        self.page.clone()
    }

    fn tell(&self, line: &str) {
        self.lines.lock().unwrap().push(line.to_owned());
    }

    fn words(&self, failure: &Failure) -> String {
        format!("{failure:?}")
    }
}

/// The input and the output of a client's server.
pub(crate) type ServerEnds = (BufReader<ReadHalf<DuplexStream>>, WriteHalf<DuplexStream>);

/// A client that a test drives.
pub(crate) struct TestClient {
    pub(crate) side: Arc<TestSide>,
    pub(crate) backend: TestBackend,
    pub(crate) began: Instant,
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    pub(crate) input: WriteHalf<DuplexStream>,
    /// The seconds at which signs of life came.
    pub(crate) signs: Vec<u64>,
    /// What the last of them said.
    pub(crate) sign: Value,
}

impl TestClient {
    pub(crate) async fn named(name: &str) -> TestClient {
        TestClient::with(name, None).await
    }

    /// A client that puts a call into the background after so long.
    pub(crate) async fn with(name: &str, background: Option<Duration>) -> TestClient {
        let mut client = TestClient::of(TestSide { background, ..TestSide::new() });
        client.initialize(name, json!({})).await;
        client
    }

    /// A client whose person can be shown forms.
    pub(crate) async fn shows_forms() -> TestClient {
        let mut client = TestClient::silent();
        client.initialize("somebody", json!({"elicitation": {"form": {}}})).await;
        client
    }

    /// A client that has said nothing yet.
    pub(crate) fn silent() -> TestClient {
        TestClient::of(TestSide::new())
    }

    /// A silent client of this process.
    pub(crate) fn of(side: TestSide) -> TestClient {
        let options = McpOptions::of(&[&asq_dialects::asq::DIALECT]).unwrap();
        let (mut client, (read, write)) = TestClient::before(side, 1 << 20);
        let side = client.side.clone();
        tokio::spawn(serve_client(read, write, options, side));
        client.began = Instant::now();
        client
    }

    /// A client and the ends of its server, which come with so much room for what isn't read.
    pub(crate) fn before(side: TestSide, room: usize) -> (TestClient, ServerEnds) {
        let (near, far) = duplex(room);
        let (read, write) = split(far);
        let side = Arc::new(side);
        let backend = side.backend.clone();
        let (output, input) = split(near);
        let lines = BufReader::new(output).lines();
        let client = TestClient {
            side,
            backend,
            began: Instant::now(),
            lines,
            input,
            signs: Vec::new(),
            sign: Value::Null,
        };
        (client, (BufReader::new(read), write))
    }

    pub(crate) async fn initialize(&mut self, name: &str, capabilities: Value) {
        let info = json!({"name": name, "version": "1"});
        self.says(
            "initialize",
            json!({"protocolVersion": "2025-11-25", "capabilities": capabilities, "clientInfo": info}),
        )
        .await;
        self.result().await;
        self.began = Instant::now();
    }

    pub(crate) async fn says(&mut self, method: &str, params: Value) {
        self.line(&json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})).await;
    }

    pub(crate) async fn line(&mut self, message: &Value) {
        self.input.write_all((message.to_string() + "\n").as_bytes()).await.unwrap();
    }

    pub(crate) async fn calls(&mut self, tool: &str, arguments: Value, token: bool) {
        let meta = if token { json!({"progressToken": 7}) } else { json!({}) };
        self.says("tools/call", json!({"name": tool, "arguments": arguments, "_meta": meta})).await;
    }

    /// The next message but signs of life, of which it takes note.
    pub(crate) async fn message(&mut self) -> Value {
        loop {
            let message: Value =
                serde_json::from_str(&self.lines.next_line().await.unwrap().unwrap()).unwrap();
            if message["method"] != json!("notifications/progress") {
                return message;
            }
            assert_eq!(message["params"]["progressToken"], json!(7));
            self.signs.push(self.seconds());
            self.sign = message["params"]["message"].clone();
        }
    }

    pub(crate) async fn result(&mut self) -> Value {
        self.message().await["result"].clone()
    }

    /// What it does with a form of the older era that it is asked to show.
    pub(crate) async fn does(&mut self, form: &Value, result: Value) {
        self.line(&json!({"jsonrpc": "2.0", "id": form["id"], "result": result})).await;
    }

    pub(crate) fn seconds(&self) -> u64 {
        self.began.elapsed().as_secs()
    }

    /// A person answers with the first option.
    pub(crate) fn answers(&self) {
        answers(&self.backend);
    }
}

/// A person answers the oldest question with the first option.
pub(crate) fn answers(backend: &TestBackend) {
    let id = backend.list(0).unwrap()[0].id;
    let asked = backend.get(id).unwrap().asked().unwrap().clone();
    let mut answers = Answers::none(1);
    answers.entries[0] =
        Entry { answer: Some(Answer::Picks(vec![Pick::Option(0)])), note: None, confirmed: None };
    let closing = Closing::of(Outcome::Answered(answers), &asked.digest).unwrap();
    backend.close(id, closing, None).unwrap();
}

/// A question with two options.
pub(crate) fn store() -> Value {
    json!({"questions": [{"id": "db", "question": "Which store?", "options": [{"label": "PostgreSQL"}, {"label": "SQLite"}]}]})
}
