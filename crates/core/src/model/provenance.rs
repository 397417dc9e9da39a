//! The asker by its own account.

use crate::text::Untrusted;

/// Names given by the asker; nobody has verified them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// The agent's name (`--agent`, `ASQ_AGENT`).
    pub agent: Option<Untrusted>,
    /// Its session (`--session`, `ASQ_SESSION`).
    pub session: Option<Untrusted>,
    /// Its tool call (`--call-id`).
    pub call_id: Option<Untrusted>,
    /// Whether a script asks, without a known agent behind it; then the screen doesn't mention an agent.
    pub script: bool,
}

impl Provenance {
    /// The kind of asker, as a noun for asq's own words.
    pub fn asker(&self) -> &'static str {
        if self.script { "script" } else { "agent" }
    }

    /// Whether the asker gave no name.
    pub fn is_empty(&self) -> bool {
        self.agent.is_none() && self.session.is_none() && self.call_id.is_none()
    }
}
