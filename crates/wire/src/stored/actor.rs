//! An actor and a moment, in the store.
//!
//! - Unknown parts are left out; a field that an older version didn't write has its meaning as the default.
//! - An actor from a tree that nobody could place is stored as one from the asker's own tree, with the
//!   reason: an older version then applies the stricter rule.
//! - Both clocks are stored, so that either can judge a time limit.

use super::boot::{boot_from_text, boot_to_text};
use super::origin::StoredProcess;
use super::via::StoredVia;
use super::{StoredError, raw, raw_option, untrusted};
use asq_core::life::{Actor, Boot, How, Kin, Leader, LetIn, Moment, Right, Unseen};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(crate) struct StoredActor {
    name: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    claimed: bool,
    right: StoredRight,
    how: StoredHow,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pid: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    exe: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tty: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    own_tree: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    forced: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unseen: Option<StoredUnseen>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    by_settings: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    by_token: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    by_surface: bool,
    /// Next to `by_surface`, so that an older version knows the surface at least.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    open_before: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    leader: Option<StoredLeader>,
    #[serde(default, skip_serializing_if = "StoredVia::is_local")]
    via: StoredVia,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StoredUnseen {
    Asker,
    Ancestors,
    Namespace,
    User,
    Proxy,
    Lost,
    Opener,
}

#[derive(Serialize, Deserialize)]
struct StoredLeader {
    #[serde(flatten)]
    process: StoredProcess,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    exe: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    above: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StoredRight {
    Ask,
    Answer,
    System,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StoredHow {
    Tty,
    Page,
    Host,
    Cli,
    Api,
    Bridge,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct StoredMoment {
    wall_ms: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    boot: Option<StoredBoot>,
}

#[derive(Serialize, Deserialize)]
struct StoredBoot {
    id: String,
    ms: u64,
}

impl StoredUnseen {
    pub(crate) fn of(why: Unseen) -> StoredUnseen {
        match why {
            Unseen::Asker => StoredUnseen::Asker,
            Unseen::Ancestors => StoredUnseen::Ancestors,
            Unseen::Namespace => StoredUnseen::Namespace,
            Unseen::User => StoredUnseen::User,
            Unseen::Proxy => StoredUnseen::Proxy,
            Unseen::Lost => StoredUnseen::Lost,
            Unseen::Opener => StoredUnseen::Opener,
        }
    }

    pub(crate) fn back(self) -> Unseen {
        match self {
            StoredUnseen::Asker => Unseen::Asker,
            StoredUnseen::Ancestors => Unseen::Ancestors,
            StoredUnseen::Namespace => Unseen::Namespace,
            StoredUnseen::User => Unseen::User,
            StoredUnseen::Proxy => Unseen::Proxy,
            StoredUnseen::Lost => Unseen::Lost,
            StoredUnseen::Opener => Unseen::Opener,
        }
    }
}

impl StoredRight {
    pub(crate) fn of(right: Right) -> StoredRight {
        match right {
            Right::Ask => StoredRight::Ask,
            Right::Answer => StoredRight::Answer,
            Right::System => StoredRight::System,
        }
    }

    pub(crate) fn back(self) -> Right {
        match self {
            StoredRight::Ask => Right::Ask,
            StoredRight::Answer => Right::Answer,
            StoredRight::System => Right::System,
        }
    }
}

impl StoredHow {
    pub(crate) fn of(how: How) -> StoredHow {
        match how {
            How::Tty => StoredHow::Tty,
            How::Page => StoredHow::Page,
            How::Host => StoredHow::Host,
            How::Cli => StoredHow::Cli,
            How::Api => StoredHow::Api,
            How::Bridge => StoredHow::Bridge,
        }
    }

    pub(crate) fn back(self) -> How {
        match self {
            StoredHow::Tty => How::Tty,
            StoredHow::Page => How::Page,
            StoredHow::Host => How::Host,
            StoredHow::Cli => How::Cli,
            StoredHow::Api => How::Api,
            StoredHow::Bridge => How::Bridge,
        }
    }
}

impl From<&Actor> for StoredActor {
    fn from(actor: &Actor) -> StoredActor {
        let Actor { name, claimed, right, how, pid, exe, tty, leader, kin, via } = actor;
        let (own_tree, unseen, let_in) = match kin {
            Kin::Apart => (false, None, None),
            Kin::Own { .. } => (true, None, None),
            Kin::Unknown { why, let_in } => (true, Some(StoredUnseen::of(*why)), *let_in),
        };
        StoredActor {
            name: raw(name),
            claimed: *claimed,
            right: StoredRight::of(*right),
            how: StoredHow::of(*how),
            pid: *pid,
            exe: raw_option(exe.as_ref()),
            tty: raw_option(tty.as_ref()),
            own_tree,
            forced: kin.is_forced(),
            unseen,
            by_settings: let_in == Some(LetIn::Settings),
            by_token: let_in == Some(LetIn::Token),
            by_surface: matches!(let_in, Some(LetIn::Surface | LetIn::OpenBefore)),
            open_before: let_in == Some(LetIn::OpenBefore),
            leader: leader.as_deref().map(|Leader { process, exe, above }| StoredLeader {
                process: StoredProcess::of(*process),
                exe: raw_option(exe.as_ref()),
                above: raw_option(above.as_ref()),
            }),
            via: StoredVia::of(via),
        }
    }
}

impl From<StoredActor> for Actor {
    fn from(stored: StoredActor) -> Actor {
        let forced = stored.forced;
        let kin = match stored.unseen {
            None if stored.own_tree => Kin::Own { forced },
            None => Kin::Apart,
            Some(unseen) => {
                let let_in = if forced {
                    Some(LetIn::Forced)
                } else if stored.by_settings {
                    Some(LetIn::Settings)
                } else if stored.by_token {
                    Some(LetIn::Token)
                } else if stored.open_before {
                    Some(LetIn::OpenBefore)
                } else {
                    stored.by_surface.then_some(LetIn::Surface)
                };
                Kin::Unknown { why: unseen.back(), let_in }
            }
        };
        Actor {
            name: stored.name.into(),
            claimed: stored.claimed,
            right: stored.right.back(),
            how: stored.how.back(),
            pid: stored.pid,
            exe: untrusted(stored.exe),
            tty: untrusted(stored.tty),
            leader: stored.leader.map(|leader| {
                Box::new(Leader {
                    process: leader.process.back(),
                    exe: untrusted(leader.exe),
                    above: untrusted(leader.above),
                })
            }),
            kin,
            via: stored.via.back(),
        }
    }
}

impl From<Moment> for StoredMoment {
    fn from(moment: Moment) -> StoredMoment {
        let boot = moment.boot.map(|Boot { id, ms }| StoredBoot { id: boot_to_text(id), ms });
        StoredMoment { wall_ms: moment.wall_ms, boot }
    }
}

impl TryFrom<StoredMoment> for Moment {
    type Error = StoredError;

    fn try_from(stored: StoredMoment) -> Result<Moment, StoredError> {
        let boot = |b: StoredBoot| Ok::<_, StoredError>(Boot { id: boot_from_text(&b.id)?, ms: b.ms });
        Ok(Moment { wall_ms: stored.wall_ms, boot: stored.boot.map(boot).transpose()? })
    }
}
