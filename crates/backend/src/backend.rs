//! The trait: everything that a process can do with requests.
//!
//! - Asking, closing, waiting and recording a delivery have a form that never blocks and calls back.
//! - A list comes with the position of the log that it is true for, so that following from there has no gap.
//! - Each call says which right it takes; one that isn't bound is refused.
//! - Ids are shown as short as the requests of a backend allow.

use crate::{
    AskReply, ClosedRequest, Failure, Feed, Follow, LateDraft, LogReader, NewRequest, StoredRequest, Wake,
};
use asq_core::history::{Past, Query};
use asq_core::inbox::{Pending, Position};
use asq_core::life::{Closing, Key, RequestId};
use asq_core::model::Draft;

/// Held for as long as it applies; dropping it ends that.
pub type Hold = Box<dyn Send>;

/// Called once with the reply, on a thread of the backend. It must be short: others wait behind it.
pub type Then<T> = Box<dyn FnOnce(Result<T, Failure>) + Send>;

/// Fewest letters of an id that are shown.
const SHORTEST: usize = 6;

/// What one party can do with requests. Every call may be made from any thread.
///
/// Opening it binds the actors and their rights: a call beyond them is refused with
/// [`Refusal::Right`](asq_core::life::Refusal::Right).
pub trait Backend: Send + Sync {
    /// Asks, or attaches to what was asked before. What it returns is on disk. Takes the right to ask.
    fn ask(&self, new: NewRequest) -> Result<AskReply, Failure>;

    /// Does the same without blocking, for a caller that must not wait for a disk.
    fn ask_then(&self, new: NewRequest, then: Then<AskReply>);

    /// What the same ask led to before, or an asker left behind that is gone; `None` if it is new. Asks nothing.
    fn earlier(&self, new: &NewRequest) -> Result<Option<AskReply>, Failure>;

    /// Calls once when this request is closed, at once if it is. Dropping the hold forgets the call.
    fn when_closed(&self, id: RequestId, then: Then<ClosedRequest>) -> Hold;

    /// Shows surfaces that the asker waits, for as long as the hold lasts. Waiting works without it, but everybody
    /// takes the asker for gone: report a failure.
    fn hold(&self, id: RequestId) -> Result<Hold, Failure>;

    /// Closes a request. `false`: this very ending was accepted before. A loser learns the winner. Without a key the
    /// backend names the ending. Withdrawing takes the right to ask, everything else the right to answer.
    fn close(&self, id: RequestId, closing: Closing, key: Option<Key>) -> Result<bool, Failure>;

    /// Does the same without blocking.
    fn close_then(&self, id: RequestId, closing: Closing, key: Option<Key>, then: Then<bool>);

    /// Records that the ending was written and flushed. `false`: it was delivered before. Takes the right to ask.
    fn delivered(&self, id: RequestId) -> Result<bool, Failure>;

    /// Does the same without blocking.
    fn delivered_then(&self, id: RequestId, then: Then<bool>);

    /// One request, after its time limit was judged.
    fn get(&self, id: RequestId) -> Result<StoredRequest, Failure>;

    /// One request as it is stored, judging nothing: works where the store can only be read.
    fn read(&self, id: RequestId) -> Result<StoredRequest, Failure>;

    /// The open requests in the order of asking, at most so many (0 is all), after their time limits were judged.
    fn list(&self, limit: usize) -> Result<Vec<Pending>, Failure> {
        self.list_at(limit).map(|(_, pending)| pending)
    }

    /// The same list with the position of the log that it is true for. Following
    /// [from there](Backend::follow_from) misses nothing. It may report the end of a request that the list left out.
    fn list_at(&self, limit: usize) -> Result<(Position, Vec<Pending>), Failure>;

    /// How many requests are open.
    fn count(&self) -> Result<u64, Failure>;

    /// Searches the closed requests, the latest first.
    fn history(&self, query: &Query) -> Result<Vec<Past>, Failure>;

    /// The ids that begin with this, open or closed, at most so many.
    fn find(&self, prefix: &str, limit: usize) -> Result<Vec<RequestId>, Failure>;

    /// The beginning of an id that fits no other, at least six letters.
    fn short_id(&self, id: RequestId) -> Result<String, Failure> {
        let whole = id.to_string();
        for letters in SHORTEST..whole.len() {
            if self.find(&whole[..letters], 2)?.len() < 2 {
                return Ok(whole[..letters].to_owned());
            }
        }
        Ok(whole)
    }

    /// What was typed so far for a request, on whatever surface.
    fn drafts(&self, id: RequestId) -> Result<Draft, Failure>;

    /// What was typed by somebody who came too late, for the week that it is kept.
    fn late_drafts(&self, id: RequestId) -> Result<Vec<LateDraft>, Failure>;

    /// Whether the asker of this request still waits.
    fn asker_waits(&self, id: RequestId) -> bool;

    /// Whether an inbox is in use.
    fn inbox_in_use(&self) -> bool;

    /// Follows requests. Takes the right to answer.
    fn follow(&self, follow: Follow, wake: Wake) -> Result<Box<dyn Feed>, Failure>;

    /// Follows the log, beginning with the first record after this position. Takes the right to answer.
    fn follow_from(&self, after: Position, wake: Wake) -> Result<Box<dyn LogReader>, Failure>;

    /// A key that names an ending, or a surface.
    fn new_key(&self) -> Key;

    /// Why nothing is acknowledged any more, if that is so.
    fn health(&self) -> Result<(), Failure>;
}
