//! The parameters of libpq that an address may hold.
//!
//! - Each has a variable that replaces it if the address doesn't name it.
//! - Parameters without effect here (asq has its own way, or the protocol doesn't need them) are accepted and ignored.
//! - Parameters that asq can't honour are refused by name, and so are unknown ones: a parameter that protects something
//!   must not be dropped silently.

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

/// Parameters that are fine only with these values; others would demand something that asq can't do.
const ONLY: [(&str, &[&str]); 4] = [
    ("channel_binding", &["disable", "prefer"]),
    ("gssencmode", &["disable", "prefer"]),
    ("sslnegotiation", &["postgres"]),
    ("ssl_min_protocol_version", &["TLSv1", "TLSv1.1", "TLSv1.2"]),
];

/// The problem with a parameter, without its value; `None` if it is fine.
pub(super) fn problem(name: &str, value: &str) -> Option<String> {
    if USED.iter().any(|it| it.name == name) || IGNORED.contains(&name) {
        return None;
    }
    match ONLY.iter().find(|(only, _)| *only == name) {
        Some((_, fine)) if fine.contains(&value) => None,
        Some((_, fine)) => Some(format!("{name} can only be {} here", fine.join(" or "))),
        None if is_word(name) => Some(format!("{name} is a parameter that asq does not know")),
        // It may be part of a password that wasn't escaped.
        None => Some("a parameter's name can't be read: escape & and = in a value as %26 and %3D".to_owned()),
    }
}

/// Whether a text starts like `name=value` parameters and not like a path.
pub(super) fn begins(text: &str) -> bool {
    let name = text.trim_start().split_once('=').map(|(name, _)| name.trim_end());
    name.is_some_and(|name| USED.iter().any(|it| it.name == name) || ONLY.iter().any(|(it, _)| *it == name))
}

/// Whether it looks like a parameter's name and nothing else.
fn is_word(name: &str) -> bool {
    name.contains('_') && name.chars().all(|c| c.is_ascii_lowercase() || c == '_')
        || ["sslcrl", "sslcrldir", "sslpassword", "requirepeer", "requiressl", "sslcertmode"].contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_nothing_is_taken_and_what_is_unknown_is_refused() {
        for name in IGNORED {
            assert_eq!(problem(name, "x"), None, "{name}");
        }
        assert!(problem("sslcrl", "x").is_some() && problem("nonsense", "x").is_some());
    }
}
