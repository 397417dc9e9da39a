//! What the tests share: a person who attaches servers, a backend in memory that can fail, and a question.

use crate::scripted::OpenCode;
use asq_backend::{
    AskReply, Backend, ClosedRequest, Failure, Feed, Follow, Hold, NewRequest, StoredRequest, Then, Wake,
};
use asq_bridges::{
    AttachSide, Attached, BridgeNews, OpenCodeServer, Password, SocketEnds, SystemAddress, attach_opencode,
};
use asq_core::inbox::{Pending, Position};
use asq_core::life::{Asked, Closing, IdempotencyKey, Origin, PeerAddress, PeerPlace, RequestId, Via};
use asq_core::model::{Answer, Answers, Draft, Entry, Pick, Prefs};
use asq_testkit::backend::TestBackend;
use asq_testkit::eventually::eventually;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// The person at the attaching process, and what the bridges told them.
#[derive(Default)]
pub(crate) struct Person(Mutex<Vec<(String, BridgeNews)>>);

impl AttachSide for Person {
    fn origin(&self, ends: Option<SocketEnds>) -> Origin {
        let host = ends.map(|ends| format!("the host of {}", ends.peer).into());
        let peer = PeerAddress { address: "".into(), place: PeerPlace::Unknown };
        Origin { host, via: Via { peer: Some(Box::new(peer)), ..Via::default() }, ..Origin::default() }
    }

    fn prefs(&self, _: Option<SocketEnds>, _: &Path) -> Prefs {
        Prefs::default()
    }

    fn tell(&self, server: &SystemAddress, news: BridgeNews) {
        self.0.lock().unwrap().push((server.to_string(), news));
    }
}

impl Person {
    /// What the bridge to this server told so far.
    pub(crate) fn heard(&self, url: &str) -> Vec<BridgeNews> {
        let news = self.0.lock().unwrap();
        news.iter().filter(|(server, _)| server == url).map(|(_, news)| news.clone()).collect()
    }

    /// The same, once it is so many.
    #[track_caller]
    pub(crate) fn hears(&self, code: &OpenCode, news: usize) -> Vec<BridgeNews> {
        let url = code.server.url();
        eventually("news", || Some(self.heard(&url)).filter(|heard| heard.len() >= news))
    }
}

/// Attaches these servers.
pub(crate) fn attach(urls: &[String], backend: Arc<dyn Backend>, person: &Arc<Person>) -> Attached {
    with_password(urls, None, backend, person)
}

pub(crate) fn with_password(
    urls: &[String],
    password: Option<&Password>,
    backend: Arc<dyn Backend>,
    person: &Arc<Person>,
) -> Attached {
    let server = |url: &String| OpenCodeServer { address: url.parse().unwrap(), password: password.cloned() };
    attach_opencode(urls.iter().map(server).collect(), backend, person.clone()).unwrap()
}

/// An attached server whose directory was listed, and all that belongs to it.
pub(crate) struct Bridged {
    // Dropped first: the bridge ends before its server does.
    pub(crate) attached: Attached,
    pub(crate) stream: crate::scripted::EventStream,
    pub(crate) code: OpenCode,
    pub(crate) backend: TestBackend,
    pub(crate) person: Arc<Person>,
}

pub(crate) fn bridged() -> Bridged {
    hooked(BTreeMap::new())
}

/// The same, with a backend whose calls do something else first.
pub(crate) fn hooked(hooks: BTreeMap<&'static str, Hook>) -> Bridged {
    let (code, person) = (OpenCode::new(), Arc::new(Person::default()));
    let backend = TestBackend::new("ada");
    let hooked = HookedBackend { inner: backend.clone(), hooks };
    let attached = attach(&[code.server.url()], Arc::new(hooked), &person);
    let stream = code.stream();
    code.gets("GET /question?directory=/a", 1);
    Bridged { attached, stream, code, backend, person }
}

impl Bridged {
    /// The agent asks this question, and it waits here.
    pub(crate) fn asks(&self, n: usize) -> RequestId {
        let before = self.backend.list(0).unwrap().len();
        self.code.has(n);
        self.stream.says("question.asked", &question(n));
        let all = eventually("the request", || {
            Some(self.backend.list(0).unwrap()).filter(|all| all.len() > before)
        });
        let id = all[before].id;
        eventually("its asker", || self.backend.asker_waits(id));
        id
    }
}

/// A question of the session `ses_N`, in its message `msg_N`.
pub(crate) fn question(n: usize) -> Value {
    json!({
        "id": format!("que_{n}"), "sessionID": format!("ses_{n}"),
        "questions": [{
            "question": format!("Which color of {n}?"), "header": format!("Q{n}"), "custom": false,
            "options": [{"label": "Blue", "description": ""}, {"label": "Red", "description": ""}],
        }],
        "tool": {"messageID": format!("msg_{n}"), "callID": format!("call {n}")},
    })
}

/// The part of a question's call, in this state.
pub(crate) fn part(n: usize, state: &Value) -> Value {
    json!({
        "type": "tool", "sessionID": format!("ses_{n}"), "messageID": format!("msg_{n}"),
        "callID": format!("call {n}"), "state": state,
    })
}

