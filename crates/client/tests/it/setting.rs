//! What the tests share: a client, a request, and the bodies that a server sends about it.

use crate::scripted::Scripted;
use asq_backend::{Failure, FaultKind, NewRequest, StoreFault};
use asq_client::{ClientLimits, RemoteBackend, RemoteConfig, Secrets, ServerAddress};
use asq_core::life::{Actor, Asked, Closed, Fact, How, Life, Moment, Origin, Record, RequestId, Right};
use asq_core::model::{Answer, Answers, Entry, Outcome, Request};
use asq_testkit::sample;
use asq_wire::http::{CallCode, CallProblem, RequestRecords};
use asq_wire::{Ended, Output, ToolReply};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

pub(crate) const ID: RequestId = RequestId(7);
/// Far longer than a test takes.
pub(crate) const HOUR: Duration = Duration::from_hours(1);

/// Short limits, where a test is about what happens after them. A busy machine stays within them otherwise.
pub(crate) fn impatient() -> ClientLimits {
    let call = Duration::from_secs(2);
    ClientLimits { call, silence: call, feed_silence: call, leaving: call, ..soon_away() }
}

/// Usual limits, but a server that is away is reported at once.
pub(crate) fn soon_away() -> ClientLimits {
    ClientLimits { away: Duration::from_millis(1), feed_silence: HOUR, ..ClientLimits::default() }
}

pub(crate) fn client(server: &Scripted) -> RemoteBackend {
    with(&server.url(), &["asq_t"], ClientLimits::default())
}

pub(crate) fn with(url: &str, tokens: &[&str], limits: ClientLimits) -> RemoteBackend {
    let random = AtomicU64::new(1);
    RemoteBackend::open(RemoteConfig {
        address: ServerAddress::parse(url, false).unwrap(),
        secrets: Secrets {
            tokens: tokens.iter().map(|token| (*token).to_owned()).collect(),
            own_ticket: Some("own".into()),
            given_ticket: Some("given".into()),
        },
        token_source: "tokens/host".into(),
        limits,
        random: Box::new(move || u128::from(random.fetch_add(1, Ordering::SeqCst))),
    })
    .unwrap()
}

pub(crate) fn request(secret: bool) -> Request {
    let mut request = sample::texts(&[("Why?", secret)]);
    request.from.agent = Some("builder".into());
    request.from.call_id = Some("c1".into());
    request
}

pub(crate) fn new_request(secret: bool) -> NewRequest {
    NewRequest {
        request: request(secret),
        dialect: "asq".into(),
        call: r#"{"name":null,"arguments":{"questions":[{"question":"Why?"}]}}"#.into(),
        origin: Origin { folder: Some("/srv".into()), ..Origin::default() },
        ticket: secret.then(|| "digest".into()),
        about: None,
        returns: false,
    }
}

fn asked(secret: bool) -> Asked {
    new_request(secret).into_asked("d1".into(), None)
}

fn record(right: Right, fact: Fact) -> Record {
    Record { by: Actor::new("ada", right, How::Api), at: Moment { wall_ms: 1000, boot: None }, fact }
}

/// The life of the request: open, or closed with this answer.
pub(crate) fn life(answer: Option<&str>) -> Life {
    let mut life = Life::default();
    life.apply(&record(Right::Ask, Fact::Asked(Box::new(asked(false)))));
    if let Some(text) = answer {
        let answer = Some(Answer::Text(text.into()));
        let outcome = Outcome::Answered(Answers { entries: vec![Entry { answer, ..Entry::default() }] });
        life.apply(&record(Right::Answer, Fact::Closed(Box::new(Closed { outcome, key: None }))));
    }
    life
}

pub(crate) fn records(answer: Option<&str>) -> Value {
    RequestRecords::of(ID, &life(answer), None, None).to_json()
}

pub(crate) fn line(ended: Ended) -> Value {
    let reply = ToolReply { content: "said".into(), details: Value::Null, is_error: false };
    Output { id: Some(ID.to_string()), ended, reply, notes: Vec::new() }.to_json()
}

pub(crate) fn problem(problem: &CallProblem) -> (u16, Value) {
    (problem.status(), problem.to_json())
}

pub(crate) fn not_found() -> (u16, Value) {
    problem(&CallProblem::call(CallCode::NotFound, "no such thing"))
}

pub(crate) fn state(right: &str) -> Value {
    json!({ "right": right, "inbox_in_use": true, "open": 3, "waiting": 2, "snoozed": {}, "marks": {}, "late": [] })
}

/// The kind and the first line of a fault.
pub(crate) fn fault(failure: Failure) -> (FaultKind, String) {
    match failure {
        Failure::Store(StoreFault { kind, text }) => (kind, text.lines().next().unwrap().to_owned()),
        other => panic!("{other:?}"),
    }
}
