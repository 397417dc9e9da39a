//! The remote backend: every call of the trait, over HTTP.
//!
//! - A caller may block: the work is done by one thread in the background.
//! - A failed call says whether the server may have carried it out.
//! - A callback runs on a thread of its own, so it may call the backend.

use crate::address::ServerAddress;
use crate::call::HttpCall;
use crate::connect::ServerConnector;
use crate::ending_feed::EndingFeed;
use crate::failure::{ServerWords, lacks};
use crate::feed::RemoteFeed;
use crate::limits::ClientLimits;
use crate::log_reader::RemoteLogReader;
use crate::service::{CallError, ServerCalls};
use crate::tokens::{Secrets, TokenRole};
use crate::waits::{ClientPolls, poll};
use crate::worker::Worker;
use asq_backend::{
    AskReply, Backend, ClosedRequest, DraftReply, Failure, Feed, Follow, Hold, LateDraft, LogReader,
    NewRequest, QuestionDraft, StoredRequest, TellAbsence, Then, Wake,
};
use asq_core::history::{Past, Query};
use asq_core::inbox::{Pending, Position, RequestMark};
use asq_core::life::{Closing, IdempotencyKey, RequestId, Right};
use asq_core::model::{Answers, Draft, Typed, WholeDraft};
use asq_wire::http::{CallProblem, DraftBody, DraftOf, ListState};
use asq_wire::public::{PublicError, utc};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};

/// What a client needs to know.
pub struct RemoteConfig {
    /// Where the server is.
    pub address: ServerAddress,
    /// Its tokens and tickets.
    pub secrets: Secrets,
    /// Where the tokens come from, for messages: a file, in words.
    pub token_source: String,
    /// How long it waits.
    pub limits: ClientLimits,
    /// Makes random numbers for keys.
    pub random: Box<dyn Fn() -> u128 + Send + Sync>,
}

/// A server, in the hands of the holder of its tokens.
pub struct RemoteBackend {
    shared: Arc<SharedRemote>,
    waiter: Waiter,
    /// By request: how many questions it has.
    questions: Mutex<BTreeMap<RequestId, usize>>,
}

/// What a backend and its feeds share.
pub(crate) struct SharedRemote {
    pub(crate) service: Arc<ServerCalls>,
    pub(crate) worker: Worker,
    random: Box<dyn Fn() -> u128 + Send + Sync>,
}

#[derive(Clone)]
pub(crate) struct Waiter {
    shared: Arc<SharedRemote>,
    polls: Arc<ClientPolls>,
}

impl Waiter {
    pub(crate) fn wait_for(&self, id: RequestId, then: Option<Then<ClosedRequest>>) -> Hold {
        let (hold, started) = self.polls.hold(id, then);
        if let Some(stopped) = started {
            let (service, polls) = (self.shared.service.clone(), self.polls.clone());
            self.shared.worker.spawn(poll(service, polls, id, stopped));
        }
        // The wait goes on without the backend, as long as it is held.
        Box::new((hold, self.shared.clone()))
    }
}

impl SharedRemote {
    pub(crate) fn new_key(&self) -> IdempotencyKey {
        IdempotencyKey(format!("{:032x}", (self.random)()))
    }

    /// Runs a task in the background, and waits for it.
    pub(crate) fn wait<T: Send + 'static>(
        &self,
        task: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, Failure> {
        self.worker.wait(task).ok_or_else(|| Failure::failed("the connection's thread has ended"))
    }
}

impl RemoteBackend {
    /// A backend over a server. It connects with its first call.
    ///
    /// # Errors
    /// No thread could be started.
    pub fn open(config: RemoteConfig) -> Result<RemoteBackend, Failure> {
        let RemoteConfig { address, secrets, token_source, limits, random } = config;
        let words = ServerWords { address: address.to_string(), token: token_source };
        let service = ServerCalls::new(ServerConnector::new(address), limits, words, secrets);
        let worker = Worker::start();
        let worker =
            worker.map_err(|error| Failure::failed(format!("no thread could be started: {error}")))?;
        let shared = Arc::new(SharedRemote { service: Arc::new(service), worker, random });
        let waiter = Waiter { shared: shared.clone(), polls: Arc::default() };
        Ok(RemoteBackend { shared, waiter, questions: Mutex::default() })
    }

    /// Whether its tokens may answer, and whether they may ask.
    ///
    /// # Errors
    /// The server is away, or refuses every token.
    pub fn rights(&self) -> Result<(bool, bool), Failure> {
        self.reads(|service| async move { service.rights().await })
    }

    /// A call that changes nothing.
    fn reads<T, F>(&self, call: impl FnOnce(Arc<ServerCalls>) -> F) -> Result<T, Failure>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, CallError>> + Send + 'static,
    {
        let service = &self.shared.service;
        self.shared.wait(call(service.clone()))?.map_err(|error| service.unread(error))
    }

