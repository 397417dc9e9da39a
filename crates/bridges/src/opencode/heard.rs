//! What OpenCode's global event stream says about questions.
//!
//! - Asked, replied and rejected questions, each with its ids.
//! - A tool's part that is over: completed, dismissed, or ended in another way.
//! - A deleted session, and a directory whose questions were dropped.
//! - Everything else, and whatever can't be read, is skipped.

use super::question::{OpenCodeQuestion, PartName, id, labels};
use serde_json::Value;

/// How a dismissed question's part reads.
const DISMISSED: &str = "The user dismissed this question";

/// Lists of labels, one for each question.
pub(crate) type Labels = Vec<Vec<String>>;

/// The state of a tool's part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PartState {
    /// Its call still waits.
    Waits,
    /// It was answered.
    Answered(Labels),
    /// The person dismissed it.
    Dismissed,
    /// It ended in another way, or isn't there any more.
    Over,
}

impl PartState {
    /// The state of this part of a message.
    pub(crate) fn of(part: &Value) -> PartState {
        let state = &part["state"];
        match state["status"].as_str() {
            Some("pending" | "running") => PartState::Waits,
            Some("completed") => {
                labels(&state["metadata"]["answers"]).map_or(PartState::Over, PartState::Answered)
            }
            Some("error") if state["error"] == DISMISSED => PartState::Dismissed,
            Some(_) | None => PartState::Over,
        }
    }
}

/// An event that concerns questions.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum HeardEvent {
    Asked(OpenCodeQuestion),
    Replied {
        id: String,
        labels: Labels,
    },
    Rejected {
        id: String,
    },
    PartOver {
        session: String,
        part: PartName,
        state: PartState,
    },
    SessionDeleted(String),
    /// All questions of this directory were dropped.
    FolderStopped(String),
    /// All questions were dropped.
    AllStopped,
}

impl HeardEvent {
    /// Reads an event of the global stream; `None` for one that concerns no question.
    pub(crate) fn read(data: &[u8]) -> Option<HeardEvent> {
        let mut event: Value = serde_json::from_slice(data).ok()?;
        let folder = event["directory"].as_str().unwrap_or_default().to_owned();
        // Indexing would panic if something else than an object came.
        let payload = event.get_mut("payload")?;
        let said = payload.get_mut("properties").map(Value::take).unwrap_or_default();
        match payload["type"].as_str()? {
            "question.asked" => OpenCodeQuestion::read(said, &folder).map(HeardEvent::Asked),
            "question.replied" => {
                Some(HeardEvent::Replied { id: id(&said["requestID"])?, labels: labels(&said["answers"])? })
            }
            "question.rejected" => Some(HeardEvent::Rejected { id: id(&said["requestID"])? }),
            "message.part.updated" => part_over(&said["part"]),
            "session.deleted" => {
                let session = [&said["sessionID"], &said["info"]["id"]].into_iter().find_map(id);
                session.map(HeardEvent::SessionDeleted)
            }
            "server.instance.disposed" => {
                said["directory"].as_str().map(|folder| HeardEvent::FolderStopped(folder.to_owned()))
            }
            "global.disposed" => Some(HeardEvent::AllStopped),
            _ => None,
        }
    }
}

fn part_over(part: &Value) -> Option<HeardEvent> {
    let state = PartState::of(part);
    if part["type"] != "tool" || state == PartState::Waits {
        return None;
    }
    let name = PartName { message: id(&part["messageID"])?, call: part["callID"].as_str()?.to_owned() };
    Some(HeardEvent::PartOver { session: id(&part["sessionID"])?, part: name, state })
}

#[cfg(test)]
mod tests {
    use super::{HeardEvent, PartState};
    use crate::opencode::question::{OpenCodeQuestion, PartName};
    use serde_json::{Value, json};

    fn event(kind: &str, said: &Value) -> Value {
        json!({"directory": "/a", "payload": {"type": kind, "properties": said}})
    }

    fn read(event: &Value) -> Option<HeardEvent> {
        HeardEvent::read(event.to_string().as_bytes())
    }

    fn labels(label: &str) -> Vec<Vec<String>> {
        vec![vec![label.to_owned()]]
    }

