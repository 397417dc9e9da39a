//! An ask in this terminal, and the store that may stand beside it.
//!
//! - Without a store, and without an inbox in use, nothing is opened, made or written for one.
//! - With an inbox in use, or where all is to be recorded, the request is posted once the terminal is there.
//! - What the same ask came to before is its ending; one that is still open is gone on with.
//! - Where somebody else was first, their answer is the ending, and what was typed is kept as a draft.
//! - Without a terminal the question waits where an inbox is in use; else nobody was asked.
//! - A store that can't be used is said, and the question is asked without it.

use super::asker::{Asker, Posted};
use super::ending::Ending;
use super::keep::Keeper;
use super::post::{self, say_open};
use super::signals::{Of, Signals};
use super::surface::{self, Around, Tied};
use crate::args::Surface;
use crate::error::Failure;
use crate::output;
use crate::settings::Chosen;
use crate::store::{self, Opened};
use asq_core::inbox::Command;
use asq_core::life::{Asked, Refusal, RequestId};
use asq_core::model::{Draft, Outcome};
use asq_dialects::Why;
use asq_runtime::Desk;
use asq_runtime::desk::{self, Over};
use asq_settings::Keep;
use asq_tui::terminal::Refused;
use std::path::Path;
use std::sync::Arc;

/// Asks; `stored` is whether a store may be looked at.
pub(super) fn ask(
    asker: &Asker<'_>,
    stored: bool,
    surface: &Surface,
    chosen: &Chosen,
) -> Result<Ending, Failure> {
    let cwd = std::env::current_dir().unwrap_or_default();
    let mut beside = Beside { asker, cwd: &cwd, desk: None, open: None, may: stored };
    if let Some(ending) = beside.look() {
        return Ok(ending);
    }
    // One that is gone on with is shown as it was posted.
    let request = beside.open.as_ref().map_or(asker.request, |open| &open.asked.request).clone();
    let mut keeper = Keeper::new(asker.env, asker.dialect.id, asker.call, &request);
    let rules = (asker.dialect.form)(&request.prefs);
    let called = rules.called;
    let of = Of { call: asker.call, dialect: asker.dialect, request: &request, called, cwd: Some(&cwd) };
    let mut signals = Signals::new(&chosen.settings, asker.env, of);
    let always = chosen.settings.record == Keep::Always;
    let around = Around {
        env: asker.env,
        chosen,
        keeper: &mut keeper,
        signals: &mut signals,
        opened: &mut || beside.terminal_is_there(always),
    };
    let asked = surface::ask(surface, request.clone(), rules, around);
    for trouble in signals.finish() {
        output::say(&format!("asq: {trouble}"));
    }
    match asked {
        Ok(surface::Asked { outcome, aside: true, .. }) => beside.put_aside(outcome, keeper),
        Ok(surface::Asked { outcome, aside: false, turn }) => {
            Ok(Ending { turn, ..beside.ended(outcome, keeper)? })
        }
        Err(refused) => beside.without_terminal(&refused),
    }
}

/// A request that is open.
struct Open {
    id: RequestId,
    asked: Asked,
}

/// The store beside a terminal.
struct Beside<'a> {
    asker: &'a Asker<'a>,
    cwd: &'a Path,
    desk: Option<Desk>,
    open: Option<Open>,
    may: bool,
}

