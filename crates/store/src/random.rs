//! Random names.

use crate::StoreError;

/// A number that nobody can guess.
pub(crate) fn random() -> Result<u64, StoreError> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes)
        .map_err(|fault| StoreError::Failed(format!("the system gives no random number: {fault}")))?;
    Ok(u64::from_ne_bytes(bytes))
}
