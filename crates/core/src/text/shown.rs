//! Text that is safe to paint.

use super::Untrusted;
use std::fmt;

/// Text without a control character; made of asq's own words or by escaping [`Untrusted`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Shown(String);

impl Shown {
    /// asq's own words.
    pub fn own(text: &'static str) -> Shown {
        Shown(text.to_owned())
    }

    /// A number.
    pub fn number(n: usize) -> Shown {
        Shown(n.to_string())
    }

    /// Foreign text on one line: line breaks become a visible mark.
    pub fn one_line(text: &Untrusted) -> Shown {
        Shown(text.raw().chars().filter(|c| !c.is_control()).collect())
    }

    /// Foreign text as lines: LF, CR LF and CR break.
    pub fn lines(text: &Untrusted) -> Vec<Shown> {
        text.raw().lines().map(|l| Shown::one_line(&l.into())).collect()
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Shown {
    /// At most `max` characters of a text, on one line.
    pub fn clipped(text: &Untrusted, max: usize) -> Shown {
        Shown::one_line(&text.raw().chars().take(max).collect::<String>().into())
    }
}
