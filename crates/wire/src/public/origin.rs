//! The origin of an ask, and how somebody was authenticated, as JSON.
//!
//! - The tmux pane stands next to the origin, since it is a claim of the asker's environment.
//! - The id of a token isn't printed: nobody but the store needs it.
//! - Namespaces, boots and the digests of agents' sessions aren't printed: they count on one machine alone.

use crate::stored::via::{place_from_text, place_to_text};
use crate::stored::{raw, raw_option, untrusted};
use asq_core::life::{AccessToken, Origin, PeerAddress, PeerPlace, Process, Via};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(super) struct WireOrigin {
    host: Option<String>,
    pid: Option<u32>,
    root_pid: Option<u32>,
    exe: Option<String>,
    tty: Option<String>,
    folder: Option<String>,
    via: Option<WireVia>,
}

/// Null for a user of the machine that keeps the store.
#[derive(Serialize, Deserialize)]
pub(super) struct WireVia {
    token: Option<String>,
    peer: Option<String>,
    place: Option<String>,
}

impl From<&Origin> for WireOrigin {
    fn from(origin: &Origin) -> WireOrigin {
        let pid = |process: Option<Process>| process.map(|process| process.pid);
        WireOrigin {
            host: raw_option(origin.host.as_ref()),
            pid: pid(origin.process),
            root_pid: pid(origin.root),
            exe: raw_option(origin.exe.as_ref()),
            tty: raw_option(origin.tty.as_ref()),
            folder: raw_option(origin.folder.as_ref()),
            via: WireVia::of(&origin.via),
        }
    }
}

impl WireOrigin {
    pub(super) fn back(self, pane: Option<String>) -> Origin {
        let process = |pid: Option<u32>| pid.map(|pid| Process { pid, started: 0 });
        Origin {
            host: untrusted(self.host),
            process: process(self.pid),
            root: process(self.root_pid),
            exe: untrusted(self.exe),
            tty: untrusted(self.tty),
            folder: untrusted(self.folder),
            pane: untrusted(pane),
            via: WireVia::back(self.via),
            ..Origin::default()
        }
    }
}

impl WireVia {
    pub(super) fn of(via: &Via) -> Option<WireVia> {
        let Via { token, peer } = via;
        let wire = WireVia {
            token: token.as_ref().map(|token| raw(&token.label)),
            peer: peer.as_ref().map(|peer| raw(&peer.address)),
            place: place_to_text(via.place()).map(str::to_owned),
        };
        (!via.is_local()).then_some(wire)
    }

    pub(super) fn back(wire: Option<WireVia>) -> Via {
        let via = |WireVia { token, peer, place }| {
            let place = place.as_deref().map_or(PeerPlace::Here, place_from_text);
            Via {
                token: token.map(|label| Box::new(AccessToken { label: label.into(), id: None })),
                peer: peer.map(|address| Box::new(PeerAddress { address: address.into(), place })),
            }
        };
        wire.map(via).unwrap_or_default()
    }
}
