//! A host's request in the store.
//!
//! - What the same ask came to before is told at once, to the person, too.
//! - The first ending counts, wherever it comes from; who comes second is told who was first, and their text is kept.
//! - An asker that takes it back ends it; a host that goes away does not.
//! - A store that can't be used is told, and the question is asked without it.

use crate::ask::{Asker, Beside, Ending, Keeper, keep, place};
use crate::error::{Failure, escaped};
use crate::session::{Acts, unseen};
use asq_asking::{Delivery, FormLink, OpenRequest, Told};
use asq_backend::Backend;
use asq_core::inbox::Notice;
use asq_core::life::RequestId;
use asq_core::model::{Draft, Outcome, Request};
use asq_tui::embed::Closing;
use std::os::fd::OwnedFd;

/// What the store says of an ask.
pub(super) enum Found {
    /// Nothing: it is asked here alone. Why, where that is a trouble.
    Nothing(Option<String>),
    /// It has ended before.
    Ended(Box<Finished>),
    /// It is open, there and here.
    Open(Box<Shared>),
}

/// An ending for the host.
pub(super) struct Finished {
    pub(super) closing: Closing,
    /// What was typed here, where somebody else was first.
    pub(super) beaten: Option<Draft>,
    /// What is to be recorded once the host has it.
    pub(super) handing: Option<Delivery>,
}

impl Finished {
    /// Where nobody else was first.
    pub(super) fn of(closing: Closing) -> Finished {
        Finished { closing, beaten: None, handing: None }
    }

    fn stored(ending: Ending, told: Option<String>) -> Finished {
        let Ending { ended, reply, delivery, .. } = ending;
        Finished { handing: delivery, ..Finished::of(Closing { ended, reply, notes: Vec::new(), told }) }
    }
}

/// A request that is open here and in the store.
pub(super) struct Shared {
    open: OpenRequest,
    tied: FormLink,
    /// Whether somebody listens to the link.
    heard: bool,
    /// For the person: why lists show the asker as gone.
    pub(super) unseen: Option<String>,
}

/// When what is asked is posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Post {
    /// Not at all: it would only be left behind.
    Never,
    /// While somebody looks at an inbox.
    InUse,
    Always,
}

/// Looks at the store, and posts.
pub(super) fn look(asker: &Asker<'_>, post: Post) -> Found {
    match found(asker, post) {
        Ok(found) => found,
        Err(failure) => {
            let why = one_line(&failure);
            Found::Nothing(Some(format!("asq: {why}; the question is asked without it")))
        }
    }
}

fn found(asker: &Asker<'_>, post: Post) -> Result<Found, Failure> {
    let (mut beside, before) = Beside::look(asker, Acts::Host)?;
    if let Some(ending) = before {
        let told = beside.backend.zip(ending.id).and_then(|(backend, id)| said(&*backend, id));
        return Ok(Found::Ended(Box::new(Finished::stored(ending, told))));
    }
    if post != Post::Never {
        beside.post(asker, post == Post::Always)?;
    }
    Ok(beside.open.map_or(Found::Nothing(None), |open| {
        let tied = open.link();
        let unseen = tied.unseen.as_ref().map(|failure| unseen(&asker.failure(failure)));
        Found::Open(Box::new(Shared { open, tied, heard: false, unseen }))
    }))
}

impl Shared {
    /// What was asked.
    pub(super) fn request(&self) -> &Request {
        &self.open.asked.request
    }

    /// What was typed so far, on whatever surface.
    pub(super) fn draft(&self) -> &Draft {
        &self.tied.draft
    }

    /// Whether somebody looks at an inbox now.
    pub(super) fn is_looked_at(&self) -> bool {
        self.open.backend.inbox_in_use()
    }

    /// Where it can be answered.
    pub(super) fn place(&self) -> String {
        place(&*self.open.backend, self.open.id)
    }

    /// Keeps what was typed where others can go on with it.
    pub(super) fn keep(&self, draft: &Draft, keeper: &mut Keeper) {
        keep(&self.tied, draft, keeper);
    }

    /// Readable while there is something in [`Shared::notices`]; once.
    pub(super) fn news(&mut self) -> Option<OwnedFd> {
        if std::mem::replace(&mut self.heard, true) {
            return None;
        }
        self.tied.feed.as_ref()?.descriptor()?.try_clone_to_owned().ok()
    }

    pub(super) fn notices(&self) -> Vec<Notice> {
        self.tied.feed.as_ref().map(|link| link.notices()).unwrap_or_default()
    }

    /// The form has ended; `Err` is why the store did not take it.
    pub(super) fn ended(self, asker: &Asker<'_>, outcome: &Outcome) -> Result<Finished, String> {
        match self.open.tell(outcome, true) {
            Ok(Told::Counts) => Ok(self.finished(asker, None)),
            Ok(Told::Beaten(_)) => Ok(self.beaten(asker, outcome.clone().into_draft())),
            Err(failure) => Err(one_line(&asker.failure(&failure))),
        }
    }

    /// Somebody else was first; what was typed here stays in the store for a while.
    pub(super) fn beaten(self, asker: &Asker<'_>, typed: Draft) -> Finished {
        self.tied.share(&typed);
        self.finished(asker, Some(typed))
    }

    /// The ending as the store has it.
    pub(super) fn stays(self, asker: &Asker<'_>) -> Finished {
        self.finished(asker, None)
    }

    /// With a draft it came from elsewhere, and that was typed here.
    fn finished(self, asker: &Asker<'_>, beaten: Option<Draft>) -> Finished {
        let OpenRequest { backend, id, .. } = &self.open;
        let ask = asker.conversation();
        let ending = Ending::from(self.open.ending(&ask).unwrap_or_else(|_| ask.spent(&**backend, *id)));
        let told = beaten.as_ref().and_then(|_| said(&**backend, *id));
        Finished { beaten, ..Finished::stored(ending, told) }
    }
}

/// How it ended and who ended it, for the person.
fn said(backend: &dyn Backend, id: RequestId) -> Option<String> {
    let life = backend.get(id).ok()?.life;
    let (outcome, by, _) = life.closed()?;
    Some(format!("asq: {}", asq_core::inbox::ended_by(by, outcome.name()).as_str()))
}

fn one_line(failure: &Failure) -> String {
    let text = failure.to_string();
    let lines = text.strip_prefix("asq: ").unwrap_or(&text).lines();
    escaped(&lines.map(str::trim).collect::<Vec<_>>().join("; "))
}
