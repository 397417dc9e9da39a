//! Text from outside: an agent's words, a person's typing, a pasted page.
//!
//! - Kept raw, so that the answer carries back what came.
//! - Shared: a copy of a megabyte costs what a copy of a word does.
//! - Can't be formatted or painted; only [`Shown`](super::Shown) can be, and it escapes.

use std::fmt;
use std::sync::Arc;

/// Text as it came. Painting it goes through [`Shown`](super::Shown).
#[derive(Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Untrusted(Arc<String>);

impl Untrusted {
    /// Takes text as it came.
    pub fn new(text: impl Into<String>) -> Untrusted {
        Untrusted(Arc::new(text.into()))
    }

    /// The text as it came, for answers, digests and comparisons; not for painting.
    pub fn raw(&self) -> &str {
        &self.0
    }

    /// Whether it is empty or white space only.
    pub fn is_blank(&self) -> bool {
        self.0.trim().is_empty()
    }
}

impl fmt::Debug for Untrusted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl From<&str> for Untrusted {
    fn from(text: &str) -> Untrusted {
        Untrusted::new(text)
    }
}

impl From<String> for Untrusted {
    fn from(text: String) -> Untrusted {
        Untrusted::new(text)
    }
}
