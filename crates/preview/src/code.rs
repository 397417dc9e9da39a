//! Program text, a line at a time.
//!
//! - Coloured by what its language is made of; in the tone of code where the language is not known.
//! - A line that is too wide goes on below, behind a `↳`; nothing of it is dropped.
//! - A line with box characters is part of a drawing: it is cut instead, so that the drawing keeps its shape.
//! - In one cell a wide character becomes `…`.

use crate::highlight::Lexer;
use crate::plain;
use crate::raw::{self, Raw};
use asq_core::text::{Line, Shown, Span, Style, Tone, Untrusted, width};
use unicode_segmentation::UnicodeSegmentation;

/// From this width on a continued line is marked.
const MARKED: usize = 8;

/// A piece of code while its lines come in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Code {
    lexer: Option<Lexer>,
    /// The line before was torn: this one continues it.
    torn: bool,
}

impl Code {
    /// Code of a named language.
    pub(crate) fn named(language: &str) -> Code {
        Code { lexer: Lexer::named(language), torn: false }
    }

    /// Code whose language is seen from its beginning, if at all.
    pub(crate) fn guessed(source: &str) -> Code {
        Code { lexer: Lexer::guessed(source), torn: false }
    }

    /// Appends the rows of the next line.
    pub(crate) fn line(&mut self, line: Raw<'_>, width: usize, out: &mut Vec<Line>) {
        let continued = std::mem::replace(&mut self.torn, line.torn);
        if raw::is_drawn(line.text) {
            out.push(plain::drawing(line.text, width, Tone::Code));
            return;
        }
        let shown = raw::shown(line.text);
        let coloured = match &mut self.lexer {
            Some(lexer) => lexer.line(shown.as_str()),
            None => Line::of(shown, Style::of(Tone::Code)),
        };
        rows(coloured, width, continued, out);
    }
}

/// All rows of a source.
pub(crate) fn all(mut code: Code, source: &str, width: usize) -> Vec<Line> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(line) = raw::line(source, at) {
        at = line.next;
        code.line(line, width, &mut out);
    }
    out
}

/// A line cut into rows.
pub(crate) fn rows(mut line: Line, width: usize, mut continued: bool, out: &mut Vec<Line>) {
    if width == 0 {
        return;
    }
    loop {
        let mark = if continued && width >= MARKED { Some(Span::own("↳ ", Tone::Dim)) } else { None };
        let room = width - mark.as_ref().map_or(0, |_| 2);
        let (row, rest) = cut(line, room);
        out.push(Line::new(mark.into_iter().chain(row).collect()));
        if rest.is_empty() {
            return;
        }
        line = Line::new(rest);
        continued = true;
    }
}

/// The spans of the first `room` cells, and the others; behind a blank, if one is near the end. At least one
/// grapheme is taken.
fn cut(line: Line, room: usize) -> (Vec<Span>, Vec<Span>) {
    let room = if line.width() > room { broken(&line, room) } else { room };
    let mut row: Vec<Span> = Vec::new();
    let mut used = 0;
    let mut spans = line.spans.into_iter();
    while let Some(span) = spans.next() {
        let width = span.text.width();
        if used + width <= room {
            used += width;
            row.push(span);
            continue;
        }
        let (mut left, mut right) = span.text.split(room - used);
        if left.is_empty() && row.is_empty() {
            // A wide character and a single cell.
            right = span.text.split(2).1;
            left = Shown::own("…");
        }
        if !left.is_empty() {
            row.push(Span::new(left, span.style));
        }
        let mut rest = Vec::new();
        if !right.is_empty() {
            rest.push(Span::new(right, span.style));
        }
        rest.extend(spans);
        return (row, rest);
    }
    (row, Vec::new())
}

/// Where a row of at most `room` cells ends best: behind the last blank of its last third.
fn broken(line: &Line, room: usize) -> usize {
    let mut used = 0;
    let mut best = room;
    for span in &line.spans {
        for grapheme in span.text.as_str().graphemes(true) {
            used += width::of_grapheme(grapheme);
            if used > room {
                return best;
            }
            if grapheme == " " && used > room - room / 3 {
                best = used;
            }
        }
    }
    best
}

/// A part of a shown line in a style; parts stay what they were, escaped.
pub(crate) fn part(text: &str, style: Style) -> Span {
    Span::new(Shown::one_line(&Untrusted::from(text)), style)
}
