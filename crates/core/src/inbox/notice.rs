//! News to the surfaces.

use super::Pending;
use crate::life::{Actor, Asked, Moment, Refusal, RequestId};
use crate::model::Draft;
use std::sync::Arc;

/// News to the surfaces. Those of the inbox come once per record; the others answer a command, or tell what was seen to
/// change beside the records.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// Somebody asks.
    Arrived(Arc<Pending>),
    /// It is over.
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
    /// It is open no longer; who ended it and how is not told: the list was read anew, or what was said is erased.
    Gone(RequestId),
    /// Its ending was handed over.
    Delivered(RequestId),
    /// Whether its asker still waits for it.
    Asker {
        /// Which.
        id: RequestId,
        /// Whether it waits.
        waits: bool,
    },
    /// It is put off until then by the wall clock, in milliseconds; 0 is not at all.
    Snoozed {
        /// Which.
        id: RequestId,
        /// Until when.
        until_ms: u64,
    },
    /// What a surface asked to open.
    Opened {
        /// Which.
        id: RequestId,
        /// What is asked.
        asked: Box<Asked>,
        /// When it was.
        at: Moment,
        /// What was typed so far, on whatever surface.
        draft: Box<Draft>,
    },
    /// Another surface's text of the same request.
    Drafted {
        /// Which.
        id: RequestId,
        /// What is kept now.
        draft: Box<Draft>,
    },
    /// Two surfaces wrote at the same time, and this is the text that is not shown: both are kept.
    Clash {
        /// Which.
        id: RequestId,
        /// The other text.
        draft: Box<Draft>,
    },
    /// What this surface sent was accepted, and is on disk.
    Accepted(RequestId),
    /// What this surface sent was not taken, and why. The request is as it was.
    Refused {
        /// Which.
        id: RequestId,
        /// Why.
        why: Box<Refusal>,
    },
    /// These are this surface's to tell of: no other has, and none will. Never empty.
    Announced(Vec<RequestId>),
    /// Something goes wrong that the person should know of, in plain words; nothing is the end of trouble.
    Trouble(Option<String>),
    /// Nothing will be told or taken any more, for this reason: the store is not there, or is not what it was.
    Stopped(String),
}
