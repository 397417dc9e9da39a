//! A backend in memory: requests live as long as it does, and no store is opened.
//!
//! - Core decides (`Life`) and lists (`Inbox`), so refusals, conflicts and news are the real ones.
//! - Everybody who holds a clone shares its requests; each clone acts as one party.
//! - A feed hears of what arrives and closes, and its commands are carried out at once.
//! - It can refuse feeds, like a process that has no descriptor left, and stop them, like a store that is gone.

use asq_backend::{
    AskReply, Backend, ClosedRequest, Failure, Feed, Follow, Hold, LateDraft, LogReader, NewRequest,
    StoredRequest, Then, Wake,
};
use asq_core::history::{Past, Query};
use asq_core::inbox::{Command, Inbox, Notice, Pending, Position};
use asq_core::life::{
    Actor, Asked, Closing, How, IdempotencyKey, Input, Life, Moment, Record, Refusal, RequestId, Right,
};
use asq_core::model::Draft;
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A backend in memory, in the hands of one party.
#[derive(Clone)]
pub struct TestBackend {
    shared: Arc<Mutex<Shared>>,
    person: String,
}

#[derive(Default)]
struct Shared {
    log: Vec<(RequestId, Record)>,
    drafts: BTreeMap<RequestId, Draft>,
    held: BTreeMap<RequestId, Arc<()>>,
    waits: Vec<(RequestId, Then<ClosedRequest>)>,
    bells: Vec<UnixStream>,
    in_use: bool,
    refuses_feeds: bool,
    /// Why feeds bring no more news.
    stopped: Option<String>,
}

const NOW: Moment = Moment { wall_ms: 1_800_000_000_000, boot: None };

impl TestBackend {
    /// An empty one, in the hands of a person of this name.
    pub fn new(person: &str) -> TestBackend {
        TestBackend { shared: Arc::default(), person: person.to_owned() }
    }

    /// The same requests, in the hands of somebody else.
    pub fn seen_by(&self, person: &str) -> TestBackend {
        TestBackend { shared: self.shared.clone(), person: person.to_owned() }
    }

    /// Whether an inbox is in use from now on.
    pub fn use_inbox(&self, in_use: bool) {
        self.lock().in_use = in_use;
    }

    /// From now on nobody gets a feed.
    pub fn refuse_feeds(&self) {
        self.lock().refuses_feeds = true;
    }

    /// From now on no feed brings news, like those of a store that is gone.
    pub fn stop_feeds(&self, why: &str) {
        let mut shared = self.lock();
        shared.stopped = Some(why.to_owned());
        shared.ring();
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Decides, records, and tells everybody; whether anything was recorded.
    fn input(&self, id: RequestId, right: Right, input: Input) -> Result<bool, Failure> {
        let (name, how) = if right == Right::Ask { ("agent", How::Cli) } else { (&*self.person, How::Tty) };
        let mut shared = self.lock();
        let life = if matches!(input, Input::Ask(_)) { Life::default() } else { shared.life(id)? };
        let decided = life.decide(NOW, &Actor::new(name, right, how), input);
        let records = decided.map_err(|why| Failure::Refused(Box::new(why)))?;
        shared.log.extend(records.iter().map(|record| (id, record.clone())));
        let closed = ClosedRequest::of(id, &shared.life(id)?);
        let (over, rest) = std::mem::take(&mut shared.waits)
            .into_iter()
            .partition::<Vec<_>, _>(|(waits, _)| *waits == id && closed.is_some());
        shared.waits = rest;
        shared.ring();
        drop(shared);
        for ((_, then), closed) in over.into_iter().zip(closed.into_iter().cycle()) {
            then(Ok(closed));
        }
        Ok(!records.is_empty())
    }
}

impl Shared {
    fn ring(&mut self) {
        // A bell whose feed is gone rings for nobody.
        self.bells.retain_mut(|bell| bell.write(b"!").is_ok());
    }

    fn life(&self, id: RequestId) -> Result<Life, Failure> {
        let life = Life::replay(self.log.iter().filter(|(of, _)| *of == id).map(|(_, record)| record));
        if life.sequence() == 0 { Err(Failure::NoSuch(id)) } else { Ok(life) }
    }

