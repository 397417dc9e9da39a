//! A host's request in the store.
//!
//! - Without a store, and without an inbox in use, nothing is opened, made or written for one.
//! - What the same ask came to before is its ending; one that is still open is gone on with.
//! - The first ending counts, wherever it comes from; who comes second is told who was first, and their text is kept.
//! - An asker that takes it back ends it; a host that goes away does not.

use crate::ask::{Asker, Ending, Handing, Posted as Put};
use crate::error::{Failure, escaped};
use crate::store::{self, Opened};
use asq_core::inbox::{Command, Notice};
use asq_core::life::{Asked, Refusal, RequestId};
use asq_core::model::{Draft, Outcome};
use asq_runtime::Desk;
use asq_runtime::desk::{self, Link};
use asq_store::Held;
use asq_tui::embed::Closing;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::sync::Arc;

/// What the store says of an ask.
pub(super) enum Found {
    /// Nothing: it is asked here alone. Why, where that is a trouble.
    Nothing(Option<String>),
    /// It has ended before.
    Ended(Box<Over>),
    /// It is open, there and here.
    Open(Box<Posted>),
}

/// An ending.
pub(super) struct Over {
    pub(super) closing: Closing,
    /// What was typed here, where somebody else was first.
    pub(super) beaten: Option<Draft>,
    /// What is to be recorded once the host has it.
    pub(super) handing: Option<Handing>,
}

impl Over {
    fn of(ending: Ending, told: Option<String>) -> Over {
        let Ending { ended, reply, handing, .. } = ending;
        Over { closing: Closing { ended, reply, notes: Vec::new(), told }, beaten: None, handing }
    }
}

/// A request that is open.
pub(super) struct Posted {
    desk: Desk,
    id: RequestId,
    pub(super) asked: Asked,
    /// What was typed so far, on whatever surface.
    pub(super) draft: Draft,
    link: Option<Link>,
    /// Whether somebody listens to the link.
    heard: bool,
    /// Shows surfaces that the asker waits.
    _held: Option<Box<dyn Held>>,
}

/// Looks at the store, and posts where somebody looks at an inbox, or all is to be recorded.
pub(super) fn look(asker: &Asker<'_>, always: bool) -> Found {
    match found(asker, &std::env::current_dir().unwrap_or_default(), always) {
        Ok(found) => found,
        Err(failure) => {
            let why = one_line(&failure);
            Found::Nothing(Some(format!("asq: {why}; the question is asked without it")))
        }
    }
}

fn found(asker: &Asker<'_>, cwd: &Path, always: bool) -> Result<Found, Failure> {
    let mut desk = Opened::existing(asker.env, cwd)?.map(|opened| Desk::new(opened.store));
    if let Some(desk) = &desk {
        match asker.earlier(desk).map_err(|failure| asker.failure(&failure))? {
            Some(Put::Open(id)) => return Ok(open(desk, id)),
            Some(Put::Ended(ending)) => {
                let told = ending.id.and_then(|id| said(desk, id));
                return Ok(Found::Ended(Box::new(Over::of(*ending, told))));
            }
            None if always || desk.inbox_in_use() => {}
            None => return Ok(Found::Nothing(None)),
        }
    } else if always {
        desk = Some(Desk::new(Opened::made(asker.env, cwd)?.store));
    }
    let Some(desk) = desk else { return Ok(Found::Nothing(None)) };
    match asker.post(&desk).map_err(|failure| asker.failure(&failure))? {
        Put::Open(id) => Ok(open(&desk, id)),
        // Asked, answered and handed over since we looked: this one is a question of its own.
        Put::Ended(_) => Ok(Found::Nothing(None)),
    }
}

fn open(desk: &Desk, id: RequestId) -> Found {
    let life = desk.life(id).ok().filter(|life| life.closed().is_none());
    let Some(asked) = life.and_then(|life| life.asked().cloned()) else { return Found::Nothing(None) };
    let surface = desk::Surface { by: store::in_host(), all: false, own_tree: Arc::new(|_| false) };
    // Without it the form only hears of others when it is submitted.
    let link = desk.follow(surface).ok();
    if let Some(link) = &link {
        link.send(Command::Open(id));
    }
    let draft = desk.drafts(id).unwrap_or_default();
    let held = desk.hold(id).ok();
    Found::Open(Box::new(Posted { desk: desk.clone(), id, asked, draft, link, heard: false, _held: held }))
}

