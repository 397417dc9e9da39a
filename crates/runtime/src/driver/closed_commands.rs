//! What a surface asks about closed requests: the latest ones, one of them whole, and the last answer to a question.
//!
//! - The last answer counts if the same person gave it, unforced, to the same agent's request with the same questions.
//! - Of a dangerous question and of a secret there is no last answer.

use super::Driver;
use super::commands::Commands;
use asq_core::history::{Past, Query};
use asq_core::inbox::{DoneContent, DoneRequest, Notice, said};
use asq_core::life::{Asked, Life, RequestId};
use asq_core::model::{Answers, Outcome, Question, Request};

/// So many of the latest requests of the same agent with the same words are compared.
const COMPARED: usize = 5;
/// The most words of a question that the search has to find.
const WORDS: usize = 8;

impl Commands {
    pub(super) fn done(&self, limit: usize) {
        let past = match self.inner.store.past(&Query { limit, ..Query::default() }) {
            Ok(past) => past,
            Err(error) => return self.trouble(&error.to_string()),
        };
        let with_answer = |past: Past| {
            let life = self.life(past.id);
            let said = life.as_ref().and_then(|life| said(life.request()?, life.closed()?.0));
            DoneRequest { past, said }
        };
        self.mailbox.post([Notice::Done(past.into_iter().map(with_answer).collect())]);
    }

    pub(super) fn look(&self, id: RequestId) {
        let content = self.life(id).and_then(|life| {
            let (outcome, by, closed) = life.closed()?;
            let (asked, at) = (life.asked()?.clone(), life.asked_at()?);
            Some(Box::new(DoneContent { asked, at, outcome: outcome.clone(), by: by.clone(), closed }))
        });
        self.mailbox.post([Notice::Looked { id, content }]);
    }

    pub(super) fn propose(&mut self, id: RequestId) {
        let Some(asked) = self.asked(id) else { return };
        if let Some((answers, at_ms)) = self.last_answers(&asked) {
            self.mailbox.post([Notice::Proposed { id, answers: Box::new(answers), at_ms }]);
        }
    }

    fn last_answers(&self, asked: &Asked) -> Option<(Answers, u64)> {
        let request = &asked.request;
        let first = request.questions.first()?;
        if request.questions.iter().any(|question| question.sensitive || question.danger.is_some()) {
            return None;
        }
        let agent = request.from.agent.as_ref()?.raw().to_owned();
        let me = self.identity.person(&asked.origin)?.name;
        let words = first.text.raw().split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let words = words.take(WORDS).collect::<Vec<_>>().join(" ");
        let text = Some(words).filter(|words| !words.is_empty());
        let query = Query { text, agent: Some(agent), limit: COMPARED, ..Query::default() };
        let past = self.inner.store.past(&query).ok()?;
        past.iter().filter(|past| past.by.name == me && !past.by.kin.is_forced()).find_map(|past| {
            let life = self.life(past.id)?;
            let (outcome, _, at) = life.closed()?;
            let Outcome::Answered(answers) = outcome else { return None };
            same_questions(life.request()?, request).then(|| (answers.clone(), at.wall_ms))
        })
    }

    fn life(&self, id: RequestId) -> Option<Life> {
        Driver(self.inner.clone()).life(id).ok()
    }
}

/// Whether both ask the same, with the same options.
fn same_questions(one: &Request, other: &Request) -> bool {
    let same = |(a, b): (&Question, &Question)| {
        let labels = |q: &Question| q.options.iter().map(|option| option.label.clone()).collect::<Vec<_>>();
        a.text == b.text && a.kind == b.kind && a.custom == b.custom && labels(a) == labels(b)
    };
    one.questions.len() == other.questions.len() && one.questions.iter().zip(&other.questions).all(same)
}
