//! The name of a programming language in a call.
//!
//! - A name has at most 24 letters, digits and `+ # - _ .`, in lower case; anything else is invalid.
//! - A surface may or may not have colours for the language.

use std::fmt;

/// The longest name, in bytes.
const LONGEST: usize = 24;

/// The name of a language: `rust`, `c++`, `objective-c`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Language {
    /// The name in ASCII, padded with zeros.
    name: [u8; LONGEST],
}

impl Language {
    /// The language with this name; `None` if the name is invalid.
    pub fn named(name: &str) -> Option<Language> {
        let name = name.trim();
        let fits = |b: u8| b.is_ascii_alphanumeric() || b"+#-_.".contains(&b);
        if !(1..=LONGEST).contains(&name.len()) || !name.bytes().all(fits) {
            return None;
        }
        let mut bytes = [0; LONGEST];
        for (to, from) in bytes.iter_mut().zip(name.bytes()) {
            *to = from.to_ascii_lowercase();
        }
        Some(Language { name: bytes })
    }

    /// Its name in lower case.
    pub fn name(&self) -> &str {
        let end = self.name.iter().position(|b| *b == 0).unwrap_or(LONGEST);
        // The name is always ASCII.
        std::str::from_utf8(&self.name[..end]).unwrap_or_default()
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn names_are_short_and_of_ascii() {
        let name = |text: &str| Language::named(text).map(|language| language.name().to_owned());
        assert_eq!(name(" Kotlin "), Some("kotlin".to_owned()));
        assert_eq!(name("C++"), Some("c++".to_owned()));
        assert_eq!(name(&"x".repeat(24)), Some("x".repeat(24)));
        for wrong in ["", "  ", "two words", "größe", "a\u{0}", &"x".repeat(25), "\u{1b}[31m", "`"] {
            assert_eq!(name(wrong), None, "{wrong:?}");
        }
    }
}
