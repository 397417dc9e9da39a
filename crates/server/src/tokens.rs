//! The tokens that a server knows, and the sessions of its page.
//!
//! - A token has one right, a label and perhaps an end. One that answers may be narrowed.
//! - A session is a token in a browser's cookie: it answers on the page, and ends after 30 days.
//! - The server holds only the digest of a token's text.
//! - A session that ends later than that was made by a wrong clock, and doesn't count; a day's difference changes nothing else.
//! - A change is effective within seconds: its owner reports it, or the server looks again while somebody is connected.

use crate::TokenScope;
use asq_core::life::TokenId;
use asq_core::text::Untrusted;
use asq_wire::http::TokenRight;
use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

/// How long a session lasts. It begins with its link, and no use prolongs it.
pub(crate) const SESSION: Duration = Duration::from_hours(30 * 24);

/// How far apart the clocks may be by which a session was made and is judged.
const SLACK: Duration = Duration::from_hours(24);

/// A token as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRecord {
    /// Its label.
    pub label: Untrusted,
    /// Its right.
    pub right: TokenRight,
    /// Whether an inbox with it may give dangerous answers.
    pub danger: bool,
    /// Whether it is the session of a page, which counts in a cookie alone.
    pub page: bool,
    /// The SHA-256 of its whole text.
    pub sha256: [u8; 32],
    /// Its end, in milliseconds since 1970.
    pub expires_ms: Option<u64>,
    /// What it is limited to, if it is narrowed.
    pub scope: Option<TokenScope>,
}

impl TokenRecord {
    /// The session of a page that begins now.
    pub(crate) fn session(label: Untrusted, sha256: [u8; 32], now_ms: u64) -> TokenRecord {
        let expires_ms = Some(now_ms.saturating_add(milliseconds(SESSION)));
        TokenRecord {
            label,
            right: TokenRight::Answer,
            danger: false,
            page: true,
            sha256,
            expires_ms,
            scope: None,
        }
    }

    /// Whether its time isn't over.
    pub fn counts(&self, now_ms: u64) -> bool {
        match self.expires_ms {
            None => !self.page,
            Some(end) if self.page => {
                now_ms < end && end - now_ms <= milliseconds(SESSION) + milliseconds(SLACK)
            }
            Some(end) => now_ms < end,
        }
    }
}

fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// A token's record can't be read or written. The text is for the person who runs the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokensFault(pub String);

impl fmt::Display for TokensFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TokensFault {}

/// The tokens of a server, and the sessions of its page. Called on threads that may block.
pub trait Tokens: Send + Sync {
    /// The token or session with this id; `None` if it doesn't exist, or not any more.
    ///
    /// # Errors
    /// It can't be read. The server then refuses its holder like that of an unknown token, with 503.
    fn find(&self, id: TokenId) -> Result<Option<TokenRecord>, TokensFault>;

    /// The origins that valid tokens name: their pages may call the server, with a token that names them.
    ///
    /// # Errors
    /// They can't be read. Then no page of another origin is let in that way.
    fn origins(&self, now_ms: u64) -> Result<BTreeSet<String>, TokensFault>;
    /// Keeps a session that begins now.
    ///
    /// # Errors
    /// It can't be kept. Then nobody is signed in.
    fn keep_session(&self, id: TokenId, session: &TokenRecord, now_ms: u64) -> Result<(), TokensFault>;

    /// Notes that a session is used now, unless it has ended.
    ///
    /// # Errors
    /// It can't be noted. The session counts anyway.
    fn used(&self, id: TokenId, now_ms: u64) -> Result<(), TokensFault>;

    /// Ends a session for good.
    ///
    /// # Errors
    /// It can't be ended, and counts still.
    fn end_session(&self, id: TokenId) -> Result<(), TokensFault>;

    /// Calls back after each change, on any thread, for as long as the server runs. `false` if there is no such call:
    /// then the server reads the records again every few seconds, but only while somebody is connected.
    fn watch(&self, changed: Box<dyn Fn() + Send + Sync>) -> bool;
}

#[cfg(test)]
mod tests {
    use super::TokenRecord;
    use asq_wire::http::TokenRight;

    const DAY: u64 = 86_400_000;

    #[test]
    fn a_session_counts_for_thirty_days_whatever_the_clock_does() {
        let made = 1_000 * DAY;
        let session = TokenRecord::session("ada".into(), [7; 32], made);
        assert_eq!((session.expires_ms, session.page), (Some(1_030 * DAY), true));
        let counts = [
            // A clock that was set back by up to a day locks nobody out; by more, it proves nothing.
            made - DAY - 1,
            made - DAY,
            made,
            made + DAY,
            made + 30 * DAY - 1,
            made + 30 * DAY,
            made + 1_000 * DAY,
            0,
            u64::MAX,
        ]
        .map(|now| session.counts(now));
        assert_eq!(counts, [false, true, true, true, true, false, false, false, false]);
        // By a clock that is ten years ahead it lasts no longer once that clock is right again.
        let ahead = TokenRecord::session("ada".into(), [7; 32], made + 3_650 * DAY);
        assert_eq!([ahead.counts(made), ahead.counts(made + 3_650 * DAY)], [false, true]);
        let end_of_time = TokenRecord::session("ada".into(), [7; 32], u64::MAX);
        assert_eq!((end_of_time.expires_ms, end_of_time.counts(made)), (Some(u64::MAX), false));
        assert!(!TokenRecord { expires_ms: None, ..session }.counts(made));
    }

    #[test]
    fn a_token_counts_until_its_end_if_it_has_one() {
        let session = TokenRecord::session("ci".into(), [7; 32], 0);
        let token =
            |expires_ms| TokenRecord { right: TokenRight::Ask, page: false, expires_ms, ..session.clone() };
        let counts = |expires_ms, now| token(expires_ms).counts(now);
        assert_eq!(
            [counts(None, u64::MAX), counts(Some(5), 4), counts(Some(5), 5), counts(Some(u64::MAX), 0)],
            [true, true, false, true]
        );
    }
}
