//! `/mcp` of `asq serve`: agents over HTTP, in both eras of the protocol.

use crate::mcp_client::{asker_waits, id, is_delivered, open, show, store};
use crate::serving::client::Line;
use crate::serving::{Address, Call, Reply, Serving, token};
use crate::shop::Shop;
use asq_testkit::eventually::eventually;
use serde_json::{Value, json};

/// A server, and a token that may ask.
fn served(name: &str) -> (Shop, Serving, String) {
    let shop = Shop::new(name);
    let serving = Serving::start(&shop, &["--no-link"]);
    let token = token(&shop, "ask");
    (shop, serving, token)
}

/// An agent of the older era, with its session.
struct Session<'a> {
    at: Address,
    token: &'a str,
    id: String,
    path: &'a str,
}

/// The messages of a stream of events.
fn messages(body: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(body).unwrap();
    let data = text.lines().filter_map(|line| line.strip_prefix("data: ")).filter(|data| !data.is_empty());
    data.map(|data| serde_json::from_str(data).unwrap()).collect()
}

fn message(reply: &Reply) -> Value {
    let mut all = messages(&reply.body);
    assert_eq!(all.len(), 1, "{reply:?}");
    all.remove(0)
}

fn post(path: &str, message: &Value, token: &str) -> Call {
    Call::post(path, message).token(token).with("Accept", "application/json, text/event-stream")
}

fn initialize(capabilities: &Value) -> Value {
    let info = json!({"name": "far-agent", "version": "1"});
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": capabilities, "clientInfo": info});
    json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params})
}

fn tools_call(arguments: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "ask", "arguments": arguments}})
}

/// A call of the era without sessions.
fn alone(arguments: &Value, more: &Value) -> Value {
    let mut call = tools_call(arguments);
    call["params"]["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "far-agent", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    for (name, value) in more.as_object().unwrap() {
        call["params"][name] = value.clone();
    }
    call
}

