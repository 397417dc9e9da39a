//! What the environment says about the terminal; read by cli, handed in.
//!
//! - Colours unless `NO_COLOR` is set to anything.
//! - Marks beyond ASCII where the locale is UTF-8.
//! - A dumb terminal gets line mode.
//! - A size to fall back on where the terminal tells none.

/// What the environment says about the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermEnv {
    /// `TERM`.
    pub term: String,
    /// Whether colours are wanted.
    pub colours: bool,
    /// Whether the locale is UTF-8.
    pub unicode: bool,
    /// Whether the terminal can't move its cursor.
    pub dumb: bool,
    /// Whether rows keep to one row when the terminal becomes narrower than they are.
    pub clips: bool,
    /// Columns and rows, where the terminal itself tells none.
    pub size: (u16, u16),
}

impl TermEnv {
    /// Reads variables through `get`.
    pub fn new(get: impl Fn(&str) -> Option<String>) -> TermEnv {
        let set = |name: &str| get(name).filter(|text| !text.is_empty());
        let term = set("TERM").unwrap_or_default();
        let locale = set("LC_ALL").or_else(|| set("LC_CTYPE")).or_else(|| set("LANG")).unwrap_or_default();
        let locale = locale.to_ascii_lowercase().replace('-', "");
        let number = |name: &str, other: u16| {
            set(name).and_then(|n| n.parse().ok()).filter(|n| *n > 0).unwrap_or(other)
        };
        let in_tmux = set("TMUX").is_some();
        TermEnv {
            colours: set("NO_COLOR").is_none(),
            unicode: locale.contains("utf8"),
            dumb: term.is_empty() || term == "dumb",
            clips: term == "linux"
                || (!in_tmux && (term.starts_with("screen") || set("XTERM_VERSION").is_some())),
            size: (number("COLUMNS", 80), number("LINES", 24)),
            term,
        }
    }
}
