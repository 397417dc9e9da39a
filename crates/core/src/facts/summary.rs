//! How a request was closed, in asq's words and the person's.
//!
//! - An answered request has a line per question; any other ending has one line, with the reason for declining.
//! - Own words are marked; a sensitive answer is dots; a note stands below its answer.
//! - Nothing is shortened or escaped: that is done where it is laid out.

use crate::kind::AnswerShape;
use crate::model::{Answer, Entry, Outcome, Pick, Question, Request};
use crate::text::Untrusted;

/// What follows text in place of an option.
pub const OWN_WORDS: &str = "(own words)";

/// The mark of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SummaryMark {
    /// It was answered.
    Answered,
    /// It is open, or nobody refused it.
    Open,
    /// The person refused.
    Refused,
}

/// One line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SummaryLine<'a> {
    /// Its mark.
    pub mark: SummaryMark,
    /// asq's word for an ending that isn't an answer.
    pub word: Option<&'static str>,
    /// The reason for declining.
    pub reason: Option<&'a Untrusted>,
    /// The question's text.
    pub asked: Option<&'a Untrusted>,
    /// The number of further questions that the line stands for.
    pub more: usize,
    /// The parts of the answer, in order.
    pub reply: Vec<ReplyPart<'a>>,
    /// The note.
    pub note: Option<&'a Untrusted>,
}

/// One part of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplyPart<'a> {
    /// It may be left open, and was.
    Skipped,
    /// It was left open.
    NotAnswered,
    /// The answer is a secret.
    Hidden,
    /// A number, and its unit.
    Value(&'a str, Option<&'a Untrusted>),
    /// A text.
    Text(&'a Untrusted),
    /// An option's label.
    Label(&'a Untrusted),
    /// Text in place of an option.
    OwnWords(&'a Untrusted),
}

impl ReplyPart<'_> {
    /// asq's word for it, or after it.
    pub fn word(&self) -> &'static str {
        match self {
            ReplyPart::Skipped => "(skipped)",
            ReplyPart::NotAnswered => "(not answered)",
            ReplyPart::Hidden => "••••••",
            ReplyPart::OwnWords(_) => OWN_WORDS,
            ReplyPart::Value(..) | ReplyPart::Text(_) | ReplyPart::Label(_) => "",
        }
    }
}

/// The lines of a closed request.
pub fn summary<'a>(request: &'a Request, outcome: &'a Outcome) -> Vec<SummaryLine<'a>> {
    let (mark, word) = match outcome {
        Outcome::Answered(answers) => {
            let entries = answers.entries.iter().zip(&request.questions);
            return entries.map(|(entry, question)| answered(question, entry)).collect();
        }
        Outcome::Discuss(_) => (SummaryMark::Open, "Wants to discuss"),
        Outcome::Declined { .. } => (SummaryMark::Refused, "Declined"),
        Outcome::Cancelled(_) => (SummaryMark::Refused, "Cancelled"),
        Outcome::Withdrawn(_) => (SummaryMark::Open, "Withdrawn"),
        Outcome::Expired(_) => (SummaryMark::Open, "Expired"),
    };
    let reason = match outcome {
        Outcome::Declined { reason, .. } => reason.as_ref(),
        Outcome::Answered(_)
        | Outcome::Discuss(_)
        | Outcome::Cancelled(_)
        | Outcome::Withdrawn(_)
        | Outcome::Expired(_) => None,
    };
    let asked = request.questions.first().map(|question| &question.text);
    let more = request.questions.len().saturating_sub(1);
    vec![SummaryLine { mark, word: Some(word), reason, asked, more, reply: Vec::new(), note: None }]
}

fn answered<'a>(question: &'a Question, entry: &'a Entry) -> SummaryLine<'a> {
    let mark = if entry.answer.is_some() { SummaryMark::Answered } else { SummaryMark::Open };
    let reply = match entry.answer.as_ref().map(Answer::shape) {
        None if question.skippable => vec![ReplyPart::Skipped],
        None => vec![ReplyPart::NotAnswered],
        Some(_) if question.sensitive => vec![ReplyPart::Hidden],
        Some(AnswerShape::Value(value)) => vec![ReplyPart::Value(value, question.kind.unit())],
        Some(AnswerShape::Text(text)) => vec![ReplyPart::Text(text)],
        Some(AnswerShape::Picks(picks)) => {
            let part = |pick: &'a Pick| match pick {
                Pick::Option(at) => question.options.get(*at).map(|option| ReplyPart::Label(&option.label)),
                Pick::Custom(text) => Some(ReplyPart::OwnWords(text)),
            };
            picks.iter().filter_map(part).collect()
        }
    };
    let (asked, note) = (Some(&question.text), entry.note.as_ref());
    SummaryLine { mark, word: None, reason: None, asked, more: 0, reply, note }
}
