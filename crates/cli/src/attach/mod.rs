//! `asq attach`: carries questions of another running system into the store, and the answers back.
//!
//! - Runs until Ctrl+C, SIGTERM, or the end of its terminal; what was posted stays, and the next run continues.
//! - Prints a line on standard error for whatever the person should know.
//! - The password comes from a file that nobody else can open.
//! - The asker of these requests is the system's server. Its process tree may not answer; the person who started this may.
//! - What a person answered in that system is recorded as an answer over a bridge.

mod bridge_identity;
mod password;

use crate::args::attach::{AttachArgs, AttachOpenCodeArgs, AttachedSystem};
use crate::env::Env;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::{output, session, settings};
use asq_bridges::{AttachSide, BridgeNews, OpenCodeServer, SocketEnds, SystemAddress, attach_opencode};
use asq_core::life::{Origin, PeerAddress, PeerPlace, Via};
use asq_core::model::Prefs;
use asq_runtime::process_origin::{Peer, TcpPeer, tcp_peer};
use bridge_identity::BridgeIdentity;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// `asq attach`.
pub(crate) fn run(args: &AttachArgs, env: &Env) -> Result<Exit, CommandError> {
    match &args.system {
        AttachedSystem::OpenCode(args) => opencode(args, env),
    }
}

fn opencode(args: &AttachOpenCodeArgs, env: &Env) -> Result<Exit, CommandError> {
    let password = args.password_file.as_deref().map(|file| password::read(file, &args.user)).transpose()?;
    // Two bridges to one server would do everything twice.
    let addresses: BTreeSet<&SystemAddress> = args.servers.iter().collect();
    let named = addresses.len() > 1;
    let server =
        |address: &SystemAddress| OpenCodeServer { address: address.clone(), password: password.clone() };
    let servers = addresses.into_iter().map(server).collect();
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP]).map_err(CommandError::fault)?;
    let opened = session::OpenBackend::made(env, Arc::new(BridgeIdentity))?;
    let side = Arc::new(AttachingProcess { env: env.clone(), named });
    let attached = attach_opencode(servers, opened.backend, side).map_err(CommandError::fault)?;
    signals.forever().next();
    drop(attached);
    Ok(Exit::DONE)
}

/// The process at the other end of this connection, if it is one of this machine.
fn peer(ends: Option<SocketEnds>) -> Option<Peer> {
    match ends.map(|ends| tcp_peer(ends.own, ends.peer))? {
        TcpPeer::Process(pid) => Peer::look(pid),
        TcpPeer::Several(_) | TcpPeer::Gone | TcpPeer::Unknown | TcpPeer::Anothers | TcpPeer::Elsewhere => {
            None
        }
    }
}

fn is_elsewhere(ends: SocketEnds) -> bool {
    tcp_peer(ends.own, ends.peer) == TcpPeer::Elsewhere
}

/// This process, as the bridges use it.
struct AttachingProcess {
    env: Env,
    /// Whether a line names its server: there are several.
    named: bool,
}

impl AttachSide for AttachingProcess {
    fn origin(&self, ends: Option<SocketEnds>) -> Origin {
        let (origin, place) = match peer(ends).and_then(|peer| peer.origin()) {
            Some(origin) => (origin, PeerPlace::Here),
            None if ends.is_some_and(is_elsewhere) => (Origin::default(), PeerPlace::Elsewhere),
            None => (Origin::default(), PeerPlace::Unknown),
        };
        // The bridge knows the server by its URL.
        let peer = PeerAddress { address: "".into(), place };
        Origin { via: Via { peer: Some(Box::new(peer)), ..Via::default() }, ..origin }
    }

    fn prefs(&self, ends: Option<SocketEnds>, folder: &Path) -> Prefs {
        // A folder of another machine, or of another user, means nothing here.
        let here = peer(ends).is_some_and(|peer| peer.folder_here().is_some());
        settings::trusted_prefs(&self.env, here.then_some(folder))
    }

    fn tell(&self, server: &SystemAddress, news: BridgeNews) {
        // A server that doesn't answer may be another one than the person meant.
        output::say(&if self.named || news.is_trouble() {
            format!("asq: {server}: {news}")
        } else {
            format!("asq: {news}")
        });
    }
}
