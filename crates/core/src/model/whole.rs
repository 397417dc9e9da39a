//! What a draft keeps of the whole request, not of one question.

use crate::text::Untrusted;

/// What a draft keeps of the whole request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WholeDraft {
    /// The answer that an inbox holds back, so that it can be found if its window dies before it is sent.
    pub held: Option<HeldAnswer>,
    /// The reason for declining, while it is typed.
    pub reason: Option<Untrusted>,
    /// The page, from 0; the number of questions means the review.
    pub page: Option<usize>,
}

/// An answer that waits a moment before it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldAnswer {
    pub how: HeldAs,
    /// When it is to be sent, by the wall clock.
    pub until_ms: u64,
    /// The digest of the request that the person saw.
    pub seen: String,
}

/// What is held back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeldAs {
    Answer,
    Decline,
    Cancel,
    Discuss,
}
