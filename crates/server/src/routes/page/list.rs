//! The list of open requests, the history, and the choice between dark and light.
//!
//! - The list comes in parts, from the same read as the list of the API.
//! - Its search looks through all of it, as the search of the inbox does.
//! - The history has the latest hundred, or those that a search finds.

use super::open::in_words;
use super::{PagePerson, THEME, see_other};
use crate::body::FormBody;
use crate::list_cache::ListCache;
use crate::query::QueryOf;
use crate::server_state::ServerState;
use asq_core::history::Query;
use asq_core::inbox::RequestMark;
use asq_page::{HistoryPage, InboxPage, OpenRow, PageTheme, PastRow};
use asq_wire::public::ListedRequest;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::SET_COOKIE;
use http::{HeaderValue, StatusCode};

/// The rows of a part of the list or of the history.
const ROWS: usize = 100;
/// The most rows that the script asks for at once, to bring what it shows up to date.
const SHOWN: u64 = 400;
/// The largest number of a row.
const MOST: u64 = 10_000_000;

/// The list, for a person with a cookie.
pub(in super::super) async fn list(
    State(state): State<ServerState>,
    person: PagePerson,
    query: QueryOf,
) -> Response {
    let part = query.number("from", MOST).and_then(|from| {
        Ok((
            from.unwrap_or_default() as usize,
            query.number("rows", SHOWN)?.map_or(ROWS, |rows| rows as usize),
        ))
    });
    let (from, most) = match part {
        Ok(part) => part,
        Err(failed) => return failed.into_response(),
    };
    let reply = match person.reply(&state).await {
        Ok(reply) => reply,
        Err(failed) => return failed,
    };
    let listed = match ListCache::list(&state).await {
        Ok(listed) => listed,
        Err(failed) => return failed.into_response(),
    };
    let search = query.text("text").unwrap_or_default().trim();
    let lower = search.to_lowercase();
    let found: Vec<&ListedRequest> =
        listed.rows.iter().filter(|row| row.pending.summary.matches(&lower)).collect();
    let aside = found.iter().filter(|row| row.snoozed_until.is_some()).count();
    let now = ServerState::now_ms();
    let rows = found.iter().skip(from).take(most).map(|row| OpenRow {
        id: row.pending.id.to_string(),
        short: &row.short,
        summary: &row.pending.summary,
        asked_ago_ms: now.saturating_sub(row.pending.asked_ms),
        draft: row.mark != RequestMark::default(),
        aside: row.snoozed_until.map(|until| in_words(&state, until)),
    });
    let chrome = reply.chrome();
    let page = InboxPage {
        chrome: &chrome,
        rows: rows.collect(),
        all: listed.rows.len(),
        search,
        from,
        found: (found.len(), aside),
    };
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
    let rows = past.iter().take(ROWS).map(|past| PastRow { past, at: in_words(&state, past.closed.wall_ms) });
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
