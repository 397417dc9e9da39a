//! What a surface's commands do.
//!
//! - Notices report the result: opened, accepted, refused with the winner, announced.
//! - The first change of a draft is written at once, later ones at most four times a second; leaving writes the rest. A
//!   draft that can't be written is reported, tried again, and reported no more once it is written.
//! - If somebody else closes a request first, the text typed here is kept as unsent. So is text that this surface's own
//!   answer doesn't contain.

use super::draft_writer::DraftWriter;
use super::mailbox::Mailbox;
use super::waiters::OpenedDrafts;
use super::{Driver, Identity, Inner, answerer, lacks};
use crate::notify::{Notifier, TYPING_MS};
use asq_backend::Failure;
use asq_core::inbox::{Command, Notice};
use asq_core::life::{Asked, Closing, IdempotencyKey, Input, Moment, RequestId};
use asq_core::model::{Answers, Draft, Typed, WholeDraft};
use asq_core::time::Timestamp;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The state behind one surface's commands.
pub(super) struct Commands {
    pub(super) inner: Arc<Inner>,
    number: u64,
    pub(super) mailbox: Arc<Mailbox>,
    draft_writer: DraftWriter,
    opened: BTreeMap<RequestId, (Arc<Asked>, Moment)>,
    /// By request: the texts of its last draft that no answer contains.
    loose: BTreeMap<RequestId, Vec<Typed>>,
    pub(super) identity: Arc<dyn Identity>,
    notifier: Notifier,
    /// Whether the last draft couldn't be written.
    failing: bool,
}

impl Commands {
    pub(super) fn new(
        inner: Arc<Inner>,
        number: u64,
        mailbox: Arc<Mailbox>,
        identity: Arc<dyn Identity>,
    ) -> Commands {
        let (opened, loose) = (BTreeMap::new(), BTreeMap::new());
        let (draft_writer, notifier) = (DraftWriter::new(number), Notifier::default());
        Commands { inner, number, mailbox, draft_writer, opened, loose, identity, notifier, failing: false }
    }

    /// Writes the due drafts. Returns the milliseconds until the next ones are due; `None` if there aren't any.
    pub(super) fn write_drafts(&mut self) -> Option<u64> {
        self.draft_writer.deadline()?;
        let now = self.now();
        for id in self.draft_writer.due(now) {
            self.keep(id);
        }
        self.draft_writer.deadline().map(|due| due.0.saturating_sub(now.0))
    }

    /// Announces what is due. Returns the milliseconds until the next announcement is due.
    pub(super) fn announce(&mut self) -> Option<u64> {
        self.notifier.deadline()?;
        let wall_ms = self.inner.clock.now().wall_ms;
        let (waiters, number) = (&self.inner.waiters, self.number);
        while let Some(ask) = self.notifier.next(self.now(), wall_ms, &|id| waiters.may_announce(number, id))
        {
            let mine = match self.inner.store.claim(&ask) {
                Ok(claimed) => self.notifier.claimed(self.now(), &ask, &claimed),
                // Twice is better than never.
                Err(error) => {
                    self.trouble(&error.to_string());
                    self.notifier.unclaimed(self.now(), &ask)
                }
            };
            if !mine.is_empty() {
                self.mailbox.post([Notice::Announced(mine)]);
            }
        }
        self.notifier.deadline().map(|due| due.0.saturating_sub(self.now().0))
    }

    pub(super) fn write_all_drafts(&mut self) {
        for id in self.draft_writer.held() {
            self.keep(id);
        }
    }

    pub(super) fn carry_out(&mut self, command: Command) {
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
                // A retry after a lost reply then finds its own ending.
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
            Command::Whole { id, whole } => {
                let Some(asked) = self.asked(id) else { return };
                if !self.draft_writer.knows(id) {
                    let rows = self.inner.store.drafts(id).unwrap_or_default();
                    self.draft_writer.read(id, &rows);
                }
                if self.draft_writer.changed_whole(self.now(), id, &asked.request, &whole) {
                    self.keep(id);
                }
            }
            Command::Snooze { id, until_ms } => match self.inner.store.snooze(id, until_ms) {
                Ok(()) => self.inner.waiters.snoozed(id, until_ms),
                Err(error) => self.trouble(&error.to_string()),
            },
            Command::Done(limit) => self.done(limit),
            Command::Look(id) => self.look(id),
            Command::Late => self.tell_late(),
            Command::ForgetLate { id, typed_ms } => {
                if let Err(error) = self.inner.store.forget_late(id, typed_ms) {
                    self.trouble(&error.to_string());
                }
            }
            Command::Propose(id) => self.propose(id),
            // Only the surface knows the pane, so it runs tmux itself.
            Command::Jump(_) => {}
            Command::Announce { ids, pace } => self.notifier.arrived(self.now(), ids, pace),
            Command::Typed => {
                self.notifier.typed(self.now());
                let until = self.inner.clock.now().wall_ms + TYPING_MS;
                if let Err(error) = self.inner.store.typing(until) {
                    self.trouble(&error.to_string());
                }
            }
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
        let count = asked.request.questions.len();
        self.inner.waiters.open(self.number, id, Some(OpenedDrafts { count, revs }));
        let draft = super::draft::of(asked, &rows);
        let whole = super::draft::whole(&rows, count);
        let whole = (whole != WholeDraft::default()).then(|| Notice::Whole { id, whole: Box::new(whole) });
        self.opened.insert(id, (Arc::new(asked.clone()), at));
        let asked = Box::new(asked.clone());
        let opened = Notice::Opened { id, asked, at, draft: Box::new(draft) };
        let clash =
            super::draft::others(&rows, count).map(|draft| Notice::Clash { id, draft: Box::new(draft) });
        self.mailbox.post(whole.into_iter().chain([opened]).chain(clash));
    }

