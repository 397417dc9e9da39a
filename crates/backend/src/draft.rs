//! Text that is typed and not sent, question by question.
//!
//! - A draft of one question counts it as question 0.
//! - A revision grows with each write, so that a writer learns that somebody else wrote meanwhile.

use asq_core::model::Draft;

/// The text for one question by a person who came too late.
#[derive(Clone, Debug, PartialEq)]
pub struct LateDraft {
    /// The question's index.
    pub question: usize,
    /// The time of saving, in milliseconds since 1970.
    pub at_ms: u64,
    /// The typed text, as the draft of that one question.
    pub draft: Draft,
}

/// The text typed so far for one question.
#[derive(Clone, Debug, PartialEq)]
pub struct QuestionDraft {
    /// The question's index.
    pub question: usize,
    /// Its revision.
    pub revision: u64,
    /// The time of writing, in milliseconds since 1970.
    pub at_ms: u64,
    /// The typed text, as the draft of that one question.
    pub draft: Draft,
    /// The text that another surface wrote at the same time, while the two differ.
    pub other: Option<Draft>,
}

/// The result of keeping a draft.
#[derive(Clone, Debug, PartialEq)]
pub enum DraftReply {
    /// It is kept under this revision.
    Kept(u64),
    /// It is kept under this revision, next to the text that somebody else had written meanwhile.
    Clash {
        /// The new revision.
        revision: u64,
        /// The other text.
        theirs: Draft,
    },
    /// Text of a secret is never kept.
    Secret,
    /// The request has no such question.
    NoQuestion,
}