    #[test]
    fn the_state_of_a_part_says_how_its_call_ended() {
        let answers = |answers: Value| json!({"status": "completed", "metadata": {"answers": answers}});
        for (state, is) in [
            (json!({"status": "pending"}), PartState::Waits),
            (json!({"status": "running"}), PartState::Waits),
            (answers(json!([["Blue"]])), PartState::Answered(labels("Blue"))),
            (answers(json!([])), PartState::Answered(Vec::new())),
            (answers(json!("Blue")), PartState::Over),
            (json!({"status": "completed"}), PartState::Over),
            (json!({"status": "error", "error": "The user dismissed this question"}), PartState::Dismissed),
            (json!({"status": "error", "error": "Tool execution aborted"}), PartState::Over),
            (json!({"status": "error"}), PartState::Over),
            (json!({"status": "later"}), PartState::Over),
            (json!({"status": 7}), PartState::Over),
            (Value::Null, PartState::Over),
        ] {
            assert_eq!(PartState::of(&json!({"type": "tool", "state": state})), is, "{state}");
        }
    }

    #[test]
    fn what_the_stream_says_of_questions_is_read() {
        let asked = json!({"id": "que_1", "sessionID": "ses_1", "questions": []});
        let over = |state: Value| {
            let call =
                json!({"type": "tool", "sessionID": "ses_1", "messageID": "msg_1", "callID": "call 1"});
            let mut part = call;
            part["state"] = state;
            json!({ "part": part })
        };
        let part_over = |state| HeardEvent::PartOver {
            session: "ses_1".into(),
            part: PartName { message: "msg_1".into(), call: "call 1".into() },
            state,
        };
        let id = || "que_1".to_owned();
        for (kind, said, heard) in [
            (
                "question.asked",
                asked.clone(),
                HeardEvent::Asked(OpenCodeQuestion::read(asked.clone(), "/a").unwrap()),
            ),
            (
                "question.replied",
                json!({"sessionID": "ses_1", "requestID": "que_1", "answers": [["Blue"]]}),
                HeardEvent::Replied { id: id(), labels: labels("Blue") },
            ),
            (
                "question.rejected",
                json!({"sessionID": "ses_1", "requestID": "que_1"}),
                HeardEvent::Rejected { id: id() },
            ),
            (
                "message.part.updated",
                over(json!({"status": "completed", "metadata": {"answers": [["Blue"]]}})),
                part_over(PartState::Answered(labels("Blue"))),
            ),
            (
                "message.part.updated",
                over(json!({"status": "error", "error": "The user dismissed this question"})),
                part_over(PartState::Dismissed),
            ),
            ("message.part.updated", over(json!({"status": "error"})), part_over(PartState::Over)),
            ("session.deleted", json!({"sessionID": "ses_1"}), HeardEvent::SessionDeleted("ses_1".into())),
            ("session.deleted", json!({"info": {"id": "ses_1"}}), HeardEvent::SessionDeleted("ses_1".into())),
            ("server.instance.disposed", json!({"directory": "/b"}), HeardEvent::FolderStopped("/b".into())),
            ("global.disposed", json!({}), HeardEvent::AllStopped),
        ] {
            assert_eq!(read(&event(kind, &said)), Some(heard), "{kind} {said}");
        }
    }

    #[test]
    fn everything_else_is_skipped() {
        let part = json!({"type": "tool", "sessionID": "ses_1", "messageID": "msg_1", "callID": "call 1"});
        let with = |name: &str, value: Value| {
            let mut part = part.clone();
            part["state"] = json!({"status": "error"});
            part[name] = value;
            event("message.part.updated", &json!({ "part": part }))
        };
        for skipped in [
            event("server.connected", &json!({})),
            event("question.asked", &json!({"id": "ses_1", "sessionID": "ses_1"})),
            event("question.asked", &json!({"id": "que_1", "sessionID": "../1"})),
            event("question.replied", &json!({"requestID": "que_1"})),
            event("question.replied", &json!({"requestID": "a/b", "answers": []})),
            event("question.rejected", &json!({"requestID": 7})),
            event("message.part.updated", &json!({})),
            with("state", json!({"status": "running"})),
            with("type", json!("text")),
            with("messageID", json!("a/b")),
            with("sessionID", Value::Null),
            with("callID", json!(7)),
            event("session.deleted", &json!({"info": {}})),
            event("server.instance.disposed", &json!({"directory": 7})),
            json!({"payload": {"properties": {}}}),
            json!({"payload": {"type": "question.rejected"}}),
            json!({"payload": {"type": "question.rejected", "properties": []}}),
            json!({"payload": "question.rejected"}),
            json!({"payload": 7}),
            json!({}),
            json!([]),
            json!("question.asked"),
        ] {
            assert_eq!(read(&skipped), None, "{skipped}");
        }
        assert_eq!(HeardEvent::read(b"{"), None);
        assert_eq!(HeardEvent::read(b"\xff"), None);
    }
}
