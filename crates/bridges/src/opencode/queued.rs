//! Messages that a person wrote in OpenCode while a question waited.
//!
//! - After a dismissal OpenCode keeps them, but its agent reads none of them until somebody writes again.
//! - So the latest is sent once more, under its own id and with its own parts: it stays one message, and the agent goes on.
//! - Nothing is sent while the session is at work: then its agent reads them by itself.

use super::question::OpenCodeQuestion;
use super::requests::encoded;
use crate::calls::{CallFault, Calls};
use serde_json::{Map, Value};
use std::time::Duration;
use tokio::time::sleep;

/// How often a session is looked at until it rests, and the pause between two looks.
const LOOKS: usize = 25;
const PAUSE: Duration = Duration::from_millis(200);

impl Calls {
    /// Has the agent of a dismissed question read what was written meanwhile.
    pub(super) async fn run_queued(&self, question: &OpenCodeQuestion) -> Result<(), CallFault> {
        let (session, folder) = (&question.session, encoded(&question.folder));
        let Some(asked) = question.part.as_ref().map(|part| &part.message) else { return Ok(()) };
        if !self.rests(session, &folder).await? {
            return Ok(());
        }
        let messages =
            self.get(&format!("/session/{session}/message?limit=1&directory={folder}")).await?.json();
        let latest = messages.as_ref().and_then(|it| it.as_array()?.last()).and_then(|it| again(it, asked));
        if let Some(body) = latest {
            let path = format!("/session/{session}/prompt_async");
            self.post(&path, &body, &[("x-opencode-directory", folder)]).await?;
        }
        Ok(())
    }
}

impl Calls {
    /// Waits until a session rests; `false` if it is still at work after all looks.
    async fn rests(&self, session: &str, folder: &str) -> Result<bool, CallFault> {
        for _ in 0..LOOKS {
            let status = self.get(&format!("/session/status?directory={folder}")).await?.json();
            if status.is_some_and(|status| status.get(session).is_none()) {
                return Ok(true);
            }
            sleep(PAUSE).await;
        }
        Ok(false)
    }
}

/// The body that sends a message again, if it is a person's, and newer than the question.
fn again(message: &Value, asked: &str) -> Option<Value> {
    let (info, parts) = (&message["info"], message["parts"].as_array()?);
    let id = info["id"].as_str().filter(|id| *id > asked && info["role"] == "user")?;
    let part = |part: &Value| {
        let mut part = part.as_object()?.clone();
        part.remove("sessionID");
        part.remove("messageID");
        Some(Value::Object(part))
    };
    let mut body = Map::new();
    body.insert("messageID".to_owned(), id.into());
    body.insert("parts".to_owned(), parts.iter().filter_map(part).collect());
    for name in ["agent", "model", "system", "tools", "format"] {
        if let Some(value) = info.get(name) {
            body.insert(name.to_owned(), value.clone());
        }
    }
    // The kind of a model stands next to it here, and within it there.
    if let Some(variant) = body.get_mut("model").and_then(|model| model.as_object_mut()?.remove("variant")) {
        body.insert("variant".to_owned(), variant);
    }
    Some(Value::Object(body))
}

#[cfg(test)]
mod tests {
    use super::again;
    use serde_json::{Value, json};

    #[test]
    fn only_a_person_s_message_that_is_newer_than_the_question_is_sent_again() {
        let message = |id: &str, role: &str| {
            json!({
                "info": {
                    "id": id, "sessionID": "ses_1", "role": role, "time": {"created": 1}, "agent": "build",
                    "model": {"providerID": "mock", "modelID": "mock-1", "variant": "high"},
                },
                "parts": [{"id": "prt_1", "sessionID": "ses_1", "messageID": id, "type": "text", "text": "and this"}],
            })
        };
        assert_eq!(
            again(&message("msg_2", "user"), "msg_1"),
            Some(json!({
                "messageID": "msg_2", "agent": "build", "variant": "high",
                "model": {"providerID": "mock", "modelID": "mock-1"},
                "parts": [{"id": "prt_1", "type": "text", "text": "and this"}],
            }))
        );
        assert_eq!(again(&message("msg_2", "assistant"), "msg_1"), None);
        assert_eq!(again(&message("msg_1", "user"), "msg_2"), None);
        assert_eq!(again(&Value::Null, "msg_1"), None);
    }
}
