//! The line breaks of a text that is pasted or set.
//!
//! - CR LF and a lone CR become LF.

use std::borrow::Cow;

pub(super) fn line_feeds(text: &str) -> Cow<'_, str> {
    if text.contains('\r') {
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(text)
    }
}
