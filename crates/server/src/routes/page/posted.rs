//! A form of the page, as it was sent.
//!
//! - It is judged as an answer from everywhere is; everything that is wrong comes back at once, with what was typed.
//! - What was typed is a draft before anything else happens, except for a secret and a confirmation.
//! - Sending it twice is the same as once; who comes too late learns the winner, and keeps the text.
//! - A form of an older session isn't carried out: it comes back, and can be sent again.

use super::open::{PageId, PageRequest, gone, unknown};
use super::{PagePerson, PageReply, see_other};
use crate::body::FormBody;
use crate::guarded_request::GuardedRequest;
use crate::identity::HttpParty;
use crate::person_settings::{PageSettings, PersonSettings};
use crate::problem::FailedCall;
use crate::server_state::ServerState;
use asq_backend::{Backend, Failure};
use asq_core::life::{Asked, Closing, IdempotencyKey, Refusal, RequestId};
use asq_core::model::{Draft, Entry, Request};
use asq_core::text::Untrusted;
use asq_page::{Filled, OpenPage, PageAct};
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use std::sync::Arc;

/// What a form led to, while the store was read.
pub(in super::super) enum PostedStage {
    /// The request is open, and nothing was closed.
    Open(Box<PageRequest>, Option<String>),
    /// It was closed by this form.
    Closed,
    /// It is put aside.
    Aside,
    /// It is back.
    Back,
    /// It was closed before; what was typed here wasn't sent.
    Beaten(Box<PageRequest>),
}

/// Carries a form out, and replies with the request as it is then.
pub(in super::super) async fn posted(
    State(state): State<ServerState>,
    person: PagePerson,
    PageId(id): PageId,
    FormBody(fields): FormBody,
) -> Response {
    let reply = match person.reply(&state).await {
        Ok(reply) => reply,
        Err(failed) => return failed,
    };
    let (onlooker, person_settings) = (state.onlooker().clone(), reply.settings);
    let stored = match state.blocking(move || onlooker.read(id)).await {
        Ok(Ok(stored)) => GuardedRequest::new(stored, person_settings),
        Ok(Err(Failure::NoSuch(_))) => return unknown(&reply),
        Ok(Err(failure)) => return state.failed(failure).into_response(),
        Err(failed) => return failed.into_response(),
    };
    let Some(asked) = stored.asked() else { return unknown(&reply) };
    let filled = Arc::new(Filled::read(&asked.request, &fields));
    let trusted = filled.csrf == person.csrf;
    let act = if trusted { filled.act.unwrap_or(PageAct::Review) } else { PageAct::Keep };
    let party = Arc::new(HttpParty::new(&person.caller, state.person()));
    let (backend, form, request) = (state.backend(party), filled.clone(), asked.request.clone());
    let settings = state.settings().clone();
    let carry_out = move || {
        let act = trusted.then_some(act);
        if let Some(until_ms) = act.and_then(|act| aside(&*settings, &form, act)) {
            return put_aside(&backend, id, &request, &form, until_ms, person_settings);
        }
        carry_out(&backend, id, &request, &form, act, person_settings)
    };
    let carried = state.blocking(carry_out).await;
    let carried = match carried {
        Ok(Ok(carried)) => carried,
        Ok(Err(failure)) => return state.failed(failure).into_response(),
        Err(failed) => return failed.into_response(),
    };
    match carried {
        PostedStage::Closed => see_other(&format!("/r/{id}")),
        PostedStage::Aside => see_other("/"),
        PostedStage::Back => see_other(&format!("/r/{id}")),
        PostedStage::Beaten(shown) => {
            let late = texts(&asked.request, &filled);
            match shown.closed(&state, &reply, &late).await {
                Some(page) => gone(&reply, page),
                None => unknown(&reply),
            }
        }
        PostedStage::Open(shown, notice) => {
            let notice = if trusted {
                notice
            } else {
                Some(
                    "This form is older than your session. Your text is still here: send it again."
                        .to_owned(),
                )
            };
            drawn(&state, &reply, &shown, asked, &filled, act, notice)
        }
    }
}

