//! Which token makes which call.

use crate::scripted::{Act, Scripted};
use crate::setting::{ID, fault, line, new_request, not_found, problem, records, state, with};
use asq_backend::{Backend, Failure, FaultKind};
use asq_client::ClientLimits;
use asq_core::life::{Closing, Refusal, Right};
use asq_core::model::Draft;
use asq_wire::Ended;
use asq_wire::http::{CallCode, CallProblem};

/// A server that knows an asking token `a`, an answering one `b`, and no other.
fn server() -> Scripted {
    Scripted::new(|came| match (came.path.as_str(), came.header("authorization")) {
        (_, "Bearer old") => {
            let (status, body) = problem(&CallProblem::call(CallCode::Unauthorized, "no"));
            Act::Reply(status, body)
        }
        ("/v1/state", "Bearer a") => {
            Act::Reply(200, serde_json::json!({ "right": "ask", "inbox_in_use": false }))
        }
        ("/v1/state", _) => Act::Reply(200, state("answer")),
        ("/v1/requests", "Bearer a") if came.method == "POST" => Act::Reply(201, line(Ended::Pending)),
        (path, "Bearer a") if path.ends_with("records") => Act::Reply(200, records(None)),
        (path, _) if path.ends_with("records") => Act::Reply(200, records(Some("because"))),
        _ => {
            let (status, body) = not_found();
            Act::Reply(status, body)
        }
    })
}

fn client(server: &Scripted, tokens: &[&str]) -> asq_client::RemoteBackend {
    with(&server.url(), tokens, ClientLimits::default())
}

fn refused(needed: Right, came: Right) -> Failure {
    Failure::Refused(Box::new(Refusal::Right { needed, came }))
}

#[test]
fn of_two_tokens_each_call_takes_the_one_with_the_right() {
    let server = server();
    let backend = client(&server, &["b", "a"]);
    assert_eq!(backend.rights(), Ok((true, true)));
    assert!(backend.get(ID).unwrap().life.closed().is_some(), "whoever answers reads");
    backend.ask(new_request(false)).unwrap();
    assert!(backend.get(ID).unwrap().life.closed().is_none(), "what was asked here is read by its asker");
    let with: Vec<(String, String)> = server
        .came
        .lock()
        .unwrap()
        .iter()
        .map(|came| (came.path.clone(), came.header("authorization").to_owned()))
        .filter(|(path, _)| path == "/v1/state")
        .collect();
    assert_eq!(with.len(), 2, "each token's right is asked for once");
}

#[test]
fn a_token_that_may_only_ask_is_told_so() {
    let server = server();
    let backend = client(&server, &["a"]);
    assert_eq!(backend.rights(), Ok((false, true)));
    assert_eq!(backend.list(0), Err(refused(Right::Answer, Right::Ask)));
    assert_eq!(backend.count(), Err(refused(Right::Answer, Right::Ask)));
    let cancel = Closing::Cancel { draft: Draft::default() };
    assert_eq!(backend.close(ID, cancel, None), Err(refused(Right::Answer, Right::Ask)));
    assert!(!backend.inbox_in_use());
    // Its own requests it knows by their whole ids.
    assert_eq!(backend.find(&ID.to_string(), 2), Ok(vec![ID]));
    let backend = client(&server, &["b"]);
    assert_eq!(backend.rights(), Ok((true, false)));
    assert_eq!(backend.close(ID, Closing::Withdraw, None), Err(refused(Right::Ask, Right::Answer)));
}

#[test]
fn a_token_that_no_longer_counts_is_named_by_its_place_and_never_shown() {
    let server = server();
    let failure = client(&server, &["old"]).get(ID).unwrap_err();
    let (kind, text) = fault(failure.clone());
    assert_eq!(kind, FaultKind::Failed);
    let address = server.url();
    assert_eq!(
        text,
        format!(
            "the server at {address} refuses the token in tokens/host: it is unknown, revoked or expired"
        )
    );
    assert!(!format!("{failure:?}").contains("Bearer"));
    // The other one still does.
    let backend = client(&server, &["old", "a"]);
    assert_eq!(backend.rights(), Ok((false, true)));
    backend.ask(new_request(false)).unwrap();
}

/// The calls so far, each with its token.
fn calls(server: &Scripted) -> Vec<String> {
    let came = server.came.lock().unwrap();
    came.iter().map(|came| format!("{} {}", came.line(), came.header("authorization"))).collect()
}

#[test]
fn a_token_that_the_server_refuses_is_asked_about_once() {
    let server = server();
    let backend = client(&server, &["old", "a"]);
    for _ in 0..2 {
        backend.ask(new_request(false)).unwrap();
    }
    let (kind, text) = fault(backend.list(0).unwrap_err());
    assert_eq!(kind, FaultKind::Failed);
    let address = server.url();
    assert_eq!(
        text,
        format!(
            "the server at {address} refuses the token in tokens/host: it is unknown, revoked or expired"
        )
    );
    assert_eq!(backend.rights(), Ok((false, true)));
    let all = [
        "GET /v1/state Bearer old",
        "GET /v1/state Bearer a",
        "POST /v1/requests Bearer a",
        "POST /v1/requests Bearer a",
    ];
    assert_eq!(calls(&server), all);
}

#[test]
fn a_strange_reply_says_nothing_of_a_token_so_it_is_asked_about_again() {
    let mut states = 0;
    let server = Scripted::new(move |came| {
        states += u32::from(came.path == "/v1/state");
        match came.path.as_str() {
            "/v1/state" if states == 1 => Act::Text(200, "<html>welcome</html>"),
            "/v1/state" => Act::Reply(200, state("answer")),
            _ => Act::Reply(200, records(None)),
        }
    });
    let backend = client(&server, &["b", "b"]);
    for _ in 0..2 {
        backend.get(ID).unwrap();
    }
    let state = || "GET /v1/state Bearer b".to_owned();
    let get = || format!("GET /v1/requests/{ID}/records Bearer b");
    assert_eq!(calls(&server), [state(), state(), get(), state(), get()]);
}
