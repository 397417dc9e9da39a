//! How somebody was authenticated, in the store. Left out for a user of the machine, as older versions wrote it.

use super::{raw_option, untrusted};
use asq_core::life::Via;
use serde::{Deserialize, Serialize};

#[derive(Default, Serialize, Deserialize)]
pub(super) struct StoredVia {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    token: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    peer: Option<String>,
}

impl StoredVia {
    pub(super) fn is_local(&self) -> bool {
        let StoredVia { token, peer } = self;
        token.is_none() && peer.is_none()
    }

    pub(super) fn of(via: &Via) -> StoredVia {
        let Via { token, peer } = via;
        StoredVia { token: raw_option(token.as_ref()), peer: raw_option(peer.as_ref()) }
    }

    pub(super) fn back(self) -> Via {
        Via { token: untrusted(self.token), peer: untrusted(self.peer) }
    }
}
