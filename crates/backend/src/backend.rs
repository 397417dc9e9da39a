//! The trait of all that a process can do with requests.
//!
//! - Short ids are as short as the backend's other requests allow.
//! - A backend may leave out whatever has a body here; a test's takes about a hundred lines.
//! - A call that can't be made up for fails, and names what the backend lacks.

use crate::{
    AskReply, ClosedRequest, DraftReply, Failure, Feed, Follow, LateDraft, LogReader, NewRequest,
    QuestionDraft, StoredRequest, Wake,
};
use asq_core::history::{Past, Query};
use asq_core::inbox::{Pending, Position, RequestMark};
use asq_core::life::{Closing, IdempotencyKey, RequestId};
use asq_core::model::{Draft, WholeDraft};

/// A guard of a wait or of a shown state: dropping it ends that.
pub type Hold = Box<dyn Send>;

/// A callback, called once with the reply on a thread of the backend. Keep it short: others queue behind it.
pub type Then<T> = Box<dyn FnOnce(Result<T, Failure>) + Send>;

/// A callback that says a line to the person, on any thread.
pub type TellAbsence = Box<dyn Fn(&str) + Send + Sync>;

/// The fewest letters of a short id.
const SHORTEST: usize = 6;

/// What one party can do with requests. Any thread may make any call.
///
/// Opening a backend binds the actors and their rights: a call beyond them is refused with
/// [`Refusal::Right`](asq_core::life::Refusal::Right).
pub trait Backend: Send + Sync {
    /// Asks, or attaches to an earlier request. What it returns is on disk. Needs the right to ask.
    fn ask(&self, new: NewRequest) -> Result<AskReply, Failure>;

    /// Does the same without blocking, for a caller that must not wait for a disk. Only a backend that never blocks may
    /// leave this out, and the next two like it.
    fn ask_then(&self, new: NewRequest, then: Then<AskReply>) {
        then(self.ask(new));
    }

    /// Asks, and waits from then on: nobody finds the request without its asker. The hold is that of
    /// [`hold`](Backend::hold). An earlier request comes without a hold, and so does a wait that can't be shown.
    fn ask_waiting(&self, new: NewRequest) -> Result<(AskReply, Option<Hold>), Failure> {
        Ok((self.ask(new)?, None))
    }

    /// The reply of an earlier ask of the same content, even by a vanished asker; `None` if it is new. Asks nothing.
    fn earlier(&self, new: &NewRequest) -> Result<Option<AskReply>, Failure>;

    /// Calls back once when this request closes, or at once if it is closed. Dropping the hold cancels the call.
    fn when_closed(&self, id: RequestId, then: Then<ClosedRequest>) -> Hold;

    /// Shows surfaces that the asker waits, as long as the hold lasts. Waiting works without it, but surfaces then
    /// report the asker as gone, so tell the person about a failure.
    fn hold(&self, id: RequestId) -> Result<Hold, Failure>;

    /// [`hold`](Backend::hold) for each of these requests, or for none.
    fn hold_all(&self, ids: &[RequestId]) -> Result<Hold, Failure> {
        let holds: Result<Vec<Hold>, Failure> = ids.iter().map(|id| self.hold(*id)).collect();
        Ok(Box::new(holds?))
    }

    /// Has this called with a line for the person when waits can't reach what they wait at, and again after each time
    /// that they could. A backend of this machine never calls it.
    fn tell_absence(&self, _: TellAbsence) {}

    /// Closes a request. `false`: this same ending was accepted before. A refusal names the winner. Without a key the
    /// backend makes one. Withdrawing needs the right to ask, everything else the right to answer.
    fn close(&self, id: RequestId, closing: Closing, key: Option<IdempotencyKey>) -> Result<bool, Failure>;

    /// Does the same without blocking.
    fn close_then(&self, id: RequestId, closing: Closing, key: Option<IdempotencyKey>, then: Then<bool>) {
        then(self.close(id, closing, key));
    }

    /// Records that the ending was written and flushed. `false`: it was delivered before. Needs the right to ask.
    fn delivered(&self, id: RequestId) -> Result<bool, Failure>;

    /// Does the same without blocking.
    fn delivered_then(&self, id: RequestId, then: Then<bool>) {
        then(self.delivered(id));
    }

    /// One request, with its time limit judged first.
    fn get(&self, id: RequestId) -> Result<StoredRequest, Failure>;

    /// One request as it is stored, without judging its time limit: works on a read-only store.
    fn read(&self, id: RequestId) -> Result<StoredRequest, Failure> {
        self.get(id)
    }

    /// The open requests in the order of asking, at most so many (0 is all). Their time limits are judged first.
    fn list(&self, limit: usize) -> Result<Vec<Pending>, Failure> {
        self.list_at(limit).map(|(_, pending)| pending)
    }

