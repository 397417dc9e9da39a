//! A host's request in the store.
//!
//! - Reports an earlier ending of the same ask at once, also to the person.
//! - The first ending counts, wherever it comes from; a loser learns who was faster, and asq keeps their text.
//! - An asker that withdraws ends the request; a host that goes away does not.
//! - Reports a store that can't be used, and asks without it.
//! - If the store's server takes no answers from here, the host waits without a form, where it can.
//! - The record of an answer says that it was given in the host.

use crate::ask::{AskStore, Keeper, LocalAsk, PrintedEnding, keep, keep_whole, place};
use crate::error::{CommandError, escaped};
use crate::session::{Acts, unheard, unseen};
use asq_asking::{CloseReply, Delivery, FormLink, OpenRequest};
use asq_backend::Backend;
use asq_core::inbox::{AnnouncePace, Notice};
use asq_core::life::{Origin, RequestId};
use asq_core::model::{Draft, Outcome, Request, WholeDraft};
use asq_tui::embed::EmbedEnding;
use std::os::fd::OwnedFd;

/// What the store knows about an ask.
pub(super) enum StoreLook {
    /// Only this host asks it. Holds a message if the store failed.
    Nothing(Option<String>),
    /// It ended earlier.
    Ended(Box<HostedEnding>),
    /// It is open, in the store and here.
    Open(Box<SharedRequest>),
}

/// An ending for the host.
pub(super) struct HostedEnding {
    pub(super) closing: EmbedEnding,
    /// The text typed here, if somebody else was first.
    pub(super) beaten: Option<Draft>,
    /// What to record once the host has the ending.
    pub(super) handing: Option<Delivery>,
}

impl HostedEnding {
    /// Without a beaten draft, and with nothing to record.
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
    /// Whether its server takes no answers from here, so that no form is shown.
    pub(super) only_asks: bool,
    tied: FormLink,
    /// Whether `news` has given out the link's descriptor.
    heard: bool,
    /// Words for the person: why lists show the asker as gone, or why news of others don't reach the form.
    pub(super) unseen: Option<String>,
}

/// When to post a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PostWhen {
    /// Never, since it would only be left behind.
    Never,
    /// Only while an inbox is in use.
    InUse,
    Always,
}

/// What a person reads whose host can't wait for an answer from elsewhere.
const ONLY_ASKS_HERE: &str =
    "asq: the token for this server may only ask, and this host can't wait: the question is asked without it";

/// Looks for the request in the store, and posts it if wanted. `waits` says whether the host can wait without a form.
pub(super) fn look(asker: &LocalAsk<'_>, post: PostWhen, waits: bool) -> StoreLook {
    match found(asker, post, waits) {
        Ok(found) => found,
        Err(failure) => {
            let why = one_line(&failure);
            StoreLook::Nothing(Some(format!("asq: {why}; the question is asked without it")))
        }
    }
}

fn found(asker: &LocalAsk<'_>, post: PostWhen, waits: bool) -> Result<StoreLook, CommandError> {
    let (mut ask_store, before) = AskStore::look(asker, Acts::Host)?;
    if let Some(ending) = before {
        let told = ask_store.backend.zip(ending.id).and_then(|(backend, id)| how_it_ended(&*backend, id));
        return Ok(StoreLook::Ended(Box::new(HostedEnding::stored(ending, told))));
    }
    let only_asks = ask_store.only_asks;
    if only_asks && !waits {
        return Ok(StoreLook::Nothing(Some(ONLY_ASKS_HERE.to_owned())));
    }
    if only_asks || post != PostWhen::Never {
        ask_store.post(asker, only_asks || post == PostWhen::Always)?;
    }
    Ok(ask_store.open.map_or(StoreLook::Nothing(None), |open| {
        let tied = open.link();
        let unheard = tied.unheard.as_ref().map(|failure| unheard(&asker.failure(failure)));
        let unseen = tied.unseen.as_ref().map(|failure| unseen(&asker.failure(failure))).or(unheard);
        StoreLook::Open(Box::new(SharedRequest { open, only_asks, tied, heard: false, unseen }))
    }))
}

