//! What a surface wants.

use crate::life::{Key, RequestId};
use crate::model::{Answers, Draft};
use crate::text::Untrusted;

/// What a surface wants. Who wants it is the driver's to say.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// To show it whole; answered by `Opened`, and by `Drafted` whenever another surface's text changes.
    Open(RequestId),
    /// It shows it no longer.
    Shut(RequestId),
    /// To answer it.
    Answer {
        /// Which.
        id: RequestId,
        /// What was said.
        answers: Answers,
        /// The digest of what was shown.
        seen: String,
        /// Names this answer, so that saying it again is no second one.
        key: Key,
    },
    /// To say no to it.
    Decline {
        /// Which.
        id: RequestId,
        /// Why, if they said.
        reason: Option<Untrusted>,
        /// What was typed so far.
        draft: Draft,
    },
    /// To talk first.
    Discuss {
        /// Which.
        id: RequestId,
        /// What was typed so far.
        draft: Draft,
    },
    /// To stop the work.
    Cancel {
        /// Which.
        id: RequestId,
        /// What was typed so far.
        draft: Draft,
    },
    /// To keep what was typed so far.
    Draft {
        /// Which.
        id: RequestId,
        /// What was typed so far.
        draft: Draft,
    },
    /// To put it off until then by the wall clock, in milliseconds; 0 brings it back.
    Snooze {
        /// Which.
        id: RequestId,
        /// Until when.
        until_ms: u64,
    },
    /// To go to the asker's tmux pane.
    Jump(RequestId),
    /// To tell the person that these wait; answered by `Announced` with those that no surface has told of before.
    Announce(Vec<RequestId>),
}
