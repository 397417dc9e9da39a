//! Boundaries between graphemes.
//!
//! - Independent characters, letters with marks, and controls are known by their class. The rules of Unicode cost some
//!   hundred times as much, and a text may have a megabyte of them.
//! - All others follow the rules of Unicode.

use super::class;
use unicode_segmentation::UnicodeSegmentation;

/// The most painted characters of a grapheme after its first (or after its emoji sequence).
pub(super) const FOLLOWERS: usize = 8;

/// The first grapheme of a text, and its cells if it is painted unchanged.
pub(super) fn first(text: &str) -> Option<(&str, Option<usize>)> {
    let mut chars = text.chars();
    let c = chars.next()?;
    let after = chars.as_str();
    if let Some(cells) = class::plain(c) {
        if ends_before(after) {
            return Some((&text[..c.len_utf8()], Some(cells)));
        }
        let rest = after.trim_start_matches(class::is_mark);
        if ends_before(rest) {
            let letter = &text[..text.len() - rest.len()];
            let whole = letter.chars().nth(FOLLOWERS + 1).is_none();
            return Some((letter, whole.then_some(cells)));
        }
    } else if c.is_ascii_control() && c != '\r' {
        return Some((&text[..1], None));
    }
    #[cfg(test)]
    tests::SEGMENTED.with(|times| times.set(times.get() + 1));
    text.graphemes(true).next().map(|grapheme| (grapheme, None))
}

/// Whether a letter with all its marks ends before this.
fn ends_before(rest: &str) -> bool {
    rest.chars().next().is_none_or(|next| class::plain(next).is_some() || next.is_ascii_control())
}

/// The graphemes of a text.
pub(super) fn all(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (grapheme, _) = first(rest)?;
        rest = &rest[grapheme.len()..];
        Some(grapheme)
    })
}

#[cfg(test)]
mod tests {
    use super::{all, first};
    use asq_testkit::hostile::hostile;
    use std::cell::Cell;
    use unicode_segmentation::UnicodeSegmentation;

    thread_local! {
        /// The number of lookups by the rules of Unicode.
        pub(super) static SEGMENTED: Cell<usize> = const { Cell::new(0) };
    }

    #[test]
    fn graphemes_part_as_unicode_says() {
        for (category, text) in hostile() {
            let parts: Vec<&str> = all(&text).collect();
            assert_eq!(parts, text.graphemes(true).collect::<Vec<_>>(), "{category} {text:?}");
        }
        let some = [
            "a", "é", "e\u{301}", "漢", "©", "1", "\r", "\n", "\t", "\u{1}", "\u{7f}", "\u{301}", "\u{200d}",
        ];
        let more = [
            "\u{fe0f}", "\u{20e3}", "👩", "🏽", "🇫", "क", "\u{94d}", "\u{600}", "가", "\u{11a8}", "\u{1100}",
        ];
        let signs: Vec<&str> = some.into_iter().chain(more).collect();
        for (one, two) in signs.iter().flat_map(|one| signs.iter().map(move |two| (one, two))) {
            for three in &signs {
                let text = [*one, *two, *three].concat();
                let parts: Vec<&str> = all(&text).collect();
                assert_eq!(parts, text.graphemes(true).collect::<Vec<_>>(), "{text:?}");
            }
        }
    }

    #[test]
    fn letters_marks_and_controls_are_known_by_their_class() {
        for piece in ["word ", "漢字", "e\u{301}\u{302}\u{303}", "שָׁ", "\u{1}", "\n", "\u{7f}\t"] {
            let text = piece.repeat(1000);
            SEGMENTED.set(0);
            assert_eq!(all(&text).map(str::len).sum::<usize>(), text.len());
            assert_eq!(SEGMENTED.get(), 0, "{piece:?}");
        }
        let letter = "e".to_owned() + &"\u{301}".repeat(50_000);
        SEGMENTED.set(0);
        assert_eq!(first(&letter), Some((letter.as_str(), None)));
        assert_eq!(first(&letter[..17]), Some((&letter[..17], Some(1))));
        assert_eq!(SEGMENTED.get(), 0);
    }
}
