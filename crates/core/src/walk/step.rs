//! One simple step of a walk.
//!
//! - A step is one of these: pick one row, pick several, type a text, type a value such as a number, confirm all.
//! - The custom row and the discuss row are rows of the list.
//! - A step offers a kept text or the agent's default, separately from the current answer.
//! - The last step has each answer in full on one line, because this is what will be sent; a secret is masked.

use crate::kind::AnswerShape;
use crate::model::{Answer, Outcome, Pick, Question};
use crate::text::{Shown, Untrusted};

/// The question that a step belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AskedQuestion<'a> {
    /// The question's index, from 0.
    pub index: usize,
    /// The number of questions.
    pub of: usize,
    pub question: &'a Question,
    /// The kind of asker, as a noun: an agent or a script.
    pub asker: &'static str,
    /// asq's own warning that the asker switched off the confirmation of a dangerous answer.
    pub warning: Option<&'static str>,
    /// The current answer, if any.
    pub answer: Option<&'a Answer>,
    /// Whether [`Reply::Keep`](super::Reply::Keep) leaves it unanswered and goes on.
    pub may_skip: bool,
    /// Whether it takes a note, and the current one.
    pub takes_note: bool,
    pub note: Option<&'a Untrusted>,
}

/// The kind of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowIs {
    /// The option at this index.
    Option(usize),
    /// The custom row; a text step follows.
    Custom,
    /// Ends the request with a discussion.
    Discuss,
}

/// One row to pick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepRow<'a> {
    pub is: RowIs,
    /// The label on one line.
    pub label: Shown,
    pub description: Option<&'a Untrusted>,
    /// Whether the agent recommends it.
    pub recommended: bool,
    /// Whether it is part of the default that [`Reply::Use`](super::Reply::Use) takes.
    pub suggested: bool,
    /// Whether it has a preview.
    pub preview: bool,
    /// Whether it is part of the current answer, or of the picks so far.
    pub picked: bool,
    /// Whether the label could pass for one of asq's own rows.
    pub lookalike: bool,
}

/// The source of an offered text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeldFrom<'a> {
    /// The agent's default.
    Default,
    /// Kept by an earlier form, at this time.
    Kept(&'a Shown),
    /// Typed earlier and not yet taken.
    Typed,
}

/// A text that a step offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldText<'a> {
    pub text: Untrusted,
    pub from: HeldFrom<'a>,
}

/// The purpose of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextFor<'a> {
    /// The answer to a text question.
    Answer { multiline: bool, placeholder: Option<&'a Untrusted> },
    /// The custom text.
    Custom,
    /// A note on the question.
    Note,
    /// The confirmation of a dangerous answer, with exactly these words if given.
    Confirmation { exact: Option<&'a Untrusted> },
}

/// One question with its answer, for the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SaidAnswer<'a> {
    pub question: &'a Question,
    pub answer: Option<&'a Answer>,
    pub note: Option<&'a Untrusted>,
    /// A typed text that isn't an answer.
    pub typed: Option<&'a Untrusted>,
}

impl SaidAnswer<'_> {
    /// The answer in full on one line, with its header and its note.
    pub fn line(&self) -> String {
        let header = Shown::one_line(&self.question.header);
        let answer = match self.answer.map(Answer::shape) {
            None if self.question.skippable => "(skipped)".to_owned(),
            None => "(not answered)".to_owned(),
            Some(_) if self.question.sensitive => "••••••".to_owned(),
            Some(AnswerShape::Value(value)) => value.to_owned(),
            Some(AnswerShape::Text(text)) => Shown::one_line(text).to_string(),
            Some(AnswerShape::Picks(picks)) => {
                let words = picks.iter().filter_map(|pick| match pick {
                    Pick::Option(i) => self.question.options.get(*i).map(|o| Shown::one_line(&o.label)),
                    Pick::Custom(text) => Some(Shown::one_line(text)),
                });
                words.map(|words| words.to_string()).collect::<Vec<_>>().join(", ")
            }
        };
        match self.note {
            Some(note) => format!("{header}: {answer} (note: {})", Shown::one_line(note)),
            None => format!("{header}: {answer}"),
        }
    }
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
        /// The current text; [`Reply::Keep`](super::Reply::Keep) keeps it.
        current: Option<&'a Untrusted>,
        held: Option<HeldText<'a>>,
    },
    /// Type a value, such as a number; [`Kind::wanted`](crate::kind::Kind::wanted) describes the valid ones.
    Value { asked: AskedQuestion<'a>, held: Option<HeldText<'a>> },
    /// Confirm that all answers may be sent.
    Confirm {
        answers: Vec<SaidAnswer<'a>>,
        /// Indexes of the questions without an answer.
        open: Vec<usize>,
        /// Whether the answers can be sent with these questions open.
        may_send: bool,
    },
    /// Confirm that cancelling may drop this many answers.
    Leave { answers: usize },
    /// The walk has ended.
    Done(&'a Outcome),
}
