//! Questions that ask for a secret, and answers that look like one.
//!
//! - A question asks for a secret if the person should give one: enter, paste, send, "what is your", "I need your", or
//!   a bare `Password:`.
//! - Questions about secrets (where, how, which, whether) are harmless. So are things named after them (a password
//!   policy, a token bucket).
//! - An answer's shape makes it look like a secret: known tokens, private keys, card numbers, addresses with a
//!   password, long random strings. Hashes, ids, paths and sentences don't.
//! - Both are guesses that lead to a warning or one more question, never to a refusal.

mod asks;
mod languages;
mod looks;

/// Whether a question asks for a secret. Reads its first 4 KiB.
pub fn asks_for_secret(question: &str) -> bool {
    let text = question[..question.floor_char_boundary(4096)].to_lowercase();
    asks::in_english(&text, question) || languages::in_another(&text)
}

/// Whether an answer looks like a secret or contains one. Reads its first 64 KiB.
pub fn looks_like_secret(answer: &str) -> bool {
    looks::like_secret(&answer[..answer.floor_char_boundary(64 << 10)])
}
