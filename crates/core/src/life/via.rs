//! How somebody was authenticated.

use crate::text::Untrusted;

/// How somebody was authenticated. With neither: by the operating system, as a user of the machine that keeps the store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Via {
    /// The label of the token that they presented.
    pub token: Option<Untrusted>,
    /// The address that they came from.
    pub peer: Option<Untrusted>,
}

impl Via {
    /// Whether only the operating system vouches for them.
    pub fn is_local(&self) -> bool {
        let Via { token, peer } = self;
        token.is_none() && peer.is_none()
    }
}
