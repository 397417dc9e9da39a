//! Drafts as rows of the store: one per question.
//!
//! - A secret's draft and the confirmation of a dangerous answer are never written.
//! - A row holds one question alone, so that two people may fill in two questions.
//! - Unreadable rows are left out: a draft helps the person, and is never an answer.

use asq_backend::LateDraft;
use asq_core::inbox::RequestMark;
use asq_core::life::{Asked, RequestId};
use asq_core::model::{Answers, Draft, Entry, Request, TypedIn};
use asq_store::{DraftMark, DraftRow};
use asq_wire::stored::{draft_from_bytes, draft_to_bytes};
use std::collections::BTreeMap;

/// The storable part of a draft, by question; questions without a draft are left out.
pub(super) fn rows(request: &Request, draft: &Draft) -> Vec<(u32, Vec<u8>)> {
    let questions = request.questions.iter().enumerate();
    let open = questions.filter(|(_, question)| !question.sensitive);
    open.filter_map(|(at, question)| {
        let entry = draft.answers.entries.get(at).cloned().unwrap_or_default();
        let edits = !question.kind.is_list() || question.danger.is_none();
        let typed = draft.typed.iter().filter(|t| t.question == at && (edits || t.place != TypedIn::Edit));
        let typed = typed.cloned().map(|t| asq_core::model::Typed { question: 0, ..t }).collect();
        let answers = Answers { entries: vec![Entry { confirmed: None, ..entry }] };
        let bytes = draft_to_bytes(&Draft { answers, typed, kept: None }).ok()?;
        Some((u32::try_from(at).ok()?, bytes))
    })
    .collect()
}

/// The draft in these rows; `None` without rows.
pub(super) fn merged(rows: &[DraftRow]) -> Option<Draft> {
    let count = rows.iter().map(|row| row.question as usize + 1).max()?;
    let mut whole = Draft { answers: Answers::none(count), ..Draft::default() };
    for row in rows {
        let Ok(part) = draft_from_bytes(&row.body) else { continue };
        let at = row.question as usize;
        if let Some(entry) = part.answers.entries.into_iter().next() {
            whole.answers.entries[at] = entry;
        }
        whole.typed.extend(part.typed.into_iter().map(|t| asq_core::model::Typed { question: at, ..t }));
    }
    Some(whole)
}

/// The requests of which something is kept that a person would miss.
pub(super) fn marks(rows: &[DraftMark]) -> BTreeMap<RequestId, RequestMark> {
    let nothing = Draft { answers: Answers { entries: vec![Entry::default()] }, ..Draft::default() };
    let nothing = draft_to_bytes(&nothing).unwrap_or_default();
    // A row of the whole request counts only for what the person decided or gave as a reason.
    let counts = |row: &&DraftMark| {
        let whole = row.head.starts_with(b"{\"page\"");
        !whole && row.head != nothing[..nothing.len().min(row.head.len())]
    };
    rows.iter().filter(counts).map(|row| (row.request, RequestMark::Draft)).collect()
}

/// The texts written at the same time on other surfaces; `None` if there aren't any.
pub(super) fn others(rows: &[DraftRow]) -> Option<Draft> {
    let other = |row: &DraftRow| row.other.clone().map(|body| DraftRow { body, ..row.clone() });
    merged(&rows.iter().filter_map(other).collect::<Vec<_>>())
}

/// Texts that came too late, one per row; unreadable rows are left out.
pub(super) fn late(rows: &[DraftRow]) -> Vec<LateDraft> {
    let one = |row: &DraftRow| {
        let draft = draft_from_bytes(&row.body).ok()?;
        Some(LateDraft { question: row.question as usize, at_ms: row.at_ms, draft })
    };
    rows.iter().filter_map(one).collect()
}

/// The draft in these rows, with an entry for each question of the request.
pub(super) fn of(asked: &Asked, rows: &[DraftRow]) -> Draft {
    let mut draft = merged(rows).unwrap_or_default();
    draft.answers.entries.resize(asked.request.questions.len(), Entry::default());
    draft.typed.retain(|t| t.question < asked.request.questions.len());
    draft
}