/// The same by a client whose person can be shown forms and addresses.
fn shown(arguments: &Value, more: &Value) -> Value {
    let mut call = alone(arguments, more);
    call["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] =
        json!({"elicitation": {"form": {}, "url": {}}});
    call
}

fn alone_post(message: &Value, token: &str) -> Call {
    let name = message["params"]["name"].as_str().unwrap_or_default();
    let post = post("/mcp", message, token).with("MCP-Protocol-Version", "2026-07-28");
    post.with("Mcp-Method", message["method"].as_str().unwrap()).with("Mcp-Name", name)
}

impl<'a> Session<'a> {
    fn begin(at: Address, path: &'a str, token: &'a str) -> Session<'a> {
        let reply = at.call(&post(path, &initialize(&json!({})), token));
        assert_eq!(message(&reply)["result"]["serverInfo"]["name"], json!("asq"));
        let id = reply.header("mcp-session-id").unwrap().to_owned();
        let session = Session { at, token, id, path };
        let begun = session.call(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        assert_eq!((begun.status, &begun.body[..]), (202, &b""[..]));
        session
    }

    fn post(&self, message: &Value) -> Call {
        post(self.path, message, self.token).with("Mcp-Session-Id", &self.id)
    }

    fn call(&self, message: &Value) -> Reply {
        self.at.call(&self.post(message))
    }

    /// Sends a call, and waits for nothing.
    fn sends(&self, message: &Value) -> Line {
        let mut line = self.at.connect();
        line.send(&self.post(message).with("Connection", "close").bytes(&self.at.host()));
        line
    }
}

/// A person answers. The test is the asker as well, so they insist.
fn answers(shop: &Shop, listed: &Value, label: &str) {
    let done = shop.asq(&["answer", id(listed), "--pick", label, "--force"]);
    assert_eq!(done.code, 0, "{done:?}");
}

#[test]
fn an_agent_with_a_session_waits_for_the_answer() {
    let (shop, serving, token) = served("mcp-http");
    let session = Session::begin(serving.port(), "/mcp", &token);
    let tools = message(&session.call(&json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"})));
    assert_eq!(tools["result"]["tools"][0]["name"], json!("ask"));
    let mut line = session.sends(&tools_call(&store()));
    let listed = open(&shop, 1).remove(0);
    assert_eq!(listed["agent"], json!("far-agent"));
    asker_waits(&shop, &listed);
    assert!(listed["origin"]["via"]["peer"].as_str().unwrap().starts_with("127.0.0.1:"));
    assert!(show(&shop, id(&listed))["delivered_at"].is_null());
    answers(&shop, &listed, "SQLite");
    let reply = line.reply("POST");
    let result = message(&reply)["result"].clone();
    assert_eq!(
        result["content"],
        json!([{"type": "text", "text": "The user answered your question.\n1. db: \"Which store?\"\n   picked: \"SQLite\""}])
    );
    is_delivered(&shop, id(&listed));
    let ended =
        session.at.call(&Call::new("DELETE", "/mcp").token(&token).with("Mcp-Session-Id", &session.id));
    assert!((200..300).contains(&ended.status), "{ended:?}");
    assert_eq!(session.call(&tools_call(&store())).status, 404);
}

#[test]
fn a_reply_that_breaks_off_delivers_nothing_and_asking_again_gets_the_answer() {
    let (shop, serving, token) = served("mcp-http-broken");
    let mut line = serving.port().connect();
    line.send(&alone_post(&alone(&store(), &json!({})), &token).bytes(&serving.port().host()));
    let listed = open(&shop, 1).remove(0);
    drop(line);
    eventually("the asker is gone", || {
        (show(&shop, id(&listed))["asker_waits"] == json!(false)).then_some(())
    });
    answers(&shop, &listed, "SQLite");
    assert!(show(&shop, id(&listed))["delivered_at"].is_null());
    let reply = serving.port().call(&alone_post(&alone(&store(), &json!({})), &token));
    let result = message(&reply)["result"].clone();
    assert_eq!(
        (&result["structuredContent"]["id"], &result["structuredContent"]["outcome"]),
        (&listed["id"], &json!("answered"))
    );
    is_delivered(&shop, id(&listed));
}

#[test]
fn what_one_token_asked_exists_for_no_other() {
    let (shop, serving, token_1) = served("mcp-http-others");
    let token_2 = token(&shop, "ask");
    let session = Session::begin(serving.port(), "/mcp", &token_1);
    let mut line = session.sends(&tools_call(&store()));
    let listed = open(&shop, 1).remove(0);
    // The session, the request by its id, and the same question: none of them is the other's.
    let stolen = Session { at: serving.port(), token: &token_2, id: session.id.clone(), path: "/mcp" };
    assert_eq!(stolen.call(&json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"})).status, 404);
    let other = Session::begin(serving.port(), "/mcp", &token_2);
    let wait = json!({"jsonrpc": "2.0", "id": 4, "method": "tools/call",
        "params": {"name": "wait", "arguments": {"id": id(&listed), "max_seconds": 0}}});
    let result = message(&other.call(&wait))["result"].clone();
    assert_eq!(
        (&result["isError"], &result["content"][0]["text"]),
        (&json!(true), &json!(format!("no question of yours has the id \"{}\"", id(&listed))))
    );
    let read =
        |session: &Session<'_>, uri: &str| {
            message(&session.call(
                &json!({"jsonrpc": "2.0", "id": 5, "method": "resources/read", "params": {"uri": uri}}),
            ))
        };
    let address = format!("asq://request/{}", id(&listed));
    assert_eq!(read(&other, &address)["error"]["code"], json!(-32002));
    assert!(read(&session, &address)["result"].is_object());
    assert_eq!(read(&other, "asq://pending")["result"]["contents"][0]["text"], json!("[]"));
    assert_ne!(read(&session, "asq://pending")["result"]["contents"][0]["text"], json!("[]"));
    let mut second = other.sends(&tools_call(&store()));
    let both = open(&shop, 2);
    assert_ne!(both[0]["id"], both[1]["id"]);
    for request in &both {
        answers(&shop, request, "SQLite");
    }
    line.reply("POST");
    second.reply("POST");
}

#[test]
fn only_a_token_that_may_ask_gets_in_and_every_message_is_read_strictly() {
    let (shop, serving, token_1) = served("mcp-http-strict");
    let at = serving.port();
    let first = initialize(&json!({}));
    assert_eq!(
        at.call(&Call::post("/mcp", &first).with("Accept", "application/json, text/event-stream")).status,
        401
    );
    for right in ["answer", "observe", "admin"] {
        assert_eq!(at.call(&post("/mcp", &first, &token(&shop, right))).status, 403, "{right}");
    }
    let raw = |body: Vec<u8>| {
        let call = Call::new("POST", "/mcp").json(body).token(&token_1);
        let reply = at.call(&call.with("Accept", "application/json, text/event-stream"));
        let error: Value = serde_json::from_slice(&reply.body).unwrap_or_default();
        (reply.status, error["error"]["code"].clone())
    };
    let deep = [vec![b'['; 40], vec![b']'; 40]].concat();
    for (body, code) in [
        (b"{".to_vec(), -32700),
        (b"\xff".to_vec(), -32700),
        (deep, -32600),
        (br#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#.to_vec(), -32600),
        (br#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#.to_vec(), -32600),
        (br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":5}}"#.to_vec(), -32602),
    ] {
        assert_eq!(raw(body.clone()), (400, json!(code)), "{:?}", String::from_utf8_lossy(&body));
    }
    assert_eq!(raw(vec![b' '; (4 << 20) + 1]).0, 413);
    assert_eq!(at.call(&post("/mcp?dialect=quest", &first, &token_1)).status, 400);
    assert_eq!(at.call(&post("/mcp?limit=5", &first, &token_1)).status, 400);
    assert_eq!(at.call(&post("/mcp?dialect=question&dialect=opencode", &first, &token_1)).status, 400);
    assert_eq!(shop.asq(&["list", "--json"]).out, "");
}

#[test]
fn the_address_names_the_dialects() {
    let (shop, serving, token) = served("mcp-http-dialect");
    let session = Session::begin(serving.port(), "/mcp?dialect=question&dialect=ask_user_question", &token);
    let tools = message(&session.call(&json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"})));
    let tools = tools["result"]["tools"].as_array().unwrap();
    let names: Vec<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["question", "ask_user_question", "wait"]);
    drop(shop);
}

#[test]
fn no_form_of_an_agent_far_away_answers_it_gets_the_address_of_the_page() {
    let (shop, serving, token_1) = served("mcp-http-address");
    let at = serving.port();
    let reply = at.call(&alone_post(&shown(&store(), &json!({})), &token_1));
    let wants = message(&reply)["result"].clone();
    let listed = open(&shop, 1).remove(0);
    let asked = &wants["inputRequests"]["answer"]["params"];
    let page = format!("{}/r/{}", serving.at(), id(&listed));
    assert_eq!(
        (&wants["resultType"], &asked["mode"], &asked["url"]),
        (&json!("input_required"), &json!("url"), &json!(page))
    );
    // Somebody else's state, and an answer where none was asked for.
    let form = json!({"answer": {"action": "accept", "content": {"answer": "1. PostgreSQL"}}});
    let back = shown(&store(), &json!({"requestState": wants["requestState"], "inputResponses": form}));
    let other = at.call(&alone_post(&back, &token(&shop, "ask")));
    assert_eq!(message(&other)["error"]["code"], json!(-32602));
    let mut line = at.connect();
    line.send(&alone_post(&back, &token_1).with("Connection", "close").bytes(&at.host()));
    asker_waits(&shop, &listed);
    assert_eq!(show(&shop, id(&listed))["state"], json!("open"));
    answers(&shop, &listed, "SQLite");
    let result = message(&line.reply("POST"))["result"].clone();
    assert_eq!(result["structuredContent"]["details"]["answers"]["db"]["label"], json!("SQLite"));
}

#[test]
fn a_revoked_token_loses_what_it_waits_for() {
    let (shop, serving, token) = served("mcp-http-revoked");
    let session = Session::begin(serving.port(), "/mcp", &token);
    let mut line = session.sends(&tools_call(&store()));
    let listed = open(&shop, 1).remove(0);
    let tokens = shop.asq(&["token", "list", "--json"]).json();
    let revoked = shop.asq(&["token", "revoke", tokens["id"].as_str().unwrap()]);
    assert_eq!(revoked.code, 0, "{revoked:?}");
    line.rest();
    assert_eq!(show(&shop, id(&listed))["state"], json!("open"));
}