    /// The content of a request; read from the store unless it is open here.
    pub(super) fn asked(&mut self, id: RequestId) -> Option<Arc<Asked>> {
        self.asked_at(id).map(|(asked, _)| asked)
    }

    /// The same, with the time of asking.
    fn asked_at(&mut self, id: RequestId) -> Option<(Arc<Asked>, Moment)> {
        if let Some(asked) = self.opened.get(&id) {
            return Some(asked.clone());
        }
        let life = super::life_of(&self.inner.store.records(id).ok()?);
        let asked = (Arc::new(life.asked()?.clone()), life.asked_at()?);
        self.opened.insert(id, asked.clone());
        Some(asked)
    }

    fn close(&mut self, id: RequestId, closing: Closing, key: IdempotencyKey) {
        let by = match closing {
            Closing::Withdraw => self.identity.asker(),
            Closing::Answer { .. }
            | Closing::Decline { .. }
            | Closing::Discuss { .. }
            | Closing::Cancel { .. } => {
                let asked = self.asked_at(id);
                answerer(&*self.identity, asked.as_ref().map(|(asked, at)| (&**asked, *at)))
            }
        };
        let Some(by) = by else { return self.failed(id, lacks(closing.needs())) };
        let answers = closing.is_answer();
        match self.inner.change(id, &by, Input::Close { closing, key: Some(key) }) {
            // Only now: until the answer is on disk, the draft is all that is left of it.
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
                match failure {
                    Failure::Store(fault) => self.mailbox.post([Notice::NotStored { id, why: fault.text }]),
                    Failure::Refused(_) | Failure::NoSuch(_) => self.failed(id, failure),
                }
            }
        }
    }

    /// Keeps the text that the accepted answer doesn't contain.
    fn keep_loose(&mut self, id: RequestId) {
        let Some(typed) = self.loose.remove(&id).filter(|typed| !typed.is_empty()) else { return };
        let Some(asked) = self.asked(id) else { return };
        let answers = Answers::none(asked.request.questions.len());
        self.draft_writer.changed(self.now(), id, &asked.request, &Draft { answers, typed, kept: None });
        self.keep(id);
        // The rows that are left now count as unsent.
        let _ = self.inner.store.drop_drafts(id, None);
    }

    /// Writes the held rows of a draft.
    fn keep(&mut self, id: RequestId) {
        let written = self.draft_writer.take(id);
        if written.is_empty() {
            return;
        }
        let at_ms = self.inner.clock.now().wall_ms;
        let mut rows = written.into_iter();
        while let Some(row) = rows.next() {
            let (question, row) = (row.question, asq_store::DraftRow { at_ms, ..row });
            match self.inner.store.keep_draft(&row) {
                Ok(kept) => {
                    let rev = self.draft_writer.kept(id, question, &kept);
                    self.inner.waiters.wrote(self.number, id, question, rev);
                }
                Err(error) => {
                    self.draft_writer.failed(self.now(), id, [row].into_iter().chain(rows));
                    self.failing = true;
                    return self.trouble(&error.to_string());
                }
            }
        }
        if std::mem::take(&mut self.failing) {
            self.mailbox.post([Notice::Trouble(self.inner.waiters.lock().trouble.clone())]);
        }
        let over = self.inner.store.records(id).is_ok_and(|stored| {
            let life = super::life_of(&stored);
            life.closed().is_some() || life.is_erased()
        });
        if over {
            // Somebody else was first; the text typed here is kept for a week.
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

    pub(super) fn trouble(&self, what: &str) {
        self.mailbox.post([Notice::Trouble(Some(what.to_owned()))]);
    }

    fn key(&self) -> IdempotencyKey {
        Driver(self.inner.clone()).key()
    }

    fn now(&self) -> Timestamp {
        let now = self.inner.clock.now();
        // The clock since the boot doesn't jump; a wall clock set back would hold up the next write.
        Timestamp(now.boot.map_or(now.wall_ms, |boot| boot.ms))
    }
}
