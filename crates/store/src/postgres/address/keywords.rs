//! The parameters of libpq that an address may hold.
//!
//! - Parameters without effect here (asq has its own way, or the protocol doesn't need them) are accepted and ignored.
//! - Parameters that asq can't honour are refused by name, and so are unknown ones: a parameter that protects something
//!   must not be dropped silently.
//! - A name that may be part of a password isn't shown.
//! - A text with a parameter of libpq in any place is an address, unless it begins like a path.

/// A parameter that asq uses.
pub(super) struct Keyword {
    pub(super) name: &'static str,
    pub(super) variable: &'static str,
}

const fn keyword(name: &'static str, variable: &'static str) -> Keyword {
    Keyword { name, variable }
}

/// The parameters in use. `service` and `passfile` come first, since others depend on them.
pub(super) const USED: [Keyword; 18] = [
    keyword("service", "PGSERVICE"),
    keyword("passfile", "PGPASSFILE"),
    keyword("host", "PGHOST"),
    keyword("hostaddr", "PGHOSTADDR"),
    keyword("port", "PGPORT"),
    keyword("dbname", "PGDATABASE"),
    keyword("user", "PGUSER"),
    keyword("password", "PGPASSWORD"),
    keyword("options", "PGOPTIONS"),
    keyword("application_name", "PGAPPNAME"),
    keyword("connect_timeout", "PGCONNECT_TIMEOUT"),
    keyword("target_session_attrs", "PGTARGETSESSIONATTRS"),
    keyword("sslmode", "PGSSLMODE"),
    keyword("sslrootcert", "PGSSLROOTCERT"),
    keyword("sslcert", "PGSSLCERT"),
    keyword("sslkey", "PGSSLKEY"),
    // The fallback value.
    keyword("fallback_application_name", ""),
    // asq's own parameter.
    keyword("listen", ""),
];

/// Parameters without effect here.
const IGNORED: [&str; 12] = [
    "client_encoding",
    "gssdelegation",
    "gsslib",
    "keepalives",
    "keepalives_count",
    "keepalives_idle",
    "keepalives_interval",
    "krbsrvname",
    "load_balance_hosts",
    "sslcompression",
    "sslsni",
    "tcp_user_timeout",
];

/// Parameters of libpq that asq can't honour.
const REFUSED: [&str; 13] = [
    "oauth_client_id",
    "oauth_client_secret",
    "oauth_issuer",
    "oauth_scope",
    "replication",
    "require_auth",
    "requirepeer",
    "requiressl",
    "ssl_max_protocol_version",
    "sslcertmode",
    "sslcrl",
    "sslcrldir",
    "sslpassword",
];

/// Parameters that are fine only with these values; others would demand something that asq can't do.
const ONLY: [(&str, &[&str]); 4] = [
    ("channel_binding", &["disable", "prefer"]),
    ("gssencmode", &["disable", "prefer"]),
    ("sslnegotiation", &["postgres"]),
    ("ssl_min_protocol_version", &["TLSv1", "TLSv1.1", "TLSv1.2"]),
];

/// The longest name that a message shows, in characters.
const SHOWN: usize = 64;

/// The problem with a parameter, without its value; `None` if it is fine. `public`: the name can't be part of a
/// password.
pub(super) fn problem(name: &str, value: &str, public: bool) -> Option<String> {
    if USED.iter().any(|it| it.name == name) || IGNORED.contains(&name) {
        return None;
    }
    match ONLY.iter().find(|(only, _)| *only == name) {
        Some((_, fine)) if fine.contains(&value) => None,
        Some((_, fine)) => Some(format!("{name} can only be {} here", fine.join(" or "))),
        None if REFUSED.contains(&name) || public => {
            let name: String = name.escape_debug().take(SHOWN).collect();
            Some(format!("{name} is a parameter that asq does not know"))
        }
        None => Some("a parameter's name can't be read: escape & and = in a value as %26 and %3D".to_owned()),
    }
}

/// Whether a text holds `name=value` parameters and isn't a path: it has a parameter of libpq, in any place and
/// with capitals or without, so that a typo in front of a password doesn't become a file's name.
pub(super) fn has_parameter(text: &str) -> bool {
    let text = text.trim_start();
    if text.starts_with(['/', '.', '~']) {
        return false;
    }
    text.match_indices('=').any(|(at, _)| {
        let name = text[..at].trim_end().rsplit(char::is_whitespace).next().unwrap_or_default();
        is_known(&name.to_ascii_lowercase())
    })
}

fn is_known(name: &str) -> bool {
    USED.iter().any(|it| it.name == name)
        || IGNORED.contains(&name)
        || REFUSED.contains(&name)
        || ONLY.iter().any(|(it, _)| *it == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_nothing_is_taken_and_what_is_unknown_is_refused() {
        for name in IGNORED {
            assert_eq!(problem(name, "x", true), None, "{name}");
        }
        let unknown = |name: &str| Some(format!("{name} is a parameter that asq does not know"));
        assert_eq!(problem("sslcrl", "x", false), unknown("sslcrl"));
        assert_eq!(problem("sslmod", "x", true), unknown("sslmod"));
        assert_eq!(problem("a\u{1b}[2J", "x", true), unknown("a\\u{1b}[2J"));
        let hidden = "a parameter's name can't be read: escape & and = in a value as %26 and %3D".to_owned();
        assert_eq!(problem("sslmod", "x", false), Some(hidden));
    }

    #[test]
    fn one_parameter_anywhere_makes_an_address_and_a_path_none() {
        for text in [
            "keepalives=1 host=h",
            "client_encoding=UTF8",
            "sslcrl=x",
            "require_auth=scram-sha-256 host=h",
            "HOST=h",
            "foo=1 password = secret",
        ] {
            assert!(has_parameter(text), "{text}");
        }
        for text in ["/srv/host=1/store.db", "./host=h", "~/host=h", "store.db", "a=b.db", "my files/a=b"] {
            assert!(!has_parameter(text), "{text}");
        }
    }
}
