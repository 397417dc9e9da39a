//! A host's request in the store.
//!
//! - Reports an earlier ending of the same ask at once, to the person, too.
//! - The first ending counts, wherever it comes from; a loser learns who was faster, and asq keeps their text.
//! - An asker that withdraws ends it; a host that goes away does not.
//! - Reports a store that can't be used, and asks without it.

use crate::ask::{AskStore, Keeper, LocalAsk, PrintedEnding, keep, place};
use crate::error::{CommandError, escaped};
use crate::session::{Acts, unseen};
use asq_asking::{CloseReply, Delivery, FormLink, OpenRequest};
use asq_backend::Backend;
use asq_core::inbox::Notice;
use asq_core::life::RequestId;
use asq_core::model::{Draft, Outcome, Request};
use asq_tui::embed::EmbedEnding;
use std::os::fd::OwnedFd;

/// What the store says of an ask.
pub(super) enum StoreLook {
    /// Nothing: it is asked here alone. Why, where that is a trouble.
    Nothing(Option<String>),
    /// It has ended before.
    Ended(Box<HostedEnding>),
    /// It is open, there and here.
    Open(Box<SharedRequest>),
}

/// An ending for the host.
pub(super) struct HostedEnding {
    pub(super) closing: EmbedEnding,
    /// What was typed here, where somebody else was first.
    pub(super) beaten: Option<Draft>,
    /// What is to be recorded once the host has it.
    pub(super) handing: Option<Delivery>,
}

impl HostedEnding {
    /// Where nobody else was first.
    pub(super) fn of(closing: EmbedEnding) -> HostedEnding {
        HostedEnding { closing, beaten: None, handing: None }
    }

    fn stored(ending: PrintedEnding, told: Option<String>) -> HostedEnding {
        let PrintedEnding { ended, reply, delivery, .. } = ending;
        HostedEnding {
            handing: delivery,
            ..HostedEnding::of(EmbedEnding { ended, reply, notes: Vec::new(), told })
        }
    }
}

/// A request that is open here and in the store.
pub(super) struct SharedRequest {
    open: OpenRequest,
    tied: FormLink,
    /// Whether somebody listens to the link.
    heard: bool,
    /// For the person: why lists show the asker as gone.
    pub(super) unseen: Option<String>,
}

/// When what is asked is posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PostWhen {
    /// Not at all: it would only be left behind.
    Never,
    /// While somebody looks at an inbox.
    InUse,
    Always,
}

/// Looks at the store, and posts.
pub(super) fn look(asker: &LocalAsk<'_>, post: PostWhen) -> StoreLook {
    match found(asker, post) {
        Ok(found) => found,
        Err(failure) => {
            let why = one_line(&failure);
            StoreLook::Nothing(Some(format!("asq: {why}; the question is asked without it")))
        }
    }
}

fn found(asker: &LocalAsk<'_>, post: PostWhen) -> Result<StoreLook, CommandError> {
    let (mut ask_store, before) = AskStore::look(asker, Acts::Host)?;
    if let Some(ending) = before {
        let told = ask_store.backend.zip(ending.id).and_then(|(backend, id)| said(&*backend, id));
        return Ok(StoreLook::Ended(Box::new(HostedEnding::stored(ending, told))));
    }
    if post != PostWhen::Never {
        ask_store.post(asker, post == PostWhen::Always)?;
    }
    Ok(ask_store.open.map_or(StoreLook::Nothing(None), |open| {
        let tied = open.link();
        let unseen = tied.unseen.as_ref().map(|failure| unseen(&asker.failure(failure)));
        StoreLook::Open(Box::new(SharedRequest { open, tied, heard: false, unseen }))
    }))
}

impl SharedRequest {
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

    /// Readable while there is something in [`SharedRequest::notices`]; once.
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
    pub(super) fn ended(self, asker: &LocalAsk<'_>, outcome: &Outcome) -> Result<HostedEnding, String> {
        match self.open.close(outcome, true) {
            Ok(CloseReply::Counts) => Ok(self.finished(asker, None)),
            Ok(CloseReply::Beaten(_)) => Ok(self.beaten(asker, outcome.clone().into_draft())),
            Err(failure) => Err(one_line(&asker.failure(&failure))),
        }
    }

    /// Somebody else was first; what was typed here stays in the store for a while.
    pub(super) fn beaten(self, asker: &LocalAsk<'_>, typed: Draft) -> HostedEnding {
        self.tied.share(&typed);
        self.finished(asker, Some(typed))
    }

    /// The ending as the store has it.
    pub(super) fn stays(self, asker: &LocalAsk<'_>) -> HostedEnding {
        self.finished(asker, None)
    }

    /// With a draft it came from elsewhere, and that was typed here.
    fn finished(self, asker: &LocalAsk<'_>, beaten: Option<Draft>) -> HostedEnding {
        let OpenRequest { backend, id, .. } = &self.open;
        let ask = asker.conversation();
        let ending =
            PrintedEnding::from(self.open.ending(&ask).unwrap_or_else(|_| ask.spent(&**backend, *id)));
        let told = beaten.as_ref().and_then(|_| said(&**backend, *id));
        HostedEnding { beaten, ..HostedEnding::stored(ending, told) }
    }
}

/// How it ended and who ended it, for the person.
fn said(backend: &dyn Backend, id: RequestId) -> Option<String> {
    let life = backend.get(id).ok()?.life;
    let (outcome, by, _) = life.closed()?;
    Some(format!("asq: {}", asq_core::inbox::ended_by(by, outcome.name()).as_str()))
}

fn one_line(failure: &CommandError) -> String {
    let text = failure.to_string();
    let lines = text.strip_prefix("asq: ").unwrap_or(&text).lines();
    escaped(&lines.map(str::trim).collect::<Vec<_>>().join("; "))
}
