//! Text that is safe to paint.
//!
//! - It comes from asq's own words, numbers, or [`Untrusted`] text on the one escaping path, and from nothing else.
//! - It contains nothing that controls, hides or reorders. Every grapheme has ink or is a space, so painting it moves
//!   the cursor by exactly its width.
//! - On one line a line break becomes `↵`; as lines, LF, CR LF and CR break. In a confirmation of danger a CR becomes a
//!   token, and blanks are counted.
//! - Text of only U+2800 (a blank that isn't a space) and white space becomes tokens.
//! - Escaping can clip at once, so that a label of megabytes costs nothing.
//! - Right-to-left text keeps its order; [`Shown::has_rtl`] lets painters isolate it.

use super::{Untrusted, escape, grapheme, literal, width};
use std::fmt;
use std::ops::Range;
use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation};

/// Text that is safe to paint: asq's own words, or escaped [`Untrusted`] text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Shown(String);

impl Shown {
    /// asq's own words.
    pub fn own(text: &'static str) -> Shown {
        Shown(text.to_owned())
    }

    /// asq's own text, repeated: rules, gutters, blanks.
    pub fn repeat(text: &'static str, times: usize) -> Shown {
        Shown(text.repeat(times))
    }

    /// A number in digits.
    pub fn number(n: usize) -> Shown {
        Shown(n.to_string())
    }

    /// Foreign text on one line: line breaks become `↵`, a tab four spaces.
    pub fn one_line(text: &Untrusted) -> Shown {
        Shown(escaped(text.raw(), is_blank_ink(text.raw()), false))
    }

    /// The first `graphemes` of a foreign text on one line, then `…` if there is more. Reads no further than necessary,
    /// even if one grapheme has a million marks.
    pub fn clipped(text: &Untrusted, graphemes: usize) -> Shown {
        let raw = text.raw();
        // Few graphemes have more than 32 bytes. Where many do, the clip only becomes shorter.
        let near = &raw[..raw.floor_char_boundary(graphemes.saturating_mul(32).saturating_add(256))];
        let end = near.grapheme_indices(true).nth(graphemes).map_or(near.len(), |(at, _)| at);
        let mut shown = escaped(&near[..end], is_blank_ink(near), false);
        if end < raw.len() {
            shown.push('…');
        }
        Shown(shown)
    }

    /// Foreign text on one line in which no two characters look alike, for text that grants power. Runs of blanks
    /// become their count, and letters that look like others become tokens.
    pub fn literal(text: &Untrusted) -> Shown {
        Shown(literal::literal(text.raw()))
    }

    /// Foreign text as lines: LF, CR LF and CR break; a break at the very end adds no line. Tabs reach to the next
    /// multiple of four.
    pub fn lines(text: &Untrusted) -> Vec<Shown> {
        let blank = is_blank_ink(text.raw());
        let mut rest = text.raw();
        let mut lines = Vec::new();
        while !rest.is_empty() {
            let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
            lines.push(Shown(escaped(&rest[..end], blank, true)));
            let after = &rest[end..];
            rest = after.strip_prefix("\r\n").or_else(|| after.get(1..)).unwrap_or("");
        }
        lines
    }

    /// The same without anything that could hide a part of it. Only LF and CR LF break, any other CR becomes a token,
    /// and two or more blanks become their count.
    pub fn literal_lines(text: &Untrusted) -> Vec<Shown> {
        let blank = is_blank_ink(text.raw());
        let part = |part: &str| escaped(part, blank, false);
        text.raw().lines().map(|line| Shown(literal::counted(line, part))).collect()
    }

    /// The same on one line: line breaks become `↵`.
    pub fn told_line(text: &Untrusted) -> Shown {
        Shown::one_line(&text.literal())
    }