/// Until when a form puts its request aside, in milliseconds since 1970; 0 brings it back. `None` if it does neither.
fn aside(settings: &dyn PersonSettings, filled: &Filled, act: PageAct) -> Option<u64> {
    match act {
        PageAct::Aside => settings.snooze_end(&filled.aside, ServerState::now_ms()),
        PageAct::Back => Some(0),
        PageAct::Review
        | PageAct::Edit
        | PageAct::Submit
        | PageAct::Check
        | PageAct::Decline
        | PageAct::Discuss
        | PageAct::Cancel
        | PageAct::Keep => None,
    }
}

/// Keeps what was typed, and puts the request aside, or brings it back.
///
/// A form of the list has nothing filled in, so nothing is kept.
fn put_aside(
    backend: &Arc<dyn Backend>,
    id: RequestId,
    request: &Request,
    filled: &Filled,
    until_ms: u64,
    person: PageSettings,
) -> Result<PostedStage, Failure> {
    let of_list = filled.seen.is_empty();
    let kept = if of_list { Ok(()) } else { keep(&**backend, id, request, filled) };
    let kept = kept.and_then(|()| backend.snooze(id, until_ms));
    match kept {
        Ok(()) if until_ms > 0 => Ok(PostedStage::Aside),
        Ok(()) => Ok(PostedStage::Back),
        Err(Failure::Refused(refusal)) if matches!(*refusal, Refusal::Closed { .. }) => {
            Ok(PostedStage::Beaten(Box::new(PageRequest::read(&**backend, id, person)?)))
        }
        Err(failure) => Err(failure),
    }
}

/// Keeps what was typed, and closes the request if the form says so.
pub(in super::super) fn carry_out(
    backend: &Arc<dyn Backend>,
    id: RequestId,
    request: &Request,
    filled: &Filled,
    act: Option<PageAct>,
    person: PageSettings,
) -> Result<PostedStage, Failure> {
    let beaten = |backend: &Arc<dyn Backend>| {
        Ok(PostedStage::Beaten(Box::new(PageRequest::read(&**backend, id, person)?)))
    };
    // Without the session's token it is kept nowhere: another page may have sent it.
    if act.is_some() {
        match keep(&**backend, id, request, filled) {
            Err(Failure::Refused(refusal)) if matches!(*refusal, Refusal::Closed { .. }) => {}
            kept => kept?,
        }
    }
    let closing = act.and_then(|act| closing(request, filled, act));
    let Some(closing) = closing else {
        let shown = Box::new(PageRequest::read(&**backend, id, person)?);
        let open = shown.stored.life.closed().is_none();
        return Ok(if open { PostedStage::Open(shown, None) } else { PostedStage::Beaten(shown) });
    };
    let key = Some(filled.key.as_str()).filter(|key| !key.is_empty());
    let key = key.map(|key| IdempotencyKey(format!("page {key}")));
    match backend.close(id, closing, key) {
        Ok(_) => Ok(PostedStage::Closed),
        Err(failure) if failure.is_beaten() => beaten(backend),
        Err(Failure::Refused(refusal)) if *refusal == Refusal::Erased => beaten(backend),
        Err(Failure::Refused(refusal)) => {
            let shown = Box::new(PageRequest::read(&**backend, id, person)?);
            Ok(PostedStage::Open(shown, Some(format!("It was not sent: {refusal}."))))
        }
        Err(failure) if failure.is_final() => Err(failure),
        Err(Failure::Store(fault)) => {
            let shown = Box::new(PageRequest::read(&**backend, id, person)?);
            let words = format!("It was not sent: {}. Your text is still here: send it again.", fault.text);
            Ok(PostedStage::Open(shown, Some(words)))
        }
        Err(failure @ Failure::NoSuch(_)) => Err(failure),
    }
}

