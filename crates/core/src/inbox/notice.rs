//! News to the surfaces.

use super::Pending;
use crate::life::{Actor, Asked, Moment, Refusal, RequestId};
use crate::model::Draft;
use std::sync::Arc;

/// News to the surfaces. News of the list comes once per record. Other news answers a command or reports a change that
/// isn't in the records.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// A new request.
    Arrived(Arc<Pending>),
    /// A request was closed.
    Closed {
        /// Which.
        id: RequestId,
        /// Who closed it.
        by: Box<Actor>,
        /// When.
        at: Moment,
        /// How, in a word: answered, discuss, declined, cancelled, withdrawn, expired.
        how: &'static str,
    },
    /// A request is no longer open, and nobody knows who closed it or how: the list was read again, or the answer was
    /// erased.
    Gone(RequestId),
    /// Its ending was delivered.
    Delivered(RequestId),
    /// Whether its asker still waits for it.
    Asker {
        /// Which.
        id: RequestId,
        /// Whether it waits.
        waits: bool,
    },
    /// It is snoozed until then by the wall clock, in milliseconds; 0 means not at all.
    Snoozed {
        /// Which.
        id: RequestId,
        /// Until when.
        until_ms: u64,
    },
    /// The request that a surface asked to open.
    Opened {
        /// Which.
        id: RequestId,
        /// The whole request.
        asked: Box<Asked>,
        /// When it was asked.
        at: Moment,
        /// The text typed so far, on any surface.
        draft: Box<Draft>,
    },
    /// Another surface's text of the same request.
    Drafted {
        /// Which.
        id: RequestId,
        /// The draft in the store now.
        draft: Box<Draft>,
    },
    /// Two surfaces wrote at the same time; both texts are kept, and this is the one that isn't shown.
    Clash {
        /// Which.
        id: RequestId,
        /// The other text.
        draft: Box<Draft>,
    },
    /// This surface's answer was accepted and is on disk.
    Accepted(RequestId),
    /// This surface's answer was refused; the request is unchanged.
    Refused {
        /// Which.
        id: RequestId,
        /// Why.
        why: Box<Refusal>,
    },
    /// This surface announces these requests; no other has done so or will. Never empty.
    Announced(Vec<RequestId>),
    /// A problem that the person should know of, in plain words; `None` once it is solved.
    Trouble(Option<String>),
    /// No news and no commands from now on, and why: the store is gone, or it isn't the one that was opened.
    Stopped(String),
}
