//! `asq ask --inbox`, `--wait` and `--no-wait`: the question waits in the store.
//!
//! - Asking the same again attaches to the open request, or gets its ending.
//! - While it waits, it says where to answer. Ctrl+C leaves the request open, and standard error says how to continue.
//! - --no-wait says how to get the answer.
//! - Reports at once a store that can't be used, with its path, the system's error and the way out.
//! - If asq can't tell whether the request was stored, it says so and exits with 74; asking again attaches.

use super::ask_store::place;
use super::asker::LocalAsk;
use super::ending::PrintedEnding;
use crate::args::store::PostArgs;
use crate::error::CommandError;
use crate::output;
use crate::session::{Acts, EndingWatch, Happened, OpenBackend, TICKET, say_absence, unseen};
use asq_asking::Posted;
use asq_backend::Backend;
use asq_core::life::RequestId;
use std::sync::Arc;

/// Posts the request, and waits as long as the flags say.
pub(crate) fn ask(asker: &LocalAsk<'_>, how: &PostArgs) -> Result<PrintedEnding, CommandError> {
    let backend = match OpenBackend::made(asker.side.env, asker.party(Acts::Terminal)) {
        Ok(opened) => opened.backend,
        Err(failure) => return Ok(asker.without_store(failure)),
    };
    to(asker, &backend, how)
}

/// The same in a store that is open.
pub(super) fn to(
    asker: &LocalAsk<'_>,
    backend: &Arc<dyn Backend>,
    how: &PostArgs,
) -> Result<PrintedEnding, CommandError> {
    let (id, _posted) = match asker.conversation().post(backend) {
        Ok(Posted::Open(id, hold)) => (id, hold),
        Ok(Posted::Ended(ending)) => return Ok((*ending).into()),
        Err(failure) if failure.is_unclear() => {
            // It may be stored: to report that nobody was asked would be a lie.
            return Err(asker.failure(&failure).hint("asking again attaches to it, where it was stored"));
        }
        Err(failure) => return Ok(asker.without_store(asker.failure(&failure))),
    };
    if how.no_wait {
        let short = backend.short_id(id)?;
        output::say(&format!("asq: posted; get the answer with: asq wait {short}"));
        say_ticket(asker, &**backend, id);
        return Ok(asker.conversation().pending(&**backend, id).into());
    }
    wait(asker, backend, id, how.wait)
}

/// Waits until the request is closed, at most this many milliseconds.
pub(super) fn wait(
    asker: &LocalAsk<'_>,
    backend: &Arc<dyn Backend>,
    id: RequestId,
    patience: Option<u64>,
) -> Result<PrintedEnding, CommandError> {
    let mut watch = EndingWatch::new(patience)?;
    backend.tell_absence(say_absence());
    if let Err(failure) = watch.add(&**backend, &[id]) {
        output::say(&unseen(&asker.failure(&failure)));
    }
    output::say(&place(&**backend, id));
    Ok(match watch.next() {
        Happened::Closed(_, Ok(closed)) => asker.conversation().closed_in(backend, &closed).into(),
        Happened::Closed(_, Err(failure)) => return Err(asker.failure(&failure)),
        Happened::Late | Happened::Signalled | Happened::Unread => {
            say_open(&**backend, id)?;
            say_ticket(asker, &**backend, id);
            asker.conversation().pending(&**backend, id).into()
        }
    })
}

/// Prints the ticket that gets a secret outside of the asker's own process tree.
fn say_ticket(asker: &LocalAsk<'_>, backend: &dyn Backend, id: RequestId) {
    if let Some(ticket) = asker.conversation().ticket(backend, id) {
        output::say(&format!("  the answer is a secret: from another session, set {TICKET}={ticket}"));
    }
}

/// Reports that a request stays open, and how to continue.
pub(super) fn say_open(backend: &dyn Backend, id: RequestId) -> Result<(), CommandError> {
    let short = backend.short_id(id)?;
    output::say(&format!(
        "asq: it stays open; asq wait {short} waits again, asq withdraw {short} takes it back"
    ));
    Ok(())
}
