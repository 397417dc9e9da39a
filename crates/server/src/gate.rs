//! The gate before every route, stream and mounted router.
//!
//! - A request must name this server, and only once.
//! - A page of another origin gets nothing, unless the person named that origin, for all tokens or for one.
//! - A link of such a page to a request leads to a page of asq's own first, without a cookie. A link that signs a browser
//!   in leads to the page with its button.
//! - What changes something is JSON: no form of another page can be. The page's own forms name their origin.
//! - A body that says that it is too large is refused before a byte of it is read.
//! - It asks for no token: routes do, after it.

use crate::connection::ConnectionEnds;
use crate::own_names::{NamedBy, OwnNames};
use crate::problem::FailedCall;
use asq_wire::http::CallCode;
use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_METHOD, CONTENT_LENGTH,
    CONTENT_TYPE, HOST, ORIGIN, TRANSFER_ENCODING, VARY,
};
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, Method};

/// How the path of a link begins that signs a browser in.
const LINK: &str = "/l/";

/// What the gate let in.
#[derive(Clone, Debug)]
pub(crate) struct Admitted {
    pub(crate) named: NamedBy,
    /// The origin that may read the reply, if it is another one.
    pub(crate) cors: Option<HeaderValue>,
    /// Whether only a token names that origin.
    pub(crate) by_token: bool,
    /// Whether a person follows a link of another site to a request.
    pub(crate) visit: bool,
    /// Whether a browser only asks what it may send: there is nothing else to do.
    pub(crate) preflight: bool,
}

/// Judges the head of a request.
///
/// # Errors
/// It isn't for this server, not from a page of its own, or has a body that isn't allowed.
pub(crate) fn judge(
    names: &OwnNames,
    ends: &ConnectionEnds,
    head: &Parts,
    body_bytes: usize,
    by_token: bool,
) -> Result<Admitted, FailedCall> {
    let named = host(names, ends, head)?;
    let cors = page(names, ends, head, by_token)?;
    body(head, body_bytes)?;
    let preflight = cors.is_some()
        && head.method == Method::OPTIONS
        && head.headers.contains_key(ACCESS_CONTROL_REQUEST_METHOD);
    let visit = cors.is_none() && !is_from_here(head) && !head.uri.path().starts_with(LINK);
    Ok(Admitted { named, cors, by_token, visit, preflight })
}

/// The origin of a page that is neither the server's own nor named by the person for all tokens.
pub(crate) fn foreign(names: &OwnNames, ends: &ConnectionEnds, head: &Parts) -> Option<HeaderValue> {
    let origin = head.headers.get(ORIGIN)?;
    let own = origin.to_str().is_ok_and(|origin| names.is_own_origin(origin, ends));
    (!own && names.cors(origin).is_none()).then(|| origin.clone())
}

fn host(names: &OwnNames, ends: &ConnectionEnds, head: &Parts) -> Result<NamedBy, FailedCall> {
    let mut hosts = head.headers.get_all(HOST).iter();
    let host = hosts.next().map(HeaderValue::to_str);
    let of_uri = head.uri.authority().map(http::uri::Authority::as_str);
    let named = match (host, hosts.next(), of_uri) {
        (Some(Ok(host)), None, None) => names.named(host, ends),
        (Some(Ok(host)), None, Some(uri)) if host.eq_ignore_ascii_case(uri) => names.named(host, ends),
        (_, _, _) => None,
    };
    named.ok_or_else(|| FailedCall::call(CallCode::Misdirected, "this server has another name"))
}

