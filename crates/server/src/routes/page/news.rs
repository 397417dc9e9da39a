//! `POST /news`: what a notification of the browser says of requests that arrived.
//!
//! - A request is announced once over all surfaces: the store says whether it is this page's turn.
//! - A person who sees the page hears nothing.
//! - Where the settings say so, what still waits is announced once more; the reply says when to ask for that.
//! - It has the same words as a notification of an inbox in a terminal.

use super::PagePerson;
use crate::body::FormBody;
use crate::front;
use crate::problem::FailedCall;
use crate::query::wrong;
use crate::server_state::ServerState;
use asq_backend::{Backend, Failure};
use asq_core::inbox::{ArrivalNews, Summary};
use asq_core::life::RequestId;
use asq_runtime::Driver;
use asq_runtime::driver::{AnnounceRound, AnnounceTurn};
use axum::extract::State;
use axum::response::Response;
use http::StatusCode;
use serde_json::{Value, json};

/// The most requests of one call.
const MOST: usize = 100;

/// What to announce of these requests, and when to ask again.
pub(in super::super) async fn news(
    State(state): State<ServerState>,
    person: PagePerson,
    FormBody(fields): FormBody,
) -> Result<Response, FailedCall> {
    let one = |name: &str| fields.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
    if one("csrf") != Some(person.csrf.as_str()) {
        return Err(wrong("csrf isn't this session's".to_owned()));
    }
    let ids = fields.iter().filter(|(name, _)| name == "id").map(|(_, id)| id.parse());
    let ids = ids.collect::<Result<Vec<RequestId>, _>>().map_err(|_| wrong("id is a whole id".to_owned()))?;
    if ids.is_empty() || ids.len() > MOST {
        return Err(wrong(format!("1 to {MOST} ids at once, not {}", ids.len())));
    }
    let seen = one("seen") == Some("yes");
    let round = if one("again") == Some("yes") { AnnounceRound::Again } else { AnnounceRound::First };
    let (onlooker, settings) = (state.onlooker().clone(), state.settings().clone());
    let announce = move |driver: &Driver| {
        let settings = settings.page();
        let (ids, again_ms) = match round {
            AnnounceRound::First => (ids, settings.pace.again_ms),
            AnnounceRound::Again => (still_waiting(&*onlooker, ids)?, 0),
        };
        if ids.is_empty() {
            return Ok(json!({}));
        }
        match driver.announce_turn(ids, round, settings.pace, seen)? {
            AnnounceTurn::Later(ms) => Ok(json!({ "wait_ms": ms })),
            AnnounceTurn::Mine(ids) => {
                let mut told = words(&*onlooker, &ids, settings.tells_question)?;
                if again_ms > 0 {
                    told["again_ms"] = json!(again_ms);
                }
                Ok(told)
            }
        }
    };
    Ok(front::json(StatusCode::OK, &state.store(announce).await?))
}

/// The requests of these that are open, and that nobody has put aside.
fn still_waiting(backend: &dyn Backend, mut ids: Vec<RequestId>) -> Result<Vec<RequestId>, Failure> {
    let aside = backend.snoozed()?;
    ids.retain(|id| !aside.iter().any(|(one, _)| one == id));
    let mut waiting = Vec::new();
    for id in ids {
        match backend.get(id) {
            Ok(stored) if stored.life.closed().is_none() && !stored.life.is_erased() => waiting.push(id),
            Ok(_) | Err(Failure::NoSuch(_)) => {}
            Err(failure) => return Err(failure),
        }
    }
    Ok(waiting)
}

fn words(backend: &dyn Backend, ids: &[RequestId], question: bool) -> Result<Value, Failure> {
    let mut summaries = Vec::new();
    for id in ids {
        match backend.read(*id) {
            Ok(stored) => summaries.extend(stored.asked().map(|asked| (*id, Summary::of(asked)))),
            Err(Failure::NoSuch(_)) => {}
            Err(failure) => return Err(failure),
        }
    }
    let Some((first, _)) = summaries.first() else { return Ok(json!({})) };
    let all: Vec<&Summary> = summaries.iter().map(|(_, summary)| summary).collect();
    let (title, body) = ArrivalNews::words(&all, question, None);
    let path = if all.len() == 1 { format!("/r/{first}") } else { "/".to_owned() };
    let ids: Vec<String> = summaries.iter().map(|(id, _)| id.to_string()).collect();
    Ok(json!({ "title": title.as_str(), "body": body.as_str(), "path": path, "ids": ids }))
}
