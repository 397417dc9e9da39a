//! The commands of a surface.

use crate::life::{Closing, Key, RequestId};
use crate::model::Draft;

/// A command of a surface. The driver knows who gives it.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Fetches the whole request; answered by `Opened`, and by `Drafted` whenever another surface's text changes.
    Open(RequestId),
    /// The surface no longer shows it.
    Shut(RequestId),
    /// Closes it.
    Close {
        /// Which.
        id: RequestId,
        /// How.
        closing: Closing,
        /// The idempotency key: repeating this isn't a conflict. Without one the driver makes it.
        key: Option<Key>,
    },
    /// Keeps a draft.
    Draft {
        /// Which.
        id: RequestId,
        /// The text typed so far.
        draft: Draft,
    },
    /// Snoozes it until then by the wall clock, in milliseconds; 0 brings it back.
    Snooze {
        /// Which.
        id: RequestId,
        /// Until when.
        until_ms: u64,
    },
    /// Goes to the asker's tmux pane.
    Jump(RequestId),
    /// Announces that these wait; answered by `Announced` with those that no surface has announced before.
    Announce(Vec<RequestId>),
}
