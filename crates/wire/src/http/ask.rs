//! The body of an ask: `POST /v1/requests`.
//!
//! - The call is the tool call as a model makes it; its dialect and its tool may stand next to it.
//! - Agent, session and call id are claims, and so is where the asker says that it runs.
//! - Empty texts count as absent.

use crate::public::{PublicError, object, value};
use crate::stored::about::StoredAbout;
use crate::stored::{raw_option, untrusted};
use asq_core::life::{About, Origin};
use asq_core::model::Provenance;
use asq_core::text::Untrusted;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// An ask, as a client sends it.
#[derive(Clone, Debug, PartialEq)]
pub struct AskBody {
    /// The tool call as JSON: bare arguments, or `{"name", "arguments"}`, or a provider's block.
    pub call: Value,
    /// The id of its dialect, if the call doesn't say it.
    pub dialect: Option<String>,
    /// The tool's name, if the call doesn't say it.
    pub tool: Option<String>,
    /// What the asker says of itself.
    pub claims: Provenance,
    /// What the agent was doing.
    pub about: Option<Box<About>>,
    /// Whether the asker comes back for the ending, instead of waiting for it.
    pub returns: bool,
    /// Where the asker says that it runs.
    pub from: ClaimedOrigin,
}

/// Where an asker says that it runs. The server's own look at the peer goes before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClaimedOrigin {
    /// The machine's name.
    pub host: Option<Untrusted>,
    /// The working folder.
    pub folder: Option<Untrusted>,
    /// The program that asks.
    pub exe: Option<Untrusted>,
    /// Its terminal.
    pub tty: Option<Untrusted>,
    /// Its tmux pane.
    pub pane: Option<Untrusted>,
}

#[derive(Serialize, Deserialize)]
struct WireAskBody {
    call: Value,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dialect: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tool: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    agent: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    session: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    call_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    script: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    about: Option<StoredAbout>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    returns: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from: Option<WireClaimedOrigin>,
}

#[derive(Default, Serialize, Deserialize)]
struct WireClaimedOrigin {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    host: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    folder: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    exe: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tty: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pane: Option<String>,
}

impl ClaimedOrigin {
    /// What an asker may say of its own origin.
    pub fn of(origin: &Origin) -> ClaimedOrigin {
        let Origin { host, process: _, root: _, exe, tty, folder, pane, via: _, tree: _ } = origin.clone();
        ClaimedOrigin { host, folder, exe, tty, pane }
    }
}

impl AskBody {
    /// The object.
    pub fn to_json(&self) -> Value {
        let AskBody { call, dialect, tool, claims, about, returns, from } = self;
        let Provenance { agent, session, call_id, script } = claims;
        let ClaimedOrigin { host, folder, exe, tty, pane } = from;
        value(&WireAskBody {
            call: call.clone(),
            dialect: dialect.clone(),
            tool: tool.clone(),
            agent: raw_option(agent.as_ref()),
            session: raw_option(session.as_ref()),
            call_id: raw_option(call_id.as_ref()),
            script: script.then_some(true),
            about: about.as_deref().map(StoredAbout::from),
            returns: returns.then_some(true),
            from: (*from != ClaimedOrigin::default()).then(|| WireClaimedOrigin {
                host: raw_option(host.as_ref()),
                folder: raw_option(folder.as_ref()),
                exe: raw_option(exe.as_ref()),
                tty: raw_option(tty.as_ref()),
                pane: raw_option(pane.as_ref()),
            }),
        })
    }

    /// Reads it back.
    ///
    /// # Errors
    /// It isn't an object, lacks the call, or has a member of another type.
    pub fn from_json(body: Value) -> Result<AskBody, PublicError> {
        // Read as a struct, a list would do as well.
        let Value::Object(mut members) = body else {
            return Err(PublicError::Nonsense("body isn't an object"));
        };
        // The call is taken out, not copied: it may have megabytes.
        let call = members.insert("call".to_owned(), Value::Null);
        let call = call.ok_or(PublicError::Nonsense("body has no call"))?;
        let body = Value::Object(members);
        if body.get("about").is_some_and(|about| !about.is_object() && !about.is_null()) {
            return Err(PublicError::Nonsense("member about isn't an object"));
        }
        let WireAskBody { call: _, dialect, tool, agent, session, call_id, script, about, returns, from } =
            object(&body)?;
        let filled = |text: Option<String>| untrusted(text.filter(|text| !text.is_empty()));
        let WireClaimedOrigin { host, folder, exe, tty, pane } = from.unwrap_or_default();
        Ok(AskBody {
            call,
            dialect,
            tool,
            claims: Provenance {
                agent: filled(agent),
                session: filled(session),
                call_id: filled(call_id),
                script: script.unwrap_or_default(),
            },
            about: about.and_then(|about| about.filled().back()),
            returns: returns.unwrap_or_default(),
            from: ClaimedOrigin {
                host: filled(host),
                folder: filled(folder),
                exe: filled(exe),
                tty: filled(tty),
                pane: filled(pane),
            },
        })
    }
}
