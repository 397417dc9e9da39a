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

/// How long texts that came too late are kept, in milliseconds.
pub(crate) const WEEK_MS: u64 = 7 * 24 * 60 * 60 * 1000;

/// What is kept for one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DraftText {
    pub(crate) rev: u64,
    pub(crate) by: u64,
    pub(crate) at_ms: u64,
    pub(crate) body: Vec<u8>,
    /// Who wrote the other text, and what.
    pub(crate) other: Option<(u64, Vec<u8>)>,
}

impl DraftText {
    pub(crate) fn row(&self, request: RequestId, question: u32) -> DraftRow {
        let DraftText { rev, by, at_ms, body, other } = self.clone();
        DraftRow { request, question, rev, by, at_ms, body, other: other.map(|(_, body)| body) }
    }

    /// The texts of others than this surface.
    pub(crate) fn lost(self, but: Option<u64>) -> Vec<DraftText> {
        let DraftText { rev, by, at_ms, body, other } = self;
        let own = DraftText { rev, by, at_ms, body, other: None };
        let other = other.map(|(by, body)| DraftText { rev, by, at_ms, body, other: None });
        [Some(own), other].into_iter().flatten().filter(|text| Some(text.by) != but).collect()
    }
}

/// What is kept once this was written over what is there; what has no place there any more; what the writer is told.
pub(crate) fn keep(there: Option<&DraftText>, row: &DraftRow) -> (DraftText, Vec<DraftText>, DraftKept) {
    let DraftRow { rev, by, at_ms, body, .. } = row.clone();
    let Some(there) = there else {
        let rev = rev + 1;
        return (DraftText { rev, by, at_ms, body, other: None }, Vec::new(), DraftKept::Kept(rev));
    };
    let next = there.rev.max(rev) + 1;
    let mut now = DraftText { rev: next, by, at_ms, body, other: there.other.clone() };
    let clash = there.rev != rev && there.by != by && there.body != now.body;
    let mut unsent = Vec::new();
    if clash && let Some((writer, body)) = now.other.replace((there.by, there.body.clone())) {
        let same = body == now.body || body == there.body;
        if !same {
            unsent.push(DraftText { by: writer, body, other: None, ..there.clone() });
        }
    }
    if now.other.as_ref().is_some_and(|(_, other)| *other == now.body) {
        now.other = None;
    }
    let kept = if clash {
        DraftKept::Clash { rev: next, theirs: there.body.clone() }
    } else {
        DraftKept::Kept(next)
    };
    (now, unsent, kept)
}
