//! An actor, as JSON.
//!
//! - The right and the means are single words.
//! - `own_tree`, `unknown_tree` and `let_in` say how they stand to the asker's process tree.
//! - The leader of a session has no start time: only its own machine can compare one.

use super::origin::WireVia;
use crate::stored::actor::{StoredHow, StoredRight, StoredUnseen};
use crate::stored::{raw, raw_option, untrusted};
use asq_core::life::{Actor, Kin, Leader, LetIn, Process};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(crate) struct WireActor {
    name: String,
    claimed: bool,
    how: StoredHow,
    pid: Option<u32>,
    exe: Option<String>,
    tty: Option<String>,
    leader: Option<WireLeader>,
    own_tree: bool,
    unknown_tree: Option<StoredUnseen>,
    forced: bool,
    right: StoredRight,
    let_in: Option<WireLetIn>,
    via: Option<WireVia>,
}

#[derive(Serialize, Deserialize)]
struct WireLeader {
    pid: u32,
    exe: Option<String>,
    above: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum WireLetIn {
    Forced,
    Settings,
    Token,
    Surface,
    OpenBefore,
}

impl From<&Actor> for WireActor {
    fn from(actor: &Actor) -> WireActor {
        let Actor { name, claimed, right, how, pid, exe, tty, leader, kin, via } = actor;
        let (own_tree, unknown_tree, let_in) = match kin {
            Kin::Apart => (false, None, None),
            Kin::Own { forced } => (true, None, forced.then_some(LetIn::Forced)),
            Kin::Unknown { why, let_in } => (false, Some(StoredUnseen::of(*why)), *let_in),
        };
        let leader = leader.as_deref().map(|Leader { process, exe, above }| WireLeader {
            pid: process.pid,
            exe: raw_option(exe.as_ref()),
            above: raw_option(above.as_ref()),
        });
        WireActor {
            name: raw(name),
            claimed: *claimed,
            how: StoredHow::of(*how),
            pid: *pid,
            exe: raw_option(exe.as_ref()),
            tty: raw_option(tty.as_ref()),
            leader,
            own_tree,
            unknown_tree,
            forced: kin.is_forced(),
            right: StoredRight::of(*right),
            let_in: let_in.map(|let_in| match let_in {
                LetIn::Forced => WireLetIn::Forced,
                LetIn::Settings => WireLetIn::Settings,
                LetIn::Token => WireLetIn::Token,
                LetIn::Surface => WireLetIn::Surface,
                LetIn::OpenBefore => WireLetIn::OpenBefore,
            }),
            via: WireVia::of(via),
        }
    }
}

impl From<WireActor> for Actor {
    fn from(wire: WireActor) -> Actor {
        let let_in = wire.let_in.map(|let_in| match let_in {
            WireLetIn::Forced => LetIn::Forced,
            WireLetIn::Settings => LetIn::Settings,
            WireLetIn::Token => LetIn::Token,
            WireLetIn::Surface => LetIn::Surface,
            WireLetIn::OpenBefore => LetIn::OpenBefore,
        });
        let kin = match wire.unknown_tree {
            Some(why) => Kin::Unknown { why: why.back(), let_in },
            None if wire.own_tree => Kin::Own { forced: wire.forced },
            None => Kin::Apart,
        };
        let leader = wire.leader.map(|WireLeader { pid, exe, above }| Leader {
            process: Process { pid, started: 0 },
            exe: untrusted(exe),
            above: untrusted(above),
        });
        Actor {
            name: wire.name.into(),
            claimed: wire.claimed,
            right: wire.right.back(),
            how: wire.how.back(),
            pid: wire.pid,
            exe: untrusted(wire.exe),
            tty: untrusted(wire.tty),
            leader: leader.map(Box::new),
            kin,
            via: WireVia::back(wire.via),
        }
    }
}
