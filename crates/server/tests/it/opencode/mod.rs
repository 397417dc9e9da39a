//! OpenCode's question protocol, as a running OpenCode speaks it.
//!
//! - Its streams, replies and errors are compared with what a real server sent, field by field.
//! - A client here logs in with a password, as OpenCode's own clients do.

#![allow(clippy::needless_pass_by_value, reason = "a call reads best with its JSON in it")]

mod answering;
mod fixtures;
mod listing;
mod logins;
mod recorded;
mod streaming;

use crate::client::{Call, Line, Reply};
use crate::served::{PUBLIC, Served};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

/// The folder of what is asked here.
const FOLDER: &str = "/srv/häuser und/garten";

/// A stream of OpenCode's events.
struct EventLine {
    line: Line,
    unread: Vec<Value>,
}

impl EventLine {
    /// The next event; `None` at the end.
    fn try_next(&mut self) -> Option<Value> {
        while self.unread.is_empty() {
            let text = String::from_utf8(self.line.chunk()?).unwrap();
            assert!(text.ends_with("\n\n"), "{text:?}");
            let event = |line: &str| serde_json::from_str(line.strip_prefix("data: ").unwrap()).unwrap();
            self.unread = text.trim_end().split("\n\n").map(event).collect();
        }
        Some(self.unread.remove(0))
    }

    #[track_caller]
    fn next(&mut self) -> Value {
        self.try_next().expect("the stream ended")
    }

    /// The next event that isn't a heartbeat.
    #[track_caller]
    fn news(&mut self) -> Value {
        // A minute of heartbeats alone is far more than a busy machine needs.
        let news = (0..6).map(|_| self.next()).find(|event| kind_of(event) != "server.heartbeat");
        news.expect("nothing but heartbeats")
    }

    /// The next events, up to the first of this kind.
    #[track_caller]
    fn up_to(&mut self, kind: &str) -> Vec<Value> {
        let mut events = Vec::new();
        while events.last().is_none_or(|event| kind_of(event) != kind) {
            events.push(self.news());
        }
        events
    }
}

/// An event's kind, of either stream.
fn kind_of(event: &Value) -> &str {
    payload(event)["type"].as_str().unwrap()
}

/// The event itself, of either stream.
fn payload(event: &Value) -> &Value {
    event.get("payload").unwrap_or(event)
}

fn basic(user: &str, password: &str) -> String {
    format!("Basic {}", STANDARD.encode(format!("{user}:{password}")))
}

/// A call with the answerer's password.
fn call(served: &Served, call: Call) -> Reply {
    served.call(&call.with("Authorization", &basic("opencode", &served.answerer)))
}

fn stream(served: &Served, path: &str) -> EventLine {
    let call = Call::get(path).with("Authorization", &basic("opencode", &served.answerer));
    EventLine { line: served.line().stream(&call, &served.at.host()), unread: Vec::new() }
}

/// Asks these questions in OpenCode's words, from a folder; asq's id. Each call has an agent and a session of its own:
/// an agent that asks the same again gets its earlier question back.
#[track_caller]
fn ask_in(served: &Served, folder: &str, call_id: &str, questions: Value) -> String {
    let body = json!({
        "call": { "questions": questions }, "dialect": "opencode", "agent": format!("build {call_id}"),
        "session": session(call_id), "call_id": call_id, "from": { "folder": folder },
    });
    posted(served, &body)
}

/// The session of a call.
fn session(call_id: &str) -> String {
    format!("ses_{}", call_id.replace('_', ""))
}

/// Asks this; asq's id.
#[track_caller]
fn posted(served: &Served, body: &Value) -> String {
    let reply = served.asks_unseen(Call::post("/v1/requests", body));
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply.json()["id"].as_str().unwrap().to_owned()
}

#[track_caller]
fn ask(served: &Served, call_id: &str, questions: Value) -> String {
    ask_in(served, FOLDER, call_id, questions)
}

fn color() -> Value {
    json!([{
        "question": "What is your favorite color?", "header": "Color",
        "options": [{ "label": "Blue", "description": "The sky" }, { "label": "Red", "description": "The rose" }],
    }])
}

/// The list, as one client sees it.
fn list(served: &Served) -> Value {
    call(served, Call::get("/question")).ok()
}

/// The ids of the list.
fn listed(served: &Served) -> Vec<String> {
    list(served).as_array().unwrap().iter().map(|it| it["id"].as_str().unwrap().to_owned()).collect()
}

/// The only question's id.
#[track_caller]
fn only(served: &Served) -> String {
    let ids = listed(served);
    assert_eq!(ids.len(), 1, "{ids:?}");
    ids[0].clone()
}

fn reply(served: &Served, question: &str, answers: Value) -> Reply {
    call(served, Call::post(&format!("/question/{question}/reply"), &json!({ "answers": answers })))
}

fn reject(served: &Served, question: &str) -> Reply {
    call(served, Call::new("POST", &format!("/question/{question}/reject")))
}

/// A request as `asq show` has it.
fn shown(served: &Served, id: &str) -> Value {
    served.answers(Call::get(&format!("/v1/requests/{id}"))).ok()
}

/// Takes a request back, as its asker.
#[track_caller]
fn withdraw(served: &Served, id: &str) {
    let path = format!("/v1/requests/{id}/withdraw");
    let reply = served.call(&Call::post(&path, &json!({})).token(&served.asker).with("Host", PUBLIC));
    assert_eq!(reply.status, 200, "{}", reply.text());
}
