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
        let payload = &mut event["payload"];
        let said = payload["properties"].take();
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
