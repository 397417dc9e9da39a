//! Requests of a vanished asker: an agent that was killed and resumed asks again, under another call id.
//!
//! - An ask with the same content attaches, in the same session, or by the same agent in the same folder.
//! - It attaches only to a request that no asker waits for, and whose ending wasn't delivered.
//! - A withdrawn or expired request is asked again.
//! - What was asked with a token is continued with that token alone.
//! - A secret is never continued under another call id: nothing would prove that the asker is the same.
//! - Requests of its own session go first, then the latest. Only the log's end is searched, to keep the cost constant.

use super::failure::failed;
use super::{Driver, ask};
use asq_backend::{AskReply, ClosedRequest, Failure, NewRequest};
use asq_core::inbox::{Position, Summary};
use asq_core::life::{Asked, Fact, Origin, RequestId};
use asq_core::model::Outcome;
use asq_core::text::Untrusted;

/// The most records, and the most open requests, that a search reads.
const RECORDS: u32 = 1500;
const OPEN: u64 = 500;

impl Driver {
    /// The reply of a request that an earlier ask of the same content left behind. Asks nothing.
    ///
    /// # Errors
    /// The store failed.
    pub fn left_behind(&self, put: &NewRequest) -> Result<Option<AskReply>, Failure> {
        if put.request.from.agent.as_ref().is_none_or(|agent| agent.raw().is_empty()) {
            return Ok(None);
        }
        let mut elsewhere = None;
        for id in self.undelivered(put)? {
            if self.0.store.asker_waits(id) {
                continue;
            }
            let life = self.life(id)?;
            let same = |asked: &&Asked| ask::is_same(asked, &put.dialect, &put.request);
            let Some(near) = life.asked().filter(same).and_then(|asked| near(asked, put)) else { continue };
            let asking = match ClosedRequest::of(id, &life) {
                None => AskReply::Open { id, again: true },
                Some(over) if over.delivered.is_none() && is_said(&over.outcome) => AskReply::Closed(over),
                // It was withdrawn, expired or delivered meanwhile.
                Some(_) => continue,
            };
            match near {
                Near::Session => return Ok(Some(asking)),
                Near::Folder => elsewhere = elsewhere.or(Some(asking)),
            }
        }
        Ok(elsewhere)
    }

    /// The requests that this asker may have left behind, the latest first.
    fn undelivered(&self, put: &NewRequest) -> Result<Vec<RequestId>, Failure> {
        let store = &self.0.store;
        let mut ids = Vec::new();
        if store.count().map_err(failed)? <= OPEN {
            let (_, open) = store.pending(Position(0), 0).map_err(failed)?;
            let open = open.iter().filter(|pending| lists(&pending.summary, put));
            ids.extend(open.map(|pending| (pending.position, pending.id)));
        }
        let from = Position(store.head().map_err(failed)?.position.0.saturating_sub(u64::from(RECORDS)));
        for stored in store.after(from, RECORDS as usize).map_err(failed)? {
            let Some(record) = &stored.record else { continue };
            match &record.fact {
                Fact::Closed(closed) if is_said(&closed.outcome) => {
                    ids.push((stored.position, stored.request));
                }
                Fact::Delivered => ids.retain(|(_, id)| *id != stored.request),
                Fact::Closed(_) | Fact::Asked(_) => {}
            }
        }
        ids.sort_unstable_by(|a, b| b.cmp(a));
        Ok(ids.into_iter().map(|(_, id)| id).collect())
    }
}

/// Whether the outcome is a person's.
fn is_said(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Answered(_) | Outcome::Discuss(_) | Outcome::Declined { .. } | Outcome::Cancelled(_) => true,
        Outcome::Withdrawn(_) | Outcome::Expired(_) => false,
    }
}

/// Whether the summary's request may have the same asker.
fn lists(summary: &Summary, put: &NewRequest) -> bool {
    summary.dialect.raw() == put.dialect && summary.agent.is_some()
}

/// The link between an earlier ask and this one.
enum Near {
    Session,
    Folder,
}

/// How close an earlier ask is to this one. A claimed identity isn't enough for a secret: its owner has to ask again,
/// or use the earlier call id.
fn near(asked: &Asked, put: &NewRequest) -> Option<Near> {
    let same = |a: &Option<Untrusted>, b: &Option<Untrusted>| a.is_some() && a == b;
    let (before, now) = (&asked.request.from, &put.request.from);
    let secret = asked.request.questions.iter().any(|question| question.sensitive);
    let owner = |origin: &Origin| origin.via.token_id();
    if secret || owner(&asked.origin) != owner(&put.origin) || !same(&before.agent, &now.agent) {
        None
    } else if same(&before.session, &now.session) {
        Some(Near::Session)
    } else {
        same(&asked.origin.folder, &put.origin.folder).then_some(Near::Folder)
    }
}