    /// Brings a list up to date; the news of the requests that are wanted.
    fn news(&self, inbox: &mut Inbox, wanted: impl Fn(RequestId) -> bool) -> Vec<Notice> {
        let mut news = Vec::new();
        for (at, (id, record)) in (1..).map(Position).zip(&self.log) {
            let notices = inbox.apply(at, *id, record).unwrap_or_default();
            news.extend(notices.into_iter().filter(|_| wanted(*id)));
        }
        news
    }
}

impl Backend for TestBackend {
    fn ask(&self, new: NewRequest) -> Result<AskReply, Failure> {
        if let Some(reply) = self.earlier(&new)? {
            return Ok(reply);
        }
        let NewRequest { request, dialect, call, origin, ticket, about, returns } = new;
        let digest = asq_wire::digest(&request).map_err(|error| Failure::failed(error.to_string()))?;
        let asked = Asked { request, digest, claim: None, dialect, call, origin, ticket, about, returns };
        let mut shared = self.lock();
        let id = RequestId(shared.held.len() as u128 + 1);
        shared.held.insert(id, Arc::default());
        drop(shared);
        self.input(id, Right::Ask, Input::Ask(Box::new(asked)))?;
        Ok(AskReply::Open { id, again: false })
    }

    fn ask_then(&self, new: NewRequest, then: Then<AskReply>) {
        then(self.ask(new));
    }

    fn earlier(&self, new: &NewRequest) -> Result<Option<AskReply>, Failure> {
        let shared = self.lock();
        for id in shared.held.keys().copied() {
            let Ok(life) = shared.life(id) else { continue };
            let Some(asked) = life.asked() else { continue };
            let call_id = &asked.request.from.call_id;
            let same_id = call_id.is_some() && *call_id == new.request.from.call_id;
            let same = asked.request == new.request && asked.dialect == new.dialect;
            return Ok(Some(match ClosedRequest::of(id, &life) {
                Some(closed) if same && (closed.delivered.is_none() || same_id) => AskReply::Closed(closed),
                None if same => AskReply::Open { id, again: true },
                Some(_) | None if same_id => AskReply::Conflict { id, asked: Box::new(asked.clone()) },
                Some(_) | None => continue,
            }));
        }
        Ok(None)
    }

    fn when_closed(&self, id: RequestId, then: Then<ClosedRequest>) -> Hold {
        match self.get(id).map(|stored| ClosedRequest::of(id, &stored.life)) {
            Ok(None) => self.lock().waits.push((id, then)),
            Ok(Some(closed)) => then(Ok(closed)),
            Err(failure) => then(Err(failure)),
        }
        Box::new(())
    }

    fn hold(&self, id: RequestId) -> Result<Hold, Failure> {
        Ok(Box::new(self.lock().held.get(&id).ok_or(Failure::NoSuch(id))?.clone()))
    }

    fn close(&self, id: RequestId, closing: Closing, key: Option<IdempotencyKey>) -> Result<bool, Failure> {
        self.input(id, closing.needs(), Input::Close { closing, key })
    }

    fn close_then(&self, id: RequestId, closing: Closing, key: Option<IdempotencyKey>, then: Then<bool>) {
        then(self.close(id, closing, key));
    }

    fn delivered(&self, id: RequestId) -> Result<bool, Failure> {
        match self.input(id, Right::Ask, Input::Deliver) {
            Err(Failure::Refused(why)) if matches!(*why, Refusal::DeliveredBefore(_)) => Ok(false),
            done => done,
        }
    }

    fn delivered_then(&self, id: RequestId, then: Then<bool>) {
        then(self.delivered(id));
    }

    fn get(&self, id: RequestId) -> Result<StoredRequest, Failure> {
        let shared = self.lock();
        let (life, closed_at) = (shared.life(id)?, None);
        let asked = shared.log.iter().find(|(of, _)| *of == id);
        Ok(StoredRequest { id, life, asked_by: asked.map(|(_, it)| (it.at, it.by.clone())), closed_at })
    }

    fn read(&self, id: RequestId) -> Result<StoredRequest, Failure> {
        self.get(id)
    }

    fn list_at(&self, limit: usize) -> Result<(Position, Vec<Pending>), Failure> {
        let mut inbox = Inbox::default();
        self.lock().news(&mut inbox, |_| false);
        let most = if limit == 0 { usize::MAX } else { limit };
        Ok((inbox.position(), inbox.iter().take(most).map(|pending| Pending::clone(pending)).collect()))
    }

    fn snoozed(&self) -> Result<Vec<(RequestId, u64)>, Failure> {
        Ok(Vec::new())
    }

    fn waiting(&self) -> Result<u64, Failure> {
        self.count()
    }

    fn count(&self) -> Result<u64, Failure> {
        Ok(self.list(0)?.len() as u64)
    }

    fn history(&self, _: &Query) -> Result<Vec<Past>, Failure> {
        Ok(Vec::new())
    }

