//! Servers that are away, busy, slow, broken, or not there any more when their reply is due.

use crate::scripted::{Act, Scripted};
use crate::setting::{ID, client, fault, impatient, line, new_request, problem, records, with};
use asq_backend::{AskReply, Backend, Failure, FaultKind};
use asq_client::ClientLimits;
use asq_core::life::{Closing, IdempotencyKey};
use asq_core::model::Draft;
use asq_testkit::loopback::own_socket;
use asq_wire::Ended;
use asq_wire::http::{CallCode, CallProblem, StoreProblem};
use std::collections::BTreeSet;
use std::time::Duration;

fn cancel() -> Closing {
    Closing::Cancel { draft: Draft::default() }
}

/// Does this with the first call, and answers the later ones.
fn first(act: impl Fn() -> Act + Send + 'static, then: impl Fn() -> Act + Send + 'static) -> Scripted {
    let mut calls = 0;
    Scripted::new(move |_| {
        calls += 1;
        if calls == 1 { act() } else { then() }
    })
}

#[test]
fn a_reply_that_was_lost_is_asked_for_again_under_the_same_key() {
    for act in [|| Act::Drop, || Act::Half(line(Ended::Pending))] {
        let server = first(act, || Act::Reply(200, line(Ended::Pending)));
        let reply = client(&server).ask(new_request(false)).unwrap();
        assert!(matches!(reply, AskReply::Open { again: true, .. }), "{reply:?}");
        let came = server.came.lock().unwrap().clone();
        assert_eq!((came.len(), &came[0].body), (2, &came[1].body));
    }
    let server = Scripted::new(|_| Act::Drop);
    let (kind, text) = fault(client(&server).close(ID, cancel(), None).unwrap_err());
    let keys: BTreeSet<String> =
        server.came.lock().unwrap().iter().map(|came| came.header("idempotency-key").to_owned()).collect();
    assert_eq!((server.lines().len(), keys.len()), (2, 1));
    assert_eq!(kind, FaultKind::Unknown, "it may have been carried out");
    let address = server.url();
    assert!(text.starts_with(&format!("the server at {address} doesn't answer: ")), "{text}");
    // Whatever happened to a call that only reads, nothing was done.
    assert_eq!(fault(client(&server).get(ID).unwrap_err()).0, FaultKind::Failed);
}

#[test]
fn a_server_that_is_away_is_named_with_the_way_out() {
    let free = own_socket();
    let backend = with(&format!("http://{free}"), &["t"], ClientLimits::default());
    let failure = backend.ask(new_request(false)).unwrap_err();
    let Failure::Store(fault) = &failure else { panic!("{failure:?}") };
    assert_eq!(fault.kind, FaultKind::Failed, "nothing was sent");
    let text = fault.text.replace(&free.to_string(), "ADDRESS");
    assert_eq!(
        text,
        "the server at http://ADDRESS can't be reached: Connection refused (os error 111)\n\
         ASQ_STORE names it; asq serve runs there"
    );
    let backend = with("http+unix:///nowhere/asq.sock", &["t"], ClientLimits::default());
    assert!(!backend.inbox_in_use());
    assert!(backend.health().is_err());
}

/// The network alone would report some of it after many minutes.
#[test]
fn an_unreachable_server_is_reported_within_ten_seconds() {
    let ClientLimits { call, feed_silence, away, .. } = ClientLimits::default();
    for time in [call, feed_silence + away] {
        assert!(time <= Duration::from_secs(10), "{time:?}");
    }
}

#[test]
fn a_silent_server_is_given_up() {
    let server = Scripted::new(|_| Act::Silent);
    let backend = with(&server.url(), &["t"], impatient());
    let (kind, text) = fault(backend.close(ID, cancel(), Some(IdempotencyKey("k".into()))).unwrap_err());
    assert_eq!(kind, FaultKind::Unknown);
    assert_eq!(text, format!("the server at {} doesn't answer: no answer after 2 seconds", server.url()));
}

#[test]
fn a_reply_that_comes_byte_by_byte_is_read() {
    let server = Scripted::new(|_| Act::Slow(records(Some("because"))));
    assert!(client(&server).get(ID).unwrap().life.closed().is_some());
}

#[test]
fn a_busy_server_is_tried_again_when_it_says() {
    for code in [CallCode::TooMany, CallCode::Unavailable] {
        let busy = move || {
            let (status, body) = problem(&CallProblem::call(code, "too much at once"));
            Act::With(status, ("retry-after", "0"), body)
        };
        let server = first(busy, || Act::Reply(200, records(None)));
        assert!(client(&server).get(ID).is_ok());
        assert_eq!(server.lines().len(), 2);
    }
    let busy = || {
        let (status, body) = problem(&CallProblem::call(CallCode::TooMany, "too much at once"));
        Act::With(status, ("retry-after", "60"), body)
    };
    let server = first(busy, || Act::Drop);
    let backend = with(&server.url(), &["t"], impatient());
    let (kind, text) = fault(backend.get(ID).unwrap_err());
    assert_eq!(kind, FaultKind::Failed);
    assert_eq!(text, format!("the server at {} refuses it: too much at once", server.url()));
}

#[test]
fn a_fault_of_the_servers_store_keeps_its_meaning() {
    for (fault, kind) in [
        (StoreProblem::Final, FaultKind::Final),
        (StoreProblem::Unknown, FaultKind::Unknown),
        (StoreProblem::Failed, FaultKind::Failed),
        (StoreProblem::Full, FaultKind::Full),
    ] {
        let server = Scripted::new(move |_| {
            let (status, body) = problem(&CallProblem::Store { fault, detail: "the disk failed".into() });
            Act::Reply(status, body)
        });
        let failed = crate::setting::fault(client(&server).close(ID, cancel(), None).unwrap_err());
        assert_eq!(failed, (kind, format!("on the server at {}: the disk failed", server.url())));
    }
}

#[test]
fn what_is_not_asq_is_told_so() {
    for (status, text, why) in [
        (200, "<html>", "the object has another shape: invalid type: null, expected a sequence"),
        (200, "{\"a\":1}", "the object has another shape: invalid type: null, expected a sequence"),
        (418, "teapot", "status 418"),
        (200, "", "the object has another shape: invalid type: null, expected a sequence"),
    ] {
        let server = Scripted::new(move |_| Act::Text(status, text));
        let (kind, said) = fault(client(&server).get(ID).unwrap_err());
        let address = server.url();
        assert_eq!(kind, FaultKind::Failed);
        let before = format!("what answers at {address} isn't asq serve, or is another version of it: ");
        assert_eq!(said.strip_prefix(&before), Some(why), "{status} {text}");
    }
}

#[test]
fn a_proxy_whose_server_is_away_counts_as_a_server_that_is_away() {
    let server = Scripted::new(|_| Act::Text(502, "<html>bad gateway"));
    let (kind, text) = fault(client(&server).close(ID, cancel(), None).unwrap_err());
    assert_eq!(kind, FaultKind::Unknown);
    assert_eq!(text, format!("the server at {} doesn't answer: status 502", server.url()));
}

#[test]
fn a_connection_is_used_again_and_one_that_the_server_closed_is_not_missed() {
    let server = Scripted::new(|_| Act::Reply(200, records(None)));
    let backend = client(&server);
    for _ in 0..3 {
        backend.get(ID).unwrap();
    }
    assert_eq!(server.connections(), 1);
    server.close_connections();
    backend.get(ID).unwrap();
    assert_eq!((server.connections(), server.lines().len()), (2, 4));
}
