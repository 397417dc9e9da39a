//! Replies without a route: hyper's own to a head that it can't read, and the one to a head that came too late.
//!
//! - Each is a problem body like any other.
//! - hyper's own are recognised by what they lack: every reply of the server has its security headers.

use crate::problem::FailedCall;
use asq_wire::http::CallCode;
use bytes::Bytes;

/// A header that every reply of a route has.
const OURS: &[u8] = b"x-content-type-options";

/// What to send instead of these bytes, if they are a reply that hyper made by itself.
pub(super) fn instead_of(bytes: &[u8]) -> Option<Bytes> {
    let is_head = bytes.starts_with(b"HTTP/1.1 4") && bytes.ends_with(b"\r\n\r\n");
    if !is_head || bytes.windows(OURS.len()).any(|part| part.eq_ignore_ascii_case(OURS)) {
        return None;
    }
    Some(match bytes.get(9..12)? {
        b"431" => of(CallCode::LargeHeaders, "the head of a request has at most 16 KiB"),
        b"414" => of(CallCode::LargeHeaders, "the address of a request is too long"),
        _ => of(CallCode::BadRequest, "this isn't a request of HTTP/1.1"),
    })
}

/// The reply to a head that is still incomplete.
pub(super) fn late_head() -> Bytes {
    of(CallCode::Timeout, "the head of the request took too long to arrive")
}

fn of(code: CallCode, detail: &str) -> Bytes {
    FailedCall::call(code, detail).whole().into()
}

#[cfg(test)]
mod tests {
    use super::instead_of;

    #[test]
    fn only_a_reply_without_our_headers_is_replaced() {
        let own = "HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\n\r\n";
        let text = String::from_utf8(instead_of(own.as_bytes()).unwrap().to_vec()).unwrap();
        assert!(text.starts_with("HTTP/1.1 431 Request Header Fields Too Large\r\n"), "{text}");
        assert!(text.contains("content-type: application/problem+json\r\n"), "{text}");
        assert!(text.contains("\"code\":\"large_headers\""), "{text}");
        for other in [
            "HTTP/1.1 404 Not Found\r\nX-Content-Type-Options: nosniff\r\ncontent-length: 0\r\n\r\n",
            "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n",
            "HTTP/1.1 431 ",
            "data: HTTP/1.1 431 \r\n\r\n",
        ] {
            assert_eq!(instead_of(other.as_bytes()), None, "{other}");
        }
    }
}
