//! The answers of a person.

use crate::kind::Answer;
use crate::text::Untrusted;

/// The whole reply to one question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entry {
    /// The answer; `None` if the question is open.
    pub answer: Option<Answer>,
    /// A side remark.
    pub note: Option<Untrusted>,
    /// The typed confirmation of a dangerous answer.
    pub confirmed: Option<Untrusted>,
}

/// One entry per question, in question order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answers {
    /// The entries, as many as the request has questions.
    pub entries: Vec<Entry>,
}

impl Answers {
    /// Answers without any answer, for a request of `n` questions.
    pub fn none(n: usize) -> Answers {
        Answers { entries: vec![Entry::default(); n] }
    }

    /// Indexes of the questions without an answer.
    pub fn open(&self) -> Vec<usize> {
        self.entries.iter().enumerate().filter(|(_, e)| e.answer.is_none()).map(|(i, _)| i).collect()
    }
}
