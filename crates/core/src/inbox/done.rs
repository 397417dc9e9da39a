//! Closed requests, as a surface shows them: what was answered, by whom, and all of it to be read again.
//!
//! - What was answered is one text: labels, numbers, own words; of several questions one after the other.
//! - A secret is never part of it.

use crate::history::Past;
use crate::kind::{Answer, Pick};
use crate::life::{Actor, Asked, Moment};
use crate::model::{Outcome, Question, Request};
use crate::text::Untrusted;

/// The most characters of what was answered.
const SAID: usize = 300;

/// A closed request of the latest ones.
#[derive(Clone, Debug, PartialEq)]
pub struct DoneRequest {
    /// The request as a search finds it.
    pub past: Past,
    /// What was answered, or the reason for declining.
    pub said: Option<Untrusted>,
    /// The texts that came too late for it.
    pub late: Option<LateTexts>,
}

/// Texts for a request that somebody else had closed by then; none of a secret.
#[derive(Clone, Debug, PartialEq)]
pub struct LateTexts {
    /// When the last one was typed, in milliseconds since 1970.
    pub typed_ms: u64,
    /// All of them; at least one.
    pub texts: Vec<Untrusted>,
}

/// The whole of a closed request.
#[derive(Clone, Debug, PartialEq)]
pub struct DoneContent {
    /// What was asked.
    pub asked: Asked,
    /// When it was asked.
    pub at: Moment,
    /// How it was closed.
    pub outcome: Outcome,
    /// The actor who closed it.
    pub by: Actor,
    /// When it was closed.
    pub closed: Moment,
    /// The texts that came too late; none of a secret.
    pub late: Vec<Untrusted>,
}

/// What was answered, or the reason for declining; `None` if there is nothing of it.
pub fn said(request: &Request, outcome: &Outcome) -> Option<Untrusted> {
    let text = match outcome {
        Outcome::Answered(answers) => {
            let all = request.questions.iter().zip(&answers.entries);
            let all = all.filter_map(|(question, entry)| {
                let answer = entry.answer.as_ref().filter(|answer| !answer.is_left_empty())?;
                Some(one(question, answer))
            });
            all.collect::<Vec<_>>().join(" · ")
        }
        Outcome::Declined { reason, .. } => reason.as_ref()?.raw().to_owned(),
        Outcome::Discuss(_) | Outcome::Cancelled(_) | Outcome::Withdrawn(_) | Outcome::Expired(_) => {
            return None;
        }
    };
    let text: String = text.chars().take(SAID).collect();
    (!text.trim().is_empty()).then(|| text.into())
}

fn one(question: &Question, answer: &Answer) -> String {
    if question.sensitive {
        return "a secret".to_owned();
    }
    if let Some(typed) = answer.typed() {
        return typed.raw().to_owned();
    }
    let label = |pick: &Pick| match pick {
        Pick::Option(i) => question.options.get(*i).map_or("", |option| option.label.raw()).to_owned(),
        Pick::Custom(text) => text.raw().to_owned(),
    };
    answer.picks().iter().map(label).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::said;
    use crate::kind::{Answer, Pick};
    use crate::model::{
        AnswerRules, Answers, Complete, DangerRule, Entry, Kind, Order, Outcome, Question, QuestionOption,
        Request,
    };

    #[test]
    fn what_was_answered_is_one_text_without_secrets() {
        let mut several = Question::new("Which?", Kind::Many { min: 0, max: 3 });
        several.options = ["a", "b"].map(QuestionOption::new).to_vec();
        let mut secret = Question::new("Token?", Kind::One);
        secret.sensitive = true;
        secret.options = vec![QuestionOption::new("hunter2")];
        let open = Question::new("And?", Kind::One);
        let rules = AnswerRules {
            complete: Complete::Every,
            order: Order::Offered,
            discuss: false,
            notes: false,
            danger: DangerRule::Unknown,
        };
        let request = Request::new(vec![several, secret, open], rules);
        let entry = |picks: Vec<Pick>| Entry { answer: Some(Answer::Picks(picks)), ..Entry::default() };
        let entries = vec![
            entry(vec![Pick::Option(1), Pick::Custom("my own".into())]),
            entry(vec![Pick::Option(0)]),
            entry(vec![Pick::Custom("".into())]),
        ];
        let text = said(&request, &Outcome::Answered(Answers { entries }));
        assert_eq!(text, Some("b, my own · a secret".into()));
    }
}
