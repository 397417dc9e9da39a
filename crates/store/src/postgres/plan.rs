//! Plans a batch's changes before anything is written.
//!
//! - Its input is what is known about the batch's requests and claims, under the head's lock.
//! - Each append is judged by itself; a stale one, or one whose claim is taken, leaves nothing.
//! - Asked: the request is open, and its claim is taken. Closed: it isn't open any more; if it wasn't open, the log is
//!   damaged. Delivered: a claim by content is free again, and secret answers are erased.

use crate::row::{LogRow, Salts, Written};
use crate::{Append, Head, StoreError, Verdict, pending_bytes, secret_questions};
use asq_core::inbox::{Pending, Position};
use asq_core::life::{AskKey, Fact, Moment, Record, RequestId};
use std::collections::{BTreeMap, BTreeSet};

/// The state of one request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RequestState {
    /// The number of its last record.
    pub(super) last: u64,
    pub(super) asked: Option<Position>,
    pub(super) open: bool,
    pub(super) claim: Option<AskKey>,
    /// The indexes of secret questions.
    pub(super) secret: Vec<usize>,
    /// The position and wall-clock time of its closing.
    pub(super) closed: Option<(Position, u64)>,
}

/// The changes of a batch.
pub(super) struct BatchPlan {
    pub(super) head: Head,
    pub(super) open: u64,
    pub(super) known: BTreeMap<RequestId, RequestState>,
    /// The final holder of each claim.
    pub(super) claims: BTreeMap<String, RequestId>,
    pub(super) rows: Vec<LogRow>,
    /// Newly open requests, and what a list shows of them.
    pub(super) opened: BTreeMap<RequestId, (Position, Vec<u8>)>,
    pub(super) touched: BTreeSet<RequestId>,
    /// Requests that were open before and are closed now.
    pub(super) closed: BTreeSet<RequestId>,
    /// Requests that lose their secret answers.
    pub(super) erased: BTreeSet<RequestId>,
}

impl BatchPlan {
    /// Starts from the stored state.
    pub(super) fn new(
        head: Head,
        open: u64,
        known: BTreeMap<RequestId, RequestState>,
        claims: BTreeMap<String, RequestId>,
    ) -> BatchPlan {
        BatchPlan {
            head,
            open,
            known,
            claims,
            rows: Vec::new(),
            opened: BTreeMap::new(),
            touched: BTreeSet::new(),
            closed: BTreeSet::new(),
            erased: BTreeSet::new(),
        }
    }

    pub(super) fn append(
        &mut self,
        batch: &[Append],
        written: Vec<Vec<Written>>,
        salts: &mut Salts,
    ) -> Result<Vec<Verdict>, StoreError> {
        batch.iter().zip(written).map(|(append, written)| self.one(append, written, salts)).collect()
    }

    fn one(
        &mut self,
        append: &Append,
        written: Vec<Written>,
        salts: &mut Salts,
    ) -> Result<Verdict, StoreError> {
        let Append { request, expected, records } = append;
        let last = self.known.get(request).map_or(0, |known| known.last);
        if last != *expected {
            return Ok(Verdict::Stale);
        }
        for record in records {
            if let Some(owner) = claim_of(record).and_then(|claim| self.claims.get(&claim.key().0)) {
                return Ok(Verdict::Taken(*owner));
            }
        }
        for ((record, written), seq) in records.iter().zip(written).zip(last + 1..) {
            let secret = self.known.get(request).map(|known| known.secret.as_slice()).unwrap_or_default();
            let row = written.keeping(record, secret)?.row(self.head, *request, seq, salts);
            self.take(row, Some(record))?;
        }
        Ok(Verdict::Appended(self.head.position))
    }

    /// Adds a row unchanged; `record` is `None` if its body was pruned.
    pub(super) fn take(&mut self, row: LogRow, record: Option<&Record>) -> Result<(), StoreError> {
        let id = row.request;
        self.head = row.head();
        self.touched.insert(id);
        let known = self.known.entry(id).or_default();
        known.last = row.seq;
        match record.map(|record| &record.fact) {
            None => {}
            Some(Fact::Asked(asked)) => {
                known.asked = Some(row.position);
                known.claim.clone_from(&asked.claim);
                known.secret = secret_questions(asked);
                known.open = true;
                let at = record.map_or(Moment { wall_ms: row.at, boot: None }, |record| record.at);
                let summary = pending_bytes::to_bytes(&Pending::of(id, row.position, at, asked))?;
                self.opened.insert(id, (row.position, summary));
                self.open += 1;
                if let Some(claim) = &asked.claim {
                    self.claims.insert(claim.key().0.clone(), id);
                }
            }
            Some(Fact::Closed(_)) => {
                if !known.open {
                    return Err(row.damaged("it closes a request that is not open"));
                }
                known.open = false;
                known.closed = Some((row.position, row.at));
                self.open = self.open.saturating_sub(1);
                if self.opened.remove(&id).is_none() {
                    self.closed.insert(id);
                }
            }
            Some(Fact::Delivered) => {
                match &known.claim {
                    Some(AskKey::Content(key)) if self.claims.get(&key.0) == Some(&id) => {
                        self.claims.remove(&key.0);
                    }
                    Some(AskKey::Content(_) | AskKey::Call(_)) | None => {}
                }
                self.erased.insert(id);
                for row in self.rows.iter_mut().filter(|row| row.request == id) {
                    row.secret = None;
                }
            }
        }
        self.rows.push(row);
        Ok(())
    }
}

pub(super) fn claim_of(record: &Record) -> Option<&AskKey> {
    match &record.fact {
        Fact::Asked(asked) => asked.claim.as_ref(),
        Fact::Closed(_) | Fact::Delivered => None,
    }
}
