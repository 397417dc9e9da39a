//! Lines in the list's place: the help page, what was answered lately, a link before it is opened.
//!
//! - They scroll; a line says how many are below.
//! - Lines with the focus are marked, and in sight.
//! - Foreign text that begins a line is behind the bar in each of its rows.
//! - A focused list cuts its lines, so that each keeps its place; other lines wrap.

use super::row;
use crate::{Glyphs, gutter};
use asq_core::inbox::LinesShown;
use asq_core::text::{Line, Shown, Style, Tone, wrap};

/// Where the second line of a key's words begins: below the first.
const HANG: usize = 22;

/// The lines in sight, as `in_sight` says afterwards; before, its `top` is the wanted one.
pub(super) fn lay(
    lines: &[Line],
    focus: Option<(usize, usize)>,
    (width, height): (usize, usize),
    in_sight: &mut LinesShown,
    glyphs: Glyphs,
) -> Vec<Line> {
    let hang = if width >= 2 * HANG { HANG } else { 0 };
    let wrapped = |line: &Line| match behind_bar(line) {
        Some(text) if width >= gutter::FROM => {
            let room = width - gutter::CELLS;
            let rows = wrap::wrap(&glyphs.line(&text), room);
            rows.iter().map(|row| gutter::behind(row, room, glyphs)).collect()
        }
        Some(_) | None => wrap::wrap_indent(&glyphs.line(line), width, 0, hang),
    };
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
        in_sight.top = in_sight.top.min(from).max(last);
    }
    in_sight.all = lines.len();
    in_sight.top = in_sight.top.min(lines.len().saturating_sub(height));
    lines.drain(..in_sight.top);
    in_sight.count = lines.len().min(height);
    if lines.len() > height && height > 1 {
        in_sight.count = height - 1;
        let hidden = lines.len() - (height - 1);
        lines.truncate(height - 1);
        let more = Shown::joined(&[Shown::own("↓ "), Shown::number(hidden), Shown::own(" more")]);
        lines.push(Line::of(glyphs.own_text(more), Style::of(Tone::Dim)));
    }
    lines
}

/// The rest of a line that begins with asq's own bar.
fn behind_bar(line: &Line) -> Option<Line> {
    let (first, rest) = line.spans.split_first()?;
    (first.text.as_str() == "│ " && first.style.tone == Tone::Dim).then(|| Line::new(rest.to_vec()))
}
