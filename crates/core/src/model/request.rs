//! One ask.

use super::{AnswerRules, Prefs, Provenance, Question};

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
}

impl Request {
    /// Whether it asks one question only.
    pub fn is_single(&self) -> bool {
        self.questions.len() == 1
    }
}
