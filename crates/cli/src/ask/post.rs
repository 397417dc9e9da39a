//! `asq ask --inbox`, `--wait` and `--no-wait`: the question waits in the store.
//!
//! - The same ask again attaches to the open request, or gets the ending that came meanwhile.
//! - While it waits it says where it can be answered; Ctrl+C leaves the request open, and says how to go on.
//! - A store that can't be used is told at once, with its path, what the system says and the way out.
//! - Where it is not known whether it was stored, that is said, and the exit code is 74: asking again attaches.

use super::asker::{Asker, Posted};
use super::beside::place;
use super::ending::Ending;
use crate::error::Failure;
use crate::output;
use crate::store::args::PostArgs;
use crate::store::ticket;
use crate::store::{self, Happened, Opened, Watch};
use asq_core::life::RequestId;
use asq_runtime::Desk;
use asq_runtime::desk;
use asq_store::StoreError;

/// Posts it, and waits as long as wanted.
pub(super) fn ask(asker: &Asker<'_>, how: &PostArgs) -> Result<Ending, Failure> {
    let opened = match Opened::made(asker.env, &std::env::current_dir().unwrap_or_default()) {
        Ok(opened) => opened,
        Err(failure) => return Ok(asker.without_store(failure)),
    };
    let desk = Desk::new(opened.store);
    let id = match asker.post(&desk) {
        Ok(Posted::Open(id)) => id,
        Ok(Posted::Ended(ending)) => return Ok(*ending),
        Err(failure) if is_unclear(&failure) => {
            return Err(asker.failure(&failure).hint("asking again attaches to it, where it was stored"));
        }
        Err(failure) => return Ok(asker.without_store(asker.failure(&failure))),
    };
    if how.no_wait {
        let short = store::short(&**desk.store(), id)?;
        output::say(&format!("asq: posted: asq wait {short} gets the answer"));
        say_ticket(asker, &desk, id);
        return Ok(asker.pending(&desk, id));
    }
    wait(asker, &desk, id, how.wait)
}

/// Whether it may have been stored all the same, or the disk can't be believed any more.
fn is_unclear(failure: &desk::Failure) -> bool {
    let unknown = match failure {
        desk::Failure::Store(error) => matches!(**error, StoreError::Unknown(_)),
        desk::Failure::NoSuch(_) | desk::Failure::Refused(_) => false,
    };
    unknown || failure.is_final()
}

/// Waits until it is over, at most so many milliseconds.
pub(super) fn wait(
    asker: &Asker<'_>,
    desk: &Desk,
    id: RequestId,
    patience: Option<u64>,
) -> Result<Ending, Failure> {
    let mut watch = Watch::new(patience)?;
    watch.add(desk, id);
    output::say(&place(desk, id));
    Ok(match watch.next() {
        Happened::Over(_, Ok(over)) => asker.over(desk, &over),
        Happened::Over(_, Err(failure)) => return Err(asker.failure(&failure)),
        Happened::Late | Happened::Told | Happened::Unread => {
            say_open(desk, id)?;
            say_ticket(asker, desk, id);
            asker.pending(desk, id)
        }
    })
}

/// Says how a secret can be taken outside of the asker's own process tree.
fn say_ticket(asker: &Asker<'_>, desk: &Desk, id: RequestId) {
    if let Some(ticket) = asker.ticket(desk, id) {
        output::say(&format!(
            "  the answer is a secret: outside of this session {}={ticket} gets it",
            ticket::VARIABLE
        ));
    }
}

/// Says that a request stays open, and how to go on.
pub(super) fn say_open(desk: &Desk, id: RequestId) -> Result<(), Failure> {
    let short = store::short(&**desk.store(), id)?;
    output::say(&format!("asq: it stays open: asq wait {short} goes on, asq withdraw {short} takes it back"));
    Ok(())
}