impl Posted {
    /// Whether somebody looks at an inbox now.
    pub(super) fn is_looked_at(&self) -> bool {
        self.desk.inbox_in_use()
    }

    /// Where it can be answered.
    pub(super) fn place(&self) -> String {
        match store::short(&**self.desk.store(), self.id) {
            Ok(short) => format!("asq: waiting for an answer: asq inbox, or asq answer {short}"),
            Err(_) => "asq: waiting for an answer: asq inbox".to_owned(),
        }
    }

    /// Keeps what was typed where others can go on with it.
    pub(super) fn keep(&self, draft: &Draft) {
        if let Some(link) = &self.link {
            link.send(Command::Draft { id: self.id, draft: draft.clone() });
        }
    }

    /// Readable while there is something in [`Posted::notices`]; once.
    pub(super) fn news(&mut self) -> Option<OwnedFd> {
        if std::mem::replace(&mut self.heard, true) {
            return None;
        }
        self.link.as_ref()?.fd()?.try_clone_to_owned().ok()
    }

    pub(super) fn notices(&self) -> Vec<Notice> {
        self.link.as_ref().map(Link::notices).unwrap_or_default()
    }

    /// The form has ended; `Err` is why the store did not take it.
    pub(super) fn ended(self, asker: &Asker<'_>, outcome: &Outcome) -> Result<Over, String> {
        let (desk, id) = (&self.desk, self.id);
        let by = store::in_host();
        let taken = match outcome {
            Outcome::Answered(answers) => desk.answer(id, answers.clone(), &self.asked.digest, None, &by),
            Outcome::Declined { reason, draft } => desk.decline(id, reason.clone(), draft.clone(), None, &by),
            Outcome::Discuss(draft) => desk.discuss(id, draft.clone(), None, &by),
            Outcome::Cancelled(draft) => desk.cancel(id, draft.clone(), None, &by),
            Outcome::Withdrawn(_) => desk.withdraw(id, None, &asker.by()),
            // The store judges time limits by itself, when it is read.
            Outcome::Expired(_) => Ok(true),
        };
        match taken {
            Ok(_) => Ok(self.over(asker, None)),
            Err(desk::Failure::Refused(refusal)) if matches!(*refusal, Refusal::Closed { .. }) => {
                let draft = beaten(outcome);
                self.keep(&draft);
                Ok(self.over(asker, Some(draft)))
            }
            Err(failure) => Err(one_line(&asker.failure(&failure))),
        }
    }

    /// The ending as the store has it; with a draft it came from elsewhere, and that was typed here.
    pub(super) fn over(self, asker: &Asker<'_>, beaten: Option<Draft>) -> Over {
        let (desk, id) = (&self.desk, self.id);
        let life = desk.life(id).ok();
        let over = life.as_ref().and_then(|life| desk::Over::of(id, life));
        let ending = match (over, life) {
            (Some(over), _) => asker.over(desk, &over),
            (None, Some(life)) if life.closed().is_none() && !life.is_erased() => asker.pending(id),
            (None, Some(_) | None) => asker.spent(desk, id),
        };
        let told = beaten.as_ref().and_then(|_| said(desk, id));
        Over { beaten, ..Over::of(ending, told) }
    }
}

/// How it ended and who ended it, for the person.
fn said(desk: &Desk, id: RequestId) -> Option<String> {
    let life = desk.life(id).ok()?;
    let (outcome, by, _) = life.closed()?;
    Some(format!("asq: {}", asq_tui::ended_by(by, outcome.name()).as_str()))
}

/// What was submitted too late.
fn beaten(outcome: &Outcome) -> Draft {
    match outcome {
        Outcome::Answered(answers) => Draft { answers: answers.clone(), ..Draft::default() },
        Outcome::Declined { draft, .. }
        | Outcome::Discuss(draft)
        | Outcome::Cancelled(draft)
        | Outcome::Withdrawn(draft)
        | Outcome::Expired(draft) => draft.clone(),
    }
}

fn one_line(failure: &Failure) -> String {
    let text = failure.to_string();
    let lines = text.strip_prefix("asq: ").unwrap_or(&text).lines();
    escaped(&lines.map(str::trim).collect::<Vec<_>>().join("; "))
}
