//! Drafts question by question, for writers without a surface: a page, a program.
//!
//! - A writer names the last revision that it knows. If somebody else wrote since then, both texts are kept.
//! - A text that is written again under an old revision isn't a clash, so a lost reply does no harm.
//! - Text of a secret and the confirmation of a dangerous answer are never written.
//! - Text that the accepted answer contains doesn't count as text that came too late.

use super::failure::failed;
use super::{Driver, Inner, draft};
use asq_backend::{DraftReply, Failure, QuestionDraft};
use asq_core::life::{Asked, Closing, Refusal, RequestId};
use asq_core::model::{Answer, Answers, Draft, Outcome, Typed};
use asq_core::text::Untrusted;
use asq_store::{DraftKept, DraftRow};
use asq_wire::stored::draft_from_bytes;
use std::sync::{Mutex, OnceLock, PoisonError};

/// The writers without a surface.
#[derive(Default)]
pub(super) struct LooseWriters {
    /// Their number among the surfaces.
    number: OnceLock<u64>,
    /// One at a time: the store takes two writes under one number for one writer's.
    turn: Mutex<()>,
}

/// What an accepted ending contains of what was filled in for it.
pub(super) struct SentTexts {
    texts: Vec<Untrusted>,
    answers: Answers,
}

impl SentTexts {
    /// The texts in a closing, committed or not.
    pub(super) fn of(closing: &Closing) -> Option<SentTexts> {
        let draft = match closing.clone() {
            Closing::Answer { answers, .. } => Outcome::Answered(answers).into_draft(),
            Closing::Decline { draft, .. } | Closing::Discuss { draft } | Closing::Cancel { draft } => draft,
            Closing::Withdraw => return None,
        };
        let texts = draft.texts().into_iter().map(|typed| typed.text).collect();
        Some(SentTexts { texts, answers: draft.answers })
    }

    /// Whether nothing in this row is missing in the ending: no text, and no picked option.
    fn has(&self, row: &DraftRow) -> bool {
        let Ok(draft) = draft_from_bytes(&row.body) else { return false };
        let sent = self.answers.entries.get(row.question as usize).and_then(|entry| entry.answer.as_ref());
        let sent = sent.map_or(&[][..], Answer::picks);
        let answers = draft.answers.entries.iter().filter_map(|entry| entry.answer.as_ref());
        let mut options = answers.flat_map(Answer::picks).filter(|pick| pick.own_words().is_none());
        options.all(|pick| sent.contains(pick))
            && draft.texts().into_iter().all(|typed| self.texts.contains(&typed.text))
    }
}

impl Driver {
    pub(super) fn snooze(&self, id: RequestId, until_ms: u64) -> Result<(), Failure> {
        self.open_request(id)?;
        self.0.store.snooze(id, until_ms).map_err(failed)?;
        self.0.waiters.snoozed(id, until_ms);
        Ok(())
    }

    pub(super) fn question_drafts(&self, id: RequestId) -> Result<Vec<QuestionDraft>, Failure> {
        let life = self.life(id)?;
        let Some(asked) = life.asked() else { return Ok(Vec::new()) };
        let rows = self.0.store.drafts(id).map_err(failed)?;
        let known = |row: &&DraftRow| {
            let question = asked.request.questions.get(row.question as usize);
            question.is_some_and(|question| !question.sensitive)
        };
        let one = |row: &DraftRow| {
            let other = row.other.as_ref().and_then(|other| draft_from_bytes(other).ok());
            Some(QuestionDraft {
                question: row.question as usize,
                revision: row.rev,
                at_ms: row.at_ms,
                draft: draft_from_bytes(&row.body).ok()?,
                other,
            })
        };
        Ok(rows.iter().filter(known).filter_map(one).collect())
    }

    pub(super) fn keep_draft(
        &self,
        id: RequestId,
        question: usize,
        revision: u64,
        draft: &Draft,
    ) -> Result<DraftReply, Failure> {
        let asked = self.open_request(id)?;
        let Some(of) = asked.request.questions.get(question) else { return Ok(DraftReply::NoQuestion) };
        if of.sensitive {
            return Ok(DraftReply::Secret);
        }
        let rows = draft::rows(&asked.request, &at(question, draft, asked.request.questions.len()));
        let row = rows.into_iter().find(|(at, _)| *at as usize == question);
        let Some((question, body)) = row else { return Ok(DraftReply::Secret) };
        let _turn = self.0.loose_writers.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let there = self.0.store.drafts(id).map_err(failed)?.into_iter().find(|row| row.question == question);
        let mine = self.0.loose_number();
        // Another one of these writers wrote since then: to the store it has to be somebody else.
        let others = there.is_some_and(|there| there.by == mine && there.rev != revision);
        let by = if others { mine ^ 1 } else { mine };
        let at_ms = self.0.clock.now().wall_ms;
        let row = DraftRow { request: id, question, rev: revision, by, at_ms, body, other: None };
        Ok(match self.0.store.keep_draft(&row).map_err(failed)? {
            DraftKept::Kept(revision) => DraftReply::Kept(revision),
            DraftKept::Clash { rev: revision, theirs } => {
                DraftReply::Clash { revision, theirs: draft_from_bytes(&theirs).unwrap_or_default() }
            }
        })
    }

    /// The content of a request that is open.
    fn open_request(&self, id: RequestId) -> Result<Asked, Failure> {
        let life = self.life(id)?;
        let refused = match (life.closed(), life.asked()) {
            (None, Some(asked)) if !life.is_erased() => return Ok(asked.clone()),
            (Some((outcome, by, at)), _) => {
                Refusal::Closed { by: Box::new(by.clone()), at, outcome: Box::new(outcome.clone()) }
            }
            (None, _) => Refusal::Erased,
        };
        Err(Failure::Refused(Box::new(refused)))
    }

    /// Removes the drafts of a request that was closed like this. What isn't in the ending came too late.
    pub(super) fn drop_drafts(&self, id: RequestId, sent: Option<&SentTexts>) {
        let rows = self.0.store.drafts(id).unwrap_or_default();
        let all_sent = |by: u64| {
            sent.is_some_and(|sent| rows.iter().filter(|row| row.by == by).all(|row| sent.has(row)))
        };
        let sent_by = rows.iter().map(|row| row.by).find(|by| all_sent(*by));
        // A leftover draft is removed with its request later; the answer doesn't fail because of it.
        let _ = self.0.store.drop_drafts(id, sent_by);
    }
}

impl Inner {
    fn loose_number(&self) -> u64 {
        *self.loose_writers.number.get_or_init(|| self.names.next() as u64)
    }
}

/// The draft of one question as the draft of a request with so many.
fn at(question: usize, draft: &Draft, questions: usize) -> Draft {
    let mut whole = Draft { answers: Answers::none(questions), ..Draft::default() };
    if let (Some(entry), Some(place)) =
        (draft.answers.entries.first(), whole.answers.entries.get_mut(question))
    {
        place.clone_from(entry);
    }
    whole.typed = draft.typed.iter().map(|typed| Typed { question, ..typed.clone() }).collect();
    whole
}