impl Beside<'_> {
    /// Looks at the store, where there is one; what the same ask came to before.
    fn look(&mut self) -> Option<Ending> {
        if !self.may {
            return None;
        }
        let desk = match Opened::existing(self.asker.env, self.cwd) {
            Ok(opened) => Desk::new(opened?.store),
            Err(failure) => {
                say_without(failure);
                return None;
            }
        };
        match self.asker.earlier(&desk) {
            Ok(Some(Posted::Ended(ending))) => return Some(*ending),
            Ok(Some(Posted::Open(id))) => self.open = open(&desk, id),
            Ok(None) => {}
            Err(failure) => {
                say_without(self.asker.failure(&failure));
                return None;
            }
        }
        self.desk = Some(desk);
        None
    }

    /// The form is about to be shown: whoever looks at an inbox sees it, too.
    fn terminal_is_there(&mut self, always: bool) -> Option<Tied> {
        let in_use = self.desk.as_ref().is_some_and(Desk::inbox_in_use);
        if self.may && self.open.is_none() && (always || in_use) {
            self.post();
        }
        let (desk, Open { id, .. }) = (self.desk.as_ref()?, self.open.as_ref()?);
        let surface = desk::Surface { by: store::at_terminal(), all: false, own_tree: Arc::new(|_| false) };
        // Without it the form only hears of others when it is submitted.
        let link = desk.follow(surface).ok()?;
        link.send(Command::Open(*id));
        let (draft, held) = (desk.drafts(*id).unwrap_or_default(), desk.hold(*id).ok());
        Some(Tied { id: *id, link, draft, _held: held })
    }

    fn post(&mut self) {
        let desk = match self.desk.take().map_or_else(|| self.made(), Ok) {
            Ok(desk) => desk,
            Err(failure) => return say_without(failure),
        };
        match self.asker.post(&desk) {
            Ok(Posted::Open(id)) => self.open = open(&desk, id),
            // Asked, answered and handed over since we looked: this one is a question of its own.
            Ok(Posted::Ended(_)) => {}
            Err(failure) => say_without(self.asker.failure(&failure)),
        }
        self.desk = Some(desk);
    }

    fn made(&self) -> Result<Desk, Failure> {
        Ok(Desk::new(Opened::made(self.asker.env, self.cwd)?.store))
    }

    /// The form was put aside: it is waited for what comes from elsewhere.
    fn put_aside(self, outcome: Outcome, keeper: Keeper) -> Result<Ending, Failure> {
        match (&self.desk, &self.open) {
            (Some(desk), Some(open)) => post::wait(self.asker, desk, open.id, None),
            (None, _) | (_, None) => self.ended(outcome, keeper),
        }
    }

    /// The form has ended.
    fn ended(self, outcome: Outcome, mut keeper: Keeper) -> Result<Ending, Failure> {
        let asker = self.asker;
        let (Some(desk), Some(Open { id, asked })) = (self.desk, self.open) else {
            let ending = asker.closed(&outcome);
            return Ok(Ending { said: Some((outcome, keeper)), ..ending });
        };
        let by = store::at_terminal();
        let told = match &outcome {
            Outcome::Answered(answers) => desk.answer(id, answers.clone(), &asked.digest, None, &by),
            Outcome::Declined { reason, draft } => desk.decline(id, reason.clone(), draft.clone(), None, &by),
            Outcome::Discuss(draft) => desk.discuss(id, draft.clone(), None, &by),
            Outcome::Cancelled(draft) => desk.cancel(id, draft.clone(), None, &by),
            // The store judges time limits by itself, when it is read; a form that goes away ends nothing.
            Outcome::Expired(_) | Outcome::Withdrawn(_) => Ok(true),
        };
        let said = match told {
            Ok(_) => outcome,
            Err(desk::Failure::Refused(refusal)) if matches!(*refusal, Refusal::Closed { .. }) => {
                let failure = asker.failure(&desk::Failure::Refused(refusal));
                output::say(&failure.hint("what was typed here is kept as a draft").to_string());
                as_draft(outcome)
            }
            Err(failure) => {
                keeper.keep_ending(&outcome);
                let kept = "what was answered is kept as a draft (asq help drafts)";
                return Err(asker.failure(&failure).hint(kept));
            }
        };
        let life = desk.life(id).map_err(|failure| asker.failure(&failure))?;
        if let Some(over) = Over::of(id, &life) {
            return Ok(Ending { said: Some((said, keeper)), ..asker.over(&desk, &over) });
        }
        say_open(&desk, id)?;
        Ok(Ending { said: Some((as_draft(said), keeper)), ..asker.pending(id) })
    }

    /// There is no terminal to ask in.
    fn without_terminal(self, refused: &Refused) -> Result<Ending, Failure> {
        let (asker, why) = (self.asker, why(refused));
        let Some(desk) = self.desk else { return Ok(asker.unavailable(why)) };
        let in_use = desk.inbox_in_use();
        let id = match self.open {
            Some(Open { id, .. }) if in_use => id,
            Some(Open { id, .. }) => {
                output::say(&format!("asq: {why}; the question was posted before"));
                say_open(&desk, id)?;
                return Ok(asker.pending(id));
            }
            None if in_use => match asker.post(&desk) {
                Ok(Posted::Open(id)) => id,
                Ok(Posted::Ended(ending)) => return Ok(*ending),
                Err(failure) => return Ok(asker.without_store(asker.failure(&failure))),
            },
            None => return Ok(asker.unavailable(why)),
        };
        output::say(&format!("asq: {why}; an inbox is in use, so the question waits there"));
        post::wait(asker, &desk, id, None)
    }
}

/// The store can't be used; the terminal is asked all the same.
fn say_without(failure: Failure) {
    output::say(&failure.hint("the question is asked without it").to_string());
}

/// The request, if it is still open.
fn open(desk: &Desk, id: RequestId) -> Option<Open> {
    let life = desk.life(id).ok().filter(|life| life.closed().is_none())?;
    Some(Open { id, asked: life.asked()?.clone() })
}

/// What was submitted too late, as a draft.
fn as_draft(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Answered(answers) => Outcome::Cancelled(Draft { answers, ..Draft::default() }),
        other @ (Outcome::Declined { .. }
        | Outcome::Discuss(_)
        | Outcome::Cancelled(_)
        | Outcome::Withdrawn(_)
        | Outcome::Expired(_)) => other,
    }
}

fn why(refused: &Refused) -> Why {
    match refused {
        Refused::NoTerminal => Why::NoTerminal,
        Refused::InUse => Why::TerminalInUse,
        Refused::Ended(_) | Refused::Failed(_) => Why::TerminalFailed,
    }
}
