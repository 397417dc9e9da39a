//! The limits of a narrowed token: one session, one call, the origins of its pages.
//!
//! - It sees the requests of its session and of its call alone; to it, all others don't exist.
//! - With origins it counts only in their pages. That binds browsers: a program can name any origin.
//! - It never answers a dangerous request, nor one for a secret.
//! - An origin is written as browsers write it, so that two texts of one origin are the same.

use crate::own_names;
use asq_core::life::Asked;
use asq_core::text::Untrusted;
use http::HeaderValue;

/// What a narrowed token is limited to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TokenScope {
    /// The only session, as its agent names it.
    pub session: Option<Untrusted>,
    /// The only tool call.
    pub call: Option<Untrusted>,
    /// The origins of the pages in which it counts; anywhere, if the list is empty.
    pub origins: Vec<String>,
}

impl TokenScope {
    /// Whether it limits nothing.
    pub fn is_empty(&self) -> bool {
        self.session.is_none() && self.call.is_none() && self.origins.is_empty()
    }

    /// Whether a request is of its session and its call.
    pub(crate) fn covers(&self, asked: &Asked) -> bool {
        let from = &asked.request.from;
        self.covers_names(from.session.as_ref(), from.call_id.as_ref())
    }

    /// The same by the session and the call that a request names.
    pub(crate) fn covers_names(&self, session: Option<&Untrusted>, call: Option<&Untrusted>) -> bool {
        self.session.as_ref().is_none_or(|only| session == Some(only))
            && self.call.as_ref().is_none_or(|only| call == Some(only))
    }

    /// Whether it names this origin.
    pub(crate) fn names(&self, origin: &HeaderValue) -> bool {
        self.origins.iter().any(|named| named.as_bytes() == origin.as_bytes())
    }
}

/// An origin as browsers write it; `None` if the text isn't one.
pub fn origin(text: &str) -> Option<String> {
    own_names::origin_text(text)
}

#[cfg(test)]
mod tests {
    use super::{TokenScope, origin};
    use asq_core::text::Untrusted;

    #[test]
    fn a_token_covers_what_names_its_session_and_its_call() {
        let text = |text: &str| Some(Untrusted::from(text));
        let scope = |session: Option<&str>, call: Option<&str>| TokenScope {
            session: session.map(Into::into),
            call: call.map(Into::into),
            origins: vec![],
        };
        let covers = |scope: &TokenScope| {
            [
                (text("s"), text("c")),
                (text("s"), None),
                (None, text("c")),
                (text("s2"), text("c")),
                (None, None),
            ]
            .map(|(session, call)| scope.covers_names(session.as_ref(), call.as_ref()))
        };
        assert_eq!(covers(&scope(Some("s"), None)), [true, true, false, false, false]);
        assert_eq!(covers(&scope(None, Some("c"))), [true, false, true, true, false]);
        assert_eq!(covers(&scope(Some("s"), Some("c"))), [true, false, false, false, false]);
        assert_eq!(covers(&scope(None, None)), [true; 5]);
        assert!(scope(None, None).is_empty() && !scope(Some(""), None).is_empty());
    }

    #[test]
    fn an_origin_is_written_as_browsers_write_it() {
        let same =
            ["https://chat.example", "http://localhost:3000", "http://127.0.0.1:8080", "http://[::1]:80a"];
        assert_eq!(
            same.map(origin),
            [Some(same[0].into()), Some(same[1].into()), Some(same[2].into()), None]
        );
        assert_eq!(origin("https://Chat.Example:443"), Some("https://chat.example".into()));
        assert_eq!(origin("http://chat.example:80"), Some("http://chat.example".into()));
        for text in [
            "",
            "null",
            "*",
            "chat.example",
            "https://chat.example/",
            "https://*.example",
            "https://a@b",
            "ftp://a",
        ] {
            assert_eq!(origin(text), None, "{text}");
        }
    }
}
