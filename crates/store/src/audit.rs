//! Checks whether a log is still what was appended.
//!
//! - Checks every row in order: its position, its link, its digest, its number in its request.
//! - Compares the records with the tables next to the log: the head, the open requests, the claims.
//! - A head that was noted elsewhere shows whether the end was cut off.
//! - Reports the first hundred problems.

use crate::row::{self, LogRow};
use crate::{Head, LogProblem, StoreError, Verified};
use asq_core::inbox::Position;
use asq_core::life::{AskKey, Fact, RequestId};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The most problems in a report.
const MOST: usize = 100;

/// The state of a check.
pub(crate) struct Audit {
    at: Head,
    noted: Option<Head>,
    noted_seen: bool,
    sequences: HashMap<RequestId, u64>,
    open: BTreeMap<Position, RequestId>,
    asked: HashMap<RequestId, Position>,
    claims: BTreeMap<String, (RequestId, bool)>,
    held: HashMap<RequestId, String>,
    records: u64,
    erased: u64,
    problems: Vec<LogProblem>,
}

/// The contents of the tables next to a log.
pub(crate) struct Projections {
    pub(crate) head: Head,
    pub(crate) count: u64,
    pub(crate) open: BTreeMap<Position, RequestId>,
    pub(crate) claims: BTreeMap<String, RequestId>,
}

impl Audit {
    pub(crate) fn new(genesis: Head, noted: Option<Head>) -> Audit {
        Audit {
            at: genesis,
            noted,
            noted_seen: noted.is_none_or(|noted| noted == genesis || noted.position == Position(0)),
            sequences: HashMap::new(),
            open: BTreeMap::new(),
            asked: HashMap::new(),
            claims: BTreeMap::new(),
            held: HashMap::new(),
            records: 0,
            erased: 0,
            problems: Vec::new(),
        }
    }

    pub(crate) fn row(&mut self, row: &LogRow) {
        self.records += 1;
        let place = Some(row.position);
        if row.position.0 != self.at.position.0 + 1 {
            self.say(place, format!("it follows position {}", self.at.position));
        } else if row::link(&self.at.link, row.position, &row.digest) != row.link {
            self.say(place, "it does not link to the record before it".to_owned());
        }
        self.at = row.head();
        if let Some(noted) = self.noted.filter(|noted| noted.position == row.position) {
            self.noted_seen = true;
            if noted.link != row.link {
                self.say(place, "it differs from what was noted".to_owned());
            }
        }
        let before = self.sequences.insert(row.request, row.seq);
        // Pruning cuts the beginning of the log, so a request without texts may begin late.
        if before.map_or(row.seq != 1 && row.body.is_some(), |before| row.seq != before + 1) {
            self.say(place, format!("its number in request {} is {}, out of order", row.request, row.seq));
        }
        match row.stored() {
            Ok(stored) => {
                self.erased += u64::from(stored.record.is_none() || stored.redacted);
                if let Some(record) = stored.record {
                    if record.at.wall_ms != row.at {
                        self.say(place, "its time is not that of its record".to_owned());
                    }
                    self.fact(row, &record.fact);
                }
            }
            Err(fault) => self.fault(&fault),
        }
    }

    fn fact(&mut self, row: &LogRow, fact: &Fact) {
        match fact {
            Fact::Asked(asked) => {
                self.open.insert(row.position, row.request);
                self.asked.insert(row.request, row.position);
                if let Some(claim) = &asked.claim {
                    let content = match claim {
                        AskKey::Content(_) => true,
                        AskKey::Call(_) => false,
                    };
                    self.claims.insert(claim.key().0.clone(), (row.request, content));
                    self.held.insert(row.request, claim.key().0.clone());
                }
            }
            Fact::Closed(_) => {
                if let Some(asked) = self.asked.get(&row.request) {
                    self.open.remove(asked);
                }
            }
            Fact::Delivered => {
                if let Some(key) = self.held.get(&row.request)
                    && self.claims.get(key) == Some(&(row.request, true))
                {
                    self.claims.remove(key);
                }
            }
        }
    }

