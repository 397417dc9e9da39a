//! How somebody was authenticated, in the store.
//!
//! - It is left out for a user of the machine, as older versions wrote it.
//! - A place that only a newer version knows counts as unknown.

use super::raw;
use asq_core::life::{AccessToken, PeerAddress, PeerPlace, Via};
use serde::{Deserialize, Serialize};

#[derive(Default, Serialize, Deserialize)]
pub(super) struct StoredVia {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    token: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    peer: Option<String>,
    /// The id of the token, to which a request belongs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    owner: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    place: Option<String>,
}

impl StoredVia {
    pub(super) fn is_local(&self) -> bool {
        let StoredVia { token, peer, owner: _, place: _ } = self;
        token.is_none() && peer.is_none()
    }

    pub(super) fn of(via: &Via) -> StoredVia {
        let Via { token, peer } = via;
        StoredVia {
            token: token.as_ref().map(|token| raw(&token.label)),
            peer: peer.as_ref().map(|peer| raw(&peer.address)),
            owner: via.token_id().map(|id| id.to_string()),
            place: place_to_text(via.place()).map(str::to_owned),
        }
    }

    pub(super) fn back(self) -> Via {
        let id = self.owner.as_deref().and_then(|id| id.parse().ok());
        let place = self.place.as_deref().map_or(PeerPlace::Here, place_from_text);
        Via {
            token: self.token.map(|label| Box::new(AccessToken { label: label.into(), id })),
            peer: self.peer.map(|address| Box::new(PeerAddress { address: address.into(), place })),
        }
    }
}

pub(crate) fn place_to_text(place: PeerPlace) -> Option<&'static str> {
    match place {
        PeerPlace::Here => None,
        PeerPlace::Elsewhere => Some("elsewhere"),
        PeerPlace::Unknown => Some("unknown"),
        PeerPlace::Proxied => Some("proxied"),
    }
}

pub(crate) fn place_from_text(text: &str) -> PeerPlace {
    match text {
        "elsewhere" => PeerPlace::Elsewhere,
        "proxied" => PeerPlace::Proxied,
        _ => PeerPlace::Unknown,
    }
}
