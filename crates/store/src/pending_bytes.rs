//! Encodes what a list shows of an open request, for the table next to the log.
//!
//! - Text comes back unchanged.
//! - Showing a list needs no other table.
//! - A checksum comes first: a changed byte is damage, and never appears as a question.
//! - Texts that recur in a list share their memory.
//! - What an answer is judged by isn't part of a list; rows of older versions that have it are read without it.

use crate::StoreError;
use asq_core::inbox::{Pending, Position, Summary, SummaryKind};
use asq_core::life::{
    AccessToken, Boot, Due, Moment, Origin, PeerAddress, PeerPlace, Process, RequestId, Via,
};
use asq_core::text::Untrusted;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::HashSet;

/// The checksum's length in bytes.
const SUM: usize = 8;

#[derive(Serialize, Deserialize)]
struct Bytes {
    at: At,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    due: Option<At>,
    dialect: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    agent: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    session: Option<String>,
    header: String,
    text: String,
    questions: u32,
    danger: bool,
    sensitive: bool,
    /// The kind of the first question; left out for one pick, as in rows of older versions.
    #[serde(default, rename = "k", skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    /// Whether the asker comes back.
    #[serde(default, rename = "r", skip_serializing_if = "Option::is_none")]
    returns: Option<bool>,
    #[serde(default)]
    origin: From,
}

/// The wall clock; the boot id in hex and the milliseconds since boot.
#[derive(Serialize, Deserialize)]
struct At(u64, Option<(String, u64)>);

#[derive(Default, Serialize, Deserialize)]
struct From {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    host: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    process: Option<(u32, u64)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    root: Option<(u32, u64)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    exe: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tty: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    folder: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pane: Option<String>,
    /// The token's label and the peer's address; left out for a user of the machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    via: Option<(Option<String>, Option<String>)>,
}

/// Encodes an open request; its id and position are in columns of their own.
pub(crate) fn to_bytes(pending: &Pending) -> Result<Vec<u8>, StoreError> {
    let Pending { id, position, asked_ms, due, summary } = pending;
    let Summary {
        dialect,
        agent,
        session,
        header,
        text,
        questions,
        danger,
        sensitive,
        kind,
        returns,
        origin,
    } = summary;
    let Origin { host, process, root, exe, tty, folder, pane, via, tree: _ } = origin;
    let raw = |text: &Option<Untrusted>| text.as_ref().map(|t| t.raw().to_owned());
    let process_of = |process: &Option<Process>| process.map(|Process { pid, started }| (pid, started));
    let bytes = Bytes {
        at: At(*asked_ms, None),
        due: due.as_deref().map(|Due(moment)| of_moment(*moment)),
        dialect: dialect.raw().to_owned(),
        agent: raw(agent),
        session: raw(session),
        header: header.raw().to_owned(),
        text: text.raw().to_owned(),
        questions: *questions,
        danger: *danger,
        sensitive: *sensitive,
        kind: (*kind != SummaryKind::default()).then(|| kind.name().to_owned()),
        returns: returns.then_some(true),
        origin: From {
            host: raw(host),
            process: process_of(process),
            root: process_of(root),
            exe: raw(exe),
            tty: raw(tty),
            folder: raw(folder),
            pane: raw(pane),
            via: (!via.is_local()).then(|| {
                let token = via.token.as_ref().map(|token| token.label.raw().to_owned());
                (token, via.peer.as_ref().map(|peer| peer.address.raw().to_owned()))
            }),
        },
    };
    let json = serde_json::to_vec(&bytes).map_err(|e| StoreError::Failed(e.to_string()))?;
    Ok([&sum(*id, *position, &json)[..], &json].concat())
}

/// Shared texts of one list: agents, folders and programs recur in thousands of requests.
#[derive(Default)]
pub(crate) struct Same(HashSet<Untrusted>);

impl Same {
    fn of(&mut self, text: String) -> Untrusted {
        let text = Untrusted::from(text);
        if let Some(known) = self.0.get(&text) {
            return known.clone();
        }
        self.0.insert(text.clone());
        text
    }
}

/// Decodes the output of [`to_bytes`].
pub(crate) fn from_bytes(
    id: RequestId,
    position: Position,
    bytes: &[u8],
    same: &mut Same,
) -> Result<Pending, StoreError> {
    read(id, position, bytes, same).ok_or_else(|| StoreError::Damaged {
        position: Some(position.0),
        what: "its row in the list of open requests was changed".to_owned(),
    })
}

