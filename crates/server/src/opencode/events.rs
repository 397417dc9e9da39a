//! Records of the log as OpenCode's events.
//!
//! - A request is a tool call: its message, its part pending, `question.asked`, its part running.
//! - An answer is `question.replied` and a completed part with OpenCode's text; any other ending is
//!   `question.rejected` and a part with an error.
//! - A part that the asker took back, or whose time limit passed, was interrupted.
//! - `/global/event` has the same events, each with its directory.
//! - With `seed_compat`, `/event` has no `question.*` (S1-1).

use super::carried::CarriedRequest;
use super::ids::EventIds;
use asq_backend::{Backend, Failure, LogEntry, LogFact, StoredRequest};
use asq_core::life::Asked;
use asq_core::model::Outcome;
use asq_dialects::{Ending, ToolCall, opencode};
use asq_runtime::driver::{MachineNames, Names};
use bytes::Bytes;
use serde_json::{Value, json};

/// Events, written for both streams.
#[derive(Clone, Debug, Default)]
pub(super) struct WrittenEvents {
    /// The directory that they belong to; `None`: all.
    pub(super) folder: Option<String>,
    /// For `/event`.
    pub(super) local: Bytes,
    /// For `/global/event`.
    pub(super) global: Bytes,
}

impl WrittenEvents {
    /// What a stream that doesn't take them keeps.
    pub(super) fn bytes(&self) -> usize {
        self.local.len() + self.global.len()
    }
}

#[derive(Debug, Default)]
pub(super) struct EventWriter {
    ids: EventIds,
    /// Whether `/event` has no `question.*`.
    seed_compat: bool,
}

impl EventWriter {
    /// A writer for streams of this kind.
    pub(super) fn new(seed_compat: bool) -> EventWriter {
        EventWriter { ids: EventIds::default(), seed_compat }
    }

    /// The events of a record; `None` if it concerns nothing that OpenCode's questions carry. Reads the store.
    ///
    /// # Errors
    /// The store failed.
    pub(super) fn entry(
        &mut self,
        backend: &dyn Backend,
        entry: &LogEntry,
        now_ms: u64,
    ) -> Result<Option<WrittenEvents>, Failure> {
        match entry.fact {
            LogFact::Asked(_) | LogFact::Closed { .. } => {}
            LogFact::Delivered { .. } | LogFact::Erased => return Ok(None),
        }
        let stored = match backend.read(entry.id) {
            Ok(stored) => stored,
            // It was erased meanwhile.
            Err(Failure::NoSuch(_)) => return Ok(None),
            Err(failure) => return Err(failure),
        };
        Ok(self.of_stored(&stored, &entry.fact, now_ms))
    }

    fn of_stored(&mut self, stored: &StoredRequest, fact: &LogFact, now_ms: u64) -> Option<WrittenEvents> {
        let (asked, at) = (stored.asked()?, stored.life.asked_at()?);
        let carried = CarriedRequest::of(stored.id, at.wall_ms, asked)?;
        let events = match (fact, stored.life.closed()) {
            (LogFact::Closed { .. }, Some((outcome, _, at))) => closed(&carried, asked, outcome, at.wall_ms),
            (LogFact::Closed { .. }, None) => return None,
            (LogFact::Asked(_) | LogFact::Delivered { .. } | LogFact::Erased, _) => self::asked(&carried),
        };
        Some(self.written(Some(&carried.folder), events, now_ms))
    }

    /// The first event of a stream.
    pub(super) fn connected(&mut self, now_ms: u64) -> WrittenEvents {
        self.written(None, vec![("server.connected", json!({}))], now_ms)
    }

    /// The event that keeps a stream alive.
    pub(super) fn heartbeat(&mut self, now_ms: u64) -> WrittenEvents {
        self.written(None, vec![("server.heartbeat", json!({}))], now_ms)
    }

