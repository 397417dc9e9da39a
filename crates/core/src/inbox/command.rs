//! The commands of a surface.

use super::AnnouncePace;
use crate::life::{Closing, IdempotencyKey, RequestId};
use crate::model::{Draft, WholeDraft};

/// A command of a surface. The driver knows its actor.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Fetches the whole request; answered by `Opened`, and by `Drafted` whenever another surface's text changes.
    Open(RequestId),
    /// The surface no longer shows it.
    Shut(RequestId),
    /// Closes it.
    Close {
        /// The request.
        id: RequestId,
        /// The way to close it.
        closing: Closing,
        /// The idempotency key: repeating the command under it isn't a conflict. Without one the driver makes it.
        key: Option<IdempotencyKey>,
    },
    /// Keeps a draft.
    Draft {
        /// The request.
        id: RequestId,
        /// The text typed so far.
        draft: Draft,
    },
    /// Keeps what belongs to the whole request.
    Whole {
        /// The request.
        id: RequestId,
        /// All of it; an absent part is deleted.
        whole: WholeDraft,
    },
    /// Snoozes it until then by the wall clock, in milliseconds; 0 brings it back.
    Snooze {
        /// The request.
        id: RequestId,
        /// The end of the snooze.
        until_ms: u64,
    },
    /// Fetches the closed requests with texts that came too late, and the latest other ones, at most so many; answered
    /// by `Done`.
    Done(usize),
    /// Asks how many texts came too late; answered by `Late` if there are any.
    Late,
    /// Forgets the texts of a closed request that came too late and were typed until then, on all surfaces.
    ForgetLate {
        /// The request.
        id: RequestId,
        /// When the last one was typed, in milliseconds since 1970.
        typed_ms: u64,
    },
    /// Fetches a closed request; answered by `Looked`.
    Look(RequestId),
    /// Looks for the last answer to the same questions of the same agent; answered by `Proposed` if there is one.
    Propose(RequestId),
    /// Goes to the asker's tmux pane.
    Jump(RequestId),
    /// Asks to announce these at their turn; answered by `Announced` with the ones that no other surface announces.
    Announce {
        /// The requests.
        ids: Vec<RequestId>,
        /// How often the person wants to hear of them.
        pace: AnnouncePace,
    },
    /// The person types here, in front of the list: what arrives now is seen, and no surface announces it.
    Typed,
}
