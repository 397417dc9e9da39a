//! Texts in quotes.

/// A text without its double quotes, and without the backticks inside them.
pub(super) fn unquoted(text: &str) -> &str {
    let bare = text.strip_prefix('"').and_then(|t| t.strip_suffix('"')).unwrap_or(text);
    bare.strip_prefix('`').and_then(|t| t.strip_suffix('`')).unwrap_or(bare)
}
