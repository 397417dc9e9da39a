//! How much a contract accepts.
//!
//! - The published limits apply unless a contract's document has narrower ones.
//! - Questions and options are counted, lengths are characters, sizes are bytes.

/// How much a contract accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Fewest and most questions of a call.
    pub questions: (usize, usize),
    /// Fewest and most options of a question.
    pub options: (usize, usize),
    /// Most characters of a header, if the contract limits it.
    pub header_chars: Option<usize>,
    /// Most bytes of any other text.
    pub text_bytes: usize,
    /// Most bytes of a preview.
    pub preview_bytes: usize,
    /// Most bytes of one text in an answer.
    pub answer_bytes: usize,
    /// Most bytes of a whole call.
    pub input_bytes: usize,
    /// Most levels of arrays and objects in a call.
    pub depth: usize,
}

impl Limits {
    /// The published limits.
    pub const PUBLISHED: Limits = Limits {
        questions: (1, 32),
        options: (0, 200),
        header_chars: None,
        text_bytes: 64 * 1024,
        preview_bytes: 2 * 1024 * 1024,
        answer_bytes: asq_core::fit::TEXT_MOST,
        input_bytes: asq_wire::MAX_BYTES,
        depth: asq_wire::MAX_DEPTH,
    };
}
