//! Width in terminal cells.
//!
//! - A grapheme takes one cell or two, never zero. Only joined letters and letters with spacing marks, as in Indic
//!   scripts, take more, because terminals draw them one after the other.
//! - Wide characters of the Unicode tables take two cells. So do parts of an emoji sequence (variation selector 16,
//!   joiner, skin tone, a flag's letter), because terminals rather paint too much.
//! - Printable ASCII is only counted, without segmentation.

use super::{class, grapheme};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The cells of a text that is already safe to paint.
pub fn of(text: &str) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    let plain: Option<usize> = text.chars().map(class::plain).sum();
    plain.unwrap_or_else(|| graphemes(text).map(of_grapheme).sum())
}

/// The graphemes of a text that is already safe to paint.
pub fn graphemes(text: &str) -> impl Iterator<Item = &str> {
    grapheme::all(text)
}

/// The cells of one grapheme: 1 or 2, more for joined letters, and 0 only for the empty text.
pub fn of_grapheme(grapheme: &str) -> usize {
    if grapheme.len() <= 1 {
        return grapheme.len();
    }
    let mut chars = grapheme.chars();
    if let Some(cells) = chars.next().and_then(class::plain)
        && chars.all(class::is_mark)
    {
        return cells;
    }
    let made_of_emoji =
        |c: char| matches!(c, '\u{fe0f}' | '\u{200d}') || class::is_modifier(c) || class::is_regional(c);
    if grapheme.chars().any(made_of_emoji) {
        return 2;
    }
    // A base can be wider than the whole grapheme (an emoji with variation selector 15); then terminals differ.
    let base = grapheme.chars().next().and_then(UnicodeWidthChar::width).unwrap_or(0);
    grapheme.width().max(base).max(1)
}