    fn find(&self, prefix: &str, limit: usize) -> Result<Vec<RequestId>, Failure> {
        let begins = |id: &&RequestId| id.to_string().starts_with(prefix);
        Ok(self.lock().held.keys().filter(begins).take(limit).copied().collect())
    }

    fn drafts(&self, id: RequestId) -> Result<Draft, Failure> {
        Ok(self.lock().drafts.get(&id).cloned().unwrap_or_default())
    }

    fn late_drafts(&self, _: RequestId) -> Result<Vec<LateDraft>, Failure> {
        Ok(Vec::new())
    }

    fn asker_waits(&self, id: RequestId) -> bool {
        self.lock().held.get(&id).is_some_and(|held| Arc::strong_count(held) > 1)
    }

    fn inbox_in_use(&self) -> bool {
        self.lock().in_use
    }

    fn follow(&self, follow: Follow, _: Wake) -> Result<Box<dyn Feed>, Failure> {
        let fault = |error: std::io::Error| Failure::failed(error.to_string());
        if self.lock().refuses_feeds {
            return Err(Failure::failed("no descriptor is left".to_owned()));
        }
        let (bell, rings) = UnixStream::pair().map_err(fault)?;
        bell.set_nonblocking(true).and_then(|()| rings.set_nonblocking(true)).map_err(fault)?;
        self.lock().bells.push(bell);
        let (mut inbox, all) = (Inbox::default(), follow == Follow::Inbox);
        let (position, open) = self.list_at(0)?;
        let known = inbox.reread(position, open);
        let unread = if all { known } else { Vec::new() };
        let state = FeedState { inbox, opened: Vec::new(), unread, stopped: false };
        Ok(Box::new(TestFeed { backend: self.clone(), all, rings, state: Mutex::new(state) }))
    }

    fn follow_from(&self, _: Position, _: Wake) -> Result<Box<dyn LogReader>, Failure> {
        Err(Failure::failed("its log has no readers".to_owned()))
    }

    fn new_key(&self) -> IdempotencyKey {
        IdempotencyKey("key".to_owned())
    }

    fn health(&self) -> Result<(), Failure> {
        Ok(())
    }
}

/// A surface's line to it.
struct TestFeed {
    backend: TestBackend,
    all: bool,
    rings: UnixStream,
    state: Mutex<FeedState>,
}

struct FeedState {
    inbox: Inbox,
    opened: Vec<RequestId>,
    unread: Vec<Notice>,
    stopped: bool,
}

impl TestFeed {
    /// Adds the news since the last look.
    fn catch_up(&self, state: &mut FeedState) {
        let FeedState { inbox, opened, unread, stopped } = state;
        let shared = self.backend.lock();
        if *stopped {
            return;
        }
        unread.extend(shared.news(inbox, |id| self.all || opened.contains(&id)));
        if let Some(why) = &shared.stopped {
            unread.push(Notice::Stopped(why.clone()));
            *stopped = true;
        }
    }
}

impl Feed for TestFeed {
    fn notices(&self) -> Vec<Notice> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while matches!((&self.rings).read(&mut [0; 64]), Ok(1..)) {}
        self.catch_up(&mut state);
        std::mem::take(&mut state.unread)
    }

    fn send(&self, command: Command) {
        let reply = match command {
            Command::Open(id) => match self.backend.get(id).map(|stored| stored.life) {
                Ok(life) => life.asked().cloned().zip(life.asked_at()).map(|(asked, at)| {
                    let draft = self.backend.drafts(id).unwrap_or_default();
                    Notice::Opened { id, asked: Box::new(asked), at, draft: Box::new(draft) }
                }),
                Err(_) => Some(Notice::Gone(id)),
            },
            Command::Close { id, closing, key } => Some(match self.backend.close(id, closing, key) {
                Ok(_) => Notice::Accepted(id),
                Err(Failure::Refused(why)) => Notice::Refused { id, why },
                Err(Failure::NoSuch(id)) => Notice::Gone(id),
                Err(Failure::Store(fault)) => Notice::Trouble(Some(fault.text)),
            }),
            Command::Draft { id, draft } => {
                self.backend.lock().drafts.insert(id, draft);
                None
            }
            Command::Announce { ids, pace: _ } => Some(Notice::Announced(ids)),
            Command::Snooze { id, until_ms } => Some(Notice::Snoozed { id, until_ms }),
            Command::Typed | Command::Shut(_) | Command::Jump(_) | Command::Whole { .. } => None,
        };
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        self.catch_up(&mut state);
        if let Some(Notice::Opened { id, .. }) = &reply {
            state.opened.push(*id);
        }
        state.unread.extend(reply);
    }

    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        Some(self.rings.as_fd())
    }
}
