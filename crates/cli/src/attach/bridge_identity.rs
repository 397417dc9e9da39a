//! The parties of a bridge: the system that asks, and the people who answer in it.
//!
//! - The system asks, waits and takes endings by its own name.
//! - A person who answered there has no name here; the record says that the answer came over a bridge.

use asq_core::life::{Actor, How, Origin, Right};
use asq_runtime::driver::Identity;
use asq_runtime::process_origin;

/// The name of the asking system.
const AGENT: &str = "opencode";
/// The name for the person who answered there.
const PERSON: &str = "OpenCode";

/// OpenCode, and the people in front of it.
pub(super) struct BridgeIdentity;

impl Identity for BridgeIdentity {
    fn asker(&self) -> Option<Actor> {
        Some(process_origin::actor(AGENT, Right::Ask, How::Bridge))
    }

    fn taker(&self) -> Option<Actor> {
        self.asker()
    }

    fn person(&self, _: &Origin) -> Option<Actor> {
        // The answer counts in OpenCode already; nobody here can say whose tree it came from.
        Some(Actor { claimed: true, ..Actor::new(PERSON, Right::Answer, How::Bridge) })
    }
}