    fn written(&mut self, folder: Option<&str>, events: Vec<(&str, Value)>, now_ms: u64) -> WrittenEvents {
        let (mut local, mut global) = (String::new(), String::new());
        let line = |event: &Value| format!("data: {}\n\n", asq_wire::inert(event.to_string()));
        for (kind, properties) in events {
            let id = self.ids.next(now_ms, MachineNames.next());
            let event = json!({"id": id, "type": kind, "properties": properties});
            if !(self.seed_compat && kind.starts_with("question.")) {
                local.push_str(&line(&event));
            }
            global.push_str(&line(&match folder {
                Some(folder) => json!({"directory": folder, "project": "global", "payload": event}),
                None => json!({"payload": event}),
            }));
        }
        WrittenEvents { folder: folder.map(str::to_owned), local: local.into(), global: global.into() }
    }
}

fn asked(carried: &CarriedRequest) -> Vec<(&'static str, Value)> {
    let at = carried.asked_ms;
    let pending = json!({"status": "pending", "input": {}, "raw": ""});
    let running = json!({"status": "running", "input": input(carried), "time": {"start": at}});
    vec![
        message(carried, None),
        part(carried, &pending, at),
        ("question.asked", carried.to_json()),
        part(carried, &running, at),
    ]
}

fn closed(carried: &CarriedRequest, asked: &Asked, outcome: &Outcome, at: u64) -> Vec<(&'static str, Value)> {
    let CarriedRequest { session, question, .. } = carried;
    // OpenCode's own words, whatever contract the call follows.
    let call = ToolCall { name: None, arguments: Value::Null };
    let reply = (opencode::DIALECT.write)(&call, Some(&asked.request), Ending::Closed(outcome));
    let time = json!({"start": carried.asked_ms, "end": at});
    let ids = json!({"sessionID": session, "requestID": question});
    let rejected = |state: &Value| vec![("question.rejected", ids.clone()), part(carried, state, at)];
    let mut events = match outcome {
        Outcome::Answered(answers) => {
            let count = asked.request.questions.len();
            let title = format!("Asked {count} question{}", if count == 1 { "" } else { "s" });
            let labels = opencode::labels(&asked.request, answers);
            let state = json!({
                "status": "completed", "input": input(carried), "output": reply.content,
                "metadata": reply.details, "title": title, "time": time,
            });
            let replied = json!({"sessionID": session, "requestID": question, "answers": labels});
            vec![("question.replied", replied), part(carried, &state, at)]
        }
        Outcome::Cancelled(_) | Outcome::Declined { .. } | Outcome::Discuss(_) => rejected(
            &json!({"status": "error", "input": input(carried), "error": reply.content, "time": time}),
        ),
        Outcome::Withdrawn(_) | Outcome::Expired(_) => rejected(&json!({
            "status": "error", "input": input(carried), "time": time,
            "error": "Tool execution aborted", "metadata": {"interrupted": true},
        })),
    };
    events.push(message(carried, Some(at)));
    events
}

fn input(carried: &CarriedRequest) -> Value {
    json!({"questions": carried.questions})
}

/// The part of the tool call, in this state.
fn part(carried: &CarriedRequest, state: &Value, at: u64) -> (&'static str, Value) {
    let CarriedRequest { session, message, part, call, .. } = carried;
    let part = json!({
        "id": part, "messageID": message, "sessionID": session,
        "type": "tool", "tool": "question", "callID": call, "state": state,
    });
    ("message.part.updated", json!({"sessionID": session, "part": part, "time": at}))
}

/// The message that the part belongs to.
fn message(carried: &CarriedRequest, completed: Option<u64>) -> (&'static str, Value) {
    let CarriedRequest { session, parent, message, folder, agent, asked_ms, .. } = carried;
    let mut info = json!({
        "id": message, "parentID": parent, "role": "assistant", "mode": agent, "agent": agent,
        "path": {"cwd": folder, "root": "/"}, "cost": 0,
        "tokens": {"input": 0, "output": 0, "reasoning": 0, "cache": {"read": 0, "write": 0}},
        "modelID": "", "providerID": "", "time": {"created": asked_ms}, "sessionID": session,
    });
    if let Some(at) = completed {
        info["time"]["completed"] = at.into();
        info["finish"] = "tool-calls".into();
    }
    ("message.updated", json!({"sessionID": session, "info": info}))
}
