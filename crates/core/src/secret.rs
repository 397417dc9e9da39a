//! Questions that ask for a secret, and answers that look like one.

/// Whether a question asks to be given a secret.
pub fn asks_for_secret(question: &str) -> bool {
    question.to_lowercase().contains("your password")
}

/// Whether an answer looks like a secret.
pub fn looks_like_secret(answer: &str) -> bool {
    answer.starts_with("ghp_")
}
