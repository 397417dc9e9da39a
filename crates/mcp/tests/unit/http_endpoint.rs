//! Sessions of several callers, what they are sent, and how long they wait, by a clock that the test moves.

use super::{HttpEndpoint, SESSIONS};
use crate::test_client::{TestSide, store};
use crate::{AgentLimit, HttpAgents};
use asq_core::model::Prefs;
use bytes::Bytes;
use http::{Method, Request};
use http_body_util::BodyExt;
use rmcp::handler::server::ServerHandler;
use rmcp::model::{Implementation, ServerCapabilities, ServerConfig};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// A server with a name that a terminal would obey.
struct Nothing;

impl ServerHandler for Nothing {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::default())
            .with_server_info(Implementation::new("a\u{202e}b", "1"))
    }
}

fn endpoint() -> HttpEndpoint<Nothing> {
    HttpEndpoint::new(|| Nothing)
}

fn request(method: Method, session: Option<&str>, message: &Value) -> Request<Bytes> {
    let request = Request::builder().method(method).uri("/mcp").header("Host", "localhost");
    let request = request.header("Accept", "application/json, text/event-stream");
    let request = session.into_iter().fold(request, |request, id| request.header("Mcp-Session-Id", id));
    let request = request.header("Content-Type", "application/json");
    request.body(Bytes::from(message.to_string())).unwrap()
}

/// Begins a session of this caller; its id, and what it was sent.
async fn begins(endpoint: &HttpEndpoint<Nothing>, caller: &str) -> (String, String) {
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}});
    let first = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params});
    let reply = endpoint.serve(caller.to_owned(), request(Method::POST, None, &first)).await;
    let id = reply.headers()["mcp-session-id"].to_str().unwrap().to_owned();
    let body = reply.into_body().collect().await.unwrap().to_bytes();
    (id, String::from_utf8(body.into()).unwrap())
}

/// The status of a call in this session.
async fn status(endpoint: &HttpEndpoint<Nothing>, caller: &str, method: Method, session: &str) -> u16 {
    let message = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let reply = endpoint.serve(caller.to_owned(), request(method, Some(session), &message)).await;
    reply.status().as_u16()
}

#[tokio::test]
async fn one_session_too_many_ends_the_callers_oldest_and_nobody_elses() {
    let endpoint = endpoint();
    let (other, _) = begins(&endpoint, "bob").await;
    let mut own: Vec<String> = Vec::new();
    for _ in 0..=SESSIONS {
        if own.len() == SESSIONS {
            // Up to here all of them live.
            assert_eq!(status(&endpoint, "ada", Method::POST, &own[0]).await, 202);
        }
        own.push(begins(&endpoint, "ada").await.0);
    }
    let mut all = Vec::new();
    for session in &own {
        all.push(status(&endpoint, "ada", Method::POST, session).await);
    }
    assert_eq!(all, [&[404][..], &[202; SESSIONS][..]].concat());
    assert!(endpoint.sessions.sessions.read().await.keys().all(|id| **id != *own[0]));
    assert_eq!(status(&endpoint, "bob", Method::POST, &other).await, 202);
    assert_eq!(status(&endpoint, "ada", Method::POST, &other).await, 404);
}

#[tokio::test]
async fn a_session_that_its_client_ended_counts_no_more() {
    let endpoint = endpoint();
    let (first, _) = begins(&endpoint, "ada").await;
    for _ in 0..SESSIONS {
        let (brief, _) = begins(&endpoint, "ada").await;
        assert!((200..300).contains(&status(&endpoint, "ada", Method::DELETE, &brief).await));
    }
    assert_eq!(status(&endpoint, "ada", Method::POST, &first).await, 202);
}

#[tokio::test]
async fn what_is_sent_holds_nothing_that_a_terminal_obeys() {
    let (_, sent) = begins(&endpoint(), "ada").await;
    let data = sent.lines().find_map(|line| line.strip_prefix("data: {")).unwrap();
    let message: Value = serde_json::from_str(&format!("{{{data}")).unwrap();
    assert!(!sent.contains('\u{202e}'), "{sent:?}");
    assert_eq!(message["result"]["serverInfo"]["name"], json!("a\u{202e}b"));
}

#[tokio::test(start_paused = true)]
async fn the_person_says_how_long_the_calls_of_an_agent_far_away_wait() {
    let limit = AgentLimit { agent: "far".to_owned(), limit: Duration::from_secs(7) };
    let agents = HttpAgents::new(Arc::new(Prefs::default), vec![limit]);
    let call = json!({"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {
        "name": "ask", "arguments": store(), "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "far-agent", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        }
    }});
    let mut request = request(Method::POST, None, &call);
    for (name, value) in
        [("mcp-protocol-version", "2026-07-28"), ("mcp-method", "tools/call"), ("mcp-name", "ask")]
    {
        request.headers_mut().insert(name, value.parse().unwrap());
    }
    let began = Instant::now();
    let reply = agents.serve(Arc::new(TestSide::new()), request).await;
    let body = reply.into_body().collect().await.unwrap().to_bytes();
    let text = std::str::from_utf8(&body).unwrap();
    assert!(text.contains(r#""outcome":"pending""#), "{text}");
    assert_eq!(began.elapsed().as_secs(), 7);
}
