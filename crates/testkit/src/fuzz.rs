//! Runs a target on random bytes.
//!
//! - Bytes pick words from a dictionary or stand for themselves, so most inputs get past the first character.
//! - A target runs for `ASQ_TEST_FUZZ` seconds, or for one if it isn't set.
//! - A failing input is shortened and printed as it is, ready for a test of its own.

use proptest::collection::vec;
use proptest::test_runner::{Config, TestRunner};
use std::time::{Duration, Instant};

/// Inputs between two looks at the clock.
const ROUND: u32 = 16;

/// Calls the target with at most `longest` bytes, over and over.
///
/// # Panics
/// If the target does.
#[allow(clippy::disallowed_methods, reason = "a test's length is set from outside")]
pub fn check(longest: usize, target: impl Fn(&[u8])) {
    let seconds = std::env::var("ASQ_TEST_FUZZ").ok().and_then(|text| text.parse().ok());
    let end = Instant::now() + Duration::from_secs(seconds.unwrap_or(1));
    let config = Config { cases: ROUND, failure_persistence: None, ..Config::default() };
    while Instant::now() < end {
        let run = TestRunner::new(config.clone()).run(&vec(0..=u8::MAX, 0..=longest), |bytes| {
            target(&bytes);
            Ok(())
        });
        if let Err(failure) = run {
            panic!("{failure}");
        }
    }
}

/// Three of four bytes pick a word; a byte after 0xff stands for itself.
pub fn words(bytes: &[u8], dictionary: &[&[u8]]) -> Vec<u8> {
    let mut made = Vec::new();
    let mut bytes = bytes.iter().copied();
    while let Some(byte) = bytes.next() {
        match byte {
            0xff => made.extend(bytes.next()),
            0xc0..=0xfe => made.push(byte - 0xa0),
            _ => made.extend_from_slice(dictionary[usize::from(byte) % dictionary.len()]),
        }
    }
    made
}
