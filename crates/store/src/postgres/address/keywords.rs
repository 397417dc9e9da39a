//! The parameters of libpq that an address may hold.
//!
//! - Each has the variable that stands for it where the address does not name it.
//! - Those that change nothing here (asq has its own, or the protocol has no use for them) are taken and ignored.
//! - Those that asq can't honour are refused by name, as are unknown ones: a parameter that guards something must not
//!   be dropped without a word.

/// A parameter that is used.
pub(super) struct Keyword {
    pub(super) name: &'static str,
    pub(super) variable: &'static str,
}

const fn keyword(name: &'static str, variable: &'static str) -> Keyword {
    Keyword { name, variable }
}

/// Those that are used. `service` and `passfile` come first: others depend on them.
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
    // What it is set to where nothing else is.
    keyword("fallback_application_name", ""),
    // asq's own.
    keyword("listen", ""),
];

/// Those that change nothing here.
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

/// Those that may be given as long as nothing is demanded that asq can't do: name, and the values that are fine.
const ONLY: [(&str, &[&str]); 4] = [
    ("channel_binding", &["disable", "prefer"]),
    ("gssencmode", &["disable", "prefer"]),
    ("sslnegotiation", &["postgres"]),
    ("ssl_min_protocol_version", &["TLSv1", "TLSv1.1", "TLSv1.2"]),
];

/// What is wrong with a parameter, without its value; `None`: it is fine.
pub(super) fn problem(name: &str, value: &str) -> Option<String> {
    if USED.iter().any(|it| it.name == name) || IGNORED.contains(&name) {
        return None;
    }
    match ONLY.iter().find(|(only, _)| *only == name) {
        Some((_, fine)) if fine.contains(&value) => None,
        Some((_, fine)) => Some(format!("{name} can only be {} here", fine.join(" or "))),
        None if is_word(name) => Some(format!("{name} is a parameter that asq does not know")),
        // It may be a piece of a password that was not escaped.
        None => Some("a parameter's name can't be read: escape & and = in a value as %26 and %3D".to_owned()),
    }
}

/// Whether a text begins as parameters do that are written as `name=value`, and not as a path.
pub(super) fn begins(text: &str) -> bool {
    let name = text.trim_start().split_once('=').map(|(name, _)| name.trim_end());
    name.is_some_and(|name| USED.iter().any(|it| it.name == name) || ONLY.iter().any(|(it, _)| *it == name))
}

/// Whether it looks like the name of a parameter, and like nothing else.
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
