//! Text in which every character can be told from every other: for what gives somebody power.
//!
//! - A character that has no ink, moves the cursor, breaks a line or looks like another one becomes a token.
//! - Printable ASCII stands as it is, and so do Latin letters with accents, Han, kana and Hangul.
//! - A run of blanks, and one at the beginning or the end, becomes its count: `<12 blanks>`.
//! - Of a dangerous question only the blanks are counted: its letters stay as they are.
//! - What would look like a token without being one is broken up: its `<` becomes a token.

use super::escape;
use std::fmt::Write as _;

/// What is painted for a text.
pub(super) fn literal(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let blanks = rest.bytes().take_while(|b| *b == b' ').count();
        if blanks > 0 {
            let edge = rest.len() == text.len() || rest.len() == blanks;
            match blanks {
                1 if !edge => out.push(' '),
                1 => out.push_str("<1 blank>"),
                // Writing to a string can't fail.
                n => drop(write!(out, "<{n} blanks>")),
            }
            rest = &rest[blanks..];
            continue;
        }
        rest = &rest[c.len_utf8()..];
        if stands(c) && !(c == '<' && begins_token(rest)) { out.push(c) } else { escape::token(&mut out, c) }
    }
    out
}

/// A line whose runs of two blanks or more, tabs among them, are counted; the other parts are `shown`.
pub(super) fn counted(line: &str, shown: impl Fn(&str) -> String) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find(blank) {
        let from = &rest[at..];
        let end = from.find(|c| !blank(c)).unwrap_or(from.len());
        let count = from[..end].chars().count();
        let part = if count > 1 { at } else { at + end };
        out.push_str(&shown(&rest[..part]));
        if count > 1 {
            // Writing to a string can't fail.
            let _ = write!(out, "<{count} blanks>");
        }
        rest = &from[end..];
    }
    out + &shown(rest)
}

/// What leaves a gap in a row.
fn blank(c: char) -> bool {
    c == '\u{2800}' || (c.is_whitespace() && (c == '\t' || !c.is_control()))
}

/// Whether a character can be taken for no other, and stands for itself.
fn stands(c: char) -> bool {
    match c {
        ' '..='~' => true,
        '\u{c0}'..='\u{17f}' => !matches!(c, '\u{d7}' | '\u{f7}' | '\u{131}' | '\u{138}' | '\u{17f}'),
        '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}' => true,
        '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' => true,
        _ => false,
    }
}

/// Whether what follows a `<` would make it look like a token.
fn begins_token(rest: &str) -> bool {
    rest.starts_with("U+") || rest.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::literal;
    use crate::text::{Shown, Untrusted};

    #[test]
    fn every_character_can_be_told_from_every_other() {
        let same = |text: &str| assert_eq!(literal(text), text);
        same("notify-send 'A question is waiting' >/dev/null");
        same("Jörg/漢字/かな/한글");
        for (text, shown) in [
            ("a\r\nb\tc\u{1b}[2J", "a<U+000D><U+000A>b<U+0009>c<U+001B>[2J"),
            ("a  b   c", "a<2 blanks>b<3 blanks>c"),
            (" a ", "<1 blank>a<1 blank>"),
            ("", ""),
            (" ", "<1 blank>"),
            ("<2 blanks> <U+000D> <b>", "<U+003C>2 blanks> <U+003C>U+000D> <b>"),
            ("nоtify", "n<U+043E>tify"),
            ("2×3÷4ıĸſ", "2<U+00D7>3<U+00F7>4<U+0131><U+0138><U+017F>"),
            ("a\u{a0}b\u{3000}c\u{2800}", "a<U+00A0>b<U+3000>c<U+2800>"),
            ("e\u{301}", "e<U+0301>"),
            ("👩\u{200d}💻", "<U+1F469><U+200D><U+1F4BB>"),
            ("│ \u{202e}x\u{2028}", "<U+2502> <U+202E>x<U+2028>"),
        ] {
            assert_eq!(literal(text), shown, "{text:?}");
        }
    }

    #[test]
    fn what_is_dangerous_is_told_with_its_blanks_and_returns() {
        for (text, shown) in [
            ("Drop it?\r\nall\n\n of it\n", &["Drop it?", "all", "", " of it"][..]),
            ("a\rb\r\r\nc\r", &["a<U+000D>b<U+000D>", "c<U+000D>"]),
            ("a  b\t\tc \u{a0}\u{2800}d   ", &["a<2 blanks>b<2 blanks>c<3 blanks>d<3 blanks>"]),
            (" a b\tc\u{3000}d ", &[" a b    c\u{3000}d "]),
            ("  \u{301}x\u{202e}", &["<2 blanks>\u{25cc}\u{301}x<U+202E>"]),
            ("", &[]),
        ] {
            let lines = Shown::told_lines(&Untrusted::from(text));
            assert_eq!(lines.iter().map(Shown::as_str).collect::<Vec<_>>(), shown, "{text:?}");
        }
    }
}
