//! Reads records, open requests, ids, claims and history.

use super::MemoryLog;
use crate::search_match::{Search, Traced};
use crate::{Past, Query, StoreError, Stored};
use asq_core::inbox::{Pending, Position};
use asq_core::life::{IdempotencyKey, RequestId};
use std::cmp::Reverse;
use std::ops::Bound;

impl MemoryLog {
    pub(crate) fn after(&self, position: Position, limit: usize) -> Result<Vec<Stored>, StoreError> {
        let from = position.0.saturating_sub(self.genesis.position.0) as usize;
        self.rows.iter().skip(from).take(limit).map(crate::row::LogRow::stored).collect()
    }

    pub(crate) fn records(&self, id: RequestId) -> Result<Vec<Stored>, StoreError> {
        let rows = self.requests.get(&id).map(|known| known.rows.as_slice()).unwrap_or_default();
        let first = self.genesis.position.0 + 1;
        rows.iter()
            .filter_map(|at| self.rows.get((at.0 - first) as usize))
            .map(crate::row::LogRow::stored)
            .collect()
    }

    pub(crate) fn pending(&self, after: Position, limit: usize) -> (Position, Vec<Pending>) {
        let open = self.pending.range((Bound::Excluded(after), Bound::Unbounded)).map(|(_, it)| it.clone());
        (self.head().position, open.take(if limit == 0 { usize::MAX } else { limit }).collect())
    }

    pub(crate) fn count(&self) -> u64 {
        self.pending.len() as u64
    }

    pub(crate) fn find(&self, from: RequestId, to: RequestId, limit: usize) -> Vec<RequestId> {
        self.requests.range(from..=to).map(|(id, _)| *id).take(limit).collect()
    }

    pub(crate) fn claimed(&self, key: &IdempotencyKey) -> Option<RequestId> {
        self.claims.get(&key.0).copied()
    }

    pub(crate) fn is_open(&self, id: RequestId) -> bool {
        let asked = self.requests.get(&id).and_then(|known| known.asked);
        asked.is_some_and(|asked| self.pending.contains_key(&asked))
    }

    pub(crate) fn past(&self, query: &Query) -> Result<Vec<Past>, StoreError> {
        let mut found = Vec::new();
        for (id, known) in &self.requests {
            if known.closed.is_none() {
                continue;
            }
            let records = self.records(*id)?;
            if let Some(traced) = Traced::of(&records).filter(|traced| query.fits(traced)) {
                let closed = records.get(1).map_or(Position(0), |it| it.position);
                found.push((Reverse(closed), traced.past));
            }
        }
        found.sort_by_key(|(closed, _)| *closed);
        let limit = if query.limit == 0 { usize::MAX } else { query.limit };
        Ok(found.into_iter().take(limit).map(|(_, past)| past).collect())
    }
}
