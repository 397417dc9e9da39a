//! The request that a host shows.
//!
//! - It ends in the store if it was posted, otherwise only here.
//! - Reports what the store did not take, to the agent and to the person.
//! - Keeps text that did not become the answer as a draft, even if somebody else was faster.

use super::posted::{HostedEnding, SharedRequest};
use crate::ask::signals::AskSignals;
use crate::ask::{Keeper, LocalAsk};
use crate::env::Env;
use crate::error::escaped;
use crate::session::ThisAsker;
use asq_core::model::{Draft, Outcome, Request, WholeDraft};
use asq_dialects::{Dialect, Ending};
use asq_tui::embed::EmbedEnding;
use asq_wire::{Ended, ToolCall, ToolReply};
use std::path::PathBuf;
use std::rc::Rc;

pub(super) struct HostedAsk {
    pub(super) call: Rc<ToolCall>,
    pub(super) dialect: &'static Dialect,
    pub(super) request: Request,
    pub(super) keeper: Keeper,
    /// The folder that it asks from, as the host names it.
    pub(super) folder: Option<PathBuf>,
    /// The request in the store, if it is posted.
    pub(super) posted: Option<SharedRequest>,
    /// `None` once the form is closed or put aside.
    pub(super) signals: Option<AskSignals>,
    pub(super) notes: Vec<String>,
    /// A message for the person.
    pub(super) told: Option<String>,
    /// Whether the person answered here, so that the draft goes once the host has the ending.
    pub(super) answered: bool,
}

impl HostedAsk {
    pub(super) fn asking<'a>(&'a self, env: &'a Env) -> LocalAsk<'a> {
        let folder = self.folder.as_deref();
        let side = ThisAsker { folder, ..ThisAsker::of(env) };
        LocalAsk::of(&self.call, self.dialect, &self.request, side)
    }

    pub(super) fn keep(&mut self, draft: &Draft) {
        match &self.posted {
            Some(posted) => posted.keep(draft, &mut self.keeper),
            None => self.keeper.keep(draft),
        }
    }

    pub(super) fn keep_whole(&mut self, whole: &WholeDraft) {
        match &self.posted {
            Some(posted) => posted.keep_whole(whole, &mut self.keeper),
            None => self.keeper.knows_whole(whole),
        }
    }

    pub(super) fn close(&mut self, outcome: &Outcome, env: &Env) -> HostedEnding {
        let Some(posted) = self.posted.take() else {
            self.keeper.keep_ending(outcome);
            self.answered = matches!(outcome, Outcome::Answered(_));
            if matches!(outcome, Outcome::Declined { .. }) {
                self.keeper.declined(outcome);
            }
            let reply = (self.dialect.write)(&self.call, Some(&self.request), Ending::Closed(outcome));
            let ended = Ended::from(outcome);
            return HostedEnding::of(EmbedEnding { ended, reply, notes: Vec::new(), told: None });
        };
        match posted.ended(&self.asking(env), outcome) {
            Ok(finished) => {
                self.answered = matches!(outcome, Outcome::Answered(_)) && finished.beaten.is_none();
                if matches!(outcome, Outcome::Declined { .. }) {
                    self.keeper.declined(outcome);
                } else if !self.answered {
                    self.keeper.keep_ending(outcome);
                }
                finished
            }
            Err(why) => {
                self.keeper.keep_ending(outcome);
                HostedEnding::of(unstored(outcome, &why, self.keeper.has_kept()))
            }
        }
    }

    /// Returns the ending of a withdrawal, and withdraws nothing.
    pub(super) fn left_open(&self, draft: &Draft) -> EmbedEnding {
        let outcome = Outcome::Withdrawn(draft.clone());
        let reply = (self.dialect.write)(&self.call, Some(&self.request), Ending::Closed(&outcome));
        EmbedEnding { ended: Ended::from(&outcome), reply, notes: Vec::new(), told: None }
    }

    /// Returns the ending of somebody who was faster. Keeps the text typed here in the store and in a file.
    pub(super) fn elsewhere(&mut self, typed: &Draft, env: &Env) -> Option<HostedEnding> {
        let posted = self.posted.take()?;
        self.keeper.keep(typed);
        Some(posted.beaten(&self.asking(env), typed.clone()))
    }

    /// Adds the messages that go with the ending.
    pub(super) fn finish(&mut self, closing: &mut EmbedEnding, beaten: Option<&Draft>) {
        if beaten.is_some_and(|draft| !draft.is_empty())
            && self.keeper.has_kept()
            && let Some(told) = &mut closing.told
        {
            told.push_str("; what was typed here is kept as a draft");
        }
        closing.notes.append(&mut self.notes);
        closing.notes.extend(self.keeper.troubles().iter().map(|trouble| escaped(trouble)));
        closing.notes.extend(self.signals.take().into_iter().flat_map(AskSignals::finish));
        closing.told = closing.told.take().or_else(|| self.told.take());
    }
}

/// The ending for an outcome that the store did not take; `kept` says whether a file has its text.
fn unstored(outcome: &Outcome, why: &str, kept: bool) -> EmbedEnding {
    let (agent, person, draft) = match outcome {
        Outcome::Answered(_) => ("The user answered, but the answer", "the answer", "it"),
        Outcome::Discuss(_) => {
            ("The user wants to talk about it, but that", "that you want to talk about it", "what was typed")
        }
        Outcome::Declined { .. } => ("The user declined, but that", "that you declined", "what was typed"),
        Outcome::Cancelled(_) => ("The user cancelled, but that", "that you cancelled", "what was typed"),
        Outcome::Withdrawn(_) => ("It was taken back, but that", "that it was taken back", "what was typed"),
        Outcome::Expired(_) => ("Its time is over, but that", "that its time is over", "what was typed"),
    };
    let draft = if kept { format!("; {draft} is kept as a draft") } else { String::new() };
    let next = match outcome {
        Outcome::Answered(_) => "Ask again.",
        Outcome::Discuss(_)
        | Outcome::Declined { .. }
        | Outcome::Cancelled(_)
        | Outcome::Withdrawn(_)
        | Outcome::Expired(_) => "The question may still be open.",
    };
    let reply = ToolReply::error(format!("{agent} could not be stored: {why}{draft}. {next}"));
    let told = Some(format!("asq: {person} could not be stored: {why}{draft}"));
    EmbedEnding { ended: Ended::Unavailable, reply, notes: Vec::new(), told }
}
