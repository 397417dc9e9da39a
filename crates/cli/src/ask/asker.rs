//! An ask of this process: its conversation with a backend, and its messages to the person.
//!
//! - Writes every ending in the words of the call's own dialect.
//! - Standard error says in plain words why nobody was asked, and what to do.
//! - Words the store's faults for the person.

use super::ending::PrintedEnding;
use crate::clock::local_zone;
use crate::error::CommandError;
use crate::output;
use crate::session::{Acts, ThisAsker, ThisProcess, refused};
use asq_asking::Conversation;
use asq_core::model::Request;
use asq_dialects::{Dialect, Why};
use asq_wire::{Note, ToolCall};
use std::rc::Rc;
use std::sync::Arc;

#[derive(Clone, Copy)]
pub(crate) struct LocalAsk<'a> {
    pub(crate) call: &'a Rc<ToolCall>,
    pub(crate) dialect: &'static Dialect,
    pub(crate) request: &'a Request,
    /// What was dropped or mended while the call was read.
    pub(crate) notes: &'a [Note],
    pub(crate) side: ThisAsker<'a>,
    /// Whether flags made the call.
    pub(crate) by_flags: bool,
    /// Whether its asker can get a note: the answer's values alone have no place for one.
    pub(crate) takes_notes: bool,
    /// What to do without a terminal; empty if nothing helps.
    pub(crate) elsewhere: &'static str,
}

impl<'a> LocalAsk<'a> {
    /// An ask of a call that no flags made: its asker gets notes, and nothing helps without a terminal.
    pub(crate) fn of(
        call: &'a Rc<ToolCall>,
        dialect: &'static Dialect,
        request: &'a Request,
        side: ThisAsker<'a>,
    ) -> LocalAsk<'a> {
        LocalAsk {
            call,
            dialect,
            request,
            notes: &[],
            side,
            by_flags: false,
            takes_notes: true,
            elsewhere: "",
        }
    }
}

impl LocalAsk<'_> {
    pub(crate) fn conversation(&self) -> Conversation<'_> {
        let LocalAsk { call, dialect, request, notes, side, .. } = self;
        Conversation { call, dialect, request, notes, side }
    }

    /// This process, both as the asker and as the person who answers where it asks.
    pub(crate) fn party(&self, acts: Acts) -> Arc<ThisProcess> {
        ThisProcess::asks(self.request.from.agent.as_ref(), acts)
    }

    /// Reports on standard error why nobody was asked, and returns the dialect's ending for it.
    pub(crate) fn unavailable(&self, why: Why) -> PrintedEnding {
        let way_out = match why {
            Why::NoTerminal | Why::TerminalTaken => self.elsewhere,
            Why::TerminalInUse => "\n  --inline or --fullscreen asks there anyway",
            Why::NotOffered => "\n  OPENCODE_ENABLE_QUESTION_TOOL=1 offers it anyway",
            Why::TerminalFailed | Why::NoStore => "",
        };
        output::say(&format!("asq: nobody was asked: {why}{way_out}"));
        self.conversation().unavailable(why).into()
    }

    /// Reports that nobody was asked, since the store can't be used; returns the dialect's ending for it.
    pub(crate) fn without_store(&self, failure: CommandError) -> PrintedEnding {
        let failure = failure
            .hint("nobody was asked; without --inbox, --wait and --no-wait, asq asks in this terminal and needs no store")
            .hint("asq help store says where the store is, and how to choose another");
        output::fail(&failure.to_string());
        self.conversation().unavailable(Why::NoStore).into()
    }

    pub(crate) fn failure(&self, failure: &asq_backend::Failure) -> CommandError {
        refused::of(failure, &local_zone(self.side.env))
    }
}
