//! The log, changed in one byte: it is refused, or it is the very same log.
//!
//! - Each byte of an exported log, with requests that were asked, answered, declined and handed over, takes another value.
//! - Each record left out, doubled or put behind the next one is found.

#![allow(clippy::unwrap_used, reason = "every function here is part of a test")]

#[path = "story/sample.rs"]
#[allow(dead_code, clippy::expect_used, clippy::panic, reason = "a part of the story's")]
mod sample;

use asq_core::model::Outcome;
use asq_store::{Memory, Upkeep};
use asq_testkit::faults::Random;
use sample::{ask, close, deliver, put, typed, words};

const SALT: [u8; 32] = [1; 32];

/// A log of some lives, as it is exported.
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

/// The log that these bytes are, if they are one.
fn read(bytes: &[u8]) -> Option<Vec<u8>> {
    let store = Memory::new(SALT);
    store.import(&mut &bytes[..]).ok()?;
    Some(export(&store))
}

#[test]
fn a_byte_that_changed_is_found() {
    let log = exported();
    assert_eq!(read(&log).as_ref(), Some(&log), "the log is no log");
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
    // The first line is about the log. Without its last records it is a log: that shows against a head noted elsewhere.
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
