//! Lines that are too long, too many or cut off, and results that are read late.

use super::LineTransport;
use crate::asked::{self, CallStage, McpCaller};
use crate::deliveries::Deliveries;
use crate::test_client::{TestSide, answers, store};
use asq_asking::Delivery;
use asq_backend::Backend;
use asq_core::life::RequestId as QuestionId;
use asq_core::model::Provenance;
use rmcp::model::{EmptyResult, JsonRpcMessage, RequestId, ServerResult};
use rmcp::transport::Transport;
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::io::{
    AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, BufWriter, DuplexStream,
};
use tokio::io::{AsyncWrite, duplex};
use tokio::sync::watch;

const LONGEST: usize = 4 << 20;

/// A transport, and the end at which the client reads.
fn transport<R>(input: R, deliveries: Arc<Deliveries>) -> (LineTransport<R, DuplexStream>, DuplexStream) {
    let (near, far) = duplex(1 << 20);
    (LineTransport::new(input, far, deliveries, watch::channel(false).0), near)
}

fn request(id: &Value, method: &str) -> String {
    json!({"jsonrpc": "2.0", "id": id, "method": method}).to_string() + "\n"
}

fn cancels(id: &Value) -> String {
    let cancelled = "notifications/cancelled";
    json!({"jsonrpc": "2.0", "method": cancelled, "params": {"requestId": id}}).to_string() + "\n"
}

/// The id of the next message, if there is one.
async fn next_id<R, W>(transport: &mut LineTransport<R, W>) -> Option<Value>
where
    R: AsyncBufRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    match transport.receive().await? {
        JsonRpcMessage::Request(request) => Some(request.id.into_json_value()),
        JsonRpcMessage::Response(_) | JsonRpcMessage::Notification(_) | JsonRpcMessage::Error(_) => {
            Some(Value::Null)
        }
    }
}