impl OpenCode {
    /// Has a question's session and its message, whose call waits.
    pub(crate) fn has(&self, n: usize) {
        let title = json!({"id": format!("ses_{n}"), "title": format!("Paint {n}")});
        self.says(&format!("GET /session/ses_{n}?directory=/a"), &title);
        self.part_is(n, &json!({"status": "running"}));
    }

    /// Has a question's part in this state.
    pub(crate) fn part_is(&self, n: usize, state: &Value) {
        let parts = json!([
            {"type": "step-start"},
            {"type": "text", "text": "Let me ask you."},
            {"type": "text", "text": " \n"},
            {"type": "text", "text": "One thing."},
            {"type": "tool", "callID": "another call", "state": {"status": "completed"}},
            part(n, state),
            {"type": "text", "text": "Later."},
        ]);
        self.says(&message_line(n), &json!({"info": {"id": format!("msg_{n}")}, "parts": parts}));
    }
}

pub(crate) fn message_line(n: usize) -> String {
    format!("GET /session/ses_{n}/message/msg_{n}?directory=/a")
}

pub(crate) fn asked(backend: &dyn Backend, id: RequestId) -> Asked {
    backend.get(id).unwrap().asked().unwrap().clone()
}

pub(crate) fn closed(backend: &dyn Backend, id: RequestId) -> Option<ClosedRequest> {
    ClosedRequest::of(id, &backend.get(id).unwrap().life)
}

pub(crate) fn picked(option: usize) -> Answers {
    let answer = Some(Answer::Picks(vec![Pick::Option(option)]));
    Answers { entries: vec![Entry { answer, ..Entry::default() }] }
}

/// A person answers here.
pub(crate) fn answers(backend: &dyn Backend, id: RequestId, option: usize) {
    let closing = Closing::Answer { answers: picked(option), seen: asked(backend, id).digest };
    assert_eq!(backend.close(id, closing, None), Ok(true));
}

pub(crate) fn labels(label: &str) -> Vec<Vec<String>> {
    vec![vec![label.to_owned()]]
}

pub(crate) fn delivered(backend: &dyn Backend, id: RequestId) {
    eventually("the delivery", || closed(backend, id).is_some_and(|closed| closed.delivered.is_some()));
}

/// What a call of the backend does first: it may fail, or wait.
pub(crate) type Hook = Box<dyn Fn() -> Option<Failure> + Send + Sync>;

/// A backend in memory whose calls do something else first, by their names.
pub(crate) struct HookedBackend {
    pub(crate) inner: TestBackend,
    pub(crate) hooks: BTreeMap<&'static str, Hook>,
}

/// Fails so many times.
pub(crate) fn fails(times: usize) -> Hook {
    let left = Mutex::new(times);
    Box::new(move || {
        let mut left = left.lock().unwrap();
        *left = left.checked_sub(1)?;
        Some(Failure::failed("the disk is slow"))
    })
}

impl HookedBackend {
    fn before(&self, call: &str) -> Result<(), Failure> {
        self.hooks.get(call).and_then(|hook| hook()).map_or(Ok(()), Err)
    }
}

impl Backend for HookedBackend {
    fn ask(&self, new: NewRequest) -> Result<AskReply, Failure> {
        self.before("ask")?;
        self.inner.ask(new)
    }

    fn earlier(&self, new: &NewRequest) -> Result<Option<AskReply>, Failure> {
        self.inner.earlier(new)
    }

    fn when_closed(&self, id: RequestId, then: Then<ClosedRequest>) -> Hold {
        self.inner.when_closed(id, then)
    }

    fn hold(&self, id: RequestId) -> Result<Hold, Failure> {
        self.before("hold")?;
        self.inner.hold(id)
    }

    fn close(&self, id: RequestId, closing: Closing, key: Option<IdempotencyKey>) -> Result<bool, Failure> {
        self.before("close")?;
        self.inner.close(id, closing, key)
    }

    fn delivered(&self, id: RequestId) -> Result<bool, Failure> {
        self.before("delivered")?;
        self.inner.delivered(id)
    }

    fn get(&self, id: RequestId) -> Result<StoredRequest, Failure> {
        self.inner.get(id)
    }

    fn list_at(&self, limit: usize) -> Result<(Position, Vec<Pending>), Failure> {
        self.inner.list_at(limit)
    }

    fn drafts(&self, id: RequestId) -> Result<Draft, Failure> {
        self.inner.drafts(id)
    }

    fn asker_waits(&self, id: RequestId) -> bool {
        self.inner.asker_waits(id)
    }

    fn inbox_in_use(&self) -> bool {
        self.inner.inbox_in_use()
    }

    fn follow(&self, follow: Follow, wake: Wake) -> Result<Box<dyn Feed>, Failure> {
        self.inner.follow(follow, wake)
    }

    fn new_key(&self) -> IdempotencyKey {
        self.inner.new_key()
    }
}