    /// The texts joined together.
    pub fn joined<'a>(parts: impl IntoIterator<Item = &'a Shown>) -> Shown {
        Shown(parts.into_iter().map(Shown::as_str).collect())
    }

    /// This text followed by another one.
    pub fn then(mut self, next: &Shown) -> Shown {
        self.push(next);
        self
    }

    /// Adds a text at the end.
    pub fn push(&mut self, next: &Shown) {
        self.0.push_str(&next.0);
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether there is nothing to paint.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Its width in cells.
    pub fn width(&self) -> usize {
        width::of(&self.0)
    }

    /// The graphemes in the first `cells` cells, and the rest.
    pub fn split(&self, cells: usize) -> (Shown, Shown) {
        let mut used = 0;
        let fits = |g: &&str| {
            used += width::of_grapheme(g);
            used <= cells
        };
        let at = grapheme::all(&self.0).take_while(fits).map(str::len).sum();
        let (left, right) = self.0.split_at(at);
        (Shown(left.to_owned()), Shown(right.to_owned()))
    }

    /// A part of it by bytes. A bound inside a grapheme moves to its end, so that adjacent parts neither lose nor
    /// repeat anything.
    pub fn part(&self, range: Range<usize>) -> Shown {
        let bound = |at: usize| {
            let at = at.min(self.0.len());
            if self.0.is_ascii() {
                return at;
            }
            let mut cursor = GraphemeCursor::new(at, self.0.len(), true);
            match cursor.is_boundary(&self.0, 0) {
                Ok(false) => cursor.next_boundary(&self.0, 0).ok().flatten().unwrap_or(self.0.len()),
                Ok(true) | Err(_) => at,
            }
        };
        Shown(self.0.get(bound(range.start)..bound(range.end)).unwrap_or_default().to_owned())
    }

    /// Whether it has a right-to-left letter; a painter isolates such a text.
    pub fn has_rtl(&self) -> bool {
        !self.0.is_ascii() && self.0.chars().any(is_rtl)
    }

    /// Text that is already escaped, from parts of other [`Shown`]s.
    pub(super) fn of_escaped(text: String) -> Shown {
        Shown(text)
    }
}

fn is_rtl(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{65f}' | '\u{66a}'..='\u{6ef}' | '\u{6fa}'..='\u{8ff}'
        | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}'
        | '\u{1e800}'..='\u{1efff}')
}

/// Whether the text is blank, but has more than white space.
fn is_blank_ink(text: &str) -> bool {
    // The empty Braille pattern isn't white space to Unicode, but nobody sees it.
    text.contains('\u{2800}') && text.chars().all(|c| c == '\u{2800}' || c.is_whitespace())
}

fn escaped(text: &str, blank_ink: bool, tab_stops: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut columns_to = 0;
    let mut column = 0;
    while !rest.is_empty() {
        let plain = rest.bytes().take_while(|b| matches!(b, b' '..=b'~')).count();
        // A following mark may belong to the last one.
        let run =
            if rest[plain..].starts_with(|c: char| !c.is_ascii()) { plain.saturating_sub(1) } else { plain };
        if run > 0 {
            out.push_str(&rest[..run]);
            rest = &rest[run..];
            continue;
        }
        let Some((grapheme, cells)) = grapheme::first(rest) else { break };
        match grapheme {
            "\n" | "\r\n" => out.push('↵'),
            "\t" if tab_stops => {
                column += width::of(&out[columns_to..]);
                columns_to = out.len();
                out.push_str(&escape::TAB[column % escape::TAB.len()..]);
            }
            "\u{2800}" if blank_ink => escape::token(&mut out, '\u{2800}'),
            plain if cells.is_some() => out.push_str(plain),
            other => escape::grapheme(&mut out, other),
        }
        rest = &rest[grapheme.len()..];
    }
    out
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl<'a> FromIterator<&'a Shown> for Shown {
    fn from_iter<T: IntoIterator<Item = &'a Shown>>(parts: T) -> Shown {
        Shown::joined(parts)
    }
}
