//! Who asked, as they say themselves.

use crate::text::Untrusted;

/// Names that the asker gave; nobody has checked them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// The agent's name (`--agent`, `ASQ_AGENT`).
    pub agent: Option<Untrusted>,
    /// Its session (`--session`, `ASQ_SESSION`).
    pub session: Option<Untrusted>,
    /// Its tool call (`--call-id`).
    pub call_id: Option<Untrusted>,
    /// A script asks, with no agent behind it that anybody knows of; nothing on the screen speaks of one.
    pub script: bool,
}

impl Provenance {
    /// What asks, as a noun for asq's own words.
    pub fn asker(&self) -> &'static str {
        if self.script { "script" } else { "agent" }
    }

    /// Whether it gave no name.
    pub fn is_empty(&self) -> bool {
        self.agent.is_none() && self.session.is_none() && self.call_id.is_none()
    }
}
