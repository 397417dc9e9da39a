//! One request on the page: its form while it is open, its ending afterwards, and its previews.
//!
//! - The form shows what was typed so far on any surface.
//! - A dangerous answer needs its confirmation if the person's own settings want it, even against the asker's.
//! - The ending shows who closed it, and what came too late.
//! - SVG and HTML are documents of their own, with a policy that lets them do nothing.

use super::{PagePerson, PageReply, html};
use crate::guarded_request::GuardedRequest;
use crate::links;
use crate::list_cache::ListCache;
use crate::person_settings::PageSettings;
use crate::problem::FailedCall;
use crate::query::part;
use crate::server_state::ServerState;
use asq_backend::{Backend, Failure, QuestionDraft};
use asq_core::life::{Asked, RequestId};
use asq_core::model::{Draft, Typed, WholeDraft};
use asq_core::text::Untrusted;
use asq_page::{AskerState, ClosedPage, Filled, OpenPage, PreviewOf};
use axum::body::Body;
use axum::extract::{FromRequestParts, State};
use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use http::request::Parts;
use http::{HeaderValue, StatusCode};

/// The fewest letters of a short id.
const SHORTEST: usize = 6;

/// The id in the path of a page: whole, or as short as a terminal shows it. Its caller is known before.
pub(in super::super) struct PageId(pub(super) RequestId);

impl FromRequestParts<ServerState> for PageId {
    type Rejection = Response;

    async fn from_request_parts(head: &mut Parts, state: &ServerState) -> Result<PageId, Response> {
        let unknown = || FailedCall::not_found().into_response();
        let text = part(head, 2).unwrap_or_default();
        if let Ok(id) = text.parse() {
            return Ok(PageId(id));
        }
        let prefix = text.to_ascii_lowercase();
        if prefix.len() < SHORTEST || !RequestId::is_prefix(&prefix) {
            return Err(unknown());
        }
        let onlooker = state.onlooker().clone();
        let found =
            state.store(move |_| onlooker.find(&prefix, 2)).await.map_err(IntoResponse::into_response)?;
        if let [id] = found[..] { Ok(PageId(id)) } else { Err(unknown()) }
    }
}

/// The id of the request whose page is asked for, or its beginning; `None` for any other path.
pub(super) fn wanted(head: &Parts) -> Option<&str> {
    let id = part(head, 2).filter(|_| part(head, 1) == Some("r") && part(head, 3).is_none());
    id.filter(|id| RequestId::is_prefix(id))
}

/// What the store knows of a request, for a page of this person.
pub(in super::super) struct PageRequest {
    pub(in super::super) stored: GuardedRequest,
    pub(super) drafts: Vec<QuestionDraft>,
    pub(super) whole: WholeDraft,
    pub(super) waits: bool,
    /// Until when it is snoozed, in milliseconds since 1970.
    pub(super) snoozed_until: Option<u64>,
    pub(in super::super) late: Vec<Untrusted>,
}

impl PageRequest {
    pub(in super::super) fn read(
        backend: &dyn Backend,
        id: RequestId,
        person: PageSettings,
    ) -> Result<PageRequest, Failure> {
        let stored = GuardedRequest::new(backend.get(id)?, person);
        let open = stored.life.closed().is_none() && stored.asked().is_some();
        let drafts = if open { backend.question_drafts(id)? } else { Vec::new() };
        let whole = if open { backend.whole(id)? } else { WholeDraft::default() };
        let snoozed = if open { backend.snoozed()? } else { Vec::new() };
        let snoozed_until = snoozed.into_iter().find(|(of, _)| *of == id).map(|(_, until)| until);
        let late = if open { Vec::new() } else { backend.late_drafts(id)? };
        let secret = |at: usize| {
            let request = stored.asked().map(|asked| &asked.request);
            request.and_then(|request| request.questions.get(at)).is_none_or(|question| question.sensitive)
        };
        let late = late.into_iter().filter(|late| !secret(late.question));
        let late = late.flat_map(|late| late.draft.texts()).map(|typed| typed.text).collect();
        let waits = backend.asker_waits(id);
        Ok(PageRequest { stored, drafts, whole, waits, snoozed_until, late })
    }

    pub(super) fn asker(&self, now_ms: u64) -> AskerState {
        let asked_ms = self.stored.life.asked_at().map_or(now_ms, |at| at.wall_ms);
        let due = self.stored.life.deadline().filter(|_| self.stored.life.closed().is_none());
        AskerState {
            asked_ago_ms: now_ms.saturating_sub(asked_ms),
            waits: self.waits,
            has_ending: self.stored.life.delivered().is_some(),
            left_ms: due.map(|due| due.0.wall_ms.saturating_sub(now_ms)),
        }
    }

    /// The texts that somebody else typed at the same time.
    pub(in super::super) fn others(&self) -> Vec<Typed> {
        let of = |draft: &QuestionDraft| {
            let texts = draft.other.as_ref().map(Draft::texts).unwrap_or_default();
            let question = draft.question;
            texts.into_iter().map(move |typed| Typed { question, ..typed })
        };
        self.drafts.iter().flat_map(of).collect()
    }

    /// The page of the closed request; `None` if it is open, or erased.
    pub(super) async fn closed(
        &self,
        state: &ServerState,
        reply: &PageReply,
        late: &[Untrusted],
    ) -> Option<String> {
        let (asked, (outcome, by, at)) = (self.stored.asked()?, self.stored.life.closed()?);
        // An ending is shown even if the list can't be read.
        let listed = ListCache::list(state).await.ok();
        let next =
            listed.as_ref().and_then(|listed| listed.rows.iter().find(|row| row.snoozed_until.is_none()));
        let next = next.map(|row| (row.pending.id.to_string(), &row.pending.summary));
        let page = ClosedPage {
            chrome: &reply.chrome(),
            asked,
            asker: self.asker(ServerState::now_ms()),
            outcome,
            by,
            at: &in_words(state, at.wall_ms),
            delivered: self.stored.life.delivered().is_some(),
            late,
            next: next.as_ref().map(|(id, summary)| (id.as_str(), *summary)),
        };
        Some(page.html())
    }

