//! Stored requests as the public JSON shows them, for the command line and for a server alike.
//!
//! - [`shown()`] has everything about one request; [`listed()`] and [`found()`] have a row for each.
//! - Snoozed requests come last in the list.
//! - They contain no secret: neither the answer, nor a draft, nor text that came too late.

use asq_backend::{Backend, Failure, LateDraft, StoredRequest};
use asq_core::history::{Past, Query};
use asq_core::inbox::{Pending, RequestMark};
use asq_core::life::RequestId;
use asq_core::model::{Answer, Draft, Pick, Question, Request};
use asq_core::text::Untrusted;
use asq_wire::public::{FoundRequest, LateText, ListedRequest, ShownRequest};
use std::collections::{BTreeMap, BTreeSet};

/// The open requests as rows of a list, in the order of asking; snoozed ones come last.
pub fn listed(backend: &dyn Backend) -> Result<Vec<ListedRequest>, Failure> {
    let pending = backend.list(0)?;
    let snoozed = backend.snoozed()?.into_iter().collect();
    let marks = backend.marks()?.into_iter().collect();
    listed_rows(backend, pending, &snoozed, &marks)
}

/// These open requests as rows of a list, with what is known of them outside the log; snoozed ones come last.
pub fn listed_rows(
    backend: &dyn Backend,
    pending: Vec<Pending>,
    snoozed: &BTreeMap<RequestId, u64>,
    marks: &BTreeMap<RequestId, RequestMark>,
) -> Result<Vec<ListedRequest>, Failure> {
    let row = |pending: Pending| {
        Ok(ListedRequest {
            short: backend.short_id(pending.id)?,
            asker_waits: backend.asker_waits(pending.id),
            snoozed_until: snoozed.get(&pending.id).copied(),
            mark: marks.get(&pending.id).copied().unwrap_or_default(),
            pending,
        })
    };
    let mut rows = pending.into_iter().map(row).collect::<Result<Vec<_>, Failure>>()?;
    rows.sort_by_key(|row| row.snoozed_until.is_some());
    Ok(rows)
}

/// Closed requests, as rows of search results.
pub fn found(backend: &dyn Backend, query: &Query) -> Result<Vec<FoundRequest>, Failure> {
    let past = backend.history(query)?;
    let with_late: BTreeSet<_> = backend.late_requests()?.into_iter().collect();
    let row = |past: Past| {
        let late = if with_late.contains(&past.id) {
            late_texts(backend, &backend.read(past.id)?)?.len()
        } else {
            0
        };
        Ok(FoundRequest { short: backend.short_id(past.id)?, late, past })
    };
    past.into_iter().map(row).collect()
}

/// One request with everything that a surface needs to draw it.
pub fn shown(backend: &dyn Backend, stored: &StoredRequest) -> Result<ShownRequest, Failure> {
    let mut shown = ShownRequest::of(stored.id, &stored.life, stored.asked_by.as_ref());
    shown.short = backend.short_id(stored.id)?;
    shown.asker_waits = backend.asker_waits(stored.id);
    if let Some(ask) = &mut shown.asked {
        ask.late = late_texts(backend, stored)?;
        ask.drafts = with_drafts(&ask.request, &backend.drafts(stored.id)?);
    }
    Ok(shown)
}

/// The readable ones of these drafts, each with its question.
pub fn readable<'a>(
    request: &'a Request,
    late: &'a [LateDraft],
) -> impl Iterator<Item = (&'a Question, &'a LateDraft)> {
    late.iter().filter(|late| !late.draft.is_empty()).filter_map(|late| {
        let question = request.questions.get(late.question).filter(|question| !question.sensitive)?;
        Some((question, late))
    })
}

/// The notes of a draft, and its uncommitted texts.
pub fn draft_texts(draft: &Draft) -> impl Iterator<Item = &Untrusted> {
    let notes = draft.answers.entries.iter().filter_map(|entry| entry.note.as_ref());
    notes.chain(draft.typed.iter().map(|typed| &typed.text))
}

fn late_texts(backend: &dyn Backend, stored: &StoredRequest) -> Result<Vec<LateText>, Failure> {
    let Some(asked) = stored.asked() else { return Ok(Vec::new()) };
    let late = backend.late_drafts(stored.id)?;
    Ok(readable(&asked.request, &late).map(|(question, late)| late_text(question, late)).collect())
}

fn late_text(question: &Question, LateDraft { at_ms, draft, .. }: &LateDraft) -> LateText {
    let answer = draft.answers.entries.first().and_then(|entry| entry.answer.as_ref());
    let picks = answer.map_or(&[][..], Answer::picks);
    let label = |pick: &Pick| match pick {
        Pick::Custom(own) => Some(own.clone()),
        Pick::Option(index) => question.options.get(*index).map(|option| option.label.clone()),
    };
    LateText {
        question: question.id.clone(),
        at_ms: *at_ms,
        picked: picks.iter().filter_map(label).collect(),
        typed: draft_texts(draft).cloned().collect(),
    }
}

/// The ids of the questions with a pick or typed text.
fn with_drafts(request: &Request, draft: &Draft) -> Vec<Untrusted> {
    let has_one = |index: usize| {
        let entry = draft.answers.entries.get(index);
        entry.is_some_and(|entry| entry.answer.is_some() || entry.note.is_some())
            || draft.typed.iter().any(|typed| typed.question == index)
    };
    let all = request.questions.iter().enumerate();
    let kept = all.filter(|(index, question)| !question.sensitive && has_one(*index));
    kept.map(|(_, question)| question.id.clone()).collect()
}
