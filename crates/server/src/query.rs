//! The query of a call's address, and the id in its path.
//!
//! - A name that comes twice is refused; an unknown one is ignored.
//! - A value of another kind is refused with its name.
//! - An id is whole, as it is printed; anything else is as unknown as an id of nobody.

use crate::problem::FailedCall;
use crate::server_state::ServerState;
use asq_core::life::RequestId;
use asq_wire::http::CallCode;
use asq_wire::public::from_utc;
use axum::extract::FromRequestParts;
use http::request::Parts;

/// The query of an address.
pub(crate) struct QueryOf(Vec<(String, String)>);

impl QueryOf {
    /// Reads it.
    ///
    /// # Errors
    /// A name comes twice.
    pub(crate) fn new(query: Option<&str>) -> Result<QueryOf, FailedCall> {
        let mut pairs: Vec<(String, String)> = Vec::new();
        for (name, value) in form_urlencoded::parse(query.unwrap_or_default().as_bytes()) {
            if pairs.iter().any(|(known, _)| *known == name) {
                return Err(wrong(format!("the query has a name twice: {}", asq_wire::quoted(&name))));
            }
            pairs.push((name.into_owned(), value.into_owned()));
        }
        Ok(QueryOf(pairs))
    }

    /// The value of this name.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The number of this name, within these limits.
    ///
    /// # Errors
    /// It is something else.
    pub(crate) fn number(&self, name: &str, most: u64) -> Result<Option<u64>, FailedCall> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|number| digits && *number <= most);
        let wanted = || wrong(format!("{name} is a number from 0 to {most}, not {}", asq_wire::quoted(text)));
        number.map(Some).ok_or_else(wanted)
    }

    /// The moment of this name, in milliseconds since 1970.
    ///
    /// # Errors
    /// It is something else.
    pub(crate) fn moment(&self, name: &str) -> Result<Option<u64>, FailedCall> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let wanted = |_| {
            let came = asq_wire::quoted(text);
            wrong(format!("{name} is a moment such as 2026-11-20T13:03:09.120Z, not {came}"))
        };
        from_utc(text).map(Some).map_err(wanted)
    }
}

/// The refusal of a query or a body that isn't what the route takes.
pub(crate) fn wrong(detail: String) -> FailedCall {
    FailedCall::call(CallCode::BadRequest, detail)
}

impl FromRequestParts<ServerState> for QueryOf {
    type Rejection = FailedCall;

    async fn from_request_parts(head: &mut Parts, _: &ServerState) -> Result<QueryOf, FailedCall> {
        QueryOf::new(head.uri.query())
    }
}

/// The id in the path of a call.
pub(crate) struct IdInPath(pub(crate) RequestId);

impl FromRequestParts<ServerState> for IdInPath {
    type Rejection = FailedCall;

    async fn from_request_parts(head: &mut Parts, _: &ServerState) -> Result<IdInPath, FailedCall> {
        let id = part(head, 3).and_then(|text| text.parse().ok());
        id.map(IdInPath).ok_or_else(FailedCall::not_found)
    }
}

/// A part of the path, counted from the one before the first slash.
pub(crate) fn part(head: &Parts, number: usize) -> Option<&str> {
    head.uri.path().split('/').nth(number)
}

#[cfg(test)]
mod tests {
    use super::QueryOf;

    #[test]
    fn a_query_is_read_strictly() {
        let query = QueryOf::new(Some("text=a%20b&limit=7&since=2026-11-20T13:03:09.120Z&odd")).unwrap();
        assert_eq!(
            (query.text("text"), query.text("odd"), query.text("none")),
            (Some("a b"), Some(""), None)
        );
        assert_eq!(query.number("limit", 7).unwrap(), Some(7));
        assert_eq!(query.number("none", 7).unwrap(), None);
        assert_eq!(query.moment("since").unwrap(), Some(1_795_179_789_120));
        assert!(query.number("limit", 6).is_err() && query.number("odd", 6).is_err());
        assert!(query.moment("text").is_err());
        assert!(QueryOf::new(Some("a=1&%61=2")).is_err());
        for text in ["+7", "-1", "7.0", " 7", "99999999999999999999"] {
            assert!(
                QueryOf::new(Some(&format!("n={text}"))).unwrap().number("n", u64::MAX).is_err(),
                "{text}"
            );
        }
    }
}
