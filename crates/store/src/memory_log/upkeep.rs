//! Verifies, exports, imports and prunes.

use super::MemoryLog;
use crate::audit::{Audit, Projections};
use crate::row::LogRow;
use crate::{Head, Pruned, StoreError, Verified, line};
use asq_core::life::RequestId;
use std::io::{BufRead, Write};

impl MemoryLog {
    pub(crate) fn verify(&self, noted: Option<Head>) -> Verified {
        let mut audit = Audit::new(self.genesis, noted);
        for row in &self.rows {
            audit.row(row);
        }
        audit.finish(&Projections {
            head: self.head(),
            count: self.count(),
            open: self.pending.iter().map(|(position, pending)| (*position, pending.id)).collect(),
            claims: self.claims.clone(),
        })
    }

    pub(crate) fn export(&self, to: &mut dyn Write) -> Result<u64, StoreError> {
        line::begin(self.genesis, self.head(), to)?;
        for row in &self.rows {
            line::write(row, to)?;
        }
        Ok(self.rows.len() as u64)
    }

    pub(crate) fn import(&mut self, from: &mut dyn BufRead) -> Result<u64, StoreError> {
        if self.head() != super::NOTHING {
            return Err(StoreError::Filled);
        }
        let (bounds, rows) = line::read(from)?;
        let taken = self
            .take(bounds.genesis, rows)
            .map_err(line::of_log)
            .and_then(|read| bounds.reached(self.head()).map(|()| read));
        if taken.is_err() {
            self.genesis = super::NOTHING;
            self.cut(0)?;
        }
        taken
    }

    fn take(
        &mut self,
        genesis: Head,
        rows: impl Iterator<Item = Result<LogRow, StoreError>>,
    ) -> Result<u64, StoreError> {
        self.genesis = genesis;
        for row in rows {
            let row = row?;
            line::follows(self.head(), &row)?;
            self.replay(row)?;
        }
        Ok(self.rows.len() as u64)
    }

    pub(crate) fn prune(&mut self, before_ms: u64) -> Pruned {
        let mut pruned = Pruned { drafts: self.prune_unsent(before_ms), ..Pruned::default() };
        let old = |closed: Option<u64>| closed.is_some_and(|at| at < before_ms);
        let ids: Vec<RequestId> =
            self.requests.iter().filter(|(_, known)| old(known.closed)).map(|(id, _)| *id).collect();
        let first = self.genesis.position.0 + 1;
        self.outside_log.late_drafts.retain(|row| !ids.contains(&row.request));
        for id in &ids {
            let Some(known) = self.requests.get_mut(id) else { continue };
            if let Some(claim) = known.claim.take()
                && self.claims.get(&claim.key().0) == Some(id)
            {
                self.claims.remove(&claim.key().0);
            }
            known.closed = None;
            for at in &known.rows {
                if let Some(row) = self.rows.get_mut((at.0 - first) as usize) {
                    pruned.bodies += u64::from(row.body.is_some());
                    (row.body, row.salt, row.secret) = (None, None, None);
                }
            }
        }
        let cut = self.rows.iter().take_while(|row| row.body.is_none()).count();
        if let Some(last) = cut.checked_sub(1).and_then(|at| self.rows.get(at)) {
            self.genesis = last.head();
            for row in self.rows.drain(..cut) {
                if let Some(known) = self.requests.get_mut(&row.request) {
                    known.rows.retain(|at| *at != row.position);
                }
            }
            self.requests.retain(|_, known| !known.rows.is_empty());
        }
        pruned.records = cut as u64;
        pruned
    }
}
