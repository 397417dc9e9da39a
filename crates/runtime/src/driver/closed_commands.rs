//! What a surface asks about closed requests: the latest ones, one of them whole, the last answer to a question, and
//! the texts that came too late.
//!
//! - A draft whose request was closed by a process that died right after it counts as a text that came too late.
//! - A request with texts that came too late is listed first, however long ago it was closed. None of a secret is shown.
//! - The last answer counts if the same person gave it, unforced, to the same agent's request with the same questions.
//! - A text for the same questions that came too late is offered instead, if it is newer.
//! - Of a dangerous question and of a secret there is no last answer.

use super::Driver;
use super::commands::Commands;
use super::draft;
use asq_core::history::{Past, Query};
use asq_core::inbox::{DoneContent, DoneRequest, LateTexts, Notice, Summary, said};
use asq_core::life::{Asked, Life, RequestId};
use asq_core::model::{Answers, Outcome, Question, Request};
use asq_core::text::Untrusted;
use std::collections::BTreeSet;

/// Milliseconds after a request closes in which the process that closed it cleans up.
const CLEANUP: u64 = 60_000;
/// So many requests with texts that came too late are listed.
const LATE: usize = 50;
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
        let row = |past: Past, life: &Life, late: Option<LateTexts>| {
            let said = life.closed().and_then(|(outcome, ..)| said(life.request()?, outcome));
            DoneRequest { past, said, late }
        };
        let mut rows = Vec::new();
        for (id, life, late) in self.with_late() {
            let known = past.iter().find(|past| past.id == id).cloned();
            let Some(past) = known.or_else(|| past_of(id, &life)) else { continue };
            rows.push(row(past, &life, Some(late)));
        }
        let late = rows.len();
        for past in past {
            if !rows[..late].iter().any(|row| row.past.id == past.id) {
                let life = self.life(past.id).unwrap_or_default();
                rows.push(row(past, &life, None));
            }
        }
        self.mailbox.post([Notice::Done(rows)]);
    }

    pub(super) fn tell_late(&self) {
        self.find_orphans();
        let texts = self.with_late().iter().map(|(.., late)| late.texts.len()).sum();
        if texts > 0 {
            self.mailbox.post([Notice::Late(texts)]);
        }
    }

    /// Makes late texts of the drafts whose request is closed: the process that closed it died before the cleanup.
    fn find_orphans(&self) {
        let marks = self.inner.store.draft_marks().unwrap_or_default();
        let ids: BTreeSet<RequestId> = marks.iter().map(|mark| mark.request).collect();
        let now_ms = self.inner.clock.now().wall_ms;
        for id in ids.into_iter().filter(|id| !self.inner.waiters.lists(*id)) {
            let life = self.life(id).unwrap_or_default();
            if life.closed().is_some_and(|(.., at)| at.wall_ms.saturating_add(CLEANUP) < now_ms) {
                // The next inbox tries again.
                let _ = self.inner.store.drop_drafts(id, None);
            }
        }
    }

    /// The closed requests with texts that came too late, the latest text first.
    fn with_late(&self) -> Vec<(RequestId, Life, LateTexts)> {
        let ids = self.inner.store.late_requests().unwrap_or_default();
        let with = |id: RequestId| {
            let life = self.life(id)?;
            life.closed()?;
            let late = self.late(id, life.request()?)?;
            Some((id, life, late))
        };
        ids.into_iter().take(LATE).filter_map(with).collect()
    }

    pub(super) fn look(&self, id: RequestId) {
        let content = self.life(id).and_then(|life| {
            let (outcome, by, closed) = life.closed()?;
            let (asked, at) = (life.asked()?.clone(), life.asked_at()?);
            let late = self.late(id, &asked.request).map_or_else(Vec::new, |late| late.texts);
            Some(Box::new(DoneContent { asked, at, outcome: outcome.clone(), by: by.clone(), closed, late }))
        });
        self.mailbox.post([Notice::Looked { id, content }]);
    }

    fn late(&self, id: RequestId, request: &Request) -> Option<LateTexts> {
        let rows = self.inner.store.late_drafts(id).unwrap_or_default();
        let typed_ms = rows.iter().map(|row| row.at_ms).max()?;
        let secret = |at: usize| request.questions.get(at).is_none_or(|question| question.sensitive);
        let shown = draft::late(&rows).into_iter().filter(|late| !secret(late.question));
        let mut texts: Vec<_> = shown.flat_map(|late| late.draft.texts()).map(|typed| typed.text).collect();
        texts.extend(draft::late_reasons(&rows, request.questions.len()));
        let texts = without_beginnings(&texts);
        (!texts.is_empty()).then_some(LateTexts { typed_ms, texts })
    }

    pub(super) fn propose(&mut self, id: RequestId) {
        let Some(asked) = self.asked(id) else { return };
        if asked.request.questions.iter().any(|question| question.sensitive || question.danger.is_some()) {
            return;
        }
        let last = self.last_answers(&asked).map(|(answers, at_ms)| (answers, at_ms, false));
        let late = self.late_answers(&asked).map(|(answers, at_ms)| (answers, at_ms, true));
        if let Some((answers, at_ms, late)) = last.into_iter().chain(late).max_by_key(|(_, at_ms, _)| *at_ms)
        {
            self.mailbox.post([Notice::Proposed { id, answers: Box::new(answers), at_ms, late }]);
        }
    }

    /// The latest text for the same questions of the same agent that came too late.
    fn late_answers(&self, asked: &Asked) -> Option<(Answers, u64)> {
        let request = &asked.request;
        let agent = request.from.agent.as_ref()?;
        self.with_late().into_iter().find_map(|(id, life, late)| {
            let before = life.request()?;
            let same = before.from.agent.as_ref() == Some(agent) && same_questions(before, request);
            let rows = self.inner.store.late_drafts(id).ok().filter(|_| same)?;
            Some((draft::late_answers(&rows, request)?, late.typed_ms))
        })
    }

    fn last_answers(&self, asked: &Asked) -> Option<(Answers, u64)> {
        let request = &asked.request;
        let first = request.questions.first()?;
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

/// The texts that aren't the beginning of another one: that was kept while the person was still typing.
fn without_beginnings(texts: &[Untrusted]) -> Vec<Untrusted> {
    let goes_on = |at: usize, text: &Untrusted| {
        let mut others = texts.iter().enumerate().filter(|(other, _)| *other != at);
        others.any(|(other, it)| it.raw().starts_with(text.raw()) && (it != text || other > at))
    };
    texts.iter().enumerate().filter(|(at, text)| !goes_on(*at, text)).map(|(_, text)| text.clone()).collect()
}

/// A closed request as a search finds it.
fn past_of(id: RequestId, life: &Life) -> Option<Past> {
    let (outcome, by, closed) = life.closed()?;
    Some(Past {
        id,
        asked: life.asked_at()?,
        closed,
        by: by.clone(),
        how: outcome.name().to_owned(),
        danger_confirmed: None,
        delivered: life.delivered().is_some(),
        summary: Summary::of(life.asked()?),
    })
}

/// Whether both ask the same, with the same options.
fn same_questions(one: &Request, other: &Request) -> bool {
    let same = |(a, b): (&Question, &Question)| {
        let labels = |q: &Question| q.options.iter().map(|option| option.label.clone()).collect::<Vec<_>>();
        a.text == b.text && a.kind == b.kind && a.custom == b.custom && labels(a) == labels(b)
    };
    one.questions.len() == other.questions.len() && one.questions.iter().zip(&other.questions).all(same)
}
