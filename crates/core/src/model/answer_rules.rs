//! Which answers fit a request. Stored with it.

/// Whether questions may stay open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Complete {
    /// Every question needs an answer.
    Every,
    /// Any number may stay unanswered.
    Any,
}

/// In which order the picks of one question stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As the options were offered, custom text last.
    Offered,
    /// As they were picked.
    Picked,
}

/// How a dangerous answer is confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DangerRule {
    /// The contract knows no danger.
    Unknown,
    /// By any typed text.
    AnyText,
    /// By exactly the text that the question names.
    ExactText,
}

/// Which answers fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnswerRules {
    /// Whether questions may stay open.
    pub complete: Complete,
    /// The order of several picks.
    pub order: Order,
    /// Whether "let's discuss" is a way to end.
    pub discuss: bool,
    /// Whether an entry may carry a note.
    pub notes: bool,
    /// How danger is confirmed.
    pub danger: DangerRule,
}
