//! The origin of an ask, as the machine knows it.
//!
//! - It comes from the operating system, except for the pane, which the asker's environment claims.
//! - A surface shows it in rows that a request's text can't imitate.
//! - Names of files and folders can contain anything, so they are untrusted text, too.
//! - An [`AskerTree`] is for judging answers. Only a whole request has one, not a list's row.

use super::{PeerPlace, Via};
use crate::text::Untrusted;

/// A process of this machine. The kernel reuses a pid, but not together with its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Process {
    /// The process id.
    pub pid: u32,
    /// Its start, in the kernel's ticks since boot; 0 if unknown.
    pub started: u64,
}

/// The namespaces and the user of a process. Two processes can compare ancestors only if these are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spaces {
    /// The pid namespace, by the kernel's inode number, like the next three.
    pub pid: u64,
    /// The user namespace.
    pub user: u64,
    /// The UTS namespace, of host names.
    pub uts: u64,
    /// The time namespace, for starts of processes; 0 if the kernel doesn't have them.
    pub time: u64,
    /// The user id.
    pub uid: u32,
}

/// More facts for judging whether an answer comes from the asker itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AskerTree {
    /// The machine's boot, as in [`Boot`](super::Boot).
    pub boot: Option<u128>,
    /// The program that opened the ask's terminal, if it isn't known as a person's and has no terminal itself.
    pub opener: Option<Process>,
    /// The leader of the asking process's session; process 0 if that session began outside the container.
    pub leader: Option<Process>,
    /// The namespaces in which the process ids are valid; `None` if the ask couldn't see its ancestors.
    pub spaces: Option<Spaces>,
    /// The agent sessions in its environment: each a variable and a digest of its value. They can only add refusals,
    /// never remove one.
    pub sessions: Vec<String>,
}

impl AskerTree {
    /// The tree for an [`Origin`]; `None` if it is empty.
    pub fn known(self) -> Option<Box<AskerTree>> {
        (self != AskerTree::default()).then(|| Box::new(self))
    }
}

/// The origin of an ask.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The machine's name.
    pub host: Option<Untrusted>,
    /// The asking process.
    pub process: Option<Process>,
    /// The root of the asker's own process tree: the process that started the ask, unless it leads a terminal's
    /// session.
    pub root: Option<Process>,
    /// The program of the process that started the ask.
    pub exe: Option<Untrusted>,
    /// Its terminal.
    pub tty: Option<Untrusted>,
    /// Its working folder.
    pub folder: Option<Untrusted>,
    /// The tmux pane that its environment claims: the server's socket and the pane's id (`/tmp/tmux-1000/default %3`).
    pub pane: Option<Untrusted>,
    /// The authentication of the asker.
    pub via: Via,
    /// The facts for judging an answer. Boxed, and `None` in a list, because thousands of rows don't need it.
    pub tree: Option<Box<AskerTree>>,
}

impl Origin {
    /// The process to name to a person: the root of the asker's own process tree, or else the asking process. Nobody
    /// knows it behind a proxy.
    pub fn named_process(&self) -> Option<Process> {
        match self.via.place() {
            PeerPlace::Proxied => None,
            PeerPlace::Here | PeerPlace::Elsewhere | PeerPlace::Unknown => self.root.or(self.process),
        }
    }

    /// The origin of an ask that came from this process and may be somebody else's, who claims this. Of the process only
    /// what recognises an answer from its own tree is left: that can refuse one, and let none in.
    #[must_use]
    pub fn proxied(&self, claims: Origin) -> Origin {
        let boot = self.tree.as_ref().and_then(|tree| tree.boot);
        let tree = AskerTree { boot, ..AskerTree::default() };
        Origin { process: self.process, root: self.root, tree: tree.known(), ..claims }
    }

    /// The origin for a list, without the tree.
    #[must_use]
    pub fn listed(&self) -> Origin {
        let Origin { host, process, root, exe, tty, folder, pane, via, tree: _ } = self.clone();
        Origin { host, process, root, exe, tty, folder, pane, via: via.listed(), tree: None }
    }
}

#[cfg(test)]
mod tests {
    use super::{AskerTree, Origin, PeerPlace, Process, Via};
    use crate::life::{AccessToken, PeerAddress, TokenId};

    #[test]
    fn a_row_of_a_list_has_no_tree_and_no_owner() {
        let leader = Some(Process { pid: 1, started: 2 });
        let row = Origin { host: Some("box".into()), process: leader, ..Origin::default() };
        let whole = Origin { tree: AskerTree { leader, ..AskerTree::default() }.known(), ..row.clone() };
        assert_ne!(whole, row);
        assert_eq!(whole.listed(), row);
        let via = |id, place| Via {
            token: Some(Box::new(AccessToken { label: "ci".into(), id })),
            peer: Some(Box::new(PeerAddress { address: "10.0.0.7:4711".into(), place })),
        };
        let row = Origin { via: via(None, PeerPlace::Here), ..row };
        let whole = Origin { via: via(TokenId::new(7), PeerPlace::Elsewhere), ..whole };
        assert_eq!(whole.listed(), row);
    }
}
