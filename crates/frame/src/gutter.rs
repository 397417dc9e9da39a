//! The bar before each row of foreign text: no such row can pass for one of asq's own.
//!
//! - Thin and dim, one column before the text; the rows of an option have theirs below the number.
//! - A narrower terminal has no bar, because the words need its columns.

use crate::Frame;
use crate::block::blanks;
use crate::glyphs::Glyphs;
use asq_core::text::{Line, Span, Tone, wrap};

/// From this width on there is a bar.
pub(crate) const FROM: usize = 8;
/// The bar and the blank behind it.
pub(crate) const CELLS: usize = 2;

pub(crate) fn bar(glyphs: Glyphs) -> Span {
    glyphs.own("│ ", Tone::Dim)
}

/// The frame with red bars.
pub(crate) fn reddened(mut frame: Frame) -> Frame {
    let blank = |span: &&mut Span| span.text.as_str().bytes().all(|byte| byte == b' ');
    for line in &mut frame.lines {
        let first = line.spans.iter_mut().find(|span| !blank(span));
        if let Some(bar) = first.filter(|span| is_bar(span)) {
            bar.style.tone = Tone::Danger;
        }
    }
    frame
}

/// Whether it is [`bar`], in any spelling.
fn is_bar(span: &Span) -> bool {
    [Glyphs::Unicode, Glyphs::Ascii].into_iter().any(|glyphs| *span == bar(glyphs))
}

/// The prefix of text that begins in a column.
pub(crate) fn before(column: usize, glyphs: Glyphs) -> Line {
    if column < CELLS {
        return blanks(column);
    }
    let mut line = blanks(column - CELLS);
    line.push(bar(glyphs));
    line
}

/// A line of so many columns at most, behind the bar.
pub(crate) fn behind(line: &Line, room: usize, glyphs: Glyphs) -> Line {
    let mut out = Line::from(bar(glyphs));
    out.spans.extend(wrap::clip(line, room, glyphs.ellipsis()).spans);
    out
}
