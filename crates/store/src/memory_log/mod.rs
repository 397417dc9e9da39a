//! A store without a disk, as plain data: what memory keeps, and what a simulation may copy and tear.
//!
//! - The same rows, digests and links as on disk, and the same lists beside them.
//! - A batch is appended as a whole, or an error leaves everything as it was.
//! - Nothing here waits, rings or locks.

mod drafts;
mod project;
mod read;
mod upkeep;

use crate::draft::DraftText;
use crate::row::{Hash, Row, Salts, Written};
use crate::{Append, Head, StoreError, Verdict};
use asq_core::inbox::{Pending, Position};
use asq_core::life::{Claim, Fact, RequestId};
use std::collections::{BTreeMap, BTreeSet};

/// The head of a log in which nothing stands yet.
pub(crate) const NOTHING: Head = Head { position: Position(0), link: [0; 32] };

/// Something kept by request and question.
type ByQuestion<T> = BTreeMap<(RequestId, u32), T>;

/// All that a store keeps.
pub(crate) struct MemoryLog {
    salts: Salts,
    /// Where the log begins.
    genesis: Head,
    rows: Vec<Row>,
    /// What is known of each request.
    requests: BTreeMap<RequestId, Known>,
    pending: BTreeMap<Position, Pending>,
    claims: BTreeMap<String, RequestId>,
    beside: Beside,
}

/// What stands beside the records.
#[derive(Clone, Default)]
pub(crate) struct Beside {
    drafts: ByQuestion<DraftText>,
    unsent: Vec<crate::DraftRow>,
    announced: BTreeSet<RequestId>,
    snoozed: BTreeMap<RequestId, u64>,
}

/// What is known of a request.
#[derive(Default)]
struct Known {
    /// Places of its records, from the first that was not cut off.
    rows: Vec<Position>,
    /// The number of its last record.
    last: u64,
    asked: Option<Position>,
    /// The wall clock when it was closed.
    closed: Option<u64>,
    claim: Option<Claim>,
    /// Questions that ask for a secret.
    secret: Vec<usize>,
}

impl MemoryLog {
    pub(crate) fn new(seed: Hash) -> MemoryLog {
        MemoryLog {
            salts: Salts::new(seed),
            genesis: NOTHING,
            rows: Vec::new(),
            requests: BTreeMap::new(),
            pending: BTreeMap::new(),
            claims: BTreeMap::new(),
            beside: Beside::default(),
        }
    }

    pub(crate) fn head(&self) -> Head {
        self.rows.last().map_or(self.genesis, Row::head)
    }

    pub(crate) fn append(&mut self, batch: &[Append]) -> Result<Vec<Verdict>, StoreError> {
        let before = self.rows.len();
        let verdicts: Result<Vec<Verdict>, StoreError> = batch.iter().map(|it| self.one(it)).collect();
        if verdicts.is_err() {
            self.cut(before)?;
        }
        verdicts
    }

    fn one(&mut self, append: &Append) -> Result<Verdict, StoreError> {
        let Append { request, expected, records } = append;
        let last = self.requests.get(request).map_or(0, |known| known.last);
        if last != *expected {
            return Ok(Verdict::Stale);
        }
        for record in records {
            if let Fact::Asked(asked) = &record.fact
                && let Some(claim) = &asked.claim
                && let Some(owner) = self.claims.get(&claim.key().0)
            {
                return Ok(Verdict::Taken(*owner));
            }
        }
        for (record, seq) in records.iter().zip(last + 1..) {
            let secret = self.requests.get(request).map(|known| known.secret.as_slice()).unwrap_or_default();
            let written = Written::new(record, secret)?;
            let row = written.row(self.head(), *request, seq, &mut self.salts);
            self.project(&row, Some(record))?;
            self.rows.push(row);
        }
        Ok(Verdict::Appended(self.head().position))
    }

    /// Forgets all but the first so many rows, and what came of them.
    pub(crate) fn cut(&mut self, rows: usize) -> Result<(), StoreError> {
        let mut kept = std::mem::take(&mut self.rows);
        kept.truncate(rows);
        self.requests.clear();
        self.pending.clear();
        self.claims.clear();
        for row in kept {
            self.replay(row)?;
        }
        Ok(())
    }

    /// Takes a row as it is.
    fn replay(&mut self, row: Row) -> Result<(), StoreError> {
        let record = row.stored()?.record;
        self.project(&row, record.as_ref())?;
        self.rows.push(row);
        Ok(())
    }

    /// How many rows there are.
    #[cfg(feature = "faulty")]
    pub(crate) fn rows(&self) -> usize {
        self.rows.len()
    }

    /// What stands beside the records, to go back to.
    #[cfg(feature = "faulty")]
    pub(crate) fn beside(&self) -> Beside {
        self.beside.clone()
    }

    /// Goes back to what stood beside the records.
    #[cfg(feature = "faulty")]
    pub(crate) fn back_to(&mut self, beside: Beside) {
        self.beside = beside;
    }
}
