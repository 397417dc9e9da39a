//! Whatever a client sends: properties of whole sessions, and broken lines and states.

use super::{McpOptions, serve_client};
use crate::message;
use crate::rounds::Rounds;
use crate::test_client::{TestSide, store};
use asq_backend::Backend;
use asq_testkit::backend::TestBackend;
use asq_testkit::fuzz;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::Arc;
use tokio::io::{AsyncReadExt, AsyncWriteExt, BufReader, duplex, split};

/// What a client sends.
#[derive(Clone, Debug)]
enum Sent {
    Initialize,
    Initialized,
    Ping,
    Discover,
    List,
    Read,
    /// A question with this number; `None`: one that can't be asked.
    Ask(Option<u8>),
    Wait,
    /// Cancels the message at this place.
    Cancel(usize),
    /// A reply to a request of the server.
    Reply(Value),
    Bytes(Vec<u8>),
}

fn sent() -> impl Strategy<Value = Sent> {
    let reply = prop_oneof![
        Just(json!({"action": "accept", "content": {"answer": "1. PostgreSQL"}})),
        Just(json!({"action": "accept", "content": {"answer": 5}})),
        Just(json!({"action": "cancel"})),
        Just(json!({"action": "decline"})),
        Just(json!([])),
    ];
    prop_oneof![
        2 => Just(Sent::Initialize),
        2 => Just(Sent::Initialized),
        2 => Just(Sent::Ping),
        1 => Just(Sent::Discover),
        1 => Just(Sent::List),
        1 => Just(Sent::Read),
        6 => prop::option::weighted(0.8, 0..4_u8).prop_map(Sent::Ask),
        1 => Just(Sent::Wait),
        3 => (0..20_usize).prop_map(Sent::Cancel),
        3 => reply.prop_map(Sent::Reply),
        2 => prop::collection::vec(any::<u8>(), 0..40).prop_map(Sent::Bytes),
    ]
}

fn question(n: u8) -> Value {
    let mut question = store();
    question["questions"][0]["question"] = json!(format!("Which store, number {n}?"));
    question
}

/// The line of a message; its id is its place.
fn line(at: usize, sent: &Sent) -> Vec<u8> {
    let request = |method: &str, params: Value| {
        json!({"jsonrpc": "2.0", "id": at, "method": method, "params": params}).to_string().into_bytes()
    };
    let call =
        |name: &str, arguments: Value| request("tools/call", json!({"name": name, "arguments": arguments}));
    match sent {
        Sent::Initialize => request(
            "initialize",
            json!({"protocolVersion": "2025-11-25", "capabilities": {"elicitation": {"form": {}}},
                "clientInfo": {"name": "somebody", "version": "1"}}),
        ),
        Sent::Initialized => br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.to_vec(),
        Sent::Ping => request("ping", json!({})),
        Sent::Discover => request("server/discover", json!({})),
        Sent::List => request("tools/list", json!({})),
        Sent::Read => request("resources/read", json!({"uri": "asq://pending"})),
        Sent::Ask(Some(n)) => call("ask", question(*n)),
        Sent::Ask(None) => call("ask", json!({"questions": []})),
        Sent::Wait => call("wait", json!({"id": "0000000000", "max_seconds": 1})),
        Sent::Cancel(of) => {
            json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": of}})
                .to_string()
                .into_bytes()
        }
        Sent::Reply(result) => {
            json!({"jsonrpc": "2.0", "id": at % 3, "result": result}).to_string().into_bytes()
        }
        Sent::Bytes(bytes) => bytes.iter().copied().filter(|byte| *byte != b'\n').collect(),
    }
}

/// Sends all of it, hangs up, and returns what came and what was stored.
async fn session(sent: &[Sent]) -> (Vec<Value>, Vec<String>) {
    let backend = TestBackend::new("ada");
    let (near, far) = duplex(1 << 22);
    let (read, write) = split(far);
    let side = Arc::new(TestSide { backend: backend.clone(), ..TestSide::default() });
    let options = McpOptions::of(&[&asq_dialects::asq::DIALECT]).unwrap();
    let served = tokio::spawn(serve_client(BufReader::new(read), write, options, side));
    let (mut output, mut input) = split(near);
    for (at, sent) in sent.iter().enumerate() {
        let line = [&line(at, sent)[..], b"\n"].concat();
        // A client that begins with anything but a request is let go.
        if input.write_all(&line).await.is_err() {
            break;
        }
        tokio::task::yield_now().await;
    }
    drop(input.shutdown().await);
    drop(served.await);
    let mut all = Vec::new();
    output.read_to_end(&mut all).await.unwrap();
    let lines = all.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let came = lines.map(|line| serde_json::from_slice(line).expect("every line is a message")).collect();
    let stored =
        backend.list(0).unwrap().iter().map(|pending| pending.summary.text.raw().to_owned()).collect();
    (came, stored)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn a_request_has_one_response_at_most_and_only_a_valid_call_is_stored(begins in any::<bool>(), more in prop::collection::vec(sent(), 1..25)) {
        let all: Vec<Sent> = [Sent::Initialize, Sent::Initialized].into_iter().filter(|_| begins).chain(more).collect();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        let (came, stored) = runtime.block_on(session(&all));
        let mut responses: HashMap<String, usize> = HashMap::new();
        for message in came.iter().filter(|message| message.get("method").is_none() && !message["id"].is_null()) {
            *responses.entry(message["id"].to_string()).or_default() += 1;
        }
        prop_assert!(responses.values().all(|count| *count == 1), "{came:?}");
        let asked: Vec<String> = all.iter().filter_map(|sent| match sent {
            Sent::Ask(Some(n)) => Some(format!("Which store, number {n}?")),
            _ => None,
        }).collect();
        prop_assert!(stored.iter().all(|text| asked.contains(text)), "{stored:?}");
    }
}

/// What lines are made of.
const WORDS: &[&[u8]] = &[
    br#"{"jsonrpc":"2.0","#,
    br#""id":1,"#,
    br#""id":"a","#,
    br#""id":null,"#,
    br#""method":"tools/call","#,
    br#""method":"ping"}"#,
    br#""params":{"#,
    br#""name":"ask""#,
    br#""arguments":{"#,
    b"}",
    b"[",
    b"]",
    b",",
    br#""result":{}}"#,
    br#""error":{"code":1,"message":"x"}}"#,
    b"\xff",
    b"\\u0000",
    b"1e999",
];

#[test]
fn any_line_is_a_message_or_gets_an_error_that_is_one() {
    fuzz::check(64, |bytes| {
        for line in [bytes.to_vec(), fuzz::words(bytes, WORDS)] {
            if let Err(refused) = message::read(&line) {
                let error: Value = serde_json::from_str(&refused.line()).unwrap();
                assert!(error["error"]["code"].is_i64() && !refused.line().contains('\n'), "{error}");
            }
        }
    });
}

#[test]
fn no_state_but_its_own_names_a_round() {
    let rounds = Rounds::default();
    fuzz::check(200, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        for state in [text.clone().into_owned(), format!("rs1.{text}"), format!("rs1.{text}.{text}")] {
            assert!(rounds.take(&state, b"call").is_err(), "{state}");
        }
    });
}