    /// A call that may have been carried out although its reply is lost.
    fn changes<T, F>(&self, call: impl FnOnce(Arc<ServerCalls>) -> F) -> Result<T, Failure>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, CallError>> + Send + 'static,
    {
        let service = &self.shared.service;
        self.shared.wait(call(service.clone()))?.map_err(|error| service.changed(error))
    }

    /// The same without blocking.
    fn changes_then<T, F>(&self, call: impl FnOnce(Arc<ServerCalls>) -> F, then: Then<T>)
    where
        T: Send + 'static,
        F: Future<Output = Result<T, CallError>> + Send + 'static,
    {
        let service = self.shared.service.clone();
        let call = call(service.clone());
        self.shared.worker.spawn(async move {
            let done = call.await.map_err(|error| service.changed(error));
            tokio::task::spawn_blocking(move || then(done));
        });
    }

    fn state(&self) -> Result<ListState, Failure> {
        let state = self.reads(|service| async move { service.state().await })?;
        state.list.ok_or_else(|| lacks(Right::Answer))
    }

    /// How many questions a request has; that never changes.
    fn questions(&self, id: RequestId) -> Result<usize, Failure> {
        let known = self.questions.lock().unwrap_or_else(PoisonError::into_inner).get(&id).copied();
        match known {
            Some(questions) => Ok(questions),
            None => self.get(id).map(|stored| stored.asked().map_or(0, |it| it.request.questions.len())),
        }
    }
}

impl Backend for RemoteBackend {
    fn tell_absence(&self, tell: TellAbsence) {
        self.shared.service.absence.tell(tell);
    }

    fn ask(&self, new: NewRequest) -> Result<AskReply, Failure> {
        self.changes(|service| async move { asked(service.ask(new, false).await) })
    }

    fn ask_then(&self, new: NewRequest, then: Then<AskReply>) {
        self.changes_then(|service| async move { asked(service.ask(new, false).await) }, then);
    }

    fn earlier(&self, new: &NewRequest) -> Result<Option<AskReply>, Failure> {
        let new = new.clone();
        self.reads(|service| async move { service.ask(new, true).await })
    }

    fn when_closed(&self, id: RequestId, then: Then<ClosedRequest>) -> Hold {
        self.waiter.wait_for(id, Some(then))
    }

    fn hold(&self, id: RequestId) -> Result<Hold, Failure> {
        Ok(self.waiter.wait_for(id, None))
    }

    fn close(&self, id: RequestId, closing: Closing, key: Option<IdempotencyKey>) -> Result<bool, Failure> {
        let key = key.unwrap_or_else(|| self.shared.new_key());
        self.changes(|service| async move { service.close(id, &closing, key).await })
    }

    fn close_then(&self, id: RequestId, closing: Closing, key: Option<IdempotencyKey>, then: Then<bool>) {
        let key = key.unwrap_or_else(|| self.shared.new_key());
        self.changes_then(|service| async move { service.close(id, &closing, key).await }, then);
    }

    fn delivered(&self, id: RequestId) -> Result<bool, Failure> {
        self.changes(|service| async move { service.delivered(id).await })
    }

    fn delivered_then(&self, id: RequestId, then: Then<bool>) {
        self.changes_then(|service| async move { service.delivered(id).await }, then);
    }

    fn get(&self, id: RequestId) -> Result<StoredRequest, Failure> {
        let stored = self.reads(|service| async move { service.records(id).await })?;
        if let Some(asked) = stored.asked() {
            let mut questions = self.questions.lock().unwrap_or_else(PoisonError::into_inner);
            questions.insert(id, asked.request.questions.len());
        }
        Ok(stored)
    }

    fn list_at(&self, limit: usize) -> Result<(Position, Vec<Pending>), Failure> {
        let list = self.reads(|service| async move { service.list().await })?;
        let mut pending: Vec<Pending> = list.requests.into_iter().map(|row| row.pending).collect();
        // The rows of a table have the snoozed ones last; here the order of asking counts.
        pending.sort_by_key(|pending| pending.position);
        if limit > 0 {
            pending.truncate(limit);
        }
        Ok((list.position, pending))
    }

    fn count(&self) -> Result<u64, Failure> {
        self.state().map(|state| state.open)
    }

    fn waiting(&self) -> Result<u64, Failure> {
        self.state().map(|state| state.waiting)
    }

    fn snoozed(&self) -> Result<Vec<(RequestId, u64)>, Failure> {
        self.state().map(|state| state.snoozed)
    }

    fn snooze(&self, id: RequestId, until_ms: u64) -> Result<(), Failure> {
        let until = (until_ms > 0).then(|| utc(until_ms));
        let call = HttpCall::post(format!("/v1/requests/{id}/snooze"), json!({ "until": until }));
        self.changes(
            |service| async move { service.call(TokenRole::Answers, Some(id), call, |_| Ok(())).await },
        )
    }

    fn history(&self, query: &Query) -> Result<Vec<Past>, Failure> {
        let query = query.clone();
        let found = self.reads(|service| async move { service.history(&query).await })?;
        Ok(found.into_iter().map(|found| found.past).collect())
    }

