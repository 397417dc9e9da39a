//! The tokens that a server knows.
//!
//! - A token has one right, a label and perhaps an end.
//! - The server holds only the digest of a token's text.
//! - A change is effective within seconds: its owner reports it, or the server looks again while somebody is connected.

use asq_core::life::TokenId;
use asq_core::text::Untrusted;
use std::fmt;

/// The right of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenRight {
    /// To ask, and to wait for and take back what this token asked.
    Ask,
    /// To list, answer, draft and follow. Never to ask.
    Answer,
    /// To list and follow.
    Observe,
    /// To list, answer, follow, and withdraw for any asker.
    Admin,
}

impl TokenRight {
    /// Every right, once.
    pub const ALL: [TokenRight; 4] =
        [TokenRight::Ask, TokenRight::Answer, TokenRight::Observe, TokenRight::Admin];

    /// The name in a token's file, and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            TokenRight::Ask => "ask",
            TokenRight::Answer => "answer",
            TokenRight::Observe => "observe",
            TokenRight::Admin => "admin",
        }
    }

    /// The right with this name.
    pub fn named(name: &str) -> Option<TokenRight> {
        TokenRight::ALL.into_iter().find(|right| right.name() == name)
    }

    /// Whether it can answer.
    pub const fn answers(self) -> bool {
        match self {
            TokenRight::Answer | TokenRight::Admin => true,
            TokenRight::Ask | TokenRight::Observe => false,
        }
    }

    /// Whether it can list and read every request.
    pub const fn reads(self) -> bool {
        match self {
            TokenRight::Answer | TokenRight::Observe | TokenRight::Admin => true,
            TokenRight::Ask => false,
        }
    }
}

/// A token as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRecord {
    /// Its label.
    pub label: Untrusted,
    /// Its right.
    pub right: TokenRight,
    /// Whether an inbox with it may give dangerous answers.
    pub danger: bool,
    /// The SHA-256 of its whole text.
    pub sha256: [u8; 32],
    /// Its end, in milliseconds since 1970.
    pub expires_ms: Option<u64>,
}

/// A token's record can't be read. The text is for the person who runs the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokensFault(pub String);

impl fmt::Display for TokensFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TokensFault {}

/// The tokens of a server. Called on threads that may block.
pub trait Tokens: Send + Sync {
    /// The token with this id; `None` if it doesn't exist, or not any more.
    ///
    /// # Errors
    /// It can't be read. The server then refuses its holder like that of an unknown token, with 503.
    fn find(&self, id: TokenId) -> Result<Option<TokenRecord>, TokensFault>;

    /// Calls back after each change, on any thread, for as long as the server runs. `false` if there is no such call:
    /// then the server reads the records again every few seconds, but only while somebody is connected.
    fn watch(&self, changed: Box<dyn Fn() + Send + Sync>) -> bool;
}
