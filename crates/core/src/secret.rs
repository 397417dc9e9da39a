//! Questions that ask for a secret, and answers that look like one.
//!
//! - A question asks for a secret if it wants to be given one: enter, paste, send, "what is your", "I need
//!   your", or a bare `Password:`.
//! - Asking where, how, which or whether about secrets is harmless; so is what is named after them
//!   (a password policy, a token bucket).
//! - An answer looks like a secret by its shape: known tokens, private keys, card numbers, addresses with a
//!   password in them, long random strings. Hashes, ids, paths and sentences don't.
//! - Both are guesses that raise a warning or one more question; nothing is refused because of them.

mod asks;
mod languages;
mod looks;

/// Whether a question asks to be given a secret. Looks at its first 4 KiB.
pub fn asks_for_secret(question: &str) -> bool {
    let text = question[..question.floor_char_boundary(4096)].to_lowercase();
    asks::in_english(&text, question) || languages::in_another(&text)
}

/// Whether an answer looks like a secret or has one in it. Looks at its first 64 KiB.
pub fn looks_like_secret(answer: &str) -> bool {
    looks::like_secret(&answer[..answer.floor_char_boundary(64 << 10)])
}