    /// Adds a problem that only the database itself can find.
    pub(crate) fn say(&mut self, position: Option<Position>, what: String) {
        // One cut in the middle makes each later row a problem: nobody reads thousands of them.
        if self.problems.len() < MOST {
            self.problems.push(LogProblem { position, what });
        }
    }

    /// Adds the fault of reading a row.
    pub(crate) fn fault(&mut self, fault: &StoreError) {
        match fault {
            StoreError::Damaged { position, what } => self.say(position.map(Position), what.clone()),
            other => self.say(None, other.to_string()),
        }
    }

    /// Call it after the last row.
    pub(crate) fn finish(mut self, beside: &Projections) -> Verified {
        if beside.head != self.at {
            let (ends, head) = (self.at.position, beside.head.position);
            let what = if ends == head {
                format!("the log ends at {ends}, but with another link than its head")
            } else {
                format!("the log ends at {ends}, but its head is at {head}")
            };
            self.say(None, what);
        }
        if !self.noted_seen {
            let noted = self.noted.map_or(0, |noted| noted.position.0);
            self.say(None, format!("position {noted}, which was noted, is not in the log: it was cut off"));
        }
        if beside.open != self.open {
            let told: BTreeSet<_> = beside.open.iter().collect();
            let found: BTreeSet<_> = self.open.iter().collect();
            let what = match found.symmetric_difference(&told).next() {
                Some((_, id)) => format!("the list of open requests does not follow from the log: {id}"),
                None => "the list of open requests does not follow from the log".to_owned(),
            };
            self.say(None, what);
        }
        if beside.count != self.open.len() as u64 {
            let what = format!("{} requests are open, but the count is {}", self.open.len(), beside.count);
            self.say(None, what);
        }
        let claims: BTreeMap<&String, RequestId> =
            self.claims.iter().map(|(key, (id, _))| (key, *id)).collect();
        if !claims.iter().map(|(key, id)| (*key, id)).eq(&beside.claims) {
            self.say(None, "the list of idempotency keys does not follow from the log".to_owned());
        }
        Verified { head: self.at, records: self.records, erased: self.erased, problems: self.problems }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::{Salts, Written};
    use asq_core::life::{Actor, How, Moment, Record, Right};

    const NOTHING: Head = Head { position: Position(0), link: [0; 32] };

    fn found(audit: Audit) -> Vec<String> {
        let head = audit.at;
        let beside = Projections { head, count: 0, open: BTreeMap::new(), claims: BTreeMap::new() };
        audit.finish(&beside).problems.into_iter().map(|problem| problem.what).collect()
    }

    #[test]
    fn a_time_that_is_not_the_records_is_found() {
        let at = Moment { wall_ms: 5, boot: None };
        let by = Actor::new("agent", Right::Ask, How::Cli);
        let record = Record { fact: Fact::Delivered, by, at };
        let found = [5, 6].map(|at| {
            let written = Written { at, ..Written::new(&record, &[]).expect("encoded") };
            let mut audit = Audit::new(NOTHING, None);
            audit.row(&written.row(NOTHING, RequestId(1), 1, &mut Salts::new([7; 32])));
            found(audit)
        });
        assert_eq!(found, [vec![], vec!["its time is not that of its record".to_owned()]]);
    }

    #[test]
    fn a_name_that_no_record_gave_is_found() {
        let told = |claims: BTreeMap<String, RequestId>| {
            let audit = Audit::new(NOTHING, None);
            let beside = Projections { head: NOTHING, count: 0, open: BTreeMap::new(), claims };
            audit.finish(&beside).problems.into_iter().map(|problem| problem.what).collect::<Vec<_>>()
        };
        assert_eq!(told(BTreeMap::new()), [""; 0]);
        let stray = BTreeMap::from([("a call".to_owned(), RequestId(1))]);
        assert_eq!(told(stray), ["the list of idempotency keys does not follow from the log"]);
    }

    #[test]
    fn the_first_hundred_problems_are_told() {
        let mut audit = Audit::new(NOTHING, None);
        (0..150).for_each(|n| audit.say(None, n.to_string()));
        assert_eq!(found(audit), (0..100).map(|n| n.to_string()).collect::<Vec<_>>());
    }
}
