//! Requests to an OpenCode server.
//!
//! - A directory goes into the query of a GET, and percent-encoded into a header of a POST, as OpenCode's own client
//!   does it.
//! - Directories with questions are found by the latest sessions: only one with a tool at work can have any. Listing
//!   another one would start an instance of OpenCode for it.
//! - A look reads a question's part, its session's title, and the text before the question.
//! - Fields that are missing or of another type count as absent.

use super::heard::PartState;
use super::question::OpenCodeQuestion;
use super::steps::{EndedHere, PartLook, SendReply};
use crate::calls::{CallFault, CallReply, Calls};
use asq_core::text::Untrusted;
use http::StatusCode;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The latest sessions that are looked at.
const SESSIONS: usize = 50;
/// The latest messages of a session that are looked at: people may have written more while a question waits.
const MESSAGES: usize = 6;
/// The most bytes of a refusal that a message repeats.
const REFUSAL: usize = 300;

/// What a server says of itself.
pub(super) enum BridgeHealth {
    /// It is OpenCode, in this version.
    Version(Untrusted),
    /// It wants a password, or another one.
    WrongPassword,
    /// It is something else.
    Another,
}

impl Calls {
    /// Finds out whether this is an OpenCode server. asq's own server isn't: it would carry its questions to itself.
    pub(super) async fn health(&self) -> Result<BridgeHealth, CallFault> {
        let reply = self.get("/global/health").await?;
        if reply.status == StatusCode::UNAUTHORIZED {
            return Ok(BridgeHealth::WrongPassword);
        }
        let json = reply.json().unwrap_or_default();
        let version = json["version"].as_str().filter(|_| json["healthy"] == true);
        Ok(version.map_or(BridgeHealth::Another, |version| BridgeHealth::Version(version.into())))
    }

    /// The directories that may have questions.
    pub(super) async fn folders(&self) -> Result<Vec<String>, CallFault> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let path = self.get("/path").await?.json().unwrap_or_default();
        let mut folders: BTreeSet<String> = text(&path["directory"]).into_iter().collect();
        let mut sessions = self.get(&format!("/experimental/session?limit={SESSIONS}")).await?;
        if !sessions.status.is_success() {
            // Another version has the sessions of its own directory alone.
            sessions = self.get(&format!("/session?limit={SESSIONS}")).await?;
        }
        let sessions = sessions.json().unwrap_or_default();
        for session in sessions.as_array().into_iter().flatten().take(SESSIONS) {
            let (Some(id), Some(folder)) = (super::question::id(&session["id"]), text(&session["directory"]))
            else {
                continue;
            };
            if !folders.contains(&folder) && self.works(&id).await? {
                folders.insert(folder);
            }
        }
        Ok(folders.into_iter().collect())
    }

    /// Whether a tool of this session is at work, or was when OpenCode died.
    async fn works(&self, session: &str) -> Result<bool, CallFault> {
        let messages = self.get(&format!("/session/{session}/message?limit={MESSAGES}")).await?;
        let messages = messages.json().unwrap_or_default();
        let mut parts =
            messages.as_array().into_iter().flatten().filter_map(|it| it["parts"].as_array()).flatten();
        Ok(parts.any(|part| part["type"] == "tool" && PartState::of(part) == PartState::Waits))
    }

    /// The questions of a directory; `None` if the server doesn't list them.
    pub(super) async fn questions(&self, folder: &str) -> Result<Option<Vec<OpenCodeQuestion>>, CallFault> {
        let reply = self.get(&format!("/question?directory={}", encoded(folder))).await?;
        let Some(Value::Array(all)) = reply.json() else { return Ok(None) };
        Ok(Some(all.into_iter().filter_map(|it| OpenCodeQuestion::read(it, folder)).collect()))
    }

    /// Looks at a question's part and its session; `None` if the server failed.
    pub(super) async fn look(&self, question: &OpenCodeQuestion) -> Result<Option<PartLook>, CallFault> {
        let OpenCodeQuestion { session, part, folder, .. } = question;
        let folder = encoded(folder);
        let over = PartLook { state: PartState::Over, title: None, says: None };
        let reply = self.get(&format!("/session/{session}?directory={folder}")).await?;
        let found = match found(&reply) {
            Found::Json(found) => found,
            Found::Missing => return Ok(Some(over)),
            Found::Failed => return Ok(None),
        };
        let title = found["title"].as_str().map(str::to_owned);
        let Some(part) = part else {
            return Ok(Some(PartLook { state: PartState::Waits, title, says: None }));
        };
        let path = format!("/session/{session}/message/{}?directory={folder}", part.message);
        let reply = self.get(&path).await?;
        let message = match self::found(&reply) {
            Found::Json(message) => message,
            Found::Missing => return Ok(Some(over)),
            Found::Failed => return Ok(None),
        };
        let parts = message["parts"].as_array().map(Vec::as_slice).unwrap_or_default();
        let at = parts.iter().position(|it| it["type"] == "tool" && it["callID"] == part.call.as_str());
        let Some(at) = at else { return Ok(Some(over)) };
        let texts = parts[..at].iter().filter(|it| it["type"] == "text").filter_map(|it| it["text"].as_str());
        let says: Vec<&str> = texts.filter(|text| !text.trim().is_empty()).collect();
        let says = Some(says.join("\n\n")).filter(|says| !says.is_empty());
        Ok(Some(PartLook { state: PartState::of(&parts[at]), title, says }))
    }

    pub(super) async fn answer(&self, question: &OpenCodeQuestion, ending: &EndedHere) -> SendReply {
        let (path, body) = match ending {
            EndedHere::Reply(labels) => ("reply", json!({ "answers": labels })),
            // OpenCode ignores the reason; asq's own server takes it.
            EndedHere::Reject(Some(reason)) => ("reject", json!({ "reason": reason.raw() })),
            EndedHere::Reject(None) => ("reject", json!({})),
        };
        let headers = [("x-opencode-directory", encoded(&question.folder))];
        let path = format!("/question/{}/{path}", question.id);
        let Ok(reply) = self.post(&path, &body, &headers).await else { return SendReply::Away };
        match reply.status {
            StatusCode::NOT_FOUND => SendReply::Gone,
            status if status.is_success() => SendReply::Taken,
            status if status.is_client_error() && status != StatusCode::UNAUTHORIZED => {
                let text = Untrusted::new(String::from_utf8_lossy(&reply.body).into_owned());
                SendReply::Refused(text.beginning(REFUSAL))
            }
            _ => SendReply::Away,
        }
    }
}

enum Found {
    Json(Value),
    Missing,
    Failed,
}

fn found(reply: &CallReply) -> Found {
    match reply.json() {
        Some(json) => Found::Json(json),
        None if reply.status == StatusCode::NOT_FOUND => Found::Missing,
        None => Found::Failed,
    }
}

/// A text for a query or a header: everything but letters, digits and `-_.~/` as its bytes in hex.
pub(super) fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~' | b'/') {
            encoded.push(char::from(byte));
        } else {
            // Writing to a string can't fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::encoded;

    #[test]
    fn a_directory_fits_into_a_query_and_a_header() {
        assert_eq!(encoded("/home/me/a-b_c.d~"), "/home/me/a-b_c.d~");
        assert_eq!(encoded("/a b/%2F&ü\n?"), "/a%20b/%252F%26%C3%BC%0A%3F");
    }
}
