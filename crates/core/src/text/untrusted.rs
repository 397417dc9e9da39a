//! Text from outside: an agent's words, a person's typing, a pasted page.
//!
//! - It is kept raw, so that the answer returns the original text.
//! - It is shared: a copy of a megabyte costs as much as a copy of a word.
//! - It can't be formatted or painted; only [`Shown`](super::Shown) can, and it escapes.

use std::fmt;
use std::sync::Arc;
use unicode_segmentation::GraphemeCursor;

/// The original text. To paint it, make a [`Shown`](super::Shown).
#[derive(Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Untrusted(Arc<String>);

impl Untrusted {
    /// Wraps the original text.
    pub fn new(text: impl Into<String>) -> Untrusted {
        Untrusted(Arc::new(text.into()))
    }

    /// The original text, for answers, digests and comparisons; not for painting.
    pub fn raw(&self) -> &str {
        &self.0
    }

    /// The whole graphemes in its first so many bytes.
    #[must_use]
    pub fn beginning(&self, bytes: usize) -> Untrusted {
        let raw = self.raw();
        let near = raw.floor_char_boundary(bytes);
        let mut cursor = GraphemeCursor::new(near, raw.len(), true);
        let end = match cursor.is_boundary(raw, 0) {
            Ok(false) => cursor.prev_boundary(raw, 0).ok().flatten().unwrap_or(0),
            Ok(true) | Err(_) => near,
        };
        Untrusted::from(&raw[..end])
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

#[cfg(test)]
mod tests {
    use super::Untrusted;

    #[test]
    fn a_beginning_cuts_no_grapheme() {
        let of = |text: &str, bytes| Untrusted::from(text).beginning(bytes).raw().to_owned();
        assert_eq!(of("word", 2), "wo");
        assert_eq!(of("word", 9), "word");
        assert_eq!(of("ae\u{301}\u{302}b", 3), "a");
        assert_eq!(of("ae\u{301}\u{302}b", 6), "ae\u{301}\u{302}");
        assert_eq!(of("🇩🇪🇫🇷", 13), "🇩🇪");
        assert_eq!(of("a\r\nb", 2), "a");
    }
}
