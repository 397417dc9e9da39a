//! What a draft keeps of the whole request, in the store.
//!
//! - Its row has no answers, so an older asq skips it.
//! - Absent parts are left out.

use super::{StoredError, from_bytes, raw_option, to_bytes, untrusted};
use asq_core::model::{HeldAnswer, HeldAs, WholeDraft};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(crate) struct StoredWhole {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    held: Option<StoredHeld>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    page: Option<usize>,
}

#[derive(Serialize, Deserialize)]
struct StoredHeld {
    how: StoredHeldAs,
    until: u64,
    seen: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StoredHeldAs {
    Answer,
    Decline,
    Cancel,
    Discuss,
}

impl From<HeldAs> for StoredHeldAs {
    fn from(how: HeldAs) -> StoredHeldAs {
        match how {
            HeldAs::Answer => StoredHeldAs::Answer,
            HeldAs::Decline => StoredHeldAs::Decline,
            HeldAs::Cancel => StoredHeldAs::Cancel,
            HeldAs::Discuss => StoredHeldAs::Discuss,
        }
    }
}

impl From<StoredHeldAs> for HeldAs {
    fn from(how: StoredHeldAs) -> HeldAs {
        match how {
            StoredHeldAs::Answer => HeldAs::Answer,
            StoredHeldAs::Decline => HeldAs::Decline,
            StoredHeldAs::Cancel => HeldAs::Cancel,
            StoredHeldAs::Discuss => HeldAs::Discuss,
        }
    }
}

/// What a draft keeps of the whole request, as JSON.
///
/// # Errors
/// The bytes could not be written.
pub fn whole_to_bytes(whole: &WholeDraft) -> Result<Vec<u8>, StoredError> {
    to_bytes(&StoredWhole::from(whole))
}

/// What [`whole_to_bytes`] wrote.
///
/// # Errors
/// The bytes hold something else.
pub fn whole_from_bytes(bytes: &[u8]) -> Result<WholeDraft, StoredError> {
    Ok(from_bytes::<StoredWhole>(bytes)?.into())
}

impl From<&WholeDraft> for StoredWhole {
    fn from(whole: &WholeDraft) -> StoredWhole {
        let held = whole.held.as_ref().map(|held| StoredHeld {
            how: held.how.into(),
            until: held.until_ms,
            seen: held.seen.clone(),
        });
        StoredWhole { held, reason: raw_option(whole.reason.as_ref()), page: whole.page }
    }
}

impl From<StoredWhole> for WholeDraft {
    fn from(StoredWhole { held, reason, page }: StoredWhole) -> WholeDraft {
        let held =
            held.map(|held| HeldAnswer { how: held.how.into(), until_ms: held.until, seen: held.seen });
        WholeDraft { held, reason: untrusted(reason), page }
    }
}
