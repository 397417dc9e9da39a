//! Program text, a line at a time.
//!
//! - Coloured by the syntax of its language; plain if the language is unknown.
//! - A line that is too wide continues below after a `↳`; nothing is dropped.
//! - A line with box characters is part of a drawing, so it is clipped and the drawing keeps its shape.
//! - In a single cell a wide character becomes `…`.

use crate::highlight::Lexer;
use crate::plain;
use crate::raw::{self, Raw};
use asq_core::text::{Line, Shown, Span, Style, Tone, width};
use unicode_segmentation::UnicodeSegmentation;

/// From this width on, continued lines get a mark.
const MARKED: usize = 8;

/// A piece of code, fed line by line.
#[derive(Clone, Debug, Default)]
pub(crate) struct CodeBlock {
    lexer: Option<Lexer>,
    /// The previous line was torn, and this one continues it.
    torn: bool,
}

impl CodeBlock {
    /// Code of a named language.
    pub(crate) fn named(language: &str) -> CodeBlock {
        CodeBlock { lexer: Lexer::named(language), torn: false }
    }

    pub(crate) fn of(lexer: Option<Lexer>) -> CodeBlock {
        CodeBlock { lexer, torn: false }
    }

    /// Appends the rows of the next line.
    pub(crate) fn line(&mut self, line: Raw<'_>, width: usize, out: &mut Vec<Line>) {
        let continued = std::mem::replace(&mut self.torn, line.torn);
        if raw::is_drawn(line.text) {
            out.push(plain::drawing(line.text, width));
            return;
        }
        let shown = raw::shown(line.text);
        let coloured = match &mut self.lexer {
            Some(lexer) => lexer.line(&shown),
            None => Line::of(shown, Style::default()),
        };
        rows(coloured, width, continued, out);
    }
}

/// All rows of a source. `usize::MAX` wraps nothing.
pub(crate) fn all(mut code: CodeBlock, source: &str, width: usize) -> Vec<Line> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(line) = raw::line(source, at) {
        at = line.next;
        code.line(line, width, &mut out);
    }
    out
}

/// One grapheme of a line.
#[derive(Clone, Copy)]
struct StyledGrapheme<'a> {
    text: &'a str,
    cells: usize,
    /// The span that it is part of, and where it begins there.
    span: &'a Span,
    at: usize,
}

/// Appends a line cut into rows. `continued`: it is the rest of a torn line.
pub(crate) fn rows(line: Line, width: usize, continued: bool, out: &mut Vec<Line>) {
    let marks = (MARKED..usize::MAX).contains(&width);
    let room = |continued: bool| if continued && marks { width - 2 } else { width };
    if line.width() <= room(continued) && !(continued && marks) {
        out.push(line);
        return;
    }
    let mut units: Vec<StyledGrapheme<'_>> = Vec::new();
    for span in &line.spans {
        for (at, text) in span.text.as_str().grapheme_indices(true) {
            units.push(StyledGrapheme { text, cells: width::of_grapheme(text), span, at });
        }
    }
    let mut rest = &units[..];
    let mut continued = continued;
    loop {
        let (row, after) = rest.split_at(row_end(rest, room(continued)));
        let mut line = Line::default();
        if continued && marks {
            line.push(Span::own("↳ ", Tone::Dim));
        }
        for run in row.chunk_by(|a, b| std::ptr::eq(a.span, b.span)) {
            let StyledGrapheme { span, at, cells, .. } = run[0];
            let end = run.last().map_or(at, |last| last.at + last.text.len());
            // A wide character doesn't fit into a single cell.
            let text = if cells > room(continued) { Shown::own("…") } else { span.text.part(at..end) };
            line.push(Span::new(text, span.style));
        }
        out.push(line);
        if after.is_empty() {
            return;
        }
        rest = after;
        continued = true;
    }
}

/// How many units fit into the next row; it ends after the last blank if one is near the end.
fn row_end(units: &[StyledGrapheme<'_>], room: usize) -> usize {
    let mut used = 0;
    let mut best = None;
    for (at, unit) in units.iter().enumerate() {
        used += unit.cells;
        if used > room {
            return best.unwrap_or(at).max(1);
        }
        // A break at an earlier blank would leave more than a third of the row empty.
        if unit.text == " " && used > room - room / 3 {
            best = Some(at + 1);
        }
    }
    units.len()
}
