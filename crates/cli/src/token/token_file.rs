//! What asq keeps of one token, or of one session of the page: a small file, named by the token's id.
//!
//! - The token is `asq_`, twelve hex digits of its id, `_`, and 64 hex digits that nobody can guess.
//! - The file has the token's digest, never the token.
//! - A session's file has its server and its last use, too. An asq that knows no sessions refuses it.
//! - A file with other digits, an unknown right or a broken date doesn't count.
//! - Members that this asq doesn't know are ignored. A file of before there were narrowed tokens reads as before.
//! - A file that is narrowed in a way that this asq doesn't know doesn't count.

use asq_core::life::TokenId;
use asq_core::text::Untrusted;
use asq_core::text::{hex, unhex};
use asq_server::{TokenRecord, TokenRight, TokenScope};
use serde::{Deserialize, Serialize};

/// The most characters of a label.
pub(super) const LABEL: usize = 100;

pub(super) fn file_of(id: TokenId) -> String {
    format!("{id}.json")
}

/// The id in a file's name; `None` for any other file.
pub(super) fn id_in(name: &str) -> Option<TokenId> {
    name.strip_suffix(".json")?.parse().ok()
}

/// What asq keeps of a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptToken {
    pub(crate) label: Option<String>,
    pub(crate) right: TokenRight,
    /// Whether an inbox may answer dangerous requests with it.
    pub(crate) danger: bool,
    /// SHA-256 of the whole token.
    pub(crate) digest: [u8; 32],
    /// Milliseconds since 1970.
    pub(crate) created_ms: u64,
    /// The end of its time, in milliseconds since 1970.
    pub(crate) expires_ms: Option<u64>,
    /// What it is limited to, if it is narrowed.
    pub(crate) scope: Option<TokenScope>,
    /// For a session of the page.
    pub(crate) page: Option<KeptSession>,
}

/// What else asq keeps of a session of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptSession {
    /// The store whose server it is for, as a digest.
    pub(crate) server: String,
    /// Its last use, in milliseconds since 1970.
    pub(crate) used_ms: u64,
}

/// What a session's file has in place of a right.
const PAGE: &str = "page";

impl KeptToken {
    pub(super) fn is_over(&self, now_ms: u64) -> bool {
        !self.clone().record().counts(now_ms)
    }

    /// Its right in words: a session's is the page's.
    pub(super) fn right_name(&self) -> &'static str {
        if self.page.is_some() { PAGE } else { self.right.name() }
    }

    /// The part that a server needs.
    pub(super) fn record(self) -> TokenRecord {
        TokenRecord {
            label: self.label.unwrap_or_default().into(),
            right: self.right,
            danger: self.danger,
            page: self.page.is_some(),
            sha256: self.digest,
            expires_ms: self.expires_ms,
            scope: self.scope,
        }
    }

    pub(super) fn write(&self) -> Result<String, serde_json::Error> {
        let wire = WireToken {
            label: self.label.clone(),
            right: self.right_name().to_owned(),
            danger: self.danger,
            sha256: hex(&self.digest),
            created_ms: self.created_ms,
            expires_ms: self.expires_ms,
            only: self.scope.as_ref().map(WireScope::from),
            server: self.page.as_ref().map(|page| page.server.clone()),
            used_ms: self.page.as_ref().map(|page| page.used_ms),
        };
        Ok(serde_json::to_string(&wire)? + "\n")
    }

    /// Reads a file's bytes.
    ///
    /// # Errors
    /// They aren't those of a token.
    pub(super) fn read(bytes: &[u8]) -> Result<KeptToken, String> {
        let wire: WireToken = serde_json::from_slice(bytes).map_err(|e| format!("it can't be read: {e}"))?;
        let digest = unhex(&wire.sha256).and_then(|digest| digest.try_into().ok());
        let (right, page) = match (wire.right.as_str(), wire.server, wire.used_ms) {
            (PAGE, Some(server), Some(used_ms)) => {
                (TokenRight::Answer, Some(KeptSession { server, used_ms }))
            }
            (PAGE, _, _) => return Err("it names no server, or no last use".to_owned()),
            (right, _, _) => (TokenRight::named(right).ok_or("its right is unknown")?, None),
        };
        Ok(KeptToken {
            right,
            page,
            label: wire.label,
            danger: wire.danger,
            digest: digest.ok_or("its digest isn't one")?,
            created_ms: wire.created_ms,
            expires_ms: wire.expires_ms,
            scope: wire.only.map(TokenScope::try_from).transpose()?,
        })
    }
}

#[derive(Deserialize, Serialize)]
struct WireToken {
    label: Option<String>,
    right: String,
    danger: bool,
    sha256: String,
    created_ms: u64,
    expires_ms: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    only: Option<WireScope>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    server: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    used_ms: Option<u64>,
}

/// Strict, unlike the rest: a limit that isn't understood would be none.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct WireScope {
    session: Option<String>,
    call: Option<String>,
    #[serde(default)]
    origins: Vec<String>,
}

impl From<&TokenScope> for WireScope {
    fn from(scope: &TokenScope) -> WireScope {
        let text = |name: &Option<Untrusted>| name.as_ref().map(|name| name.raw().to_owned());
        WireScope { session: text(&scope.session), call: text(&scope.call), origins: scope.origins.clone() }
    }
}

