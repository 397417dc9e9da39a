//! The origin of an ask, in the store.
//!
//! - Parts that the machine didn't report, or that an older version didn't ask for, are left out.
//! - Namespaces are the kernel's numbers, valid on one machine during one boot.
//! - A process is its id with its start time, because ids are reused.

use super::boot::{boot_from_text, boot_to_text};
use super::via::StoredVia;
use super::{StoredError, raw_option, untrusted};
use asq_core::life::{AskerTree, Origin, Process, Spaces};
use serde::{Deserialize, Serialize};

#[derive(Default, Serialize, Deserialize)]
pub(super) struct StoredOrigin {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    host: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    boot: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    process: Option<StoredProcess>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    root: Option<StoredProcess>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    opener: Option<StoredProcess>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    leader: Option<StoredProcess>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    spaces: Option<StoredSpaces>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    exe: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tty: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    folder: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pane: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    sessions: Vec<String>,
    #[serde(default, skip_serializing_if = "StoredVia::is_local")]
    via: StoredVia,
}

#[derive(Serialize, Deserialize)]
struct StoredSpaces {
    pid: u64,
    user: u64,
    uts: u64,
    time: u64,
    uid: u32,
}

#[derive(Serialize, Deserialize)]
pub(super) struct StoredProcess {
    pid: u32,
    started: u64,
}

impl StoredProcess {
    pub(super) fn of(process: Process) -> StoredProcess {
        let Process { pid, started } = process;
        StoredProcess { pid, started }
    }

    pub(super) fn back(self) -> Process {
        Process { pid: self.pid, started: self.started }
    }
}

impl From<&Origin> for StoredOrigin {
    fn from(origin: &Origin) -> StoredOrigin {
        let Origin { host, process, root, exe, tty, folder, pane, via, tree } = origin;
        let AskerTree { boot, opener, leader, spaces, sessions } =
            tree.as_deref().cloned().unwrap_or_default();
        StoredOrigin {
            host: raw_option(host.as_ref()),
            boot: boot.map(boot_to_text),
            process: process.map(StoredProcess::of),
            root: root.map(StoredProcess::of),
            opener: opener.map(StoredProcess::of),
            leader: leader.map(StoredProcess::of),
            spaces: spaces.map(|Spaces { pid, user, uts, time, uid }| StoredSpaces {
                pid,
                user,
                uts,
                time,
                uid,
            }),
            exe: raw_option(exe.as_ref()),
            tty: raw_option(tty.as_ref()),
            folder: raw_option(folder.as_ref()),
            pane: raw_option(pane.as_ref()),
            sessions,
            via: StoredVia::of(via),
        }
    }
}

impl TryFrom<StoredOrigin> for Origin {
    type Error = StoredError;

    fn try_from(stored: StoredOrigin) -> Result<Origin, StoredError> {
        let tree = AskerTree {
            boot: stored.boot.as_deref().map(boot_from_text).transpose()?,
            opener: stored.opener.map(StoredProcess::back),
            leader: stored.leader.map(StoredProcess::back),
            spaces: stored.spaces.map(|StoredSpaces { pid, user, uts, time, uid }| Spaces {
                pid,
                user,
                uts,
                time,
                uid,
            }),
            sessions: stored.sessions,
        };
        Ok(Origin {
            host: untrusted(stored.host),
            process: stored.process.map(StoredProcess::back),
            root: stored.root.map(StoredProcess::back),
            exe: untrusted(stored.exe),
            tty: untrusted(stored.tty),
            folder: untrusted(stored.folder),
            pane: untrusted(stored.pane),
            via: stored.via.back(),
            tree: tree.known(),
        })
    }
}
