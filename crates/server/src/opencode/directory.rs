//! The directory that a call is about: in the query, or in a header that may be percent-encoded.
//!
//! - The query goes before the header, as in OpenCode.
//! - Without a directory a call is about all of them: asq has no directory of its own.
//! - A slash at the end doesn't count.

use super::OpenCodeState;
use super::refusals::OpenCodeRefusal;
use axum::extract::FromRequestParts;
use http::request::Parts;

/// The header that OpenCode's client sends with a POST.
const HEADER: &str = "x-opencode-directory";

/// The directory of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Directory(Option<String>);

impl Directory {
    /// Whether what belongs to this folder is meant.
    pub(super) fn has(&self, folder: &str) -> bool {
        self.0.as_deref().is_none_or(|wanted| wanted == trimmed(folder))
    }

    fn of(head: &Parts) -> Option<String> {
        let query = head.uri.query().unwrap_or_default().as_bytes();
        // Other names may come twice, as they may in OpenCode; the first directory counts.
        let named = form_urlencoded::parse(query).find(|(name, _)| name == "directory");
        let named = match named {
            Some((_, named)) => named.into_owned(),
            None => decoded(head.headers.get(HEADER)?.as_bytes()),
        };
        Some(trimmed(&named).to_owned()).filter(|named| !named.is_empty())
    }
}

impl FromRequestParts<OpenCodeState> for Directory {
    type Rejection = OpenCodeRefusal;

    async fn from_request_parts(head: &mut Parts, _: &OpenCodeState) -> Result<Directory, OpenCodeRefusal> {
        Ok(Directory(Directory::of(head)))
    }
}

fn trimmed(folder: &str) -> &str {
    match folder.trim_end_matches('/') {
        "" if folder.starts_with('/') => "/",
        trimmed => trimmed,
    }
}

/// A header's value with its percent-encoded bytes in their place; other bytes stay.
fn decoded(value: &[u8]) -> String {
    let mut bytes = Vec::with_capacity(value.len());
    let mut at = 0;
    while at < value.len() {
        let hex = value.get(at + 1..at + 3).and_then(|hex| str::from_utf8(hex).ok());
        let byte = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()).filter(|_| value[at] == b'%');
        bytes.push(byte.unwrap_or(value[at]));
        at += if byte.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::Directory;
    use http::Request;

    fn of(path: &str, header: Option<&str>) -> Option<String> {
        let mut request = Request::get(path);
        if let Some(header) = header {
            request = request.header("x-opencode-directory", header);
        }
        Directory::of(&request.body(()).unwrap().into_parts().0)
    }

    #[test]
    fn a_directory_is_in_the_query_or_in_the_header() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(of("/question", None), None);
        assert_eq!(of("/question?directory=%2Fa%20b%2F", Some("/c")), some("/a b"));
        assert_eq!(of("/question?workspace=x", Some("/a%20b/%C3%BC")), some("/a b/ü"));
        assert_eq!(of("/question", Some("/raw%zz%")), some("/raw%zz%"));
        assert_eq!(of("/question?directory=/", None), some("/"));
        assert_eq!(of("/question?directory=", None), None);
        assert_eq!(of("/question?x=1&x=2", Some("/c")), some("/c"));
        assert_eq!(of("/question?directory=/a&directory=/b", Some("/c")), some("/a"));
    }

    #[test]
    fn without_a_directory_everything_is_meant() {
        let meant = |directory: Option<&str>| {
            let directory = Directory(directory.map(str::to_owned));
            ["/a", "/a/", "/ab", "/"].map(|folder| directory.has(folder))
        };
        assert_eq!(meant(None), [true; 4]);
        assert_eq!(meant(Some("/a")), [true, true, false, false]);
        assert_eq!(meant(Some("/")), [false, false, false, true]);
    }
}
