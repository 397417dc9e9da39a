//! OpenCode's own routes: of asq and of a real OpenCode server alike.

use crate::connection::{Connection, PUBLIC, bearer};
use crate::{Outcome, print};
use std::time::{Duration, Instant};

/// Asks in OpenCode's dialect.
pub(crate) fn ask(address: &str, token: &str, count: usize) -> Outcome<()> {
    // As from another machine: asq takes no answer from the process tree that asked.
    let mut connection = Connection::of(PUBLIC, address, &bearer(token))?;
    for n in 0..count {
        let question = serde_json::json!({
            "question": format!("Where should session {n} be kept?"),
            "header": "Sessions",
            "options": [
                {"label": "PostgreSQL", "description": "It runs already, and both machines reach it."},
                {"label": "Redis", "description": "Fast, and lost when it restarts."}
            ]
        });
        let body = serde_json::json!({
            "dialect": "opencode", "agent": "opencode", "session": format!("ses_{n}"), "call_id": format!("call_{n}"),
            "call": {"name": "question", "arguments": {"questions": [question]}}
        });
        let reply = connection.call("POST", "/v1/requests", &body.to_string())?;
        if reply.status != 201 {
            return Err(format!("asked: {} {}", reply.status, String::from_utf8_lossy(&reply.body)).into());
        }
    }
    Ok(())
}

/// One call after the other, for so long.
pub(crate) fn lists(address: &str, authorization: &str, long: Duration) -> Outcome<()> {
    let mut connection = Connection::new(address, authorization)?;
    let (begun, mut took) = (Instant::now(), Vec::new());
    while begun.elapsed() < long {
        let one = Instant::now();
        let reply = connection.call("GET", "/question", "")?;
        took.push(one.elapsed());
        let listed = reply.json()?.as_array().map_or(0, Vec::len);
        if listed != 100 {
            return Err(format!("{listed} questions are listed").into());
        }
    }
    print("lists", &took)
}

/// Replies to all that is listed; the time ends with the event.
pub(crate) fn replies(address: &str, authorization: &str) -> Outcome<()> {
    let host = if authorization.starts_with("Bearer") { PUBLIC } else { address };
    let mut connection = Connection::of(host, address, authorization)?;
    let mut events = Connection::of(host, address, authorization)?;
    events.stream("/event")?;
    let listed = connection.call("GET", "/question", "")?.json()?;
    let mut took = Vec::new();
    for question in listed.as_array().into_iter().flatten() {
        let id = question["id"].as_str().ok_or("no id")?;
        let label = question["questions"][0]["options"][0]["label"].as_str().ok_or("no label")?;
        let body = serde_json::json!({"answers": [[label]]}).to_string();
        let begun = Instant::now();
        connection.send("POST", &format!("/question/{id}/reply"), &body)?;
        loop {
            let event = events.event()?;
            if event["type"] == "question.replied" && event["properties"]["requestID"] == id {
                break;
            }
        }
        took.push(begun.elapsed());
        let reply = connection.reply()?;
        if reply.status != 200 {
            return Err(format!("{id}: {}", reply.status).into());
        }
    }
    print("replies", &took)
}
