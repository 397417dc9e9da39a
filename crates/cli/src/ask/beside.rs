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
use crate::store::{self, Opened};
use asq_core::inbox::Command;
use asq_core::life::{Actor, Asked, Closing, Kin, Refusal, RequestId};
use asq_core::model::{Draft, Outcome};
use asq_runtime::Desk;
use asq_runtime::desk::{self, Link, Over, Surface};
use asq_store::LockGuard;
use std::path::Path;
use std::sync::Arc;

/// The store beside an ask, as far as it was needed.
pub(crate) struct Beside {
    /// The store, where there is one.
    pub(crate) desk: Option<Desk>,
    /// The request, where it is open there.
    pub(crate) open: Option<Open>,
}

/// A request that is open.
pub(crate) struct Open {
    pub(crate) desk: Desk,
    pub(crate) id: RequestId,
    pub(crate) asked: Asked,
}

/// What ties a form to a request in the store.
pub(crate) struct Tied {
    id: RequestId,
    /// News of other surfaces. Without it the form only hears of them when it is submitted.
    pub(crate) link: Option<Link>,
    /// What was typed so far, on whatever surface.
    pub(crate) draft: Draft,
    /// Says that the asker waits, as long as the form is there.
    _held: Option<Box<dyn LockGuard>>,
}

/// Whether what was said counts.
pub(crate) enum Counts {
    Yes,
    /// Somebody else was first; who, and when.
    No(desk::Failure),
}

impl Beside {
    /// Looks at the store, where there is one; also what the same ask came to before.
    pub(crate) fn look(asker: &Asker<'_>, cwd: &Path) -> Result<(Beside, Option<Ending>), Failure> {
        let Some(opened) = Opened::existing(asker.env, cwd)? else {
            return Ok((Beside { desk: None, open: None }, None));
        };
        let desk = Desk::new(opened.store);
        let (open, ending) = match asker.earlier(&desk).map_err(|failure| asker.failure(&failure))? {
            Some(Posted::Ended(ending)) => (None, Some(*ending)),
            Some(Posted::Open(id)) => (Open::of(&desk, id), None),
            None => (None, None),
        };
        Ok((Beside { desk: Some(desk), open }, ending))
    }

    /// Posts the request where somebody looks at an inbox, or all is to be recorded; in a store that is made for it
    /// where there is none.
    pub(crate) fn post(&mut self, asker: &Asker<'_>, cwd: &Path, always: bool) -> Result<(), Failure> {
        let in_use = self.desk.as_ref().is_some_and(Desk::inbox_in_use);
        if self.open.is_some() || !(always || in_use) {
            return Ok(());
        }
        let desk = match self.desk.take() {
            Some(desk) => desk,
            None => Desk::new(Opened::made(asker.env, cwd)?.store),
        };
        match asker.post(&desk).map_err(|failure| asker.failure(&failure))? {
            Posted::Open(id) => self.open = Open::of(&desk, id),
            // Asked, answered and handed over since we looked: this one is a question of its own.
            Posted::Ended(_) => {}
        }
        self.desk = Some(desk);
        Ok(())
    }
}

impl Open {
    /// The request, if it is still open.
    fn of(desk: &Desk, id: RequestId) -> Option<Open> {
        let life = desk.life(id).ok().filter(|life| life.closed().is_none())?;
        Some(Open { desk: desk.clone(), id, asked: life.asked()?.clone() })
    }

    /// Ties the form of somebody to it.
    pub(crate) fn tie(&self, by: Actor) -> Tied {
        let Open { desk, id, .. } = self;
        let link = desk.follow(Surface { by, all: false, kin: Arc::new(|_| Kin::Apart) }).ok();
        if let Some(link) = &link {
            link.send(Command::Open(*id));
        }
        let draft = desk.drafts(*id).unwrap_or_default();
        Tied { id: *id, link, draft, _held: desk.hold(*id).ok() }
    }

    /// How its form ended. Without `asker` a form that was withdrawn only went away, and ends nothing.
    pub(crate) fn tell(
        &self,
        outcome: &Outcome,
        by: &Actor,
        asker: Option<&Actor>,
    ) -> Result<Counts, desk::Failure> {
        let Open { desk, id, asked } = self;
        let told = match (Closing::of(outcome.clone(), &asked.digest), asker) {
            (Some(Closing::Withdraw), Some(asker)) => desk.close(*id, Closing::Withdraw, None, asker),
            // The store judges time limits by itself, when it is read.
            (Some(Closing::Withdraw) | None, _) => Ok(true),
            (Some(closing), _) => desk.close(*id, closing, None, by),
        };
        match told {
            Ok(_) => Ok(Counts::Yes),
            Err(failure) if is_beaten(&failure) => Ok(Counts::No(failure)),
            Err(failure) => Err(failure),
        }
    }

    /// The ending as the store has it; that it is pending where it has none.
    pub(crate) fn ending(&self, asker: &Asker<'_>) -> Result<Ending, desk::Failure> {
        let life = self.desk.life(self.id)?;
        Ok(match Over::of(self.id, &life) {
            Some(over) => asker.over(&self.desk, &over),
            None if life.closed().is_none() && !life.is_erased() => asker.pending(&self.desk, self.id),
            None => asker.spent(&self.desk, self.id),
        })
    }
}

fn is_beaten(failure: &desk::Failure) -> bool {
    match failure {
        desk::Failure::Refused(refusal) => matches!(**refusal, Refusal::Closed { .. }),
        desk::Failure::NoSuch(_) | desk::Failure::Store(_) => false,
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
pub(crate) fn place(desk: &Desk, id: RequestId) -> String {
    match store::short(&**desk.store(), id) {
        Ok(short) => format!("asq: waiting for an answer: asq inbox, or asq answer {short}"),
        Err(_) => "asq: waiting for an answer: asq inbox".to_owned(),
    }
}
