//! What was typed so far, beside the records.
//!
//! - One row per request and question; the last write is shown, and nothing that it replaced is lost.
//! - A revision tells two surfaces apart that write at the same time.

use asq_core::life::RequestId;

/// What was typed for one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftRow {
    /// Which request.
    pub request: RequestId,
    /// The question's index, from 0.
    pub question: u32,
    /// Grows by one with each write; 0 before the first.
    pub rev: u64,
    /// The surface that wrote it.
    pub by: u64,
    /// When, in milliseconds since 1970.
    pub at_ms: u64,
    /// What was typed, as the driver writes it; opaque here.
    pub body: Vec<u8>,
    /// What another surface wrote at the same time, as long as it differs.
    pub other: Option<Vec<u8>>,
}

/// What became of a written draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DraftKept {
    /// It is kept under this revision.
    Kept(u64),
    /// It is kept under this revision; what another surface wrote meanwhile is kept beside it.
    Clash {
        /// The revision.
        rev: u64,
        /// What the other wrote.
        theirs: Vec<u8>,
    },
}