    /// The page of the open request as it is filled in.
    pub(super) fn open(
        &self,
        state: &ServerState,
        reply: &PageReply,
        asked: &Asked,
        filled: &Filled,
        notice: Option<&str>,
        draw: impl FnOnce(OpenPage<'_>) -> String,
    ) -> Option<String> {
        Some(draw(OpenPage {
            chrome: &reply.chrome(),
            id: &self.stored.id.to_string(),
            asked,
            rules: &(asq_asking::dialect(&asked.dialect).form)(&asked.request.prefs),
            asker: self.asker(ServerState::now_ms()),
            filled,
            others: &self.others(),
            revisions: &self.revisions(asked),
            key: &links::random()?,
            notice,
            aside: self.snoozed_until.map(|until| in_words(state, until)).as_deref(),
            hold_ms: reply.settings.hold_ms,
            sends_on_leaving: reply.settings.sends_on_leaving,
        }))
    }
}

/// The form of an open request, or the ending of a closed one.
pub(in super::super) async fn request(
    State(state): State<ServerState>,
    person: PagePerson,
    PageId(id): PageId,
) -> Response {
    let reply = match person.reply(&state).await {
        Ok(reply) => reply,
        Err(failed) => return failed,
    };
    let onlooker = state.onlooker().clone();
    let settings = reply.settings;
    let shown = state.blocking(move || PageRequest::read(&*onlooker, id, settings)).await;
    let shown = match shown {
        Ok(Ok(shown)) => shown,
        Ok(Err(Failure::NoSuch(_))) => return unknown(&reply),
        Ok(Err(failure)) => return state.failed(failure).into_response(),
        Err(failed) => return failed.into_response(),
    };
    if let Some(page) = shown.closed(&state, &reply, &shown.late).await {
        return reply.html(StatusCode::OK, page);
    }
    let Some(asked) = shown.stored.asked() else { return unknown(&reply) };
    let filled = shown.filled(asked);
    match shown.open(&state, &reply, asked, &filled, None, |page| page.form(false)) {
        Some(page) => reply.html(StatusCode::OK, page),
        None => FailedCall::broken().into_response(),
    }
}

/// A time in milliseconds since 1970, by the clock of the server's person.
pub(in super::super) fn in_words(state: &ServerState, wall_ms: u64) -> String {
    state.settings().clock(wall_ms, ServerState::now_ms())
}

impl PageRequest {
    /// The form with what is kept of it.
    pub(in super::super) fn filled(&self, asked: &Asked) -> Filled {
        let drafts = self.drafts.iter().map(|draft| (draft.question, draft.draft.clone()));
        Filled::of(&asked.request, &drafts.collect::<Vec<_>>(), self.whole.reason.clone())
    }

    /// The revision of each question's draft.
    pub(in super::super) fn revisions(&self, asked: &Asked) -> Vec<u64> {
        let of = |at: usize| self.drafts.iter().find(|draft| draft.question == at).map(|it| it.revision);
        (0..asked.request.questions.len()).map(|at| of(at).unwrap_or_default()).collect()
    }
}

pub(super) fn unknown(reply: &PageReply) -> Response {
    let text = "There is no such request, or its texts are erased.";
    reply.message(StatusCode::NOT_FOUND, "Not found", text)
}

/// The preview of what is to be read before a question is answered.
pub(in super::super) async fn preview(
    State(state): State<ServerState>,
    person: PagePerson,
    PageId(id): PageId,
    PreviewInPath(of): PreviewInPath,
) -> Response {
    framed(&state, &person, id, of).await
}

/// The preview of an option.
pub(in super::super) async fn option_preview(
    State(state): State<ServerState>,
    person: PagePerson,
    PageId(id): PageId,
    PreviewInPath(of): PreviewInPath,
) -> Response {
    framed(&state, &person, id, of).await
}

/// The place of a preview in the path of its document.
pub(in super::super) struct PreviewInPath(PreviewOf);

impl FromRequestParts<ServerState> for PreviewInPath {
    type Rejection = Response;

    async fn from_request_parts(head: &mut Parts, _: &ServerState) -> Result<PreviewInPath, Response> {
        let question = part(head, 4).and_then(|text| text.parse().ok());
        let of = question.and_then(|question| match part(head, 5) {
            None => Some(PreviewOf::Context(question)),
            Some("custom") => Some(PreviewOf::Custom(question)),
            Some(option) => option.parse().ok().map(|option| PreviewOf::Option(question, option)),
        });
        of.map(PreviewInPath).ok_or_else(|| FailedCall::not_found().into_response())
    }
}

async fn framed(state: &ServerState, _: &PagePerson, id: RequestId, of: PreviewOf) -> Response {
    let onlooker = state.onlooker().clone();
    let stored = match state.store(move |_| onlooker.read(id)).await {
        Ok(stored) => stored,
        Err(failed) => return failed.into_response(),
    };
    let preview = stored.asked().and_then(|asked| of.find(&asked.request.questions));
    let Some((kind, text)) = preview.and_then(asq_page::preview_document) else {
        return FailedCall::not_found().into_response();
    };
    let mut reply = Response::new(Body::from(text));
    let headers = reply.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(asq_page::preview_policy()));
    reply
}

/// A page for a request that this one isn't about any more.
pub(super) fn gone(reply: &PageReply, text: String) -> Response {
    html(StatusCode::CONFLICT, &reply.nonce, text)
}
