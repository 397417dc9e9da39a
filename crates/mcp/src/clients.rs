//! What is known of clients: how long they let a call wait, what they say of its origin, and which forms they send.
//!
//! - A client is known by the beginning of its name; Qwen's ends in the name of the server.
//! - A limit holds for a call with a progress token; progress resets the clock of most clients.
//! - An unknown client, and a call without a token, gets 50 seconds: many give up after a minute.
//! - Claude Code in a terminal moves a call to the background: its model then gets no id, and the answer under a notice
//!   that it isn't the user's. A call ends before that.
//! - Only Claude Code and Codex name the call; Codex names its thread, too.
//! - Codex goes from field to field of a form, and takes no empty text; its person gets lists, and texts on demand.
//! - docs/harnesses.md has the versions of which this was seen.

use crate::form::FormShape;
use asq_core::model::Provenance;
use asq_core::text::Untrusted;
use rmcp::model::RequestMetaObject;
use serde_json::Value;
use std::time::Duration;

/// How long a call of an unknown client waits.
const UNKNOWN: Duration = Duration::from_secs(50);
/// A little less than the day that `asq install` gives an agent.
const LONG: Duration = Duration::from_hours(23);

/// How long before an agent would put a call into the background it ends.
const SPARE: Duration = Duration::from_secs(10);

/// The beginning of a client's name, and how long its calls wait with a progress token.
const LIMITS: &[(&str, Duration)] = &[
    // Gives up after 27.8 hours, and after 30 minutes without progress.
    ("claude-code", LONG),
    // Progress resets its clock.
    ("copilot-cli", LONG),
    // They give up after ten minutes, whatever is sent.
    ("gemini-cli-mcp-client", Duration::from_mins(9)),
    ("qwen-cli-mcp-client", Duration::from_mins(9)),
];

/// The clients that go from field to field of a form, and take no empty text, not even in an optional field.
const WALKERS: &[&str] = &["codex-mcp-client"];

/// The most characters of what a client says of itself.
const LONGEST: usize = 200;

/// How long a call of this client may wait for the person. `background` is the time after which it would go on in the
/// background.
pub(crate) fn limit(client: Option<&str>, has_token: bool, background: Option<Duration>) -> Duration {
    let known = client.and_then(|name| LIMITS.iter().find(|(start, _)| name.starts_with(start)));
    let limit = known.filter(|_| has_token).map_or(UNKNOWN, |(_, limit)| *limit);
    background.map_or(limit, |time| limit.min(time.saturating_sub(SPARE.min(time / 2))))
}

/// The forms that this client's person can send. `arrays`: its version of the protocol has fields with several values.
pub(crate) fn form_shape(client: Option<&str>, arrays: bool) -> FormShape {
    match client {
        Some(name) if WALKERS.iter().any(|start| name.starts_with(start)) => FormShape::Walked,
        _ if arrays => FormShape::Lists,
        _ => FormShape::Each,
    }
}

/// Who asks, by what the client says, else by the session of its environment.
pub(crate) fn provenance(
    client: Option<&str>,
    meta: &RequestMetaObject,
    session: Option<String>,
) -> Provenance {
    let said = |name: &str| meta.get(name).and_then(Value::as_str).map(str::to_owned);
    Provenance {
        agent: agent(client),
        session: said("threadId").or(session).map(|text| cut(&text)),
        call_id: said("claudecode/toolUseId").or_else(|| said("callId")).map(|text| cut(&text)),
        script: false,
    }
}

/// The agent, by the name that its client gives.
pub(crate) fn agent(client: Option<&str>) -> Option<Untrusted> {
    client.map(cut)
}

fn cut(text: &str) -> Untrusted {
    Untrusted::from(text.chars().take(LONGEST).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::{agent, provenance};
    use asq_core::model::Provenance;
    use asq_core::text::Untrusted;
    use rmcp::model::RequestMetaObject;
    use serde_json::{Value, json};

    #[test]
    fn who_asks_is_what_the_client_says_of_the_call_and_else_what_its_environment_says() {
        let of = |meta: Value| {
            let meta: RequestMetaObject = serde_json::from_value(meta).unwrap();
            provenance(Some("a"), &meta, Some("environment".to_owned()))
        };
        let wanted = |session: &str, call: Option<&str>| Provenance {
            agent: Some("a".into()),
            session: Some(session.into()),
            call_id: call.map(Untrusted::from),
            script: false,
        };
        assert_eq!(of(json!({})), wanted("environment", None));
        assert_eq!(of(json!({"threadId": "t", "callId": "c"})), wanted("t", Some("c")));
        assert_eq!(of(json!({"claudecode/toolUseId": "u", "callId": "c"})), wanted("environment", Some("u")));
        assert_eq!(of(json!({"threadId": 5, "callId": {}})), wanted("environment", None));
    }

    #[test]
    fn a_client_says_200_characters_of_itself_at_most() {
        let name = |count: usize| "ä".repeat(count);
        for (count, kept) in [(200, 200), (201, 200), (5000, 200)] {
            assert_eq!(agent(Some(&name(count))), Some(Untrusted::from(name(kept))));
        }
        assert_eq!(agent(None), None);
    }
}
