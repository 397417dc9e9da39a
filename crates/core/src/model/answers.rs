//! What a person replied.

use crate::kind::Answer;
use crate::text::Untrusted;

/// All about one question that a person said.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entry {
    /// Absent: not answered.
    pub answer: Option<Answer>,
    /// A side remark.
    pub note: Option<Untrusted>,
    /// What was typed to confirm a dangerous answer.
    pub confirmed: Option<Untrusted>,
}

/// One entry per question, in question order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answers {
    /// As many as the request has questions.
    pub entries: Vec<Entry>,
}

impl Answers {
    /// No question answered, for a request of `n` questions.
    pub fn none(n: usize) -> Answers {
        Answers { entries: vec![Entry::default(); n] }
    }

    /// Indexes of the questions without an answer.
    pub fn open(&self) -> Vec<usize> {
        self.entries.iter().enumerate().filter(|(_, e)| e.answer.is_none()).map(|(i, _)| i).collect()
    }
}
