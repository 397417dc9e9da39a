//! Searches closed requests.
//!
//! - A search first indexes what closed since the last one, in steps: an append doesn't pay for it.
//! - The latest come first, page by page, until there are enough.
//! - A search word matches the beginning of words; the records themselves confirm what the index finds.

use super::Postgres;
use super::read::limit;
use super::rows::{columns, get, id, key, keys, record};
use super::session::Session;
use super::state::PostgresState;
use super::step::StepSize;
use crate::search_match::{Search, Traced};
use crate::{Past, Query, StoreError, Stored, UpkeepStage};
use asq_core::life::RequestId;
use std::collections::BTreeMap;
use std::sync::Arc;
use tokio::time::Instant;
use tokio_postgres::Row;

const PAGE: i64 = 200;
/// The longest word in the index, in bytes; longer words are cut.
const LONGEST: usize = 1000;

const UPTO: &str = "SELECT closed FROM asq.past_upto WHERE k = 0 FOR UPDATE";
const NEW: &str = "SELECT request, closed FROM asq.request WHERE closed > $1 AND closed <= $2
    ORDER BY closed LIMIT $3";
const RECORDS: &str =
    concat!("SELECT ", columns!(), " FROM asq.record r WHERE r.request = ANY($1) ORDER BY r.position");
const KEEP: &str = "INSERT INTO asq.past (closed, request, asked_at, agent, folder, words)
    VALUES ($1, $2, $3, $4, $5, array_to_tsvector($6::text[])) ON CONFLICT DO NOTHING";
const MOVE: &str = "UPDATE asq.past_upto SET closed = $1 WHERE k = 0";
const FOUND: &str = "SELECT request, closed FROM asq.past WHERE closed < $1
    AND ($2::text IS NULL OR words @@ $2::text::tsquery) AND ($3::bytea IS NULL OR agent = $3)
    AND ($4::bytea IS NULL OR folder = $4 OR substring(folder FROM 1 FOR length($4) + 1) = $4 || '/'::bytea)
    AND asked_at >= $5 AND asked_at < $6 ORDER BY closed DESC LIMIT $7";

pub(super) async fn past(state: Arc<PostgresState>, query: Query) -> Result<Vec<Past>, StoreError> {
    let line = state.reader().await?;
    let most = if query.limit == 0 { usize::MAX } else { query.limit };
    let words: Vec<String> = query.words().iter().map(|word| format!("'{}':*", cut(word))).collect();
    let words = Some(words.join(" & ")).filter(|words| !words.is_empty());
    let agent = query.agent.as_ref().map(String::as_bytes);
    let folder = query.folder.as_ref().map(|folder| folder.trim_end_matches('/').as_bytes());
    let time = |ms: Option<u64>, none| ms.map_or(none, |ms| i64::try_from(ms).unwrap_or(i64::MAX));
    let (from, to) = (time(query.from_ms, 0), time(query.to_ms, i64::MAX));
    let mut before = i64::MAX;
    let mut found = Vec::new();
    loop {
        let page = PAGE.min(limit(most - found.len()));
        let rows = line.read(FOUND, &[&before, &words, &agent, &folder, &from, &to, &page]).await?;
        let Some(last) = rows.last() else { return Ok(found) };
        before = get(last, 1)?;
        let ids = rows.iter().map(|row| id(row, 0)).collect::<Result<Vec<_>, _>>()?;
        let mut records = records(&line, &ids).await?;
        for id in &ids {
            let records = records.remove(id).unwrap_or_default();
            if let Some(traced) = Traced::of(&records).filter(|traced| query.fits(traced)) {
                found.push(traced.past);
            }
        }
        if found.len() >= most {
            return Ok(found);
        }
    }
}

/// Indexes what closed since the last search.
pub(super) fn catch_up(store: &Postgres) -> Result<(), StoreError> {
    // Leave later requests to the next search; otherwise it might never end.
    let end = store.hub.again(super::read::last)?.position.0;
    let mut size = StepSize::up_to(PAGE);
    loop {
        let most = size.now();
        let (upto, took) =
            store.step(move |session| async move { page(&session, end as i64, most).await })?;
        let Some(upto) = upto else { return Ok(()) };
        size.took(took);
        store.progress(&size, UpkeepStage::Indexing, upto, Some(end));
    }
}

/// Indexes one page; returns its end, if there was anything to index.
async fn page(session: &Session, end: i64, most: i64) -> Result<(Option<u64>, Instant), StoreError> {
    let upto: i64 = get(&session.row(UPTO, &[]).await?, 0)?;
    let locked = Instant::now();
    let rows = session.rows(NEW, &[&upto, &end, &most]).await?;
    let Some(last) = rows.last() else { return Ok((None, locked)) };
    let last: i64 = get(last, 1)?;
    let closed = rows.iter().map(place).collect::<Result<Vec<_>, _>>()?;
    let ids: Vec<RequestId> = closed.iter().map(|(id, _)| *id).collect();
    let mut records = records(session, &ids).await?;
    for (id, closed) in &closed {
        let Some(Traced { past, words }) = Traced::of(&records.remove(id).unwrap_or_default()) else {
            continue;
        };
        let words: Vec<&str> = words.iter().map(|word| cut(word)).collect();
        let raw = |text: Option<&asq_core::text::Untrusted>| text.map(|text| text.raw().as_bytes().to_vec());
        let (agent, folder) = (raw(past.summary.agent.as_ref()), raw(past.summary.origin.folder.as_ref()));
        let asked = past.asked.wall_ms as i64;
        session.run(KEEP, &[closed, &key(*id), &asked, &agent, &folder, &words]).await?;
    }
    session.run(MOVE, &[&last]).await?;
    Ok((Some(last as u64), locked))
}

fn place(row: &Row) -> Result<(RequestId, i64), StoreError> {
    Ok((id(row, 0)?, get(row, 1)?))
}

async fn records(
    session: &Session,
    ids: &[RequestId],
) -> Result<BTreeMap<RequestId, Vec<Stored>>, StoreError> {
    let mut all: BTreeMap<RequestId, Vec<Stored>> = BTreeMap::new();
    for row in &session.rows(RECORDS, &[&keys(ids)]).await? {
        let stored = record(row, 0)?.stored()?;
        all.entry(stored.request).or_default().push(stored);
    }
    Ok(all)
}

/// Cuts a word to the index's limit.
fn cut(word: &str) -> &str {
    let mut end = word.len().min(LONGEST);
    while !word.is_char_boundary(end) {
        end -= 1;
    }
    &word[..end]
}

#[cfg(test)]
mod tests {
    #[test]
    fn words_hold_nothing_that_a_query_would_take_for_its_own() {
        for word in crate::search_terms::words("it's a \\ test & ('x':*) | !y \u{0} 漢字 it\u{2019}s") {
            assert!(word.chars().all(char::is_alphanumeric), "{word}");
        }
    }

    #[test]
    fn a_long_word_is_cut_between_characters() {
        assert_eq!(super::cut(&"é".repeat(900)).len(), 1000);
        assert_eq!(super::cut(&format!("x{}", "é".repeat(900))).len(), 999);
        assert_eq!(super::cut("short"), "short");
    }
}
