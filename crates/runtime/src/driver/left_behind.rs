//! Requests of a vanished asker: an agent that was killed and resumed asks again, under another call id.
//!
//! - An ask with the same content attaches, in the same session, or by the same agent in the same folder.
//! - It attaches only to a request that no asker waits for, and whose ending wasn't delivered.
//! - Over HTTP an asker waits for ten seconds after it asked, unless it said that it comes back: it is about to poll.
//! - A withdrawn or expired request is asked again.
//! - What was asked with a token is continued with that token alone.
//! - A secret is never continued under another call id: nothing would prove that the asker is the same.
//! - Requests of its own session go first, then the latest. Only the log's end is searched, to keep the cost constant.

use super::failure::failed;
use super::undelivered::Beginning;
use super::{Driver, ask};
use asq_backend::{AskReply, ClosedRequest, Failure, NewRequest};
use asq_core::life::{Asked, Life, Origin};
use asq_core::model::Outcome;
use asq_core::text::Untrusted;
use std::sync::PoisonError;

impl Driver {
    /// The reply of a request that an earlier ask of the same content left behind. Asks nothing.
    ///
    /// # Errors
    /// The store failed.
    pub fn left_behind(&self, put: &NewRequest) -> Result<Option<AskReply>, Failure> {
        if put.request.from.agent.as_ref().is_none_or(|agent| agent.raw().is_empty()) {
            return Ok(None);
        }
        let Some(beginning) = Beginning::of(&put.dialect, &put.request) else { return Ok(None) };
        let alike = {
            let mut undelivered = self.0.undelivered.lock().unwrap_or_else(PoisonError::into_inner);
            undelivered.like(&*self.0.store, beginning).map_err(failed)?
        };
        let mut elsewhere = None;
        for id in alike {
            if self.0.store.asker_waits(id) {
                continue;
            }
            let life = self.life(id)?;
            if self.is_about_to_poll(&life) {
                continue;
            }
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

    /// Whether the asker over HTTP has only just asked, so that its first poll is still to come.
    fn is_about_to_poll(&self, life: &Life) -> bool {
        let asker = life.asked().filter(|asked| asked.origin.via.token.is_some() && !asked.returns);
        let polls_until = life.asked_at().filter(|_| asker.is_some() && life.closed().is_none());
        polls_until.is_some_and(|at| at.plus(ABOUT_TO_POLL_MS).left(self.0.clock.now()) > 0)
    }
}

/// How long an asker over HTTP counts as waiting after it asked, in milliseconds: as long as after a poll.
const ABOUT_TO_POLL_MS: u64 = 10_000;

/// Whether the outcome is a person's.
pub(super) fn is_said(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Answered(_) | Outcome::Discuss(_) | Outcome::Declined { .. } | Outcome::Cancelled(_) => true,
        Outcome::Withdrawn(_) | Outcome::Expired(_) => false,
    }
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
