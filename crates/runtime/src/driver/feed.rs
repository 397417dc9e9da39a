//! A surface's line to the store: notices one way, commands the other, plain data both.
//!
//! - What is known is told at once, what is news as it comes; a descriptor is readable while there is something.
//! - Commands are followed in their order, on a thread of their own; whoever sends one never waits.
//! - What a command led to is told: opened, accepted, refused with the winner, announced.
//! - A draft is kept at once and then at most four times a second; leaving keeps what is held.
//! - What was typed for a request that somebody else has closed is kept as unsent, and so is what an answer given
//!   here does not hold.
//! - A surface that follows the list counts as an inbox in use, for as long as it is held.

use super::draft_writer::DraftWriter;
use super::failure::failed;
use super::mailbox::Mailbox;
use super::waiters::Surface as Seat;
use super::{Driver, Identity, Inner, lacks};
use asq_backend::{Failure, Feed, Follow, Wake};
use asq_core::inbox::{Command, Notice};
use asq_core::life::{Asked, Closing, Input, Key, RequestId};
use asq_core::model::{Answers, Draft, Typed};
use asq_core::time::Timestamp;
use asq_store::LockGuard;
use rustix::fd::BorrowedFd;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Who follows, what, and how they learn of news.
pub struct Surface {
    /// Whether it follows all that is open, as an inbox does, or only what it opens, as a single form does.
    pub follow: Follow,
    /// How it learns that there are notices.
    pub wake: Wake,
    /// Who acts there, for each asker.
    pub identity: Arc<dyn Identity>,
}

/// A surface's line to the driver. Dropping it keeps what was typed, and leaves.
pub struct DriverFeed {
    inner: Arc<Inner>,
    number: u64,
    mailbox: Arc<Mailbox>,
    commands: Option<Sender<Command>>,
    thread: Option<JoinHandle<()>>,
    _in_use: Option<Box<dyn LockGuard>>,
}

impl Driver {
    /// Follows what is open.
    ///
    /// # Errors
    /// The store can't say that an inbox is in use, or no thread could be started.
    pub fn follow(&self, surface: Surface) -> Result<DriverFeed, Failure> {
        self.alive()?;
        let Surface { follow, wake, identity } = surface;
        let all = match follow {
            Follow::Inbox => true,
            Follow::Opened => false,
        };
        let in_use = if all { Some(self.0.store.hold_inbox().map_err(failed)?) } else { None };
        let number = self.0.names.next() as u64;
        let mailbox = Arc::new(Mailbox::new(wake));
        let (commands, orders) = channel();
        let seat = Seat { mailbox: mailbox.clone(), all, opened: BTreeMap::new() };
        self.0.waiters.join(&self.0, number, seat);
        let thread = CommandThread {
            inner: self.0.clone(),
            number,
            mailbox: mailbox.clone(),
            draft_writer: DraftWriter::new(number),
            opened: BTreeMap::new(),
            loose: BTreeMap::new(),
            identity,
        };
        let started =
            std::thread::Builder::new().name("asq-commands".into()).spawn(move || thread.work(&orders));
        let thread = started.map_err(|error| Failure::failed(format!("no thread: {error}")))?;
        let feed = DriverFeed {
            inner: self.0.clone(),
            number,
            mailbox,
            commands: Some(commands),
            thread: Some(thread),
            _in_use: in_use,
        };
        Ok(feed)
    }
}

impl Feed for DriverFeed {
    fn notices(&self) -> Vec<Notice> {
        self.mailbox.take()
    }

    fn send(&self, command: Command) {
        if let Some(commands) = &self.commands
            && commands.send(command).is_err()
        {
            let gone = "what is sent here is not followed any more".to_owned();
            self.mailbox.post([Notice::Trouble(Some(gone))]);
        }
    }

    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        self.mailbox.fd()
    }
}

impl Drop for DriverFeed {
    fn drop(&mut self) {
        drop(self.commands.take());
        if let Some(thread) = self.thread.take() {
            // It keeps what was typed, and ends. If it panicked there is nothing left to wait for.
            let _ = thread.join();
        }
        self.inner.waiters.leave(self.number);
    }
}

/// Follows a surface's commands.
struct CommandThread {
    inner: Arc<Inner>,
    number: u64,
    mailbox: Arc<Mailbox>,
    draft_writer: DraftWriter,
    opened: BTreeMap<RequestId, Arc<Asked>>,
    /// By request: the texts of the last draft that were in no answer.
    loose: BTreeMap<RequestId, Vec<Typed>>,
    identity: Arc<dyn Identity>,
}

