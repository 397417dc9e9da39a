//! What a surface wants.

use crate::life::{Closing, Key, RequestId};
use crate::model::Draft;

/// What a surface wants. Who wants it is the driver's to say.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// To show it whole; answered by `Opened`, and by `Drafted` whenever another surface's text changes.
    Open(RequestId),
    /// It shows it no longer.
    Shut(RequestId),
    /// To close it.
    Close {
        /// Which.
        id: RequestId,
        /// How.
        closing: Closing,
        /// Names this ending, so that repeating it is no conflict; the driver names it where this is missing.
        key: Option<Key>,
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
