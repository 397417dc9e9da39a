//! The trait.

use crate::{AskReply, ClosedRequest, Failure, Feed, Follow, LateDraft, NewRequest, StoredRequest, Wake};
use asq_core::history::{Past, Query};
use asq_core::inbox::Pending;
use asq_core::life::{Closing, Key, RequestId};
use asq_core::model::Draft;

/// Held for as long as it applies; dropping it ends that.
pub type Hold = Box<dyn Send>;

/// Called once with how a request closed. It must be short.
pub type OnClosed = Box<dyn FnOnce(Result<ClosedRequest, Failure>) + Send>;

/// Fewest letters of an id that are shown.
const SHORTEST: usize = 6;

/// What one party can do with requests. Every call may be made from any thread.
///
/// Whoever opened it bound the actors and their rights: a call beyond them is refused with
/// [`Refusal::Right`](asq_core::life::Refusal::Right).
pub trait Backend: Send + Sync {
    /// Asks, or attaches to what was asked before. What it returns is on disk. Takes the right to ask.
    fn ask(&self, new: NewRequest) -> Result<AskReply, Failure>;

    /// What the same ask led to before, or an asker left behind that is gone; `None` if it is new. Asks nothing.
    fn earlier(&self, new: &NewRequest) -> Result<Option<AskReply>, Failure>;

    /// Calls once when this request is closed, at once if it is. Dropping the hold forgets the call. `as_asker` shows
    /// surfaces that its asker waits, for as long as the hold lasts.
    fn when_closed(&self, id: RequestId, as_asker: bool, then: OnClosed) -> Hold;

    /// Shows surfaces that the asker waits, for as long as the hold lasts.
    fn hold(&self, id: RequestId) -> Result<Hold, Failure>;

    /// Closes a request. `false`: this very ending was accepted before. A loser learns the winner. Without a key the
    /// backend names the ending. Withdrawing takes the right to ask, everything else the right to answer.
    fn close(&self, id: RequestId, closing: Closing, key: Option<Key>) -> Result<bool, Failure>;

    /// Records that the ending was written and flushed. `false`: it was delivered before. Takes the right to ask.
    fn delivered(&self, id: RequestId) -> Result<bool, Failure>;

    /// One request, after its time limit was judged.
    fn get(&self, id: RequestId) -> Result<StoredRequest, Failure>;

    /// One request as it is stored, judging nothing: works where the store can only be read.
    fn read(&self, id: RequestId) -> Result<StoredRequest, Failure>;

    /// The open requests in the order of asking, at most so many (0 is all), after their time limits were judged.
    fn list(&self, limit: usize) -> Result<Vec<Pending>, Failure>;

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

    /// A key that names an ending, or a surface.
    fn new_key(&self) -> Key;

    /// Why nothing is acknowledged any more, if that is so.
    fn health(&self) -> Result<(), Failure>;
}
