//! The tokens that a server knows.
//!
//! - A token has one right, a label and perhaps an end. One that answers may be narrowed.
//! - The server holds only the digest of a token's text.
//! - A change is effective within seconds: its owner reports it, or the server looks again while somebody is connected.

use crate::TokenScope;
use asq_core::life::TokenId;
use asq_core::text::Untrusted;
use asq_wire::http::TokenRight;
use std::collections::BTreeSet;
use std::fmt;

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
    /// What it is limited to, if it is narrowed.
    pub scope: Option<TokenScope>,
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

    /// The origins that valid tokens name: their pages may call the server, with a token that names them.
    ///
    /// # Errors
    /// They can't be read. Then no page of another origin is let in that way.
    fn origins(&self, now_ms: u64) -> Result<BTreeSet<String>, TokensFault>;

    /// Calls back after each change, on any thread, for as long as the server runs. `false` if there is no such call:
    /// then the server reads the records again every few seconds, but only while somebody is connected.
    fn watch(&self, changed: Box<dyn Fn() + Send + Sync>) -> bool;
}