    fn find(&self, prefix: &str, limit: usize) -> Result<Vec<RequestId>, Failure> {
        let whole: Result<RequestId, _> = prefix.parse();
        let prefix = prefix.to_owned();
        let found = self.reads(|service| async move { service.find(&prefix, limit).await });
        match (found, whole) {
            // An asker may not list, but knows its own requests by their whole ids.
            (Err(Failure::Refused(_)), Ok(id)) => match self.get(id) {
                Ok(_) => Ok(vec![id]),
                Err(Failure::NoSuch(_)) => Ok(Vec::new()),
                Err(failure) => Err(failure),
            },
            (found, _) => found,
        }
    }

    fn short_id(&self, id: RequestId) -> Result<String, Failure> {
        self.reads(|service| async move { service.short_id(id).await })
    }

    fn drafts(&self, id: RequestId) -> Result<Draft, Failure> {
        let questions = self.questions(id)?;
        let list = self.reads(|service| async move { service.drafts(id).await })?;
        let mut whole = Draft { answers: Answers::none(questions), ..Draft::default() };
        for row in list.drafts.into_iter().filter(|row| row.question < questions) {
            let Draft { answers, typed, kept: _ } = row.draft;
            if let Some(entry) = answers.entries.into_iter().next() {
                whole.answers.entries[row.question] = entry;
            }
            whole.typed.extend(typed.into_iter().map(|typed| Typed { question: row.question, ..typed }));
        }
        Ok(whole)
    }

    fn question_drafts(&self, id: RequestId) -> Result<Vec<QuestionDraft>, Failure> {
        let list = self.reads(|service| async move { service.drafts(id).await })?;
        let row = |row: DraftOf| QuestionDraft {
            question: row.question,
            revision: row.revision,
            at_ms: row.at_ms,
            draft: row.draft,
            other: row.other,
        };
        Ok(list.drafts.into_iter().map(row).collect())
    }

    fn keep_draft(
        &self,
        id: RequestId,
        question: usize,
        revision: u64,
        draft: &Draft,
    ) -> Result<DraftReply, Failure> {
        let body = DraftBody { revision, draft: draft.clone() };
        let call = HttpCall::put(format!("/v1/requests/{id}/drafts/{question}"), body.to_json());
        self.changes(|service| async move {
            let reply = service.reply(TokenRole::Answers, call).await?;
            if let Ok(CallProblem::Clash { revision, theirs, .. }) = CallProblem::from_json(&reply.body) {
                return Ok(DraftReply::Clash { revision, theirs });
            }
            let kept = |body: &Value| {
                let revision = body.get("revision").and_then(Value::as_u64);
                revision.map(DraftReply::Kept).ok_or(PublicError::Nonsense("reply has no revision"))
            };
            service.read(&reply, Some(id), kept)
        })
    }

    fn whole(&self, id: RequestId) -> Result<WholeDraft, Failure> {
        self.reads(|service| async move { service.drafts(id).await }).map(|list| list.whole)
    }

    fn marks(&self) -> Result<Vec<(RequestId, RequestMark)>, Failure> {
        self.state().map(|state| state.marks)
    }

    fn late_requests(&self) -> Result<Vec<RequestId>, Failure> {
        self.state().map(|state| state.late)
    }

    fn late_drafts(&self, id: RequestId) -> Result<Vec<LateDraft>, Failure> {
        let list = self.reads(|service| async move { service.drafts(id).await })?;
        let late = list.late.into_iter().map(|late| LateDraft {
            question: late.question,
            at_ms: late.at_ms,
            draft: late.draft,
        });
        Ok(late.collect())
    }

    fn asker_waits(&self, id: RequestId) -> bool {
        self.reads(|service| async move { service.asker_waits(id).await }).unwrap_or_default()
    }

    fn inbox_in_use(&self) -> bool {
        self.reads(|service| async move { service.state().await }).is_ok_and(|state| state.inbox_in_use)
    }

    fn follow(&self, follow: Follow, wake: Wake) -> Result<Box<dyn Feed>, Failure> {
        if follow == Follow::Opened && self.rights().is_ok_and(|(answers, asks)| asks && !answers) {
            return Ok(Box::new(EndingFeed::new(self.waiter.clone(), wake)?));
        }
        Ok(Box::new(RemoteFeed::follow(self.shared.clone(), follow, wake)?))
    }

    fn follow_from(&self, after: Position, wake: Wake) -> Result<Box<dyn LogReader>, Failure> {
        Ok(Box::new(RemoteLogReader::follow(&self.shared, after, wake)?))
    }

    fn new_key(&self) -> IdempotencyKey {
        self.shared.new_key()
    }

    fn health(&self) -> Result<(), Failure> {
        self.reads(|service| async move { service.health().await })
    }
}

/// An ask always leads to something.
fn asked(reply: Result<Option<AskReply>, CallError>) -> Result<AskReply, CallError> {
    let nothing = || CallError::Failed(Failure::failed("the server neither took the ask nor refused it"));
    reply.and_then(|reply| reply.ok_or_else(nothing))
}
