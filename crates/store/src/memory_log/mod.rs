//! State shared by `Memory` and the crash simulator: a store without a disk, as plain data.
//!
//! - It has the same rows, digests, links and lists as on disk.
//! - A batch is appended completely, or an error leaves everything unchanged.
//! - It never waits, rings or locks.

mod drafts;
mod project;
mod read;
mod upkeep;

use crate::draft::DraftText;
use crate::row::{Hash, LogRow, Salts, Written};
use crate::{Append, Head, StoreError, Verdict};
use asq_core::inbox::{Pending, Position};
use asq_core::life::{AskKey, Fact, RequestId};
use std::collections::{BTreeMap, BTreeSet};

/// The head of an empty log.
pub(crate) const NOTHING: Head = Head { position: Position(0), link: [0; 32] };

/// A value for each request and question.
type ByQuestion<T> = BTreeMap<(RequestId, u32), T>;

/// The whole content of a store.
pub(crate) struct MemoryLog {
    salts: Salts,
    /// The start of the log.
    genesis: Head,
    rows: Vec<LogRow>,
    requests: BTreeMap<RequestId, RequestRows>,
    pending: BTreeMap<Position, Pending>,
    claims: BTreeMap<String, RequestId>,
    outside_log: OutsideLog,
}

/// The data next to the records.
#[derive(Clone, Default)]
pub(crate) struct OutsideLog {
    drafts: ByQuestion<DraftText>,
    late_drafts: Vec<crate::DraftRow>,
    announced: BTreeSet<RequestId>,
    reminded: BTreeSet<RequestId>,
    /// The time of the last announcement, and until when somebody types.
    turn: (u64, u64),
    snoozed: BTreeMap<RequestId, u64>,
}

/// The state of one request.
#[derive(Default)]
struct RequestRows {
    /// The positions of its records, from the first that is left.
    rows: Vec<Position>,
    /// The number of its last record.
    last: u64,
    asked: Option<Position>,
    /// The wall-clock time of closing.
    closed: Option<u64>,
    claim: Option<AskKey>,
    /// The indexes of secret questions.
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
            outside_log: OutsideLog::default(),
        }
    }

    pub(crate) fn head(&self) -> Head {
        self.rows.last().map_or(self.genesis, LogRow::head)
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

    /// Forgets all but the first rows, and everything that followed from the others.
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

    fn replay(&mut self, row: LogRow) -> Result<(), StoreError> {
        let record = row.stored()?.record;
        self.project(&row, record.as_ref())?;
        self.rows.push(row);
        Ok(())
    }

    #[cfg(feature = "faulty")]
    pub(crate) fn rows(&self) -> usize {
        self.rows.len()
    }

    /// A copy of the data next to the records, for [`back_to`](MemoryLog::back_to).
    #[cfg(feature = "faulty")]
    pub(crate) fn outside_log(&self) -> OutsideLog {
        self.outside_log.clone()
    }

    #[cfg(feature = "faulty")]
    pub(crate) fn back_to(&mut self, outside_log: OutsideLog) {
        self.outside_log = outside_log;
    }
}
