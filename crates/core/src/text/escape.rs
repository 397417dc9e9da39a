//! The one way from foreign characters to painted ones, grapheme by grapheme.
//!
//! - Nothing is deleted: a character without ink becomes a token such as `<U+202E>`, so that its neighbours never join.
//! - A tab becomes four spaces.
//! - A mark without a base gets a dotted circle; an emoji sequence stays whole.
//! - A grapheme shows at most eight characters after its first; then `+N` counts the rest.
//! - A text can contain a literal token, too, which is harmless.

use super::grapheme::FOLLOWERS;
use super::{class, width};
use std::fmt::Write as _;

/// A tab becomes 4 blanks.
pub(super) const TAB: &str = "    ";

/// Appends the painted form of one grapheme; a line break becomes a token.
pub(super) fn grapheme(out: &mut String, grapheme: &str) {
    if grapheme == "\t" {
        out.push_str(TAB);
        return;
    }
    let mut chars = grapheme.chars();
    let (first, alone) = (chars.next(), chars.next().is_none());
    if alone && first.is_some_and(|c| class::plain(c).is_some()) {
        out.push_str(grapheme);
        return;
    }
    let sequence = if alone { 0 } else { class::emoji_sequence(grapheme) };
    out.push_str(&grapheme[..sequence]);
    let mut based = sequence > 0;
    let mut followers = 0;
    let mut rest = grapheme[sequence..].chars();
    let mut first = !based;
    while let Some(c) = rest.next() {
        if !first {
            followers += 1;
            if followers > FOLLOWERS {
                let _ = write!(out, "+{}", rest.count() + 1);
                return;
            }
        }
        if class::hidden(c) || class::is_modifier(c) || (!first && class::is_initial_jamo(c)) {
            token(out, c);
            based = false;
        } else if based {
            out.push(c);
        } else if class::joins_back(c) {
            // A dotted circle carries a mark that has no letter, and keeps it off asq's own text.
            out.push('\u{25cc}');
            out.push(c);
            based = true;
        } else if lacks_ink(c, rest.clone().next()) {
            token(out, c);
        } else {
            out.push(c);
            based = true;
        }
        first = false;
    }
}

/// Whether a character other than a mark is invisible: it has no cell, or the base that it needs after it is missing.
fn lacks_ink(c: char, next: Option<char>) -> bool {
    if class::joins_forward(c) {
        next.is_none_or(|next| class::hidden(next) || class::joins_back(next))
    } else {
        class::is_zero_width(c)
    }
}

/// The cells of the painted form of one grapheme.
pub(super) fn cells(grapheme: &str) -> usize {
    let mut chars = grapheme.chars();
    if let (Some(c), None) = (chars.next(), chars.next())
        && c.is_ascii_control()
    {
        return if c == '\t' { TAB.len() } else { "<U+0000>".len() };
    }
    let mut painted = String::new();
    self::grapheme(&mut painted, grapheme);
    if painted == grapheme { width::of_grapheme(grapheme) } else { width::of(&painted) }
}

/// Appends `<U+001B>`.
pub(super) fn token(out: &mut String, c: char) {
    let _ = write!(out, "<U+{:04X}>", u32::from(c));
}
