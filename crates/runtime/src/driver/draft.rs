//! Drafts as rows of the store: one per question, and one for the whole request behind them.
//!
//! - A secret's draft and the confirmation of a dangerous answer are never written.
//! - A row holds one question alone, so that two people may fill in two questions.
//! - Unreadable rows are left out: a draft helps the person, and is never an answer.

use asq_backend::LateDraft;
use asq_core::inbox::RequestMark;
use asq_core::life::{Asked, RequestId};
use asq_core::model::{
    Answer, Answers, Draft, Entry, HeldAs, Kind, Pick, Request, Typed, TypedIn, WholeDraft,
};
use asq_core::text::Untrusted;
use asq_store::{DraftMark, DraftRow};
use asq_wire::stored::{draft_from_bytes, draft_to_bytes, whole_from_bytes, whole_to_bytes};
use std::collections::BTreeMap;

/// The storable part of a draft, by question; questions without a draft are left out.
pub(super) fn rows(request: &Request, draft: &Draft) -> Vec<(u32, Vec<u8>)> {
    let questions = request.questions.iter().enumerate();
    // A secret stays in memory: drafts are on disk, and every surface reads them.
    let open = questions.filter(|(_, question)| !question.sensitive);
    open.filter_map(|(at, question)| {
        let edits = !question.kind.is_list() || question.danger.is_none();
        let mut own = draft.of_question(at);
        own.typed.retain(|typed| edits || typed.place != TypedIn::Edit);
        Some((u32::try_from(at).ok()?, draft_to_bytes(&own).ok()?))
    })
    .collect()
}

/// The row of what belongs to the whole request.
pub(super) fn whole_row(request: &Request, whole: &WholeDraft) -> Option<(u32, Vec<u8>)> {
    Some((u32::try_from(request.questions.len()).ok()?, whole_to_bytes(whole).ok()?))
}

/// What these rows keep of the whole request, which has so many questions.
pub(super) fn whole(rows: &[DraftRow], count: usize) -> WholeDraft {
    let row = rows.iter().find(|row| row.question as usize == count);
    let whole = row.and_then(|row| whole_from_bytes(&row.body).ok()).unwrap_or_default();
    // A page that isn't there was never turned to.
    WholeDraft { page: whole.page.filter(|page| *page <= count), ..whole }
}

/// The draft in these rows of a request with so many questions; `None` without rows.
pub(super) fn merged(rows: &[DraftRow], count: usize) -> Option<Draft> {
    let of_questions = |row: &&DraftRow| (row.question as usize) < count;
    rows.iter().find(of_questions)?;
    let mut whole = Draft { answers: Answers::none(count), ..Draft::default() };
    for row in rows.iter().filter(of_questions) {
        let Ok(part) = draft_from_bytes(&row.body) else { continue };
        let at = row.question as usize;
        if let Some(entry) = part.answers.entries.into_iter().next() {
            whole.answers.entries[at] = entry;
        }
        whole.typed.extend(part.typed.into_iter().map(|t| Typed { question: at, ..t }));
    }
    Some(whole)
}

/// The requests of which something is kept that a person would miss.
pub(super) fn marks(rows: &[DraftMark]) -> BTreeMap<RequestId, RequestMark> {
    let nothing = Draft { answers: Answers { entries: vec![Entry::default()] }, ..Draft::default() };
    let nothing = draft_to_bytes(&nothing).unwrap_or_default();
    // A row of the whole request counts only for what the person decided or gave as a reason.
    let counts = |row: &&DraftMark| {
        let whole = row.head.starts_with(b"{\"page\"") || row.head == b"{}";
        !whole && row.head != nothing[..nothing.len().min(row.head.len())]
    };
    let mut marks = BTreeMap::new();
    for row in rows.iter().filter(counts) {
        let mark = held(&row.head).unwrap_or(RequestMark::Draft);
        let known = marks.entry(row.request).or_insert(mark);
        if *known == RequestMark::Draft {
            *known = mark;
        }
    }
    marks
}

