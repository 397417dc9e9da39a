//! An ask in this terminal, with or without a store.
//!
//! - Posts the request once the terminal is open, if an inbox is in use, a server can show its page, or everything is
//!   to be recorded.
//! - If somebody else was faster, their answer is the ending, and asq keeps the text typed here as a draft.
//! - Without a terminal the question waits if an inbox is in use; otherwise the ending says that nobody was asked.
//! - Reports a store that can't be used, and asks without it.
//! - If the store is on a server that takes no answers from here, the question waits there, and asq says so.

use super::ask_store::{AskStore, ONLY_ASKS};
use super::asker::LocalAsk;
use super::ending::{PrintedEnding, tell_troubles};
use super::keep::Keeper;
#[cfg(feature = "serve")]
use super::page_offer::PageOffer;
use super::post::{self, say_open};
use super::signals::{AskSignals, SignalSubject};
use super::surface::{self, FormContext, FormTies};
use crate::args::SurfaceArgs;
use crate::args::store::PostArgs;
use crate::error::CommandError;
use crate::output;
use crate::session::{Acts, spelled, unheard, unseen};
use crate::settings::Chosen;
use asq_asking::{AskerSide, CloseReply, OpenRequest, Posted};
use asq_backend::Backend;
use asq_core::life::RequestId;
use asq_core::model::Outcome;
use asq_dialects::Why;
use asq_settings::Keep;
use asq_tui::terminal::Refused;
use asq_wire::Ended;
use std::sync::Arc;

/// Asks; `stored` says whether it may look at a store.
pub(super) fn ask(
    asker: &LocalAsk<'_>,
    stored: bool,
    surface: &SurfaceArgs,
    chosen: &Chosen,
) -> Result<PrintedEnding, CommandError> {
    let cwd = asker.side.env.cwd();
    let mut ask_store = match stored.then(|| AskStore::look(asker, Acts::Terminal)) {
        None => None,
        Some(Ok((_, Some(ending)))) => return Ok(ending),
        Some(Ok((ask_store, None))) if ask_store.only_asks => return wait_there(asker, ask_store),
        Some(Ok((ask_store, None))) => Some(ask_store),
        Some(Err(failure)) => {
            say_without(failure);
            None
        }
    };
    // If this ask attaches to an open request, the form shows it as it was posted.
    let open = ask_store.as_ref().and_then(|ask_store| ask_store.open.as_ref());
    let mut request = open.map_or(asker.request, |open| &open.asked.request).clone();
    // This person's own danger check holds, whatever settings the request was posted under.
    request.prefs.hold_danger(chosen.settings.danger_check_enabled);
    request.rules.notes &= asker.takes_notes;
    let of_open = open.map(|open| open.asked.origin.clone());
    let origin = || spelled(&of_open.clone().unwrap_or_else(|| asker.side.origin()));
    let posted = open.and_then(|open| open.asked.about.as_deref());
    let about = posted.or(asker.side.about).cloned().map(Box::new);
    let keeper = Keeper::new(asker.side.env, asker.dialect.id, asker.call, &request);
    let mut keeper = match &cwd {
        Some(cwd) if asker.by_flags => keeper.within(cwd),
        Some(_) | None => keeper,
    };
    let rules = (asker.dialect.form)(&request.prefs);
    let called = rules.called;
    let of = SignalSubject {
        call: asker.call,
        dialect: asker.dialect,
        request: &request,
        called,
        cwd: cwd.as_deref(),
    };
    let mut signals = AskSignals::new(&chosen.settings, asker.side.env, of);
    let always = chosen.settings.record == Keep::Always;
    #[cfg(feature = "serve")]
    let questions = request.questions.len();
    let around = FormContext {
        env: asker.side.env,
        chosen,
        keeper: &mut keeper,
        signals: &mut signals,
        about,
        origin: &origin,
        // Posts only now that the terminal is open, so that an inbox shows the question, too.
        opened: &mut || {
            let Some(ask_store) = ask_store.as_mut() else { return FormTies::default() };
            #[cfg(feature = "serve")]
            let page = PageOffer::look(asker.side.env, &chosen.settings, questions);
            #[cfg(feature = "serve")]
            let always = always || page.is_some();
            if let Err(failure) = ask_store.post(asker, always) {
                say_without(failure);
            }
            let Some(open) = ask_store.open.as_ref() else { return FormTies::default() };
            let link = open.link();
            if let Some(failure) = &link.unheard {
                output::say(&unheard(&asker.failure(failure)));
            }
            if let Some(failure) = &link.unseen {
                output::say(&unseen(&asker.failure(failure)));
            }
            #[cfg(feature = "serve")]
            let page = page.and_then(|page| page.of(open));
            #[cfg(not(feature = "serve"))]
            let page = None;
            FormTies { link: Some(link), page }
        },
    };
    let asked = surface::ask(surface, request.clone(), rules, around);
    for trouble in signals.finish() {
        output::say(&format!("asq: {trouble}"));
    }
    let open = ask_store.as_mut().and_then(|ask_store| ask_store.open.take());
    match (asked, open) {
        (Ok(surface::FormEnding { aside: true, .. }), Some(OpenRequest { backend, id, .. })) => {
            post::wait(asker, &backend, id, None)
        }
        (Ok(surface::FormEnding { outcome, turn, .. }), Some(open)) => {
            Ok(PrintedEnding { turn, ..ended(asker, &open, outcome, keeper)? })
        }
        (Ok(surface::FormEnding { outcome, turn, .. }), None) => {
            let ending = PrintedEnding::from(asker.conversation().closed_here(&outcome));
            Ok(PrintedEnding { turn, said: Some((outcome, keeper)), ..ending })
        }
        (Err(refused), open) => {
            let backend = ask_store.and_then(|ask_store| ask_store.backend);
            without_terminal(asker, backend, open.map(|open| open.id), &refused)
        }
    }
}

