//! A surface's line to a server: notices one way, commands the other.
//!
//! - The connection comes back by itself, and the surface goes on where it was.
//! - A server that is away for two seconds is reported, and so is its return.
//! - So is a server that keeps a command waiting for half the time of a call, although the connection stands.
//! - Sending a command never blocks. Leaving waits a moment for what isn't sent.
//! - A token that no longer counts ends the feed, with the reason.

use crate::call::HttpCall;
use crate::mirror::FeedMirror;
use crate::notice_box::NoticeBox;
use crate::remote::SharedRemote;
use crate::service::{CallError, ServerCalls};
use crate::stream::ServerStream;
use crate::tokens::TokenRole;
use asq_backend::{Failure, Feed, Follow, Wake};
use asq_core::inbox::{Command, Notice};
use asq_wire::http::{FeedCommands, FeedHello, notice_from_json};
use asq_wire::public::PublicError;
use futures_util::future::{Either, select};
use rustix::fd::BorrowedFd;
use serde_json::Value;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep, sleep_until, timeout};

/// The first pause after a failed try, and the longest one.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// A surface's line. Dropping it leaves.
pub(crate) struct RemoteFeed {
    line: Arc<FeedLink>,
    shared: Arc<SharedRemote>,
}

/// The line, as its task and its surface share it.
struct FeedLink {
    follow: Follow,
    mirror: Mutex<FeedMirror>,
    notices: NoticeBox,
    /// Whether the surface knows that the server is away.
    told: AtomicBool,
    /// There is something to send, or the surface leaves.
    stir: Notify,
    leaves: Mutex<Option<mpsc::Sender<()>>>,
    over: Notify,
}

struct ConnectedFeed {
    name: String,
    stream: ServerStream,
}

enum FeedEnd {
    /// The server is away, or has let the feed go.
    Lost,
    /// For good, with the reason.
    Stopped(String),
}

impl RemoteFeed {
    /// Follows requests. A server that is away isn't a failure: the feed tries again by itself.
    pub(crate) fn follow(
        shared: Arc<SharedRemote>,
        follow: Follow,
        wake: Wake,
    ) -> Result<RemoteFeed, Failure> {
        let line = Arc::new(FeedLink {
            follow,
            mirror: Mutex::default(),
            notices: NoticeBox::new(wake)?,
            told: AtomicBool::new(false),
            stir: Notify::new(),
            leaves: Mutex::default(),
            over: Notify::new(),
        });
        let (service, at) = (shared.service.clone(), line.clone());
        let first = shared.wait(async move { at.open(&service).await })?;
        let first = match first {
            Ok(feed) => Some(feed),
            Err(CallError::Failed(failure)) => return Err(failure),
            Err(CallError::Away(_) | CallError::Busy(_)) => {
                line.is_away(&shared.service);
                None
            }
        };
        let (service, at) = (shared.service.clone(), line.clone());
        shared.worker.spawn(async move {
            let run = pin!(at.run(&service, first));
            // Dropping the task closes the stream.
            select(run, pin!(at.over.notified())).await;
        });
        Ok(RemoteFeed { line, shared })
    }
}

impl Feed for RemoteFeed {
    fn notices(&self) -> Vec<Notice> {
        self.line.notices.take()
    }

    fn send(&self, command: Command) {
        let command = match command {
            Command::Close { id, closing, key: None } => {
                Command::Close { id, closing, key: Some(self.shared.new_key()) }
            }
            command => command,
        };
        self.line.mirror().command(command);
        self.line.stir.notify_one();
    }

    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        self.line.notices.fd()
    }
}

impl Drop for RemoteFeed {
    fn drop(&mut self) {
        let (sent, all_sent) = mpsc::channel();
        *self.line.leaves.lock().unwrap_or_else(PoisonError::into_inner) = Some(sent);
        if !self.line.mirror().is_sent() {
            self.line.stir.notify_one();
            // What can't be sent by then is lost with the surface, which knows it.
            let _ = all_sent.recv_timeout(self.shared.service.limits.leaving);
        }
        self.line.over.notify_one();
    }
}

impl FeedLink {
    fn mirror(&self) -> MutexGuard<'_, FeedMirror> {
        self.mirror.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a feed, and takes its first event.
    async fn open(&self, service: &ServerCalls) -> Result<ConnectedFeed, CallError> {
        let follow = match self.follow {
            Follow::Inbox => "inbox",
            Follow::Opened => "opened",
        };
        let call = HttpCall::get(format!("/v1/feed?follow={follow}"));
        let body = service.stream(TokenRole::Answers, call).await?;
        let mut stream = ServerStream::new(body, service.limits.feed_silence);
        let late = || CallError::Away(crate::call::NoReply::Lost("the feed doesn't begin".to_owned()));
        let event = timeout(service.limits.call, stream.next())
            .await
            .map_err(|_| late())?
            .map_err(CallError::Away)?;
        let hello = parsed(&event.data).and_then(|data| FeedHello::from_json(&data));
        let hello = hello.map_err(|error| service.strange(&error))?;
        let notices = self.mirror().hello(&hello);
        self.notices.post(notices);
        Ok(ConnectedFeed { name: hello.feed, stream })
    }

