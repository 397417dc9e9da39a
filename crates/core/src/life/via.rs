//! Authentication of an actor.

use crate::text::Untrusted;

/// An actor's authentication. Without token and peer, it is the operating system of the machine with the store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Via {
    /// The label of the presented token.
    pub token: Option<Untrusted>,
    /// The address of the peer.
    pub peer: Option<Untrusted>,
}

impl Via {
    /// Whether only the operating system vouches for the actor.
    pub fn is_local(&self) -> bool {
        let Via { token, peer } = self;
        token.is_none() && peer.is_none()
    }
}