/// The origin of another page that may read the reply.
fn page(
    names: &OwnNames,
    ends: &ConnectionEnds,
    head: &Parts,
    by_token: bool,
) -> Result<Option<HeaderValue>, FailedCall> {
    let forbidden = || FailedCall::call(CallCode::Forbidden, "pages of this origin may not use this server");
    let mut origins = head.headers.get_all(ORIGIN).iter();
    let cors = match (origins.next(), origins.next()) {
        (None, _) => None,
        (Some(origin), None) => match names.cors(origin) {
            Some(cors) => Some(cors),
            None if by_token => Some(origin.clone()),
            None if origin.to_str().is_ok_and(|origin| names.is_own_origin(origin, ends)) => None,
            None => return Err(forbidden()),
        },
        (Some(_), Some(_)) => return Err(forbidden()),
    };
    if cors.is_none() && !is_from_here(head) && !is_visit(head) {
        return Err(forbidden());
    }
    Ok(cors)
}

/// Whether no other site had the browser send it.
fn is_from_here(head: &Parts) -> bool {
    let own = |site: &HeaderValue| matches!(site.as_bytes(), b"same-origin" | b"none");
    head.headers.get_all("sec-fetch-site").iter().all(own)
}

/// Whether a person follows a link of another site, in a window of its own: to a request, or to sign in.
fn is_visit(head: &Parts) -> bool {
    let is = |name: &str, wanted: &str| {
        let mut all = head.headers.get_all(name).iter();
        all.next().is_some_and(|value| value == wanted) && all.next().is_none()
    };
    head.method == Method::GET
        && ["/r/", LINK].iter().any(|beginning| head.uri.path().starts_with(beginning))
        && is("sec-fetch-mode", "navigate")
        && is("sec-fetch-dest", "document")
}

fn body(head: &Parts, body_bytes: usize) -> Result<(), FailedCall> {
    let length =
        head.headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| length > body_bytes as u64) {
        return Err(too_large(body_bytes));
    }
    if matches!(head.method, Method::GET | Method::HEAD | Method::OPTIONS) {
        return Ok(());
    }
    let empty = length.unwrap_or(0) == 0 && !head.headers.contains_key(TRANSFER_ENCODING);
    let mut types = head.headers.get_all(CONTENT_TYPE).iter();
    let json = match (types.next(), types.next()) {
        (None, _) => empty,
        (Some(kind), None) => kind.to_str().is_ok_and(|kind| is_json(kind) || is_form(head, kind)),
        (Some(_), Some(_)) => false,
    };
    let wanted = "a body is application/json, in UTF-8";
    if json { Ok(()) } else { Err(FailedCall::call(CallCode::UnsupportedMediaType, wanted)) }
}

/// The refusal of a body over the limit.
pub(crate) fn too_large(body_bytes: usize) -> FailedCall {
    FailedCall::call(CallCode::TooLarge, format!("a body has at most {body_bytes} bytes"))
}

/// Whether it is a form of the page. Only a form that names its origin counts, which is judged before.
fn is_form(head: &Parts, kind: &str) -> bool {
    let path = head.uri.path();
    is_utf8(kind, "application/x-www-form-urlencoded")
        && head.method == Method::POST
        && (path.starts_with("/r/")
            || path.starts_with(LINK)
            || matches!(path, "/theme" | "/news" | "/signout"))
        && head.headers.contains_key(ORIGIN)
}

fn is_json(kind: &str) -> bool {
    is_utf8(kind, "application/json")
}

/// Whether it is this media type, in UTF-8.
fn is_utf8(kind: &str, wanted: &str) -> bool {
    let mut parts = kind.split(';').map(|part| part.trim().to_ascii_lowercase());
    let kind = parts.next().is_some_and(|kind| kind == wanted);
    kind && parts.all(|part| matches!(part.as_str(), "charset=utf-8" | "charset=\"utf-8\""))
}

/// What a browser may know of a reply for a page of another origin.
pub(crate) fn allow(origin: HeaderValue, headers: &mut HeaderMap) {
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.append(VARY, HeaderValue::from_static("origin"));
    headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("location, retry-after"));
    headers.insert(
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("cross-origin"),
    );
}

/// What a browser may send for a page of another origin.
pub(crate) fn allow_calls(headers: &mut HeaderMap) {
    let named = "authorization, content-type, idempotency-key, asq-ticket, last-event-id";
    headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static(named));
    headers.insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, HEAD, POST, PUT"));
    headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
}