/// How to close it; `None` if it isn't to be closed, or can't be yet.
fn closing(request: &Request, filled: &Filled, act: PageAct) -> Option<Closing> {
    let draft = || -> Draft { without_secrets(request, filled.draft()) };
    match act {
        PageAct::Submit => {
            let fits = filled.problems(request).is_empty();
            let (answers, seen) = (filled.answers.clone(), filled.seen.clone());
            fits.then_some(Closing::Answer { answers, seen })
        }
        PageAct::Decline => Some(Closing::Decline { reason: filled.reason.clone(), draft: draft() }),
        PageAct::Discuss => Some(Closing::Discuss { draft: draft() }),
        PageAct::Cancel => Some(Closing::Cancel { draft: draft() }),
        PageAct::Review | PageAct::Edit | PageAct::Check | PageAct::Keep | PageAct::Aside | PageAct::Back => {
            None
        }
    }
}

/// Keeps each question's text that differs from the kept one.
fn keep(backend: &dyn Backend, id: RequestId, request: &Request, filled: &Filled) -> Result<(), Failure> {
    let kept = backend.question_drafts(id)?;
    let open = request.questions.iter().enumerate().filter(|(_, question)| !question.sensitive);
    for (at, _) in open {
        let own = filled.draft_of(at);
        let before = kept.iter().find(|kept| kept.question == at);
        if before.map_or(own.is_empty(), |before| before.draft == own) {
            continue;
        }
        let revision = filled.revisions.get(at).copied().unwrap_or_default();
        backend.keep_draft(id, at, revision, &own)?;
    }
    Ok(())
}

fn without_secrets(request: &Request, mut draft: Draft) -> Draft {
    let secret = |at: usize| request.questions.get(at).is_some_and(|question| question.sensitive);
    for (at, entry) in draft.answers.entries.iter_mut().enumerate() {
        if secret(at) {
            *entry = Entry::default();
        }
    }
    draft.typed.retain(|typed| !secret(typed.question));
    draft
}

/// What was typed, for somebody who came too late.
pub(in super::super) fn texts(request: &Request, filled: &Filled) -> Vec<Untrusted> {
    without_secrets(request, filled.draft()).texts().into_iter().map(|typed| typed.text).collect()
}

/// The open request once more, as it was filled in.
fn drawn(
    state: &ServerState,
    reply: &PageReply,
    shown: &PageRequest,
    asked: &Asked,
    filled: &Filled,
    act: PageAct,
    notice: Option<String>,
) -> Response {
    let request = &asked.request;
    let problems = filled.problems(request);
    let reviewed = OpenPage::is_reviewed(request);
    // What is typed on the page of the review may be missing before it.
    let before = problems.iter().any(|(at, _)| !at.is_some_and(|at| asq_page::typed_at_review(request, at)));
    let status = if problems.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    let (review, marked, status) = match act {
        PageAct::Review if reviewed && !before => (true, false, StatusCode::OK),
        PageAct::Submit | PageAct::Check if reviewed && !before => (true, true, status),
        PageAct::Review | PageAct::Submit | PageAct::Check => (false, !problems.is_empty(), status),
        PageAct::Edit
        | PageAct::Keep
        | PageAct::Decline
        | PageAct::Discuss
        | PageAct::Cancel
        | PageAct::Aside
        | PageAct::Back => (false, false, StatusCode::OK),
    };
    let notice = match (notice, act) {
        (None, PageAct::Aside) => {
            Some("Until when? Choose one of the times, or type one such as 14:30, 45m or mon.".to_owned())
        }
        (None, PageAct::Keep) => Some("Kept. You can go on later, here or in a terminal.".to_owned()),
        (notice, _) => notice,
    };
    let draw = |page: OpenPage<'_>| if review { page.review(marked) } else { page.form(marked) };
    match shown.open(state, reply, asked, filled, notice.as_deref(), draw) {
        Some(page) => reply.html(status, page),
        None => FailedCall::broken().into_response(),
    }
}
