//! The peer of a connection: its address, and the process at the other end if that is on this machine.
//!
//! - It is looked up when somebody asks, writes or takes a secret, and described once for a connection. Whether it may
//!   answer is judged each time.
//! - A Unix socket names the process that connected; a TCP connection is looked up in `/proc`.
//! - A process that started after the connection was accepted only has the pid of the one that connected.
//! - A peer on this machine that can't be found is unknown. One that is gone may be anybody, the asker too.

use asq_core::life::{Actor, How, Moment, Origin, PeerAddress, PeerPlace, Right};
use asq_core::text::Untrusted;
use asq_runtime::process_origin::{Peer, TcpPeer, tcp_peer};
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The ends of a connection, as the kernel has them.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ConnectionEnds {
    /// A TCP connection, perhaps with TLS.
    Tcp { own: SocketAddr, peer: SocketAddr, tls: bool },
    /// A Unix socket. Process 0 isn't visible here.
    Unix { pid: u32, uid: u32 },
}

impl ConnectionEnds {
    /// This server's port; `None` on a Unix socket.
    pub(crate) fn own_port(&self) -> Option<u16> {
        match self {
            ConnectionEnds::Tcp { own, peer: _, tls: _ } => Some(own.port()),
            ConnectionEnds::Unix { .. } => None,
        }
    }
}

/// The peer of a connection.
pub(crate) struct ConnectionPeer {
    pub(crate) ends: ConnectionEnds,
    accepted: Moment,
    look: OnceLock<PeerLook>,
}

/// What is known of a peer.
pub(crate) struct PeerLook {
    pub(crate) place: PeerPlace,
    /// Its process, if it is here.
    pub(crate) process: Option<Peer>,
    /// The processes that share the connection, if none of them started all others.
    pub(crate) several: Vec<Peer>,
    /// Whether its process has closed its end, or ended.
    pub(crate) gone: bool,
    /// Whether its process is another user's, which can't be found.
    pub(crate) is_anothers: bool,
    origin: OnceLock<Option<Origin>>,
    actor: OnceLock<Option<Actor>>,
    folder: OnceLock<Option<PathBuf>>,
}

impl PeerLook {
    fn new(place: PeerPlace) -> PeerLook {
        PeerLook {
            place,
            process: None,
            several: Vec::new(),
            gone: false,
            is_anothers: false,
            origin: OnceLock::new(),
            actor: OnceLock::new(),
            folder: OnceLock::new(),
        }
    }

    /// The origin of what its process asks. Reads `/proc` the first time.
    pub(crate) fn origin(&self) -> Option<&Origin> {
        self.origin.get_or_init(|| self.process.as_ref()?.origin()).as_ref()
    }

    /// The folder that its process works in, if that means the same folder here. Reads `/proc` the first time.
    pub(crate) fn folder(&self) -> Option<&Path> {
        let look = || self.process.as_ref()?.folder_here().map(Path::to_owned);
        self.folder.get_or_init(look).as_deref()
    }

    /// Its process as an actor, without a name. Reads `/proc` the first time.
    pub(crate) fn actor(&self) -> Option<&Actor> {
        self.actor.get_or_init(|| self.process.as_ref()?.actor("", Right::Ask, How::Api)).as_ref()
    }
}

impl ConnectionPeer {
    pub(crate) fn new(ends: ConnectionEnds, accepted: Moment) -> ConnectionPeer {
        ConnectionPeer { ends, accepted, look: OnceLock::new() }
    }

    /// What is known of it. Reads `/proc` the first time.
    pub(crate) fn look(&self) -> &PeerLook {
        self.look.get_or_init(|| {
            let pid = match self.ends {
                ConnectionEnds::Unix { pid, uid: _ } => TcpPeer::Process(pid),
                ConnectionEnds::Tcp { own, peer, tls: _ } => tcp_peer(own, peer),
            };
            let known = |pid| Peer::look(pid).filter(|peer| !peer.started_after(self.accepted));
            match pid {
                TcpPeer::Elsewhere => PeerLook::new(PeerPlace::Elsewhere),
                TcpPeer::Unknown => PeerLook::new(PeerPlace::Unknown),
                TcpPeer::Anothers => PeerLook { is_anothers: true, ..PeerLook::new(PeerPlace::Unknown) },
                TcpPeer::Gone => PeerLook { gone: true, ..PeerLook::new(PeerPlace::Unknown) },
                TcpPeer::Several(pids) => {
                    let several: Vec<Peer> = pids.into_iter().filter_map(known).collect();
                    PeerLook { gone: several.is_empty(), several, ..PeerLook::new(PeerPlace::Unknown) }
                }
                TcpPeer::Process(pid) => match known(pid) {
                    Some(process) => PeerLook { process: Some(process), ..PeerLook::new(PeerPlace::Here) },
                    // A process that isn't visible here has no number.
                    None => PeerLook { gone: pid != 0, ..PeerLook::new(PeerPlace::Unknown) },
                },
            }
        })
    }

    /// The address for a record.
    pub(crate) fn address(&self, place: PeerPlace) -> PeerAddress {
        let address: Untrusted = match self.ends {
            ConnectionEnds::Unix { .. } => "unix socket".into(),
            ConnectionEnds::Tcp { peer, .. } => peer.to_string().into(),
        };
        PeerAddress { address, place }
    }

    /// Its address without a port; `None` on a Unix socket.
    pub(crate) fn ip(&self) -> Option<IpAddr> {
        match self.ends {
            ConnectionEnds::Unix { .. } => None,
            ConnectionEnds::Tcp { peer, .. } => Some(peer.ip().to_canonical()),
        }
    }

    pub(crate) fn is_unix(&self) -> bool {
        matches!(self.ends, ConnectionEnds::Unix { .. })
    }
}
