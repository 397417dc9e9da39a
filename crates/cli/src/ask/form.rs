//! An ask in this terminal, and the store that may stand beside it.
//!
//! - With an inbox in use, or where all is to be recorded, the request is posted once the terminal is there.
//! - Where somebody else was first, their answer is the ending, and what was typed is kept as a draft.
//! - Without a terminal the question waits where an inbox is in use; else nobody was asked.
//! - A store that can't be used is said, and the question is asked without it.

use super::asker::Asker;
use super::beside::Beside;
use super::ending::Ending;
use super::keep::Keeper;
use super::post::{self, say_open};
use super::signals::{Of, Signals};
use super::surface::{self, Around};
use crate::args::Surface;
use crate::error::Failure;
use crate::output;
use crate::session::{Acts, unseen};
use crate::settings::Chosen;
use asq_asking::{OpenRequest, Posted, Told};
use asq_backend::Backend;
use asq_core::life::RequestId;
use asq_core::model::Outcome;
use asq_dialects::Why;
use asq_settings::Keep;
use asq_tui::terminal::Refused;
use asq_wire::Ended;
use std::sync::Arc;

/// Asks; `stored` is whether a store may be looked at.
pub(super) fn ask(
    asker: &Asker<'_>,
    stored: bool,
    surface: &Surface,
    chosen: &Chosen,
) -> Result<Ending, Failure> {
    let cwd = asker.side.env.cwd();
    let mut beside = match stored.then(|| Beside::look(asker, Acts::Terminal)) {
        None => None,
        Some(Ok((_, Some(ending)))) => return Ok(ending),
        Some(Ok((beside, None))) => Some(beside),
        Some(Err(failure)) => {
            say_without(failure);
            None
        }
    };
    // One that is gone on with is shown as it was posted.
    let open = beside.as_ref().and_then(|beside| beside.open.as_ref());
    let mut request = open.map_or(asker.request, |open| &open.asked.request).clone();
    // Whatever it was posted under, this person's own guard holds.
    request.prefs.hold_danger(chosen.settings.danger_check_enabled);
    let keeper = Keeper::new(asker.side.env, asker.dialect.id, asker.call, &request);
    let mut keeper = if asker.by_flags { keeper.within(&cwd) } else { keeper };
    let rules = (asker.dialect.form)(&request.prefs);
    let called = rules.called;
    let of = Of { call: asker.call, dialect: asker.dialect, request: &request, called, cwd: Some(&cwd) };
    let mut signals = Signals::new(&chosen.settings, asker.side.env, of);
    let always = chosen.settings.record == Keep::Always;
    let around = Around {
        env: asker.side.env,
        chosen,
        keeper: &mut keeper,
        signals: &mut signals,
        // Whoever looks at an inbox sees it, too.
        opened: &mut || {
            let beside = beside.as_mut()?;
            if let Err(failure) = beside.post(asker, always) {
                say_without(failure);
            }
            let link = beside.open.as_ref()?.link();
            if let Some(failure) = &link.unseen {
                output::say(&unseen(&asker.failure(failure)));
            }
            Some(link)
        },
    };
    let asked = surface::ask(surface, request.clone(), rules, around);
    for trouble in signals.finish() {
        output::say(&format!("asq: {trouble}"));
    }
    let open = beside.as_mut().and_then(|beside| beside.open.take());
    match (asked, open) {
        (Ok(surface::Asked { aside: true, .. }), Some(OpenRequest { backend, id, .. })) => {
            post::wait(asker, &backend, id, None)
        }
        (Ok(surface::Asked { outcome, turn, .. }), Some(open)) => {
            Ok(Ending { turn, ..ended(asker, &open, outcome, keeper)? })
        }
        (Ok(surface::Asked { outcome, turn, .. }), None) => {
            let ending = Ending::from(asker.conversation().closed_here(&outcome));
            Ok(Ending { turn, said: Some((outcome, keeper)), ..ending })
        }
        (Err(refused), open) => {
            let backend = beside.and_then(|beside| beside.backend);
            without_terminal(asker, backend, open.map(|open| open.id), &refused)
        }
    }
}

/// The form of one that is posted has ended.
fn ended(
    asker: &Asker<'_>,
    open: &OpenRequest,
    outcome: Outcome,
    mut keeper: Keeper,
) -> Result<Ending, Failure> {
    let said = match open.tell(&outcome, false) {
        Ok(Told::Counts) => outcome,
        Ok(Told::Beaten(failure)) => {
            keeper.keep_ending(&outcome);
            let failure = asker.failure(&failure);
            output::say(&kept(failure, &keeper, "what was typed here is kept as a draft").to_string());
            Outcome::Cancelled(outcome.into_draft())
        }
        Err(failure) => {
            keeper.keep_ending(&outcome);
            let what = match outcome {
                Outcome::Answered(_) => "what was answered is kept as a draft (asq help drafts)",
                Outcome::Discuss(_)
                | Outcome::Declined { .. }
                | Outcome::Cancelled(_)
                | Outcome::Withdrawn(_)
                | Outcome::Expired(_) => "what was typed is kept as a draft (asq help drafts)",
            };
            return Err(kept(asker.failure(&failure), &keeper, what));
        }
    };
    let ending = open.ending(&asker.conversation()).map_err(|failure| asker.failure(&failure))?;
    let ending = Ending::from(ending);
    if ending.ended != Ended::Pending {
        return Ok(Ending { said: Some((said, keeper)), ..ending });
    }
    say_open(&*open.backend, open.id)?;
    Ok(Ending { said: Some((Outcome::Cancelled(said.into_draft()), keeper)), ..ending })
}

/// A failure, and where the text is, if it is in a file.
fn kept(failure: Failure, keeper: &Keeper, what: &str) -> Failure {
    if keeper.has_kept() { failure.hint(what) } else { failure }
}

/// There is no terminal to ask in; `open` is the request, where it was posted before.
fn without_terminal(
    asker: &Asker<'_>,
    backend: Option<Arc<dyn Backend>>,
    open: Option<RequestId>,
    refused: &Refused,
) -> Result<Ending, Failure> {
    let why = why(refused);
    if matches!(refused, Refused::Taken { .. }) {
        output::say(&format!("asq: {refused}"));
    }
    let Some(backend) = backend else { return Ok(asker.unavailable(why)) };
    let in_use = backend.inbox_in_use();
    let id = match open {
        Some(id) if in_use => id,
        Some(id) => {
            output::say(&format!("asq: {why}; the question was posted before"));
            say_open(&*backend, id)?;
            return Ok(asker.conversation().pending(&*backend, id).into());
        }
        None if in_use => match asker.conversation().post(&backend) {
            Ok(Posted::Open(id)) => id,
            Ok(Posted::Ended(ending)) => return Ok((*ending).into()),
            Err(failure) => return Ok(asker.without_store(asker.failure(&failure))),
        },
        None => return Ok(asker.unavailable(why)),
    };
    output::say(&format!("asq: {why}; an inbox is in use, so the question waits there"));
    post::wait(asker, &backend, id, None)
}

/// The store can't be used; the terminal is asked all the same.
fn say_without(failure: Failure) {
    output::say(&failure.hint("the question is asked without it").to_string());
}

fn why(refused: &Refused) -> Why {
    match refused {
        Refused::NoTerminal => Why::NoTerminal,
        Refused::InUse => Why::TerminalInUse,
        Refused::Taken { .. } => Why::TerminalTaken,
        Refused::Ended(_) | Refused::Failed(_) => Why::TerminalFailed,
    }
}
