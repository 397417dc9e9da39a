//! Drafts: unsent text next to the records.
//!
//! - Each request and question has one row. The last write is shown, and the replaced text is kept.
//! - Revisions reveal that two surfaces write at the same time.
//! - A surface never clashes with itself.

use asq_core::life::RequestId;

/// The draft for one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftRow {
    /// The request that it belongs to.
    pub request: RequestId,
    /// The question's index, from 0.
    pub question: u32,
    /// Grows by one with each write; 0 before the first.
    pub rev: u64,
    /// The surface that wrote it.
    pub by: u64,
    /// The time of writing, in milliseconds since 1970.
    pub at_ms: u64,
    /// The text as the driver encodes it; opaque here.
    pub body: Vec<u8>,
    /// Text that another surface wrote at the same time, while the two differ.
    pub other: Option<Vec<u8>>,
}

/// The most bytes of a body that a [`DraftMark`] has.
pub(crate) const MARK: usize = 64;

/// A sign that there is a draft for one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftMark {
    /// The request that it belongs to.
    pub request: RequestId,
    /// The question's index, from 0.
    pub question: u32,
    /// The beginning of its body, at most 64 bytes.
    pub head: Vec<u8>,
}

/// The outcome of writing a draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DraftKept {
    /// Stored under this revision.
    Kept(u64),
    /// Stored under this revision, next to the text that another surface has written in the meantime.
    Clash {
        /// The new revision.
        rev: u64,
        /// The other surface's text.
        theirs: Vec<u8>,
    },
}

/// How long to keep texts that came too late, in milliseconds.
pub(crate) const WEEK_MS: u64 = 7 * 24 * 60 * 60 * 1000;

/// The stored text of one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DraftText {
    pub(crate) rev: u64,
    pub(crate) by: u64,
    pub(crate) at_ms: u64,
    pub(crate) body: Vec<u8>,
    /// The other text and its surface.
    pub(crate) other: Option<(u64, Vec<u8>)>,
}

impl DraftText {
    pub(crate) fn row(&self, request: RequestId, question: u32) -> DraftRow {
        let DraftText { rev, by, at_ms, body, other } = self.clone();
        DraftRow { request, question, rev, by, at_ms, body, other: other.map(|(_, body)| body) }
    }

    /// The texts of all surfaces except this one.
    pub(crate) fn lost(self, but: Option<u64>) -> Vec<DraftText> {
        let DraftText { rev, by, at_ms, body, other } = self;
        let own = DraftText { rev, by, at_ms, body, other: None };
        let other = other.map(|(by, body)| DraftText { rev, by, at_ms, body, other: None });
        [Some(own), other].into_iter().flatten().filter(|text| Some(text.by) != but).collect()
    }
}

/// Returns what to store when `row` is written over `there`, the texts that lose their place, and the reply to the
/// writer.
pub(crate) fn keep(there: Option<&DraftText>, row: &DraftRow) -> (DraftText, Vec<DraftText>, DraftKept) {
    let DraftRow { rev, by, at_ms, body, .. } = row.clone();
    let Some(there) = there else {
        let rev = rev + 1;
        return (DraftText { rev, by, at_ms, body, other: None }, Vec::new(), DraftKept::Kept(rev));
    };
    let next = there.rev.max(rev) + 1;
    let mut now = DraftText { rev: next, by, at_ms, body, other: there.other.clone() };
    // Writing over one's own text isn't a clash, nor is the same text from both.
    let clash = there.rev != rev && there.by != by && there.body != now.body;
    let mut unsent = Vec::new();
    // There is room for one other text. A third one goes to those that came too late.
    if clash && let Some((writer, body)) = now.other.replace((there.by, there.body.clone())) {
        let same = body == now.body || body == there.body;
        if !same {
            unsent.push(DraftText { by: writer, body, other: None, ..there.clone() });
        }
    }
    // The two agree again.
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
