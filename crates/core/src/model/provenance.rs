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
}

impl Provenance {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.agent.is_none() && self.session.is_none() && self.call_id.is_none()
    }
}
