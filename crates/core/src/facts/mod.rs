//! What asq itself says about a request, as data: terminal and page lay it out.
//!
//! - Who asks: agent, session and call, in the asker's own words.
//! - From where: folder, program, process and terminal, as the machine knows them.
//! - A danger has a heading with the name of its question; a secret, and a confirmation that the asker switched off,
//!   have a warning.
//! - How a request was closed, question by question.
//!
//! asq's own words are `&'static str`; everything else is foreign.

mod summary;

pub use summary::{OWN_WORDS, ReplyPart, SummaryLine, SummaryMark, summary};

use crate::fit;
use crate::life::Origin;
use crate::model::{Provenance, Question, Request};
use crate::text::Untrusted;

/// The words before the facts about who asks.
pub const ASKED_BY: &str = "asked by";
/// The heading of a dangerous question.
pub const DANGER: &str = "⚠️  DESTRUCTIVE";
/// The heading of several questions if one or more are dangerous.
pub const ONE_IS_DANGEROUS: &str = "⚠️  One of them is DESTRUCTIVE";
/// The line above a text that has to be typed word for word.
pub const TYPE_EXACTLY: &str = "Type this exactly to confirm:";
/// The line above a confirmation whose text isn't given.
pub const TYPE_THE_NAME: &str = "Type the resource name to confirm:";

/// A fact: asq's own word for it, and what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskerFact<'a> {
    /// asq's word.
    pub word: &'static str,
    /// What follows the word.
    pub what: FactKind<'a>,
}

/// What a fact is, which decides how it may be shortened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactKind<'a> {
    /// A name.
    Name(&'a Untrusted),
    /// A path. Its end distinguishes it from others.
    Path(&'a Untrusted),
    /// A short name of the system's, such as a terminal's.
    Short(&'a Untrusted),
    /// A number.
    Number(u32),
}

/// Who asks, in its own words; empty if it gave no name.
pub fn asker(from: &Provenance) -> Vec<AskerFact<'_>> {
    let parts = [("agent", &from.agent), ("session", &from.session), ("call", &from.call_id)];
    parts
        .into_iter()
        .filter_map(|(word, name)| Some(AskerFact { word, what: FactKind::Name(name.as_ref()?) }))
        .collect()
}

/// From where it asks; empty if nothing is known.
pub fn place(origin: &Origin) -> Vec<AskerFact<'_>> {
    let folder = origin.folder.as_ref().map(|folder| AskerFact { word: "in", what: FactKind::Path(folder) });
    let exe = origin.exe.as_ref().map(|exe| AskerFact { word: "by", what: FactKind::Path(exe) });
    let pid =
        origin.named_process().map(|process| AskerFact { word: "pid", what: FactKind::Number(process.pid) });
    let tty = origin.tty.as_ref().map(|tty| AskerFact { word: "on", what: FactKind::Short(tty) });
    [folder, exe, pid, tty].into_iter().flatten().collect()
}

/// The name of a question in a heading of asq's; `None` if its header names nothing.
pub fn question_name(header: &Untrusted) -> Option<&Untrusted> {
    // A question without a header is called `Question 2`.
    let number = header.raw().strip_prefix("Question ");
    let is_number =
        number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()));
    (!is_number).then_some(header)
}

/// asq's own warnings about a question, in their order. `asks_secret` is what [`asks_for_secret`] says, for a caller that
/// asks once.
pub fn warnings(request: &Request, question: &Question, asks_secret: bool) -> Vec<&'static str> {
    let secret = asks_secret.then_some(if request.from.script {
        "This asks for a secret: give it only if you mean to."
    } else {
        "This asks for a secret. Agents should not need one: give it only if you mean to."
    });
    secret.into_iter().chain(fit::held(request, question)).collect()
}

/// Whether a question asks for a secret without saying so. Takes time in proportion to its text.
pub fn asks_for_secret(question: &Question) -> bool {
    !question.sensitive && crate::secret::asks_for_secret(question.text.raw())
}

/// Whether answering takes a typed confirmation.
pub fn needs_confirmation(request: &Request, question: &Question) -> bool {
    fit::needs_confirmation(request, question)
}

/// The text that a confirmation has to be, word for word; `None` if any text confirms.
pub fn confirm_text<'a>(request: &Request, question: &'a Question) -> Option<&'a Untrusted> {
    fit::confirm_text(request, question)
}
