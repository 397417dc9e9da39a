//! Lines in the list's place: the help page, or what was answered lately.
//!
//! - They scroll; a line says how many are below.
//! - Lines with the focus are marked, and in sight.
//! - A focused list cuts its lines, so that each keeps its place; other lines wrap.

use super::row;
use crate::Glyphs;
use asq_core::text::{Line, Shown, Style, Tone, wrap};

/// Where the second line of a key's words begins: below the first.
const HANG: usize = 22;

/// The lines in sight; `top` becomes the number of those that are scrolled away.
pub(super) fn lay(
    lines: &[Line],
    focus: Option<(usize, usize)>,
    (width, height): (usize, usize),
    top: &mut usize,
    glyphs: Glyphs,
) -> Vec<Line> {
    let hang = if width >= 2 * HANG { HANG } else { 0 };
    let wrapped = |line: &Line| wrap::wrap_indent(&glyphs.line(line), width, 0, hang);
    let mut lines: Vec<Line> = match focus {
        None => lines.iter().flat_map(wrapped).collect(),
        Some(_) => lines.iter().map(|l| wrap::clip(&glyphs.line(l), width, glyphs.ellipsis())).collect(),
    };
    if let Some((from, to)) = focus {
        for line in lines.iter_mut().take(to).skip(from) {
            row::fill(line, width);
        }
        // The last line of the place says how many are below.
        let last = (to + 1).saturating_sub(height);
        *top = (*top).min(from).max(last);
    }
    *top = (*top).min(lines.len().saturating_sub(height));
    lines.drain(..*top);
    if lines.len() > height && height > 1 {
        let hidden = lines.len() - (height - 1);
        lines.truncate(height - 1);
        let more = Shown::joined(&[Shown::own("↓ "), Shown::number(hidden), Shown::own(" more")]);
        lines.push(Line::of(glyphs.own_text(more), Style::of(Tone::Dim)));
    }
    lines
}
