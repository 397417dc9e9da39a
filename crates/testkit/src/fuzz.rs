//! Shared parts of fuzz targets. Any toolchain runs them as tests; under `cargo bolero` coverage guides them.
//!
//! - Bytes pick words from a dictionary or stand for themselves, so most inputs get past the first character.
//! - A target runs for `ASQ_TEST_FUZZ` seconds, or for one if it isn't set.
//! - A failing input is printed as it is, ready for a test of its own.

use std::time::Duration;

/// The time that one target runs.
#[allow(clippy::disallowed_methods, reason = "a test's length is set from outside")]
pub fn time() -> Duration {
    let seconds = std::env::var("ASQ_TEST_FUZZ").ok().and_then(|text| text.parse().ok());
    Duration::from_secs(seconds.unwrap_or(1))
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