impl CommandThread {
    fn work(mut self, orders: &Receiver<Command>) {
        loop {
            let due = self.draft_writer.deadline().map(|due| due.0.saturating_sub(self.now().0));
            let order = match due {
                None => orders.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(left) => orders.recv_timeout(Duration::from_millis(left)),
            };
            match order {
                Ok(command) => self.follow(command),
                Err(RecvTimeoutError::Timeout) => {
                    let now = self.now();
                    for id in self.draft_writer.due(now) {
                        self.keep(id);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    for id in self.draft_writer.held() {
                        self.keep(id);
                    }
                    return;
                }
            }
        }
    }

    fn follow(&mut self, command: Command) {
        match command {
            Command::Open(id) => self.open(id),
            Command::Shut(id) => {
                self.keep(id);
                self.inner.waiters.open(self.number, id, None);
                self.opened.remove(&id);
                self.loose.remove(&id);
                self.draft_writer.forget(id);
            }
            Command::Close { id, closing, key } => {
                let key = key.unwrap_or_else(|| self.key());
                self.close(id, closing, key);
            }
            Command::Draft { id, draft } => {
                let Some(asked) = self.asked(id) else { return };
                self.loose.insert(id, draft.typed.clone());
                if self.draft_writer.changed(self.now(), id, &asked.request, &draft) {
                    self.keep(id);
                }
            }
            Command::Snooze { id, until_ms } => match self.inner.store.snooze(id, until_ms) {
                Ok(()) => self.inner.waiters.snoozed(id, until_ms),
                Err(error) => self.trouble(&error.to_string()),
            },
            // The surface knows the pane and runs tmux itself.
            Command::Jump(_) => {}
            Command::Announce(ids) => match self.inner.store.announce(&ids) {
                Ok(mine) if mine.is_empty() => {}
                Ok(mine) => self.mailbox.post([Notice::Announced(mine)]),
                Err(error) => self.trouble(&error.to_string()),
            },
        }
    }

    fn open(&mut self, id: RequestId) {
        let driver = Driver(self.inner.clone());
        let life = match driver.life(id) {
            Ok(life) => life,
            Err(failure) => return self.failed(id, failure),
        };
        if life.closed().is_some() || life.is_erased() {
            return self.mailbox.post([Notice::Gone(id)]);
        }
        let (Some(asked), Some(at)) = (life.asked(), life.asked_at()) else {
            return self.mailbox.post([Notice::Gone(id)]);
        };
        let rows = self.inner.store.drafts(id).unwrap_or_default();
        self.draft_writer.read(id, &rows);
        let revs = rows.iter().map(|row| (row.question, row.rev)).collect();
        self.inner.waiters.open(self.number, id, Some(revs));
        let draft = super::draft::of(asked, &rows);
        self.opened.insert(id, Arc::new(asked.clone()));
        let asked = Box::new(asked.clone());
        let opened = Notice::Opened { id, asked, at, draft: Box::new(draft) };
        let clash = super::draft::others(&rows).map(|draft| Notice::Clash { id, draft: Box::new(draft) });
        self.mailbox.post([opened].into_iter().chain(clash));
    }

    /// What is asked, read where it is not open here.
    fn asked(&mut self, id: RequestId) -> Option<Arc<Asked>> {
        if let Some(asked) = self.opened.get(&id) {
            return Some(asked.clone());
        }
        let life = super::life_of(&self.inner.store.records(id).ok()?);
        let asked = Arc::new(life.asked()?.clone());
        self.opened.insert(id, asked.clone());
        Some(asked)
    }

    fn close(&mut self, id: RequestId, closing: Closing, key: Key) {
        let by = match closing {
            Closing::Withdraw => self.identity.asker(),
            Closing::Answer { .. }
            | Closing::Decline { .. }
            | Closing::Discuss { .. }
            | Closing::Cancel { .. } => {
                let origin = self.asked(id).map(|asked| asked.origin.clone()).unwrap_or_default();
                self.identity.person(&origin)
            }
        };
        let Some(by) = by else { return self.failed(id, lacks(closing.needs())) };
        let answers = closing.is_answer();
        match self.inner.change(id, &by, Input::Close { closing, key: Some(key) }) {
            Ok(_) => {
                if answers {
                    self.keep_loose(id);
                }
                self.draft_writer.forget(id);
                let _ = self.inner.store.drop_drafts(id, Some(self.number));
                self.mailbox.post([Notice::Accepted(id)]);
            }
            Err(failure) => {
                self.keep(id);
                self.failed(id, failure);
            }
        }
    }

    /// Keeps what the answer that was accepted does not hold.
    fn keep_loose(&mut self, id: RequestId) {
        let Some(typed) = self.loose.remove(&id).filter(|typed| !typed.is_empty()) else { return };
        let Some(asked) = self.asked(id) else { return };
        let answers = Answers::none(asked.request.questions.len());
        self.draft_writer.changed(self.now(), id, &asked.request, &Draft { answers, typed, kept: None });
        self.keep(id);
        // Written just now or before: as unsent.
        let _ = self.inner.store.drop_drafts(id, None);
    }

    /// Writes what is held of a draft.
    fn keep(&mut self, id: RequestId) {
        let written = self.draft_writer.take(id);
        if written.is_empty() {
            return;
        }
        let at_ms = self.inner.clock.now().wall_ms;
        for row in written {
            let question = row.question;
            match self.inner.store.keep_draft(&asq_store::DraftRow { at_ms, ..row }) {
                Ok(kept) => {
                    let rev = self.draft_writer.kept(id, question, &kept);
                    self.inner.waiters.wrote(self.number, id, question, rev);
                }
                Err(error) => return self.trouble(&error.to_string()),
            }
        }
        let over = self.inner.store.records(id).is_ok_and(|stored| {
            let life = super::life_of(&stored);
            life.closed().is_some() || life.is_erased()
        });
        if over {
            // Somebody else was first; what was typed here is kept for a week.
            let _ = self.inner.store.drop_drafts(id, None);
        }
    }

    fn failed(&self, id: RequestId, failure: Failure) {
        match failure {
            Failure::Refused(why) => self.mailbox.post([Notice::Refused { id, why }]),
            Failure::NoSuch(id) => self.mailbox.post([Notice::Gone(id)]),
            Failure::Store(fault) => self.trouble(&fault.text),
        }
    }

    fn trouble(&self, what: &str) {
        self.mailbox.post([Notice::Trouble(Some(what.to_owned()))]);
    }

    fn key(&self) -> Key {
        Driver(self.inner.clone()).key()
    }

    fn now(&self) -> Timestamp {
        let now = self.inner.clock.now();
        Timestamp(now.boot.map_or(now.wall_ms, |boot| boot.ms))
    }
}
