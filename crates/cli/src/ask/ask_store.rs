//! The store of an ask with a form, on a terminal or in a host: opened if there is one, and posted to.
//!
//! - Without a store, and without an inbox in use, nothing is opened, made or written for one.
//! - An earlier ending of the same ask is its ending; if the earlier request is still open, the ask attaches to it.
//! - Posts the request while an inbox is in use, or if everything is to be recorded.
//! - Keeps what is typed in the form where other surfaces can continue it.

use super::asker::LocalAsk;
use super::ending::PrintedEnding;
use super::keep::Keeper;
use crate::error::CommandError;
use crate::session::{Acts, OpenBackend, ThisProcess};
use asq_asking::{FormLink, OpenRequest, Posted};
use asq_backend::Backend;
use asq_core::life::RequestId;
use asq_core::model::Draft;
use std::sync::Arc;

/// The store of an ask, opened as far as it was needed.
pub(crate) struct AskStore {
    /// The backend, where there is a store.
    pub(crate) backend: Option<Arc<dyn Backend>>,
    /// The request, where it is open there.
    pub(crate) open: Option<OpenRequest>,
    who: Arc<ThisProcess>,
}

impl AskStore {
    /// Looks at the store, where there is one; also what the same ask led to before. `acts` is where a person answers.
    pub(crate) fn look(
        asker: &LocalAsk<'_>,
        acts: Acts,
    ) -> Result<(AskStore, Option<PrintedEnding>), CommandError> {
        let who = asker.party(acts);
        let Some(opened) = OpenBackend::existing(asker.side.env, who.clone())? else {
            return Ok((AskStore { backend: None, who, open: None }, None));
        };
        let backend = opened.backend;
        let (open, ending) =
            match asker.conversation().earlier(&backend).map_err(|failure| asker.failure(&failure))? {
                Some(Posted::Ended(ending)) => (None, Some((*ending).into())),
                Some(Posted::Open(id)) => (OpenRequest::of(&backend, id), None),
                None => (None, None),
            };
        Ok((AskStore { backend: Some(backend), who, open }, ending))
    }

    /// Posts the request while an inbox is in use, or if everything is to be recorded; this may make the store.
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
            Posted::Open(id) => self.open = OpenRequest::of(&backend, id),
            // Asked, answered and delivered since we looked: this one is a question of its own.
            Posted::Ended(_) => {}
        }
        self.backend = Some(backend);
        Ok(())
    }
}

/// Keeps what was typed in the store, where others can go on with it; in a file where it can't be got there.
pub(crate) fn keep(link: &FormLink, draft: &Draft, keeper: &mut Keeper) {
    if link.share(draft) {
        keeper.knows(draft);
    } else {
        keeper.keep(draft);
    }
}

/// Where it can be answered, for the person.
pub(crate) fn place(backend: &dyn Backend, id: RequestId) -> String {
    match backend.short_id(id) {
        Ok(short) => format!("asq: waiting for an answer: asq inbox, or asq answer {short}"),
        Err(_) => "asq: waiting for an answer: asq inbox".to_owned(),
    }
}