/// All lines that the client can read, once the server has gone.
async fn lines(mut near: DuplexStream) -> Vec<Value> {
    let mut all = String::new();
    near.read_to_string(&mut all).await.unwrap();
    all.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Everything that the client can read once nobody writes any more.
async fn errors<R>(transport: LineTransport<R, DuplexStream>, near: DuplexStream) -> Vec<(Value, String)> {
    drop(transport);
    let text = |error: &Value| error["error"]["message"].as_str().unwrap().to_owned();
    lines(near).await.iter().map(|error| (error["id"].clone(), text(error))).collect()
}

/// The delivery of an answered question, in this backend.
fn delivery(side: &TestSide) -> (QuestionId, Delivery) {
    let ask = || {
        let caller = McpCaller { from: Provenance::default(), folder: None };
        asked::ask(side, &asq_dialects::asq::DIALECT, "ask", store(), caller).unwrap()
    };
    assert!(matches!(ask(), CallStage::Open(..)));
    let id = side.backend.list(0).unwrap()[0].id;
    answers(&side.backend);
    let CallStage::Ended(mut ended) = ask() else { panic!("it has its ending") };
    (id, ended.ending.delivery.take().unwrap())
}

fn is_delivered(side: &TestSide, id: QuestionId) -> bool {
    side.backend.get(id).unwrap().life.delivered().is_some()
}

#[tokio::test]
async fn a_line_has_four_mebibytes_at_most_and_the_last_one_needs_no_line_break() {
    let ping = |id: &str, bytes: usize| {
        let begin = format!(r#"{{"jsonrpc":"2.0","id":"{id}","method":"ping","params":{{"x":""#);
        let end = r#""}}"#;
        format!("{begin}{}{end}", "x".repeat(bytes - begin.len() - end.len()))
    };
    let last = request(&json!("last"), "ping");
    let input = [
        ping("longest", LONGEST),
        ping("longer", LONGEST + 1),
        ping("after", 100),
        String::new(),
        " \t".to_owned(),
        last.trim_end().to_owned(),
    ]
    .join("\n");
    let (mut transport, near) = transport(BufReader::new(input.as_bytes()), Arc::default());
    let mut ids = Vec::new();
    while let Some(id) = next_id(&mut transport).await {
        ids.push(id);
    }
    assert_eq!(ids, [json!("longest"), json!("after"), json!("last")]);
    assert!(*transport.hung_up.borrow());
    let told = "a line has at most 4194304 bytes (4 MiB)".to_owned();
    assert_eq!(errors(transport, near).await, [(Value::Null, told)]);
}

#[tokio::test]
async fn of_a_line_that_is_too_long_nothing_is_kept() {
    let (mut client, input) = duplex(1 << 16);
    let (mut transport, _near) = transport(BufReader::new(input), Arc::default());
    let sends = async { client.write_all(&vec![b'x'; LONGEST + (1 << 18)]).await.unwrap() };
    tokio::select! {
        () = sends => {}
        _ = transport.next_line() => panic!("the line has no end"),
    }
    assert_eq!((transport.line.len(), transport.line.capacity(), transport.too_long), (0, 0, true));
    let (sent, skipped) = tokio::join!(client.write_all(b"x\n{}\n"), transport.next_line());
    assert!(sent.is_ok() && skipped.unwrap().is_err());
    assert_eq!(transport.next_line().await, Some(Ok(b"{}".to_vec())));
}

#[tokio::test]
async fn at_most_64_errors_wait_and_each_makes_room_for_another_once_it_is_written() {
    // Nobody writes while a line is there to read.
    let bad = "{\n".repeat(100);
    let (mut client, input) = duplex(1 << 20);
    let (mut transport, near) = transport(BufReader::new(input), Arc::default());
    for round in ["one", "two"] {
        client.write_all((bad.clone() + &request(&json!(round), "ping")).as_bytes()).await.unwrap();
        assert_eq!(next_id(&mut transport).await, Some(json!(round)));
        // All of them come back once the writer has written.
        drop(transport.out.errors.acquire_many(64).await.unwrap());
    }
    assert_eq!(errors(transport, near).await.len(), 2 * 64);
}

#[tokio::test]
async fn at_most_256_calls_are_open_and_a_result_makes_room() {
    let all: String = (0..257).map(|n| request(&json!(n), "ping")).collect();
    let all = all + &request(&json!(256), "ping");
    let (mut transport, near) = transport(BufReader::new(all.as_bytes()), Arc::default());
    for n in 0..256 {
        assert_eq!(next_id(&mut transport).await, Some(json!(n)));
    }
    let first = RequestId::Number(0);
    let result = ServerResult::EmptyResult(EmptyResult {});
    // The one that is refused is read first.
    let refused = transport.next_line().await.unwrap().unwrap();
    let refused = crate::message::read(&refused).unwrap();
    let error = transport.out.takes(&refused).unwrap_err().line();
    let message = "256 calls are open already; that is the most at once";
    assert_eq!(
        serde_json::from_str::<Value>(&error).unwrap(),
        json!({"jsonrpc": "2.0", "id": 256, "error": {"code": -32600, "message": message}})
    );
    transport.send(JsonRpcMessage::response(result, first)).await.unwrap();
    assert_eq!(next_id(&mut transport).await, Some(json!(256)));
    drop(near);
}

#[tokio::test]
async fn a_cancelled_call_frees_its_id_and_what_it_would_have_delivered() {
    let side = TestSide::new();
    let (id, delivery) = delivery(&side);
    let input = request(&json!("a"), "tools/list") + &cancels(&json!("a")) + &request(&json!("a"), "ping");
    let deliveries = Arc::new(Deliveries::default());
    let (mut transport, near) = transport(BufReader::new(input.as_bytes()), deliveries.clone());
    assert_eq!(next_id(&mut transport).await, Some(json!("a")));
    deliveries.begin(RequestId::String("a".into()), delivery);
    assert_eq!(next_id(&mut transport).await, Some(Value::Null), "the cancellation");
    assert_eq!(next_id(&mut transport).await, Some(json!("a")));
    let result = ServerResult::EmptyResult(EmptyResult {});
    transport.send(JsonRpcMessage::response(result, RequestId::String("a".into()))).await.unwrap();
    assert!(!is_delivered(&side, id));
    drop(near);
}

#[tokio::test]
async fn a_result_is_delivered_once_it_is_flushed_and_never_if_it_can_not_be_written() {
    for reads in [true, false] {
        let side = TestSide::new();
        let (id, delivery) = delivery(&side);
        let deliveries = Arc::new(Deliveries::default());
        let (near, far) = duplex(8);
        // What it holds back is written by a flush.
        let output = BufWriter::new(far);
        let input = BufReader::new(&b""[..]);
        let mut transport = LineTransport::new(input, output, deliveries.clone(), watch::channel(false).0);
        deliveries.begin(RequestId::Number(5), delivery);
        let result = ServerResult::EmptyResult(EmptyResult {});
        let sending = tokio::spawn(transport.send(JsonRpcMessage::response(result, RequestId::Number(5))));
        let mut near = BufReader::with_capacity(1, near);
        // The first byte came; the rest waits.
        assert_eq!(near.fill_buf().await.unwrap(), b"{");
        assert!(!is_delivered(&side, id));
        if reads {
            let mut line = String::new();
            near.read_line(&mut line).await.unwrap();
            assert_eq!(line, "{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{}}\n");
        } else {
            drop(near);
        }
        assert_eq!(sending.await.unwrap().is_ok(), reads);
        assert_eq!(is_delivered(&side, id), reads);
    }
}
