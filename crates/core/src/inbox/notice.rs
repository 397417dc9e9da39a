//! News to the surfaces.
//!
//! - What happened to requests: they arrived, were closed, delivered, put off.
//! - What other surfaces keep of a request: drafts, an answer that is held back.
//! - The replies to a surface's own commands, and what is wrong with the store.

use super::{DoneContent, DoneRequest, Pending};
use crate::life::{Actor, Asked, Moment, Refusal, RequestId};
use crate::model::{Answers, Draft, HeldAs, WholeDraft};
use std::sync::Arc;

/// What is kept of a request that nobody has answered yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RequestMark {
    /// Nothing.
    #[default]
    None,
    /// A draft, typed on any surface.
    Draft,
    /// An answer that an inbox holds back, or held back until it died.
    Held {
        /// What it was.
        how: HeldAs,
        /// When it was to be sent, by the wall clock.
        until_ms: u64,
    },
}

/// News to the surfaces. News of the list comes once per record. Other news answers a command or reports a change that
/// isn't in the records.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// A new request.
    Arrived(Arc<Pending>),
    /// A request was closed.
    Closed {
        /// The request.
        id: RequestId,
        /// The actor who closed it.
        by: Box<Actor>,
        /// The time of closing.
        at: Moment,
        /// One word: answered, discuss, declined, cancelled, withdrawn, expired.
        how: &'static str,
    },
    /// A request is no longer open, but its end is unknown: the list was read again, or the answer was erased.
    Gone(RequestId),
    /// Its ending was delivered.
    Delivered(RequestId),
    /// Whether its asker still waits for it.
    Asker {
        /// The request.
        id: RequestId,
        /// Whether its asker waits.
        waits: bool,
    },
    /// A request is snoozed until a time by the wall clock, in milliseconds; 0 means not at all.
    Snoozed {
        /// The request.
        id: RequestId,
        /// The end of the snooze.
        until_ms: u64,
    },
    /// Whether a draft of a request is kept.
    Marked {
        /// The request.
        id: RequestId,
        /// What is kept.
        mark: RequestMark,
    },
    /// The request that a surface asked to open.
    Opened {
        /// The request.
        id: RequestId,
        /// The whole request.
        asked: Box<Asked>,
        /// When it was asked.
        at: Moment,
        /// The text typed so far, on any surface.
        draft: Box<Draft>,
    },
    /// What is kept of a whole request; comes before `Opened`, and when another surface changes it.
    Whole {
        /// The request.
        id: RequestId,
        /// All of it.
        whole: Box<WholeDraft>,
    },
    /// Another surface's text of the same request.
    Drafted {
        /// The request.
        id: RequestId,
        /// The draft in the store now.
        draft: Box<Draft>,
    },
    /// Two surfaces wrote at the same time; both texts are kept, and this is the hidden one.
    Clash {
        /// The request.
        id: RequestId,
        /// The other text.
        draft: Box<Draft>,
    },
    /// This surface's answer was accepted and is on disk.
    Accepted(RequestId),
    /// This surface's answer was refused; the request is unchanged.
    Refused {
        /// The request.
        id: RequestId,
        /// The reason.
        why: Box<Refusal>,
    },
    /// This surface's ending of a request could not be stored. It may have been; the same key finds out.
    NotStored {
        /// The request.
        id: RequestId,
        /// The reason, in plain words.
        why: String,
    },
    /// This surface announces these requests; no other one does. Never empty.
    Announced(Vec<RequestId>),
    /// Closed requests: first those with texts that came too late, the latest text first; then the others, the newest
    /// first.
    Done(Vec<DoneRequest>),
    /// So many texts came too late; they are in the list of closed requests.
    Late(usize),
    /// A closed request; `None` if it was erased.
    Looked {
        /// The request.
        id: RequestId,
        /// All of it.
        content: Option<Box<DoneContent>>,
    },
    /// This person's last answer to the same questions of the same agent, or a text for them that came too late.
    Proposed {
        /// The request.
        id: RequestId,
        /// The answers.
        answers: Box<Answers>,
        /// When they were given, in milliseconds since 1970.
        at_ms: u64,
        /// Whether they came too late.
        late: bool,
    },
    /// A problem for the person, in plain words; `None` once it is solved.
    Trouble(Option<String>),
    /// The reason why there are no more news and commands: the store is gone, or it isn't the opened one.
    Stopped(String),
}