fn read(id: RequestId, position: Position, bytes: &[u8], same: &mut Same) -> Option<Pending> {
    let (told, json) = bytes.split_at_checked(SUM)?;
    // No chain covers the list. The sum finds a row that was changed, or that stands at another request.
    if told != sum(id, position, json) {
        return None;
    }
    let bytes: Bytes = serde_json::from_slice(json).ok()?;
    let Bytes {
        at,
        due,
        dialect,
        agent,
        session,
        header,
        text,
        questions,
        danger,
        sensitive,
        kind,
        returns,
        origin,
    } = bytes;
    let From { host, process, root, exe, tty, folder, pane, via } = origin;
    let (token, peer) = via.unwrap_or_default();
    let process_of = |it: Option<(u32, u64)>| it.map(|(pid, started)| Process { pid, started });
    let mut known = |text: Option<String>| text.map(|text| same.of(text));
    let origin = Origin {
        host: known(host),
        process: process_of(process),
        root: process_of(root),
        exe: known(exe),
        tty: known(tty),
        folder: known(folder),
        pane: known(pane),
        via: Via {
            token: known(token).map(|label| Box::new(AccessToken { label, id: None })),
            peer: known(peer).map(|address| Box::new(PeerAddress { address, place: PeerPlace::Here })),
        },
        tree: None,
    };
    let (agent, session) = (known(agent), known(session));
    let header = same.of(header);
    let summary = Summary {
        dialect: same.of(dialect),
        agent,
        session,
        // A question without a header has its own text there: ten thousand of them need it once.
        text: if text == header.raw() { header.clone() } else { text.into() },
        header,
        questions,
        danger,
        sensitive,
        kind: kind.map_or(SummaryKind::default(), |name| kind_of(&name)),
        returns: returns.unwrap_or_default(),
        origin,
    };
    let due = due.map(to_moment).map(|due| due.map(|due| Box::new(Due(due))).ok_or(())).transpose().ok()?;
    Some(Pending { id, position, asked_ms: at.0, due, summary })
}

/// The kind with this name; one that only a newer version knows counts as one pick.
fn kind_of(name: &str) -> SummaryKind {
    SummaryKind::from_name(name).unwrap_or_default()
}

fn sum(id: RequestId, position: Position, json: &[u8]) -> [u8; SUM] {
    let mut hash = Sha256::new();
    hash.update(id.0.to_be_bytes());
    hash.update(position.0.to_be_bytes());
    hash.update(json);
    let hash = hash.finalize();
    std::array::from_fn(|at| hash[at])
}

fn of_moment(Moment { wall_ms, boot }: Moment) -> At {
    At(wall_ms, boot.map(|Boot { id, ms }| (format!("{id:x}"), ms)))
}

fn to_moment(At(wall_ms, boot): At) -> Option<Moment> {
    let boot = boot.map(|(id, ms)| u128::from_str_radix(&id, 16).map(|id| Boot { id, ms }));
    Some(Moment { wall_ms, boot: boot.transpose().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use asq_testkit::sample::pending;

    #[test]
    fn what_recurs_in_a_list_is_kept_once() {
        let mut same = Same::default();
        let mut listed = |n| {
            let Pending { id, position, .. } = pending(n);
            let bytes = to_bytes(&pending(n)).expect("bytes");
            from_bytes(id, position, &bytes, &mut same).expect("a request")
        };
        let (one, two) = (listed(1), listed(2));
        assert_eq!((&one, &two), (&pending(1), &pending(2)));
        let places = |it: &Pending| {
            let Summary { agent, header, text, origin, .. } = &it.summary;
            [agent.as_ref(), Some(header), origin.folder.as_ref(), Some(text)]
                .map(|it| it.map(|it| it.raw().as_ptr()))
        };
        assert_eq!(places(&one), places(&two));
        // A question without a header uses its text instead.
        assert_eq!(places(&one)[1], places(&one)[3]);
    }

    fn back(bytes: &[u8]) -> Result<Pending, StoreError> {
        let Pending { id, position, .. } = pending(1);
        from_bytes(id, position, bytes, &mut Same::default())
    }

    #[test]
    fn every_text_comes_back_as_it_was() {
        let mut whole = pending(1);
        whole.due = Some(Box::new(Due(Moment { wall_ms: 7, boot: Some(Boot { id: 1, ms: 5 }) })));
        whole.summary.header = " Go\u{1b}[31m ".into();
        whole.summary.kind = SummaryKind::Confirm;
        whole.summary.returns = true;
        whole.summary.text = " Shall I go on?\r\n\u{202e} ".into();
        assert_eq!(back(&to_bytes(&whole).expect("bytes")).expect("a request"), whole);
    }

    #[test]
    fn a_row_of_an_older_version_is_one_pick_that_somebody_waits_for() {
        let bytes = to_bytes(&pending(1)).expect("bytes");
        let picture = r#"{"at":[1,null],"dialect":"asq","agent":"builder","header":"Go on?","text":"Go on?","questions":1,"danger":false,"sensitive":false,"origin":{"folder":"/srv"}}"#;
        assert_eq!(std::str::from_utf8(&bytes[SUM..]), Ok(picture));
        assert_eq!(back(&bytes).expect("a request"), pending(1));
    }

    #[test]
    fn a_byte_that_changed_is_damage_and_never_a_question() {
        let bytes = to_bytes(&pending(1)).expect("bytes");
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert!(
                matches!(back(&changed), Err(StoreError::Damaged { position: Some(1), .. })),
                "byte {at}"
            );
        }
    }
}
