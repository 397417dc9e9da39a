//! One ask.

use super::{AnswerRules, Answers, Complete, Prefs, Provenance, Question};
use crate::text::Untrusted;

/// A time limit, set by the asker and by nobody else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expiry {
    /// Milliseconds from the asking; never 0.
    pub after_ms: u64,
    /// What the asker will do when nobody answers, in its own words.
    pub means: Option<Untrusted>,
}

/// 1..n questions awaiting a person, with the rules that judge the answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// In the order asked; never empty.
    pub questions: Vec<Question>,
    /// What fits; stored with the request, so that any process judges alike.
    pub rules: AnswerRules,
    /// The settings that the request was asked under.
    pub prefs: Prefs,
    /// Who asked, as they say.
    pub from: Provenance,
    /// Absent: it waits for ever.
    pub expiry: Option<Expiry>,
}

impl Request {
    /// Questions under the default settings, from nobody known, without a time limit.
    pub fn new(questions: Vec<Question>, rules: AnswerRules) -> Request {
        Request { questions, rules, prefs: Prefs::default(), from: Provenance::default(), expiry: None }
    }

    /// Indexes of the questions that need an answer and have none.
    pub fn missing(&self, answers: &Answers) -> Vec<usize> {
        let needed = |i: &usize| self.questions.get(*i).is_some_and(|q| !q.skippable);
        match self.rules.complete {
            Complete::Every => answers.open().into_iter().filter(needed).collect(),
            Complete::Any => Vec::new(),
        }
    }

    /// Whether it asks one question only.
    pub fn is_single(&self) -> bool {
        self.questions.len() == 1
    }
}
