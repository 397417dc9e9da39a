//! The other side of the machine: calls, drafts and endings, which need a store, files or the environment.

use asq_core::form::{Binding, FormRules, Guard};
use asq_core::inbox::Notice;
use asq_core::life::Origin;
use asq_core::model::{Draft, Outcome, Request, WholeDraft};
use asq_wire::embed::{HostSignal, Open};
use asq_wire::{Ended, ToolReply};
use std::os::fd::OwnedFd;

/// The result of reading a call.
pub enum EmbedOpening {
    /// There is something to ask.
    Ask(Box<EmbedForm>),
    /// Nobody can see it here; it waits for an answer from elsewhere. The text tells the person where.
    Wait(String),
    /// It ends without a person.
    Done(EmbedEnding),
}

/// Everything that a form in a host needs.
pub struct EmbedForm {
    /// The request.
    pub request: Request,
    /// The rules of its form.
    pub rules: FormRules,
    /// The person's own keys and the host's.
    pub keys: Vec<Binding>,
    /// The draft from an earlier form.
    pub draft: Draft,
    /// Its page, and the reason for declining.
    pub whole: WholeDraft,
    /// The guard against stray keys.
    pub guard: Guard,
    /// Its origin, as the machine knows it, for a form that is drawn.
    pub origin: Option<Origin>,
    /// The signals to raise when it is shown.
    pub signals: Vec<HostSignal>,
    /// Whether it can be answered elsewhere, too.
    pub posted: bool,
    /// Whether the bell waits for [`Notice::Announced`].
    pub at_turn: bool,
}

/// The end of a form, in the dialect's words.
pub struct EmbedEnding {
    /// How it ended.
    pub ended: Ended,
    /// The dialect's reply.
    pub reply: ToolReply,
    /// What was dropped or mended, or couldn't be saved.
    pub notes: Vec<String>,
    /// A message for the person, in the place of the form.
    pub told: Option<String>,
}

/// The other side of the machine: everything that needs a store, files or the environment.
pub trait EmbedAsker {
    /// Reads a call.
    fn open(&mut self, open: &Open) -> EmbedOpening;
    /// Saves a draft of the open form.
    fn keep(&mut self, draft: &Draft);
    /// Saves the page and the reason of the open form; in a file, with the next draft.
    fn keep_whole(&mut self, whole: &WholeDraft);
    /// Writes the ending of the open form; the answer is kept as a draft until it is delivered.
    fn close(&mut self, outcome: &Outcome) -> EmbedEnding;
    /// Writes the ending of a withdrawal while the request stays open; `None`: only this host asks it.
    fn leave_open(&mut self, draft: &Draft) -> Option<EmbedEnding>;
    /// The host has the ending.
    fn delivered(&mut self);
    /// The host is gone with a form open; the text that was typed in it.
    fn hung_up(&mut self, draft: &Draft);
    /// Puts the form aside. Returns where it can be answered now, for the person.
    fn put_aside(&mut self, draft: &Draft) -> String;
    /// Where it can be answered while its form has yet to be shown, for the person.
    fn place(&self) -> String;
    /// Writes the ending that came from elsewhere, and keeps the text that was typed here.
    fn elsewhere(&mut self, typed: &Draft) -> EmbedEnding;
    /// Readable while there are notices; once for each request that was posted.
    fn news(&mut self) -> Option<OwnedFd>;
    /// The news from other surfaces since the last call.
    fn notices(&mut self) -> Vec<Notice>;
}
