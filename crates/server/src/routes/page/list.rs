//! The list of open requests, the history, and the choice between dark and light.

use super::{PagePerson, THEME, see_other};
use crate::body::FormBody;
use crate::query::QueryOf;
use crate::server_state::ServerState;
use asq_core::history::Query;
use asq_core::inbox::RequestMark;
use asq_page::{HistoryPage, InboxPage, OpenRow, PageTheme, PastRow};
use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, CONTENT_TYPE, SET_COOKIE};
use http::{HeaderValue, StatusCode};

/// The most rows of the history.
const ROWS: usize = 100;

/// The list, for a person with a cookie.
pub(in super::super) async fn list(State(state): State<ServerState>, person: PagePerson) -> Response {
    let reply = match person.reply(&state).await {
        Ok(reply) => reply,
        Err(failed) => return failed,
    };
    let onlooker = state.onlooker().clone();
    let listed = match state.store(move |_| asq_asking::listed(&*onlooker)).await {
        Ok(listed) => listed,
        Err(failed) => return failed.into_response(),
    };
    let now = ServerState::now_ms();
    let rows = listed.iter().map(|row| OpenRow {
        id: row.pending.id.to_string(),
        short: &row.short,
        summary: &row.pending.summary,
        asked_ago_ms: now.saturating_sub(row.pending.asked_ms),
        draft: row.mark != RequestMark::default(),
        snoozed: row.snoozed_until.is_some(),
    });
    let chrome = reply.chrome();
    let page = InboxPage { chrome: &chrome, rows: rows.collect() };
    reply.html(StatusCode::OK, page.html())
}

/// The latest closed requests, or those that a search finds.
pub(in super::super) async fn history(
    State(state): State<ServerState>,
    person: PagePerson,
    query: QueryOf,
) -> Response {
    let reply = match person.reply(&state).await {
        Ok(reply) => reply,
        Err(failed) => return failed,
    };
    let text = query.text("text").unwrap_or_default().trim().to_owned();
    let wanted = Some(text.clone()).filter(|text| !text.is_empty());
    let onlooker = state.onlooker().clone();
    let search = move |_: &asq_runtime::Driver| {
        onlooker.history(&Query { text: wanted, limit: ROWS + 1, ..Query::default() })
    };
    let past = match state.store(search).await {
        Ok(past) => past,
        Err(failed) => return failed.into_response(),
    };
    let rows = past.iter().take(ROWS).map(|past| PastRow { past, at: (state.time())(past.closed) });
    let chrome = reply.chrome();
    let page = HistoryPage { chrome: &chrome, text: &text, rows: rows.collect(), more: past.len() > ROWS };
    reply.html(StatusCode::OK, page.html())
}

/// Keeps the person's choice between dark and light.
pub(in super::super) async fn theme(_: PagePerson, FormBody(fields): FormBody) -> Response {
    // It changes nothing but a look, so the session's token isn't asked for.
    let named =
        fields.iter().find(|(name, _)| name == "theme").and_then(|(_, theme)| PageTheme::named(theme));
    let mut reply = see_other("/");
    if let Some(theme) = named {
        let cookie = format!("{THEME}={}; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000", theme.name());
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            reply.headers_mut().insert(SET_COOKIE, cookie);
        }
    }
    reply
}

/// The script of all pages. It is the same for everybody, so it takes no cookie.
pub(in super::super) async fn script() -> Response {
    let mut reply = Response::new(Body::from(asq_page::SCRIPT));
    let headers = reply.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/javascript; charset=utf-8"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    reply
}
