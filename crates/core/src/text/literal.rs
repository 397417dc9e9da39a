//! Text in which no two characters look alike, for text that grants power, such as commands.
//!
//! - A character without ink, or one that moves the cursor, breaks a line or looks like another one, becomes a token.
//! - Printable ASCII stays unchanged, and so do Latin letters with accents, Han, kana and Hangul.
//! - A run of blanks, or a blank at the beginning or the end, becomes its count: `<12 blanks>`.
//! - In a dangerous question, only blanks are counted and a CR becomes a token; letters stay unchanged. Text with a
//!   layout (code, tables) keeps runs of up to 16 blanks, less than a row of the narrowest screen.
//! - If text only looks like a token, its `<` becomes a token.

use super::{Untrusted, escape};
use std::fmt::Write as _;
use unicode_segmentation::UnicodeSegmentation;

/// The painted form of a text.
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

/// Counts a line's runs of two or more blanks, including tabs; `shown` converts the other parts.
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

/// The most blanks in a run that belongs to a layout.
const LAYOUT: usize = 16;

impl Untrusted {
    /// The same for a confirmation of danger: a lone CR becomes a token, and runs of blanks become their count.
    #[must_use]
    pub fn literal(&self) -> Untrusted {
        self.with_counted(1)
    }

    /// The same for a source with a layout, whose shorter runs stay.
    #[must_use]
    pub fn literal_source(&self) -> Untrusted {
        self.with_counted(LAYOUT)
    }

    fn with_counted(&self, most: usize) -> Untrusted {
        let text = self.raw();
        let mut out = String::new();
        let mut kept = 0;
        let mut at = 0;
        while let Some(found) = text[at..].find(|c| c == '\r' || blank(c)) {
            let from = at + found;
            let run = &text[from..];
            let end = if run.starts_with('\r') { 1 } else { run.find(|c| !blank(c)).unwrap_or(run.len()) };
            at = from + end;
            let cells = run[..end].chars().map(|c| if c == '\t' { escape::TAB.len() } else { 1 });
            let token = match &run[..end] {
                "\r" if run.starts_with("\r\n") => continue,
                "\r" => "<U+000D>".to_owned(),
                blanks if blanks.chars().nth(1).is_some() && cells.sum::<usize>() > most => {
                    format!("<{} blanks>", blanks.chars().count())
                }
                _ => continue,
            };
            out.push_str(&text[kept..from]);
            out.push_str(&token);
            // A mark would change how the token looks.
            let mark =
                text[at..].chars().next().is_some_and(|c| format!(">{c}").graphemes(true).nth(1).is_none());
            if mark {
                out.push('\u{25cc}');
            }
            kept = at;
        }
        if kept == 0 { self.clone() } else { Untrusted::new(out + &text[kept..]) }
    }
}

/// Whether a character leaves a gap in a row.
fn blank(c: char) -> bool {
    c == '\u{2800}' || (c.is_whitespace() && (c == '\t' || !c.is_control()))
}

/// Whether a character looks like no other, and needs no neighbour.
fn stands(c: char) -> bool {
    match c {
        ' '..='~' => true,
        '\u{c0}'..='\u{17f}' => !matches!(c, '\u{d7}' | '\u{f7}' | '\u{131}' | '\u{138}' | '\u{17f}'),
        '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}' => true,
        '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' => true,
        _ => false,
    }
}

/// Whether the text after a `<` would make it look like a token.
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
            let text = Untrusted::from(text);
            for lines in [Shown::literal_lines(&text), Shown::lines(&text.literal())] {
                let lines: Vec<String> =
                    lines.iter().map(|line| line.as_str().replace("b  c", "b    c")).collect();
                assert_eq!(lines, shown, "{text:?}");
            }
        }
    }

    #[test]
    fn a_source_keeps_the_blanks_that_its_layout_needs() {
        let literal = |text: &str| Untrusted::from(text).literal_source().raw().to_owned();
        let (most, more) = (" ".repeat(16), " ".repeat(17));
        assert_eq!(
            literal(&format!("{most}a{more}b\r\n{more}\n")),
            format!("{most}a<17 blanks>b\r\n<17 blanks>\n")
        );
        assert_eq!(literal("\ta\t\t\t\tb\t\t\t\t c\rd\r"), "\ta\t\t\t\tb<5 blanks>c<U+000D>d<U+000D>");
        assert_eq!(literal("e\u{301} \u{3000} x"), "e\u{301} \u{3000} x");
    }

    #[test]
    fn a_label_tells_its_blanks_in_one_line() {
        let literal = |text: &str| Shown::told_line(&Untrusted::from(text)).to_string();
        assert_eq!(literal("Keep   it\rDrop\nall \u{202e}x"), "Keep<3 blanks>it<U+000D>Drop↵all <U+202E>x");
    }
}
