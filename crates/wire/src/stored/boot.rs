//! A boot of a machine: 32 hex digits.

use super::StoredError;

/// A boot's name as 32 digits.
pub(super) fn boot_to_text(id: u128) -> String {
    format!("{id:032x}")
}

/// Reads what [`boot_to_text`] wrote.
pub(super) fn boot_from_text(text: &str) -> Result<u128, StoredError> {
    let digits = text.len() == 32 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    match u128::from_str_radix(text, 16) {
        Ok(id) if digits => Ok(id),
        Ok(_) | Err(_) => Err(StoredError::Nonsense("name of a boot is no 32 hex digits")),
    }
}