/// The mark of an answer that is held back, from the beginning of its row.
fn held(head: &[u8]) -> Option<RequestMark> {
    let rest = std::str::from_utf8(head).ok()?.strip_prefix("{\"held\":{\"how\":\"")?;
    let (how, rest) = rest.split_once("\",\"until\":")?;
    let how = match how {
        "answer" => HeldAs::Answer,
        "decline" => HeldAs::Decline,
        "cancel" => HeldAs::Cancel,
        "discuss" => HeldAs::Discuss,
        _ => return None,
    };
    let (until, _) = rest.split_once(',')?;
    Some(RequestMark::Held { how, until_ms: until.parse().ok()? })
}

/// The texts written at the same time on other surfaces; `None` if there aren't any.
pub(super) fn others(rows: &[DraftRow], count: usize) -> Option<Draft> {
    let other = |row: &DraftRow| row.other.clone().map(|body| DraftRow { body, ..row.clone() });
    merged(&rows.iter().filter_map(other).collect::<Vec<_>>(), count)
}

/// Texts that came too late, one per row. Unreadable rows are left out, and so are those that another row goes on from.
pub(super) fn late(rows: &[DraftRow]) -> Vec<LateDraft> {
    let one = |row: &DraftRow| {
        let draft = draft_from_bytes(&row.body).ok()?;
        Some(LateDraft { question: row.question as usize, at_ms: row.at_ms, draft })
    };
    let all: Vec<LateDraft> = rows.iter().filter_map(one).collect();
    let gone_on = |at: usize| {
        let mut others = all.iter().enumerate().filter(|(other, _)| *other != at);
        others.any(|(other, it)| goes_on(it, &all[at]) && (other > at || !goes_on(&all[at], it)))
    };
    (0..all.len()).filter(|at| !gone_on(*at)).map(|at| all[at].clone()).collect()
}

/// Whether somebody who went on from this earlier draft has this one: nothing of the earlier one is missing in it.
fn goes_on(this: &LateDraft, earlier: &LateDraft) -> bool {
    let options = |late: &LateDraft| -> Vec<Pick> {
        let answers = late.draft.answers.entries.iter().filter_map(|entry| entry.answer.as_ref());
        answers.flat_map(Answer::picks).filter(|pick| pick.own_words().is_none()).cloned().collect()
    };
    let (options, earlier_options) = (options(this), options(earlier));
    let (texts, earlier_texts) = (this.draft.texts(), earlier.draft.texts());
    let in_texts = |before: &Typed| {
        texts.iter().any(|it| it.place == before.place && it.text.raw().starts_with(before.text.raw()))
    };
    this.question == earlier.question
        && earlier_options.iter().all(|option| options.contains(option))
        && earlier_texts.iter().all(in_texts)
}

/// The answers in texts for these questions that came too late; `None` if there aren't any.
pub(super) fn late_answers(rows: &[DraftRow], request: &Request) -> Option<Answers> {
    let mut answers = Answers::none(request.questions.len());
    for LateDraft { question: at, draft, .. } in late(rows) {
        let Some(question) = request.questions.get(at) else { continue };
        let typed = draft.typed.into_iter().find_map(|typed| match (typed.place, &question.kind) {
            (TypedIn::Custom, _) if question.custom => Some(Answer::Picks(vec![Pick::Custom(typed.text)])),
            (TypedIn::Edit, Kind::Text { .. }) => Some(Answer::Text(typed.text)),
            (TypedIn::Custom | TypedIn::Edit | TypedIn::Note, _) => None,
        });
        let picked = draft.answers.entries.into_iter().next().and_then(|entry| entry.answer);
        if let Some(answer) = typed.or(picked) {
            answers.entries[at].answer = Some(answer);
        }
    }
    answers.entries.iter().any(|entry| entry.answer.is_some()).then_some(answers)
}

/// Reasons for declining that came too late.
pub(super) fn late_reasons(rows: &[DraftRow], count: usize) -> Vec<Untrusted> {
    let wholes = rows.iter().filter(|row| row.question as usize == count);
    wholes.filter_map(|row| whole_from_bytes(&row.body).ok()?.reason).collect()
}

/// The draft in these rows, with an entry for each question of the request.
pub(super) fn of(asked: &Asked, rows: &[DraftRow]) -> Draft {
    let count = asked.request.questions.len();
    merged(rows, count).unwrap_or_else(|| Draft { answers: Answers::none(count), ..Draft::default() })
}
