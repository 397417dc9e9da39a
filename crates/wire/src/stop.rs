//! Finds where plain text stops in a JSON string, eight bytes at a time.
//!
//! - Quotes, backslashes and control characters are stops; control characters are invalid JSON.
//! - Text has a stop every few bytes (at each line break), so finding the next one must have no set-up cost.

const ONES: u64 = u64::from_le_bytes([1; 8]);
const HIGH: u64 = u64::from_le_bytes([0x80; 8]);

/// The next stop from `from` on, or the end.
pub(crate) fn stop(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(word) = word(bytes, at) {
        // Subtraction may borrow from the byte above, never from one below, so the lowest set bit is right.
        let low = word.wrapping_sub(ONES * 0x20) & !word & HIGH;
        let found = low | equal(word, b'"') | equal(word, b'\\');
        if found != 0 {
            return at + first(found);
        }
        at += 8;
    }
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().position(|b| matches!(b, 0..0x20 | b'"' | b'\\')).unwrap_or(rest.len())
}

/// The next backslash from `from` on; the end without one.
pub(crate) fn backslash(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(word) = word(bytes, at) {
        let found = equal(word, b'\\');
        if found != 0 {
            return at + first(found);
        }
        at += 8;
    }
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().position(|b| *b == b'\\').unwrap_or(rest.len())
}

fn word(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk().map(|word| u64::from_le_bytes(*word))
}

/// A set bit in each byte equal to this one; bits above the first may be wrong.
fn equal(word: u64, byte: u8) -> u64 {
    let other = word ^ (ONES * u64::from(byte));
    other.wrapping_sub(ONES) & !other & HIGH
}

fn first(found: u64) -> usize {
    // The word was read as little-endian: its lowest byte is the first.
    found.trailing_zeros() as usize / 8
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_next_stop_is_what_a_look_at_each_byte_finds(bytes in prop::collection::vec(
            prop_oneof![Just(b'"'), Just(b'\\'), Just(0x1f_u8), Just(b' '), Just(b'!'), Just(b'#'), Just(b'['),
                Just(b']'), Just(0x80_u8), Just(0xff_u8), any::<u8>()], 0..40), from in 0_usize..42) {
            let plain = |b: &u8| *b >= 0x20 && *b != b'"' && *b != b'\\';
            let rest = bytes.get(from..).unwrap_or_default();
            let expected = from + rest.iter().take_while(|b| plain(b)).count();
            prop_assert_eq!(stop(&bytes, from), expected);
            let expected = from + rest.iter().take_while(|b| **b != b'\\').count();
            prop_assert_eq!(backslash(&bytes, from), expected);
        }
    }
}
