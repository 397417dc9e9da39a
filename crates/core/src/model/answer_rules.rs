//! The rules for answers to a request. They are stored with it.

/// Whether questions may stay open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Complete {
    /// Every question needs an answer.
    Every,
    /// Any number may stay unanswered.
    Any,
}

/// The order of one question's picks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The order of the options, custom text last.
    Offered,
    /// The order of picking.
    Picked,
}

/// The confirmation of a dangerous answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DangerRule {
    /// The contract has no dangerous questions.
    Unknown,
    /// By any typed text.
    AnyText,
    /// By exactly the text that the question names.
    ExactText,
}

/// The rules for valid answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnswerRules {
    /// Whether questions may stay open.
    pub complete: Complete,
    /// The order of several picks.
    pub order: Order,
    /// Whether the request can end with a discussion.
    pub discuss: bool,
    /// Whether an entry may carry a note.
    pub notes: bool,
    /// The confirmation of dangerous answers.
    pub danger: DangerRule,
}
