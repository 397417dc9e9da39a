//! One simple step: what to ask now.
//!
//! - Pick one row, pick several, type a text, type a value such as a number, confirm all; nothing else is ever asked.
//! - The custom row and the discuss row are rows of their own.
//! - A text that was kept or that the agent suggests is held out, apart from the answer that stands.

use crate::model::{Answer, Outcome, Question};
use crate::text::{Shown, Untrusted};

/// The question that a step belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AskedQuestion<'a> {
    /// From 0.
    pub index: usize,
    /// How many questions there are.
    pub of: usize,
    pub question: &'a Question,
    /// What asks, as a noun: an agent or a script.
    pub asker: &'static str,
    /// A warning of asq's own: the asker switched off the confirmation of a dangerous answer.
    pub warning: Option<&'static str>,
    /// The answer that stands, if any.
    pub answer: Option<&'a Answer>,
    /// Whether [`Reply::Keep`](super::Reply::Keep) leaves it unanswered and goes on.
    pub may_skip: bool,
    /// Whether it takes a note, and the one that stands.
    pub takes_note: bool,
    pub note: Option<&'a Untrusted>,
}

/// What a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowIs {
    /// The option at this index.
    Option(usize),
    /// Own words; a text step follows.
    Custom,
    /// Ends the request in a discussion.
    Discuss,
}

/// One row to pick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepRow<'a> {
    pub is: RowIs,
    /// On one line.
    pub label: Shown,
    pub description: Option<&'a Untrusted>,
    /// The agent's advice.
    pub recommended: bool,
    /// Part of the default that [`Reply::Use`](super::Reply::Use) takes.
    pub suggested: bool,
    /// Whether there is something to look at.
    pub preview: bool,
    /// Part of the answer that stands, or of the picks made so far.
    pub picked: bool,
    /// The label could pass for a row of asq's own.
    pub imitates: bool,
}

/// Where a text that is held out comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeldFrom<'a> {
    /// The agent's default.
    Default,
    /// Kept by an earlier form, at this time.
    Kept(&'a Shown),
    /// Typed before and not yet taken.
    Typed,
}

/// A text that a step holds out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldText<'a> {
    pub text: Untrusted,
    pub from: HeldFrom<'a>,
}

/// What a text is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextFor<'a> {
    /// The answer to a text question.
    Answer { multiline: bool, placeholder: Option<&'a Untrusted> },
    /// Own words.
    Custom,
    /// A note on the question.
    Note,
    /// Confirms a dangerous answer, with exactly these words where there are some.
    Confirmation { exact: Option<&'a Untrusted> },
}

/// One question with its answer, for the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SaidAnswer<'a> {
    pub question: &'a Question,
    pub answer: Option<&'a Answer>,
    pub note: Option<&'a Untrusted>,
    /// A text that was typed and isn't an answer.
    pub typed: Option<&'a Untrusted>,
}

/// One simple step.
#[derive(Clone, Debug, PartialEq)]
pub enum Step<'a> {
    /// Pick one row.
    Choose { asked: AskedQuestion<'a>, rows: Vec<StepRow<'a>> },
    /// Pick several rows.
    Many { asked: AskedQuestion<'a>, rows: Vec<StepRow<'a>>, min: usize, max: usize },
    /// Type a text.
    Text {
        asked: AskedQuestion<'a>,
        what: TextFor<'a>,
        /// The text that stands; [`Reply::Keep`](super::Reply::Keep) keeps it.
        current: Option<&'a Untrusted>,
        held: Option<HeldText<'a>>,
    },
    /// Type a value, such as a number; its kind says which fit ([`Kind::wanted`](crate::kind::Kind::wanted)).
    Value { asked: AskedQuestion<'a>, held: Option<HeldText<'a>> },
    /// All answers: send them?
    Confirm {
        answers: Vec<SaidAnswer<'a>>,
        /// Indexes of the questions without an answer.
        open: Vec<usize>,
        /// Whether it can be sent although some are open.
        may_send: bool,
    },
    /// Cancel, although this many answers would be dropped?
    Leave { answers: usize },
    /// It is over.
    Done(&'a Outcome),
}
