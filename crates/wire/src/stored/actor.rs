//! Who did something, and when, in the store.
//!
//! - What is not known is left out; a field that an older version did not write has its meaning as a default.
//! - A boot is named by 32 hex digits.
//! - Both clocks are kept, so that a time limit can be judged by either.

use super::{StoredError, raw, raw_option, untrusted};
use asq_core::life::{Actor, Boot, How, Moment, Right};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(super) struct StoredActor {
    name: String,
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
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredRight {
    Ask,
    Answer,
    System,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredHow {
    Tty,
    Page,
    Host,
    Cli,
    Api,
    Bridge,
}

#[derive(Serialize, Deserialize)]
pub(super) struct StoredMoment {
    wall_ms: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    boot: Option<StoredBoot>,
}

#[derive(Serialize, Deserialize)]
struct StoredBoot {
    id: String,
    ms: u64,
}

/// A boot's name as it is written.
pub(super) fn boot_to_text(id: u128) -> String {
    format!("{id:032x}")
}

/// The boot that [`boot_to_text`] wrote.
pub(super) fn boot_from_text(text: &str) -> Result<u128, StoredError> {
    let digits = text.len() == 32 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    match u128::from_str_radix(text, 16) {
        Ok(id) if digits => Ok(id),
        Ok(_) | Err(_) => Err(StoredError::Nonsense("name of a boot is no 32 hex digits")),
    }
}

impl From<&Actor> for StoredActor {
    fn from(actor: &Actor) -> StoredActor {
        let Actor { name, right, how, pid, exe, tty, own_tree, forced } = actor;
        StoredActor {
            name: raw(name),
            right: match right {
                Right::Ask => StoredRight::Ask,
                Right::Answer => StoredRight::Answer,
                Right::System => StoredRight::System,
            },
            how: match how {
                How::Tty => StoredHow::Tty,
                How::Page => StoredHow::Page,
                How::Host => StoredHow::Host,
                How::Cli => StoredHow::Cli,
                How::Api => StoredHow::Api,
                How::Bridge => StoredHow::Bridge,
            },
            pid: *pid,
            exe: raw_option(exe.as_ref()),
            tty: raw_option(tty.as_ref()),
            own_tree: *own_tree,
            forced: *forced,
        }
    }
}

impl From<StoredActor> for Actor {
    fn from(stored: StoredActor) -> Actor {
        Actor {
            name: stored.name.into(),
            right: match stored.right {
                StoredRight::Ask => Right::Ask,
                StoredRight::Answer => Right::Answer,
                StoredRight::System => Right::System,
            },
            how: match stored.how {
                StoredHow::Tty => How::Tty,
                StoredHow::Page => How::Page,
                StoredHow::Host => How::Host,
                StoredHow::Cli => How::Cli,
                StoredHow::Api => How::Api,
                StoredHow::Bridge => How::Bridge,
            },
            pid: stored.pid,
            exe: untrusted(stored.exe),
            tty: untrusted(stored.tty),
            own_tree: stored.own_tree,
            forced: stored.forced,
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