/// Lets the question wait on a server that takes no answers from here.
fn wait_there(asker: &LocalAsk<'_>, mut ask_store: AskStore) -> Result<PrintedEnding, CommandError> {
    output::say(ONLY_ASKS);
    let open = ask_store.open.take().map(|open| open.id);
    match (open, ask_store.backend) {
        (Some(id), Some(backend)) => post::wait(asker, &backend, id, None),
        (None, Some(backend)) => post::to(asker, &backend, &PostArgs::default()),
        (_, None) => Ok(asker.unavailable(Why::NoStore)),
    }
}

/// Closes a posted request with the form's outcome, and returns the ending that counts.
fn ended(
    asker: &LocalAsk<'_>,
    open: &OpenRequest,
    outcome: Outcome,
    mut keeper: Keeper,
) -> Result<PrintedEnding, CommandError> {
    let said = match open.close(&outcome, false) {
        Ok(CloseReply::Counts) => outcome,
        Ok(CloseReply::Beaten(failure)) => {
            keeper.keep_ending(&outcome);
            let failure = asker.failure(&failure);
            output::say(&kept(failure, &keeper, "what was typed here is kept as a draft").to_string());
            Outcome::Cancelled(outcome.into_draft())
        }
        Err(failure) => {
            keeper.keep_ending(&outcome);
            let answered = matches!(outcome, Outcome::Answered(_));
            let kept_picks = answered && !asker.request.from.script;
            let what = if kept_picks { "what was answered" } else { "what was typed" };
            tell_troubles(&keeper);
            let failure = kept(
                asker.failure(&failure),
                &keeper,
                &format!("{what} is kept as a draft (asq help drafts)"),
            );
            return Err(if answered {
                failure.hint("the answer was not sent: ask again once this is fixed")
            } else {
                failure
            });
        }
    };
    let ending = open.ending(&asker.conversation()).map_err(|failure| asker.failure(&failure))?;
    let ending = PrintedEnding::from(ending);
    if ending.ended != Ended::Pending {
        return Ok(PrintedEnding { said: Some((said, keeper)), ..ending });
    }
    say_open(&*open.backend, open.id)?;
    Ok(PrintedEnding { said: Some((Outcome::Cancelled(said.into_draft()), keeper)), ..ending })
}

/// Adds to a failure that the text is kept, if it is in a file.
fn kept(failure: CommandError, keeper: &Keeper, what: &str) -> CommandError {
    if keeper.has_kept() { failure.hint(what) } else { failure }
}

/// Lets the question wait in an inbox, or reports that nobody was asked. `open` is a request that was posted before.
fn without_terminal(
    asker: &LocalAsk<'_>,
    backend: Option<Arc<dyn Backend>>,
    open: Option<RequestId>,
    refused: &Refused,
) -> Result<PrintedEnding, CommandError> {
    let why = why(refused);
    if matches!(refused, Refused::Taken { .. }) {
        output::say(&format!("asq: {refused}"));
    }
    let Some(backend) = backend else { return Ok(asker.unavailable(why)) };
    let in_use = backend.inbox_in_use();
    let (id, _posted) = match open {
        Some(id) if in_use => (id, None),
        Some(id) => {
            output::say(&format!("asq: {why}; the question was posted before"));
            say_open(&*backend, id)?;
            return Ok(asker.conversation().pending(&*backend, id).into());
        }
        None if in_use => match asker.conversation().post(&backend) {
            Ok(Posted::Open(id, hold)) => (id, hold),
            Ok(Posted::Ended(ending)) => return Ok((*ending).into()),
            Err(failure) => return Ok(asker.without_store(asker.failure(&failure))),
        },
        None => return Ok(asker.unavailable(why)),
    };
    output::say(&format!("asq: {why}; an inbox is in use, so the question waits there"));
    post::wait(asker, &backend, id, None)
}

/// Reports that the store can't be used; the terminal is asked anyway.
fn say_without(failure: CommandError) {
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
