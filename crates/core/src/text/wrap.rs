//! Breaking and clipping of lines.
//!
//! - A line breaks at spaces. The spaces at a break are dropped, those at the start of the line stay.
//! - A word wider than the line is cut between graphemes. Wide (CJK) text breaks anywhere, except before closing and
//!   after opening punctuation.
//! - Styles continue across breaks.
//! - No resulting line is too wide: in one cell a wide grapheme becomes `…`, and a width of 0 gives no line.

use super::{Line, Shown, Span, Style, class, width};

/// One grapheme of a line.
#[derive(Clone, Copy)]
struct Unit<'a> {
    text: &'a str,
    cells: usize,
    style: Style,
}

/// Breaks a line at spaces, and inside a word wider than `width`. An empty line stays one line; a `width` of 0 gives no
/// line.
pub fn wrap(line: &Line, width: usize) -> Vec<Line> {
    broken(line, width, width)
}

/// Like [`wrap`], with `first` blanks before the first line and `rest` blanks before the others, within `width`. Blanks
/// that would leave no room are dropped.
pub fn wrap_indent(line: &Line, width: usize, first: usize, rest: usize) -> Vec<Line> {
    let fit = |blanks: usize| if blanks < width { blanks } else { 0 };
    let (first, rest) = (fit(first), fit(rest));
    let mut lines = broken(line, width - first, width - rest);
    for (i, line) in lines.iter_mut().enumerate() {
        let blanks = if i == 0 { first } else { rest };
        if blanks > 0 {
            line.spans.insert(0, Span::new(Shown::repeat(" ", blanks), Style::default()));
        }
    }
    lines
}

/// Cuts a line to `width` cells; a cut line ends in `mark`. Never cuts a grapheme.
pub fn clip(line: &Line, width: usize, mark: &'static str) -> Line {
    if fits(line, width) {
        return line.clone();
    }
    let (mark, _) = Shown::own(mark).split(width);
    let room = width - mark.width();
    let mut used = 0;
    let mut kept = Vec::new();
    for unit in units(line) {
        if used + unit.cells > room {
            break;
        }
        used += unit.cells;
        kept.push(unit);
    }
    let mut clipped = gather(&kept);
    let style = clipped.spans.last().or(line.spans.first()).map_or_else(Style::default, |s| s.style);
    match clipped.spans.last_mut() {
        Some(last) => last.text.push(&mark),
        None => clipped.push(Span::new(mark, style)),
    }
    clipped
}

/// Clips a line to `width` cells, or fills it with blanks.
pub fn pad(line: &Line, width: usize) -> Line {
    let mut padded = clip(line, width, "…");
    let missing = width - padded.width();
    if missing > 0 {
        padded.push(Span::new(Shown::repeat(" ", missing), Style::default()));
    }
    padded
}

fn fits(line: &Line, width: usize) -> bool {
    let mut left = width;
    line.spans.iter().all(|span| match left.checked_sub(width_up_to(span.text.as_str(), left)) {
        Some(rest) => {
            left = rest;
            true
        }
        None => false,
    })
}

/// The width of a text; stops counting beyond `limit`.
fn width_up_to(text: &str, limit: usize) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    let mut used = 0;
    for grapheme in width::graphemes(text) {
        used += width::of_grapheme(grapheme);
        if used > limit {
            break;
        }
    }
    used
}

fn units(line: &Line) -> impl Iterator<Item = Unit<'_>> {
    line.spans.iter().flat_map(|span| {
        let unit = |text| Unit { text, cells: width::of_grapheme(text), style: span.style };
        width::graphemes(span.text.as_str()).map(unit)
    })
}

/// Joins units to spans; neighbours of one style become one span.
fn gather(units: &[Unit<'_>]) -> Line {
    let runs = units.chunk_by(|a, b| a.style == b.style);
    let span = |run: &[Unit<'_>]| {
        Span::new(Shown::of_escaped(run.iter().map(|unit| unit.text).collect()), run[0].style)
    };
    Line::new(runs.map(span).collect())
}

fn broken(line: &Line, first: usize, rest: usize) -> Vec<Line> {
    if first == 0 || rest == 0 {
        return Vec::new();
    }
    if fits(line, first) {
        return vec![line.clone()];
    }
    let mut lines = Vec::new();
    let mut row: Vec<Unit<'_>> = Vec::new();
    let mut used = 0;
    // The number of units up to the last possible break, including the spaces before it.
    let mut may_end = 0;
    // Whether the row is at a break, where spaces are dropped.
    let mut at_break = false;
    for mut unit in units(line) {
        let space = class::is_space(unit.text);
        if at_break && space {
            continue;
        }
        loop {
            let room = if lines.is_empty() { first } else { rest };
            if unit.cells > room {
                // A grapheme that is wider than the whole line can't be broken.
                unit = Unit { text: "…", cells: 1, ..unit };
            }
            if !space && let Some(last) = row.last() {
                let after_space = class::is_space(last.text);
                if after_space || class::breaks_between(last.text, unit.text) {
                    may_end = row.len();
                }
            }
            if used + unit.cells <= room {
                break;
            }
            let end = if space || may_end == 0 { row.len() } else { may_end };
            let left = row.split_off(end);
            let inked = row.iter().rposition(|u| !class::is_space(u.text)).map_or(0, |last| last + 1);
            // Overlong blank runs don't start a line.
            if inked > 0 {
                lines.push(gather(&row[..inked]));
            }
            row = left;
            used = row.iter().map(|u| u.cells).sum();
            may_end = 0;
            at_break = space;
            if space {
                break;
            }
        }
        if at_break && space {
            continue;
        }
        at_break = false;
        used += unit.cells;
        row.push(unit);
    }
    if !row.is_empty() || lines.is_empty() {
        lines.push(gather(&row));
    }
    lines
}
