//! The terminal according to the environment, which cli reads.
//!
//! - Colours unless `NO_COLOR` is set to anything.
//! - Marks beyond ASCII if the locale is UTF-8.
//! - Colours of red, green and blue if the terminal claims to know them, or inside tmux.
//! - 256 colours if the terminal claims to know them, or its name is on a list.
//! - A dark or light background according to `COLORFGBG`, except inside tmux, which may be on another terminal by now.
//! - A dumb terminal gets line mode.
//! - A size in case the terminal reports none.

use crate::theme::Background;

/// The terminal according to the environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermEnv {
    /// `TERM`.
    pub term: String,
    /// Whether colours are wanted.
    pub colours: bool,
    /// Whether colours may be made of red, green and blue; otherwise there are 256.
    pub rgb: bool,
    /// Whether there are 256 colours; otherwise there are 16.
    pub indexed: bool,
    /// The background, if the terminal reported it earlier.
    pub background: Option<Background>,
    /// Whether the locale is UTF-8.
    pub unicode: bool,
    /// Whether the terminal can't move its cursor.
    pub dumb: bool,
    /// Whether rows stay unbroken when the terminal becomes narrower.
    pub clips: bool,
    /// Columns and rows, in case the terminal reports none.
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
        let depth = set("COLORTERM");
        let rgb = in_tmux
            || depth.as_ref().is_some_and(|d| d == "truecolor" || d == "24bit")
            || term.ends_with("-direct");
        TermEnv {
            colours: set("NO_COLOR").is_none(),
            rgb,
            indexed: rgb
                || depth.is_some()
                || term.contains("256")
                || INDEXED.iter().any(|name| term.starts_with(name)),
            background: set("COLORFGBG").filter(|_| !in_tmux).and_then(|text| background(&text)),
            unicode: locale.contains("utf8"),
            dumb: term.is_empty() || term == "dumb",
            clips: term == "linux"
                || (!in_tmux && (term.starts_with("screen") || set("XTERM_VERSION").is_some())),
            size: (number("COLUMNS", 80), number("LINES", 24)),
            term,
        }
    }
}

/// Terminals that know 256 colours, by how their names begin.
const INDEXED: [&str; 9] =
    ["xterm", "tmux", "screen", "alacritty", "foot", "wezterm", "contour", "konsole", "iterm"];

/// The last number is the background: 0 to 6 and 8 are dark, as in rxvt, Vim and others.
fn background(text: &str) -> Option<Background> {
    match text.rsplit(';').next()?.parse().ok()? {
        0..=6 | 8 => Some(Background::Dark),
        7 | 9..=15 => Some(Background::Light),
        16..=u8::MAX => None,
    }
}