    /// The same list with the log position for which it is true. Following [from there](Backend::follow_from) misses
    /// nothing. It may report the end of a request that isn't in the list.
    fn list_at(&self, limit: usize) -> Result<(Position, Vec<Pending>), Failure>;

    /// The number of open requests.
    fn count(&self) -> Result<u64, Failure> {
        Ok(self.list(0)?.len() as u64)
    }

    /// The number of open requests that aren't snoozed now.
    fn waiting(&self) -> Result<u64, Failure> {
        Ok(self.count()?.saturating_sub(self.snoozed()?.len() as u64))
    }

    /// The snoozed requests, each with the end of its snooze in milliseconds since 1970.
    fn snoozed(&self) -> Result<Vec<(RequestId, u64)>, Failure> {
        Ok(Vec::new())
    }

    /// Snoozes an open request until then, in milliseconds since 1970; 0 brings it back. Needs the right to answer.
    fn snooze(&self, id: RequestId, until_ms: u64) -> Result<(), Failure> {
        let _ = (id, until_ms);
        Err(Failure::lacks("snooze"))
    }

    /// Searches the closed requests, the latest first. Fails if the backend keeps none.
    fn history(&self, query: &Query) -> Result<Vec<Past>, Failure> {
        let _ = query;
        Err(Failure::lacks("history"))
    }

    /// The ids with this prefix, of open and closed requests, at most so many. A backend that leaves this out finds the
    /// open ones alone.
    fn find(&self, prefix: &str, limit: usize) -> Result<Vec<RequestId>, Failure> {
        let ids = self.list(0)?.into_iter().map(|pending| pending.id);
        Ok(ids.filter(|id| id.to_string().starts_with(prefix)).take(limit).collect())
    }

    /// The shortest unique prefix of an id, of at least six letters.
    fn short_id(&self, id: RequestId) -> Result<String, Failure> {
        let whole = id.to_string();
        for letters in SHORTEST..whole.len() {
            if self.find(&whole[..letters], 2)?.len() < 2 {
                return Ok(whole[..letters].to_owned());
            }
        }
        Ok(whole)
    }

    /// The text typed so far for a request, on any surface.
    fn drafts(&self, id: RequestId) -> Result<Draft, Failure>;

    /// The same question by question, each with its revision, and with the text that lost its place. None of a secret.
    fn question_drafts(&self, id: RequestId) -> Result<Vec<QuestionDraft>, Failure> {
        let _ = id;
        Err(Failure::lacks("drafts by question"))
    }

    /// Keeps the text typed for one question of an open request, as the draft of that one question. `revision` is the
    /// last one that the writer knows, 0 if none. Needs the right to answer.
    fn keep_draft(
        &self,
        id: RequestId,
        question: usize,
        revision: u64,
        draft: &Draft,
    ) -> Result<DraftReply, Failure> {
        let _ = (id, question, revision, draft);
        Err(Failure::lacks("drafts by question"))
    }

    /// What is kept of a request as a whole: its page, and the reason for declining.
    fn whole(&self, _id: RequestId) -> Result<WholeDraft, Failure> {
        Ok(WholeDraft::default())
    }

    /// The open requests with a draft, or with an answer that was decided and not sent.
    fn marks(&self) -> Result<Vec<(RequestId, RequestMark)>, Failure> {
        Ok(Vec::new())
    }

    /// The requests with texts of people who came too late, the latest text first.
    fn late_requests(&self) -> Result<Vec<RequestId>, Failure> {
        Ok(Vec::new())
    }

    /// The texts of people who came too late; they are kept for a week.
    fn late_drafts(&self, id: RequestId) -> Result<Vec<LateDraft>, Failure> {
        let _ = id;
        Ok(Vec::new())
    }

    /// Whether the asker of this request still waits.
    fn asker_waits(&self, id: RequestId) -> bool;

    /// Whether an inbox is in use.
    fn inbox_in_use(&self) -> bool;

    /// Follows requests. Needs the right to answer.
    fn follow(&self, follow: Follow, wake: Wake) -> Result<Box<dyn Feed>, Failure>;

    /// Follows the log, beginning with the first record after this position. Needs the right to answer. Fails if the
    /// backend has no log.
    fn follow_from(&self, after: Position, wake: Wake) -> Result<Box<dyn LogReader>, Failure> {
        let _ = (after, wake);
        Err(Failure::lacks("log to follow"))
    }

    /// A unique key, for an ending or a surface.
    fn new_key(&self) -> IdempotencyKey;

    /// Fails with the reason if the backend acknowledges nothing any more.
    fn health(&self) -> Result<(), Failure> {
        Ok(())
    }
}
