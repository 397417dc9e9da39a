//! Updates the lists next to the log for a record.
//!
//! - Asked: the request is open, and its claim is taken.
//! - Closed: the request isn't open any more, and its seen state is forgotten. If it wasn't open, the log is damaged.
//! - Delivered: a claim by content is free again, and secret answers are erased.

use super::{MemoryLog, RequestRows};
use crate::row::LogRow;
use crate::{StoreError, secret_questions};
use asq_core::inbox::Pending;
use asq_core::life::{AskKey, Fact, Record};

impl MemoryLog {
    /// `record` is `None` if its body was pruned.
    pub(super) fn project(&mut self, row: &LogRow, record: Option<&Record>) -> Result<(), StoreError> {
        let known = self.requests.entry(row.request).or_default();
        known.rows.push(row.position);
        known.last = row.seq;
        let Some(record) = record else {
            return Ok(());
        };
        match &record.fact {
            Fact::Asked(asked) => {
                known.asked = Some(row.position);
                known.claim.clone_from(&asked.claim);
                known.secret = secret_questions(asked);
                if let Some(claim) = &asked.claim {
                    self.claims.insert(claim.key().0.clone(), row.request);
                }
                let pending = Pending::of(row.request, row.position, record.at, asked);
                self.pending.insert(row.position, pending);
            }
            Fact::Closed(_) => {
                if known.asked.and_then(|asked| self.pending.remove(&asked)).is_none() {
                    return Err(row.damaged("it closes a request that is not open"));
                }
                known.closed = Some(row.at);
                self.outside_log.announced.remove(&row.request);
                self.outside_log.reminded.remove(&row.request);
                self.outside_log.snoozed.remove(&row.request);
            }
            Fact::Delivered => self.delivered(row),
        }
        Ok(())
    }

    fn delivered(&mut self, row: &LogRow) {
        let Some(RequestRows { claim, rows, .. }) = self.requests.get(&row.request) else {
            return;
        };
        match claim {
            Some(AskKey::Content(key)) if self.claims.get(&key.0) == Some(&row.request) => {
                self.claims.remove(&key.0);
            }
            Some(AskKey::Content(_) | AskKey::Call(_)) | None => {}
        }
        let first = self.genesis.position.0 + 1;
        for position in rows {
            if let Some(row) = self.rows.get_mut((position.0 - first) as usize) {
                row.secret = None;
            }
        }
    }
}