    /// Keeps a feed open until the surface leaves.
    async fn run(&self, service: &ServerCalls, first: Option<ConnectedFeed>) {
        let mut feed = first;
        loop {
            let open = match feed.take() {
                Some(open) => open,
                None => match self.open_again(service).await {
                    Ok(open) => open,
                    Err(why) => return self.notices.post([Notice::Stopped(why)]),
                },
            };
            self.is_back();
            match self.serve(service, open).await {
                FeedEnd::Lost => {}
                FeedEnd::Stopped(why) => return self.notices.post([Notice::Stopped(why)]),
            }
        }
    }

    /// Tries until the server is back. Tells the person if that takes a while.
    async fn open_again(&self, service: &ServerCalls) -> Result<ConnectedFeed, String> {
        let tries = async {
            let mut pause = FIRST_PAUSE;
            loop {
                match self.open(service).await {
                    Ok(open) => return Ok(open),
                    Err(CallError::Failed(failure)) => return Err(text(&failure)),
                    Err(CallError::Away(_) | CallError::Busy(_)) => {}
                }
                sleep(pause).await;
                pause = (2 * pause).min(LONGEST_PAUSE);
            }
        };
        let by = Instant::now() + service.limits.away;
        self.or_away(service, by, tries).await
    }

    /// Passes notices and commands on, until the feed ends.
    async fn serve(
        &self,
        service: &ServerCalls,
        ConnectedFeed { name, mut stream }: ConnectedFeed,
    ) -> FeedEnd {
        let reads = pin!(async {
            loop {
                self.notices.room().await;
                let Ok(event) = stream.next().await else { return FeedEnd::Lost };
                if event.name != "notice" {
                    continue;
                }
                match parsed(&event.data).and_then(|data| notice_from_json(&data)) {
                    Ok(None) => {}
                    Ok(Some(notice)) => {
                        let notices = self.mirror().notice(notice);
                        self.notices.post(notices);
                        // A request that was opened again may have text to send.
                        self.stir.notify_one();
                    }
                    Err(error) => return FeedEnd::Stopped(strange(service, &error)),
                }
            }
        });
        let sends = pin!(async {
            let mut pause = FIRST_PAUSE;
            // After a failed try: when the person learns of it.
            let mut told_by = None;
            loop {
                let batch = self.mirror().batch();
                let Some(batch) = batch else {
                    self.all_sent();
                    self.stir.notified().await;
                    continue;
                };
                let by = told_by.unwrap_or_else(|| Instant::now() + service.limits.call / 2);
                match self.or_away(service, by, send(service, &name, &batch)).await {
                    Ok(true) => {
                        (pause, told_by) = (FIRST_PAUSE, None);
                        self.is_back();
                        self.mirror().taken();
                    }
                    Ok(false) => return FeedEnd::Lost,
                    Err(CallError::Away(_) | CallError::Busy(_)) => {
                        let by = *told_by.get_or_insert_with(|| Instant::now() + service.limits.away);
                        self.or_away(service, by, sleep(pause)).await;
                        pause = (2 * pause).min(LONGEST_PAUSE);
                    }
                    Err(CallError::Failed(failure)) => return FeedEnd::Stopped(text(&failure)),
                }
            }
        });
        select(reads, sends).await.factor_first().0
    }

    /// Does this. If it takes longer than until then, the person learns that the server is away.
    async fn or_away<T>(&self, service: &ServerCalls, by: Instant, task: impl Future<Output = T>) -> T {
        match select(pin!(task), pin!(sleep_until(by))).await {
            Either::Left((done, _)) => done,
            Either::Right(((), task)) => {
                self.is_away(service);
                task.await
            }
        }
    }

    /// Tells the surface that the server is away, once.
    fn is_away(&self, service: &ServerCalls) {
        if !self.told.swap(true, Ordering::SeqCst) {
            self.notices.post([Notice::Trouble(Some(away(service)))]);
        }
    }

    fn is_back(&self) {
        if self.told.swap(false, Ordering::SeqCst) {
            self.notices.post([Notice::Trouble(None)]);
        }
    }

    fn all_sent(&self) {
        if let Some(leaves) = self.leaves.lock().unwrap_or_else(PoisonError::into_inner).take() {
            // The one who leaves may have waited long enough.
            let _ = leaves.send(());
        }
    }
}

/// Sends commands. `false`: the server has no such feed any more.
async fn send(service: &ServerCalls, feed: &str, batch: &FeedCommands) -> Result<bool, CallError> {
    let call = HttpCall::post(format!("/v1/feed/{feed}"), batch.to_json());
    let reply = service.reply(TokenRole::Answers, call).await?;
    if reply.status == 404 {
        return Ok(false);
    }
    service.read(&reply, None, |_| Ok(true))
}

fn parsed(data: &str) -> Result<Value, PublicError> {
    Ok(serde_json::from_str(data)?)
}

/// What the person reads while the server is away.
fn away(service: &ServerCalls) -> String {
    // What happened comes first: a narrow inbox cuts the rest.
    format!("the server does not answer; asq tries again ({})", service.words.address)
}

fn text(failure: &Failure) -> String {
    match failure {
        Failure::NoSuch(id) => format!("no request is called '{id}'"),
        Failure::Refused(refusal) => refusal.to_string(),
        Failure::Store(fault) => fault.text.clone(),
    }
}

fn strange(service: &ServerCalls, error: &PublicError) -> String {
    match service.strange(error) {
        CallError::Busy(failure) | CallError::Failed(failure) => text(&failure),
        CallError::Away(no_reply) => no_reply.to_string(),
    }
}
