//! The store beside a form, on a terminal or in a host: looked at, posted to, followed, told.
//!
//! - Without a store, and without an inbox in use, nothing is opened, made or written for one.
//! - What the same ask came to before is its ending; one that is still open is gone on with.
//! - Where somebody looks at an inbox, or all is to be recorded, the request is posted.
//! - What is typed in the form is kept where others can go on with it.
//! - The first ending counts, wherever it comes from.

use super::asker::{Asker, Posted};
use super::ending::Ending;
use super::keep::Keeper;
use crate::error::Failure;
use crate::store::{Acts, Opened, ThisProcess};
use asq_backend::{Backend, ClosedRequest, Failure as NotDone, Feed, Follow, Hold, Wake};
use asq_core::inbox::Command;
use asq_core::life::{Asked, Closing, RequestId};
use asq_core::model::{Draft, Outcome};
use std::path::Path;
use std::sync::Arc;

/// The store beside an ask, as far as it was needed.
pub(crate) struct Beside {
    /// The store, where there is one.
    pub(crate) backend: Option<Arc<dyn Backend>>,
    /// The request, where it is open there.
    pub(crate) open: Option<Open>,
    /// Who uses it.
    who: Arc<ThisProcess>,
}

/// A request that is open.
pub(crate) struct Open {
    pub(crate) backend: Arc<dyn Backend>,
    pub(crate) id: RequestId,
    pub(crate) asked: Asked,
}

/// What ties a form to a request in the store.
pub(crate) struct Tied {
    id: RequestId,
    /// News of other surfaces. Without it the form only hears of them when it is submitted.
    pub(crate) link: Option<Box<dyn Feed>>,
    /// What was typed so far, on whatever surface.
    pub(crate) draft: Draft,
    /// Says that the asker waits, as long as the form is there.
    _held: Option<Hold>,
}

/// Whether what was said counts.
pub(crate) enum Counts {
    Yes,
    /// Somebody else was first; who, and when.
    No(NotDone),
}

impl Beside {
    /// Looks at the store, where there is one; also what the same ask led to before. `acts` is where a person answers.
    pub(crate) fn look(
        asker: &Asker<'_>,
        cwd: &Path,
        acts: Acts,
    ) -> Result<(Beside, Option<Ending>), Failure> {
        let who = asker.party(acts);
        let Some(opened) = Opened::existing(asker.env, cwd, who.clone())? else {
            return Ok((Beside { backend: None, who, open: None }, None));
        };
        let backend = opened.backend;
        let (open, ending) = match asker.earlier(&backend).map_err(|failure| asker.failure(&failure))? {
            Some(Posted::Ended(ending)) => (None, Some(*ending)),
            Some(Posted::Open(id)) => (Open::of(&backend, id), None),
            None => (None, None),
        };
        Ok((Beside { backend: Some(backend), who, open }, ending))
    }

    /// Posts the request where somebody looks at an inbox, or all is to be recorded; in a store that is made for it
    /// where there is none.
    pub(crate) fn post(&mut self, asker: &Asker<'_>, cwd: &Path, always: bool) -> Result<(), Failure> {
        let in_use = self.backend.as_ref().is_some_and(|backend| backend.inbox_in_use());
        if self.open.is_some() || !(always || in_use) {
            return Ok(());
        }
        let backend = match self.backend.take() {
            Some(backend) => backend,
            None => Opened::made(asker.env, cwd, self.who.clone())?.backend,
        };
        match asker.post(&backend).map_err(|failure| asker.failure(&failure))? {
            Posted::Open(id) => self.open = Open::of(&backend, id),
            // Asked, answered and delivered since we looked: this one is a question of its own.
            Posted::Ended(_) => {}
        }
        self.backend = Some(backend);
        Ok(())
    }
}

impl Open {
    /// The request, if it is still open.
    fn of(backend: &Arc<dyn Backend>, id: RequestId) -> Option<Open> {
        let stored = backend.get(id).ok().filter(|stored| stored.life.closed().is_none())?;
        Some(Open { backend: backend.clone(), id, asked: stored.asked()?.clone() })
    }

    /// Ties a form to it.
    pub(crate) fn tie(&self) -> Tied {
        let Open { backend, id, .. } = self;
        let link = backend.follow(Follow::Opened, Wake::Descriptor).ok();
        if let Some(link) = &link {
            link.send(Command::Open(*id));
        }
        let draft = backend.drafts(*id).unwrap_or_default();
        Tied { id: *id, link, draft, _held: backend.hold(*id).ok() }
    }

    /// How its form ended. A form that was withdrawn only went away, and ends nothing, unless `takes_back`.
    pub(crate) fn tell(&self, outcome: &Outcome, takes_back: bool) -> Result<Counts, NotDone> {
        let told = match Closing::of(outcome.clone(), &self.asked.digest) {
            Some(Closing::Withdraw) if !takes_back => Ok(true),
            // The driver judges time limits by itself, when the request is read.
            None => Ok(true),
            Some(closing) => self.backend.close(self.id, closing, None),
        };
        match told {
            Ok(_) => Ok(Counts::Yes),
            Err(failure) if failure.is_beaten() => Ok(Counts::No(failure)),
            Err(failure) => Err(failure),
        }
    }

    /// The ending as the store has it; that it is pending where it has none.
    pub(crate) fn ending(&self, asker: &Asker<'_>) -> Result<Ending, NotDone> {
        let life = self.backend.get(self.id)?.life;
        Ok(match ClosedRequest::of(self.id, &life) {
            Some(closed) => asker.over(&self.backend, &closed),
            None if life.closed().is_none() && !life.is_erased() => asker.pending(&*self.backend, self.id),
            None => asker.spent(&*self.backend, self.id),
        })
    }
}

impl Tied {
    /// Keeps what was typed in the store, where others can go on with it; in a file where it can't be got there.
    pub(crate) fn keep(&self, draft: &Draft, keeper: &mut Keeper) {
        if self.share(draft) {
            keeper.knows(draft);
        } else {
            keeper.keep(draft);
        }
    }

    /// Hands what was typed to the store; false: it can't be got there.
    pub(crate) fn share(&self, draft: &Draft) -> bool {
        let Some(link) = &self.link else { return false };
        link.send(Command::Draft { id: self.id, draft: draft.clone() });
        true
    }
}

/// Where it can be answered, for the person.
pub(crate) fn place(backend: &dyn Backend, id: RequestId) -> String {
    match backend.short_id(id) {
        Ok(short) => format!("asq: waiting for an answer: asq inbox, or asq answer {short}"),
        Err(_) => "asq: waiting for an answer: asq inbox".to_owned(),
    }
}
