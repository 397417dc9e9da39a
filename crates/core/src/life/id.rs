//! The id of a request.
//!
//! - The driver makes it from 128 random bits. Its text is 26 letters and digits (Crockford's alphabet, lower case).
//! - It is the same in every process and on every surface, as long as the request is kept.
//! - People may type a prefix of it that fits no other id.

use std::fmt;
use std::str::FromStr;

const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// The letters of a whole id.
const LETTERS: usize = 26;

/// The id of a request.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RequestId(pub u128);

impl RequestId {
    /// Whether this could be a prefix of an id: 1 to 26 of its letters, in any case.
    pub fn is_prefix(text: &str) -> bool {
        !text.is_empty() && text.len() <= LETTERS && text.bytes().all(|b| place(b).is_some())
    }
}

/// The text isn't an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoId;

impl fmt::Display for NoId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an id is {LETTERS} letters and digits, without i, l, o and u")
    }
}

impl std::error::Error for NoId {}

impl FromStr for RequestId {
    type Err = NoId;

    fn from_str(text: &str) -> Result<RequestId, NoId> {
        if text.len() != LETTERS {
            return Err(NoId);
        }
        let mut bits = 0u128;
        for (at, byte) in text.bytes().enumerate() {
            let digit = place(byte).ok_or(NoId)?;
            // 26 letters hold 130 bits, so the first one has only three.
            if at == 0 && digit > 7 {
                return Err(NoId);
            }
            bits = bits << 5 | u128::from(digit);
        }
        Ok(RequestId(bits))
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String =
            (0..LETTERS).rev().map(|at| char::from(ALPHABET[(self.0 >> (at * 5)) as usize & 31])).collect();
        f.pad(&text)
    }
}

impl fmt::Debug for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn place(byte: u8) -> Option<u8> {
    let byte = byte.to_ascii_lowercase();
    ALPHABET.iter().position(|b| *b == byte).map(|at| at as u8)
}