impl TryFrom<WireScope> for TokenScope {
    type Error = String;

    fn try_from(wire: WireScope) -> Result<TokenScope, String> {
        let WireScope { session, call, origins } = wire;
        if origins.iter().any(|text| asq_server::origin(text).as_ref() != Some(text)) {
            return Err("an origin in it isn't one".to_owned());
        }
        let scope = TokenScope { session: session.map(Into::into), call: call.map(Into::into), origins };
        if scope.is_empty() { Err("it is narrowed to nothing".to_owned()) } else { Ok(scope) }
    }
}

#[cfg(test)]
mod tests {
    use super::{KeptSession, KeptToken, file_of, id_in};
    use asq_core::life::TokenId;
    use asq_server::{TokenRight, TokenScope};
    use expect_test::expect;

    fn kept() -> KeptToken {
        KeptToken {
            label: Some("phone".into()),
            right: TokenRight::Answer,
            danger: true,
            digest: [0xab; 32],
            created_ms: 1_795_257_607_250,
            expires_ms: Some(1_797_849_607_250),
            scope: None,
            page: None,
        }
    }

    fn session() -> KeptToken {
        let page = KeptSession { server: "0123456789abcdef".into(), used_ms: 1_795_257_999_000 };
        KeptToken { label: Some("ada · Firefox on Linux".into()), danger: false, page: Some(page), ..kept() }
    }

    #[test]
    fn a_narrowed_token_is_read_as_it_was_written_or_not_at_all() {
        let origins = vec!["https://chat.example".to_owned()];
        let scope = TokenScope { session: Some("s\u{1b}".into()), call: None, origins };
        let narrowed = KeptToken { scope: Some(scope), danger: false, ..kept() };
        let text = narrowed.write().unwrap();
        let only = r#""only":{"session":"s\u001b","call":null,"origins":["https://chat.example"]}"#;
        assert!(text.ends_with(&format!(",{only}}}\n")), "{text}");
        assert_eq!(KeptToken::read(text.as_bytes()), Ok(narrowed));
        let why = |other: &str| KeptToken::read(text.replace(only, other).as_bytes()).unwrap_err();
        assert_eq!(why(r#""only":{"session":null,"call":null,"origins":[]}"#), "it is narrowed to nothing");
        assert_eq!(why(r#""only":{"origins":["https://Chat.example"]}"#), "an origin in it isn't one");
        assert!(
            why(r#""only":{"call":"c","folder":"/x"}"#)
                .starts_with("it can't be read: unknown field `folder`")
        );
        assert!(why(r#""only":["s"]"#).starts_with("it can't be read: "));
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let text = kept().write().unwrap();
        expect![[r#"
            {"label":"phone","right":"answer","danger":true,"sha256":"abababababababababababababababababababababababababababababababab","created_ms":1795257607250,"expires_ms":1797849607250}
        "#]]
        .assert_eq(&text);
        assert_eq!(KeptToken::read(text.as_bytes()), Ok(kept()));
        let text = session().write().unwrap();
        expect![[r#"
            {"label":"ada · Firefox on Linux","right":"page","danger":false,"sha256":"abababababababababababababababababababababababababababababababab","created_ms":1795257607250,"expires_ms":1797849607250,"server":"0123456789abcdef","used_ms":1795257999000}
        "#]]
        .assert_eq(&text);
        assert_eq!(KeptToken::read(text.as_bytes()), Ok(session()));
        let plain = KeptToken { label: None, danger: false, expires_ms: None, ..kept() };
        assert_eq!(KeptToken::read(plain.write().unwrap().as_bytes()), Ok(plain));
    }

    #[test]
    fn what_cannot_be_a_tokens_file_says_why() {
        let whole = kept().write().unwrap();
        let why = |from: &str, to: &str| KeptToken::read(whole.replacen(from, to, 1).as_bytes()).unwrap_err();
        assert_eq!(why("\"answer\"", "\"root\""), "its right is unknown");
        assert_eq!(why("\"answer\"", "\"Answer\""), "its right is unknown");
        assert_eq!(why("abab", "ab"), "its digest isn't one");
        assert_eq!(why("abab", "xyxy"), "its digest isn't one");
        assert!(why("1795257607250", "-1").starts_with("it can't be read: "));
        assert!(why("\"danger\":true,", "").starts_with("it can't be read: "));
        assert!(KeptToken::read(b"").is_err() && KeptToken::read(&[0; 200]).is_err());
        let whole = session().write().unwrap();
        for member in ["\"server\":\"0123456789abcdef\",", ",\"used_ms\":1795257999000"] {
            let short = whole.replacen(member, "", 1);
            assert_eq!(KeptToken::read(short.as_bytes()), Err("it names no server, or no last use".into()));
        }
    }

    #[test]
    fn a_file_is_named_by_the_id() {
        let id = TokenId::new(0xff_00ff).unwrap();
        assert_eq!((file_of(id).as_str(), id_in("000000ff00ff.json")), ("000000ff00ff.json", Some(id)));
        for other in
            ["000000ff00ff", "000000FF00FF.json", "0000ff00ff.json", ".000000ff00ff.json.0123456789abcdef"]
        {
            assert_eq!(id_in(other), None, "{other}");
        }
    }
}