impl SharedRequest {
    pub(super) fn request(&self) -> &Request {
        &self.open.asked.request
    }

    /// Its origin, as it was posted.
    pub(super) fn origin(&self) -> &Origin {
        &self.open.asked.origin
    }

    /// The text typed so far, on any surface.
    pub(super) fn draft(&self) -> &Draft {
        &self.tied.draft
    }

    /// The page and the reason, as some surface left them.
    pub(super) fn whole(&self) -> &WholeDraft {
        &self.tied.whole
    }

    /// Whether an inbox is in use now.
    pub(super) fn is_looked_at(&self) -> bool {
        self.open.backend.inbox_in_use()
    }

    /// The line that says where the person can answer.
    pub(super) fn place(&self) -> String {
        place(&*self.open.backend, self.open.id)
    }

    /// Shares the draft, so that other surfaces can continue it.
    pub(super) fn keep(&self, draft: &Draft, keeper: &mut Keeper) {
        keep(&self.tied, draft, keeper);
    }

    pub(super) fn keep_whole(&self, whole: &WholeDraft, keeper: &mut Keeper) {
        keep_whole(&self.tied, whole, keeper);
    }

    /// Readable while [`SharedRequest::notices`] has something. Returned only once.
    pub(super) fn news(&mut self) -> Option<OwnedFd> {
        if std::mem::replace(&mut self.heard, true) {
            return None;
        }
        self.tied.feed.as_ref()?.descriptor()?.try_clone_to_owned().ok()
    }

    pub(super) fn announce(&self, pace: AnnouncePace) -> bool {
        self.tied.announce(pace)
    }

    pub(super) fn notices(&self) -> Vec<Notice> {
        self.tied.feed.as_ref().map(|link| link.notices()).unwrap_or_default()
    }

    /// Closes the request with the form's outcome; `Err` says why the store did not take it.
    pub(super) fn ended(self, asker: &LocalAsk<'_>, outcome: &Outcome) -> Result<HostedEnding, String> {
        match self.open.close(outcome, true) {
            Ok(CloseReply::Counts) => Ok(self.finished(asker, None)),
            Ok(CloseReply::Beaten(_)) => Ok(self.beaten(asker, outcome.clone().into_draft())),
            Err(failure) => Err(one_line(&asker.failure(&failure))),
        }
    }

    /// The ending of somebody who was faster. The store keeps the text typed here for a while.
    pub(super) fn beaten(self, asker: &LocalAsk<'_>, typed: Draft) -> HostedEnding {
        self.tied.share(&typed);
        self.finished(asker, Some(typed))
    }

    /// The ending as the store has it.
    pub(super) fn stays(self, asker: &LocalAsk<'_>) -> HostedEnding {
        self.finished(asker, None)
    }

    /// `beaten` is the text typed here, if somebody else was first.
    fn finished(self, asker: &LocalAsk<'_>, beaten: Option<Draft>) -> HostedEnding {
        let OpenRequest { backend, id, .. } = &self.open;
        let ask = asker.conversation();
        let ending =
            // If the store can't return the ending, the host still gets a reply: a conflict.
            PrintedEnding::from(self.open.ending(&ask).unwrap_or_else(|_| ask.spent(&**backend, *id)));
        let told = beaten.as_ref().and_then(|_| how_it_ended(&**backend, *id));
        HostedEnding { beaten, ..HostedEnding::stored(ending, told) }
    }
}

/// Words for the person: how the request ended, and who ended it.
fn how_it_ended(backend: &dyn Backend, id: RequestId) -> Option<String> {
    // If the store fails here, the person only misses this message.
    let life = backend.get(id).ok()?.life;
    let (outcome, by, _) = life.closed()?;
    Some(format!("asq: {}", asq_core::inbox::ended_by(by, outcome.name()).as_str()))
}

fn one_line(failure: &CommandError) -> String {
    let text = failure.to_string();
    let lines = text.strip_prefix("asq: ").unwrap_or(&text).lines();
    escaped(&lines.map(str::trim).collect::<Vec<_>>().join("; "))
}
