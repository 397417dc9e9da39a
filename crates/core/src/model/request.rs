//! Requests.

use super::{AnswerRules, Answers, Complete, Prefs, Provenance, Question};
use crate::text::Untrusted;

/// A time limit; only the asker can set one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expiry {
    /// Milliseconds from the ask; never 0.
    pub after_ms: u64,
    /// What the asker will do if nobody answers, in its own words.
    pub means: Option<Untrusted>,
}

/// One or more questions for a person, with the rules for the answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The questions, in order; never empty.
    pub questions: Vec<Question>,
    /// The rules for answers; stored with the request, so that all processes judge alike.
    pub rules: AnswerRules,
    /// The settings in force for the request.
    pub prefs: Prefs,
    /// The asker by its own account.
    pub from: Provenance,
    /// The time limit; without one the request waits for ever.
    pub expiry: Option<Expiry>,
}

impl Request {
    /// A request with default settings, an unknown asker, and no time limit.
    pub fn new(questions: Vec<Question>, rules: AnswerRules) -> Request {
        Request { questions, rules, prefs: Prefs::default(), from: Provenance::default(), expiry: None }
    }

    /// Indexes of the questions that still need an answer.
    pub fn missing(&self, answers: &Answers) -> Vec<usize> {
        let needed = |i: &usize| self.questions.get(*i).is_some_and(|q| !q.skippable);
        match self.rules.complete {
            Complete::Every => answers.open().into_iter().filter(needed).collect(),
            Complete::Any => Vec::new(),
        }
    }

    /// Whether it has a single question.
    pub fn is_single(&self) -> bool {
        self.questions.len() == 1
    }
}
