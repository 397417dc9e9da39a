//! The store of an ask that shows a form, on a terminal or in a host.
//!
//! - If there is no store and no inbox is in use, it opens, makes and writes nothing.
//! - If the same ask ended earlier, it gets that ending; if the earlier request is still open, it attaches to it. A
//!   script attaches, too, but never gets an ending of an earlier run.
//! - Posts the request while an inbox is in use, or if everything is to be recorded.
//! - Shares what the person types, so that they can continue on another surface.

use super::asker::LocalAsk;
use super::ending::PrintedEnding;
use super::keep::Keeper;
use crate::error::CommandError;
use crate::output;
use crate::session::{Acts, OpenBackend, ThisProcess};
use asq_asking::{FormLink, OpenRequest, Posted, WrittenEnding};
use asq_backend::{Backend, Hold};
use asq_core::life::RequestId;
use asq_core::model::{Draft, WholeDraft};
use asq_wire::Ended;
use std::sync::Arc;

/// The store of an ask, opened only if the ask needs it.
pub(crate) struct AskStore {
    /// `None` without a store.
    pub(crate) backend: Option<Arc<dyn Backend>>,
    /// The request, if it is open in the store.
    pub(crate) open: Option<OpenRequest>,
    /// Whether the store's server takes no answers from here, so that the question has to wait there.
    pub(crate) only_asks: bool,
    /// Shows that the asker waits, from when it posted the request until its form does.
    posted: Option<Hold>,
    who: Arc<ThisProcess>,
}

impl AskStore {
    /// Opens the store if there is one, and looks for an earlier ask of the same content. `acts` is the place where a
    /// person answers.
    pub(crate) fn look(
        asker: &LocalAsk<'_>,
        acts: Acts,
    ) -> Result<(AskStore, Option<PrintedEnding>), CommandError> {
        let who = asker.party(acts);
        let Some(opened) = OpenBackend::existing(asker.side.env, who.clone())? else {
            return Ok((AskStore { backend: None, who, open: None, only_asks: false, posted: None }, None));
        };
        let only_asks = opened.only_asks()?;
        let backend = opened.backend;
        let (open, ending) =
            match asker.conversation().earlier(&backend).map_err(|failure| asker.failure(&failure))? {
                Some(Posted::Ended(ending)) => (None, told(asker, &*backend, *ending)?),
                Some(Posted::Open(id, _)) => (OpenRequest::of(&backend, id), None),
                None => (None, None),
            };
        Ok((AskStore { backend: Some(backend), who, open, only_asks, posted: None }, ending))
    }

    /// Posts the request while an inbox is in use, or if everything is to be recorded. This may make the store.
    pub(crate) fn post(&mut self, asker: &LocalAsk<'_>, always: bool) -> Result<(), CommandError> {
        let in_use = self.backend.as_ref().is_some_and(|backend| backend.inbox_in_use());
        if self.open.is_some() || !(always || in_use) {
            return Ok(());
        }
        let backend = match self.backend.take() {
            Some(backend) => backend,
            None => OpenBackend::made(asker.side.env, self.who.clone())?.backend,
        };
        match asker.conversation().post(&backend).map_err(|failure| asker.failure(&failure))? {
            Posted::Open(id, hold) => {
                self.open = OpenRequest::of(&backend, id);
                self.posted = hold;
            }
            // Since `look`, the same request was asked, answered and delivered. This ask is a new question.
            Posted::Ended(_) => {}
        }
        self.backend = Some(backend);
        Ok(())
    }
}

/// The ending of an earlier ask, if it counts for this one. A script's run that was killed is over, and the next one
/// asks again: it acts on an answer to its own question only. An asker that comes back or still waits isn't over.
fn told(
    asker: &LocalAsk<'_>,
    backend: &dyn Backend,
    ending: WrittenEnding,
) -> Result<Option<PrintedEnding>, CommandError> {
    let (Some(id), true) = (ending.id, asker.request.from.script) else { return Ok(Some(ending.into())) };
    let stored = backend.get(id).map_err(|failure| asker.failure(&failure))?;
    if stored.asked().is_none_or(|asked| asked.returns) || backend.asker_waits(id) {
        return Ok(Some(ending.into()));
    }
    let late = match ending.ended {
        Ended::Answered => Some("its answer"),
        Ended::Declined | Ended::Cancelled | Ended::Discuss => Some("its ending"),
        Ended::Withdrawn
        | Ended::Expired
        | Ended::Pending
        | Ended::Unavailable
        | Ended::Conflict
        | Ended::Misuse => None,
    };
    let Some(delivery) = ending.delivery else { return Ok(Some(ending.into())) };
    if let Some(late) = late {
        let short = backend.short_id(id)?;
        output::say(&format!(
            "asq: an earlier run got {late} too late (asq show {short}); this run asks again"
        ));
    }
    delivery.record().map_err(|failure| asker.failure(&failure))?;
    Ok(None)
}

/// Shares a draft through the store, so that other surfaces can continue it. Keeps it in a file if the link can't share
/// it.
pub(crate) fn keep(link: &FormLink, draft: &Draft, keeper: &mut Keeper) {
    if link.share(draft) {
        keeper.knows(draft);
    } else {
        keeper.keep(draft);
    }
}

/// The same for the page and the reason.
pub(crate) fn keep_whole(link: &FormLink, whole: &WholeDraft, keeper: &mut Keeper) {
    if !link.share_whole(whole) {
        keeper.knows_whole(whole);
    }
}

/// The line that says why no form is shown.
pub(crate) const ONLY_ASKS: &str =
    "asq: the token for this server may only ask, so the question waits there until somebody answers it";

/// The line that says where the person can answer.
pub(crate) fn place(backend: &dyn Backend, id: RequestId) -> String {
    match backend.short_id(id) {
        Ok(short) => format!("asq: waiting for an answer: asq inbox, or asq answer {short}"),
        Err(_) => "asq: waiting for an answer: asq inbox".to_owned(),
    }
}
