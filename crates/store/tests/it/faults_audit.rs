//! A changed log: an import refuses it, unless it still means exactly the same.
//!
//! - Changes each byte of an exported log with open, answered, declined and delivered requests.
//! - Leaves out, doubles and moves each record.

use crate::sample::{ask, close, deliver, put, typed, words};
use asq_core::model::Outcome;
use asq_store::{Memory, Upkeep};
use asq_testkit::faults::Random;

const SALT: [u8; 32] = [1; 32];

/// The export of a few requests.
fn exported() -> Vec<u8> {
    let store = Memory::new(SALT);
    let declined = Outcome::Declined { reason: Some("no".into()), draft: typed("half") };
    let lives =
        [ask(1), ask(2), close(1, 1, words("as \"I\" said")), deliver(1, 2), ask(3), close(2, 3, declined)];
    put(&store, &lives);
    export(&store)
}

fn export(store: &Memory) -> Vec<u8> {
    let mut out = Vec::new();
    store.export(&mut out).unwrap();
    out
}

/// Imports these bytes and exports them again; `None` if they are refused.
fn read(bytes: &[u8]) -> Option<Vec<u8>> {
    let store = Memory::new(SALT);
    store.import(&mut &bytes[..]).ok()?;
    Some(export(&store))
}

#[test]
fn a_byte_that_changed_is_found() {
    let log = exported();
    assert_eq!(read(&log).as_ref(), Some(&log), "a sound log is refused");
    let mut random = Random(17);
    let (mut wrong, mut found) = (Vec::new(), 0);
    for at in 0..log.len() {
        let mut changed = log.clone();
        changed[at] ^= 1 + random.below(255) as u8;
        match read(&changed) {
            None => found += 1,
            Some(same) if same == log => {}
            Some(_) => wrong.push(format!("byte {at}: {} became {}", log[at], changed[at])),
        }
    }
    assert_eq!(wrong, [""; 0]);
    assert!(found * 2 > log.len(), "only {found} changes of {} were found", log.len());
}

#[test]
fn a_record_that_is_missing_doubled_or_misplaced_is_found() {
    let log = exported();
    let lines: Vec<&[u8]> = log.split_inclusive(|b| *b == b'\n').collect();
    // The first line describes the log. A log without its last records is sound; only a head noted elsewhere shows the loss.
    for at in 1..lines.len() - 1 {
        let mut others = [lines.clone(), lines.clone(), lines.clone()];
        others[0].remove(at);
        others[1].insert(at, lines[at]);
        others[2].swap(at, at + 1);
        for (what, changed) in ["is missing", "is there twice", "is in another's place"].iter().zip(others) {
            assert_eq!(read(&changed.concat()), None, "line {at} {what}");
        }
    }
}
