//! A form below rows of asq's own.
//!
//! - They take at most a third of the height.
//! - Foreign text in a row that only asq can draw has a row of its own, behind the bar. If that is too much, it stands
//!   at the end of the row, whose words become fewer.

use super::row::banner;
use crate::{Frame, Glyphs, Size, View, gutter, trusted};
use asq_core::form::Screen;
use asq_core::text::{Line, Span, Tone, wrap};

/// The part of the height for those rows.
const SHARE: usize = 3;
/// From so many columns on, a row with foreign text at its end also has its last words.
const ROOMY: usize = 40;

/// Rows and form; and how many rows there are.
pub(super) fn with_form(
    above: &[Line],
    form: Option<(&Screen<'_>, &mut View)>,
    size: Size,
    glyphs: Glyphs,
) -> (Frame, usize) {
    let (width, most) = (usize::from(size.width), usize::from(size.height) / SHARE);
    let mut lines: Vec<Line> = above.iter().flat_map(|line| apart(line, width, glyphs)).collect();
    if lines.len() > most {
        lines = above.iter().flat_map(|line| together(line, width, glyphs)).collect();
    }
    lines.truncate(most);
    let rows = lines.len();
    let Some((form, view)) = form else { return (Frame { lines, caret: None }, rows) };
    let frame = crate::paint(form, view, Size { height: size.height - rows as u16, ..size });
    lines.extend(frame.lines);
    (Frame { lines, caret: frame.caret.map(|(x, y)| (x, y + rows as u16)) }, rows)
}

/// asq's own words, and the foreign text behind the bar, if there is any.
fn parts(line: &Line) -> (Line, Option<Line>) {
    let bar = |span: &Span| span.text.as_str() == "│ " && span.style.tone == Tone::Dim;
    let own = line.spans.first().is_some_and(|span| span.style.tone == Tone::Trusted);
    match line.spans.iter().position(bar).filter(|_| own) {
        Some(at) => (Line::new(line.spans[..at].to_vec()), Some(Line::new(line.spans[at + 1..].to_vec()))),
        None => (line.clone(), None),
    }
}

fn apart(line: &Line, width: usize, glyphs: Glyphs) -> Vec<Line> {
    let (words, foreign) = parts(line);
    let mut lines = banner(&words, width, glyphs);
    lines.extend(foreign.map(|text| {
        let room = width.saturating_sub(gutter::CELLS).max(1);
        gutter::behind(&glyphs.line(&text), room, glyphs)
    }));
    lines
}

fn together(line: &Line, width: usize, glyphs: Glyphs) -> Vec<Line> {
    let (words, foreign) = parts(line);
    let Some(foreign) = foreign.filter(|_| width >= gutter::FROM) else {
        return banner(&words, width, glyphs);
    };
    let mut row = Line::new(trusted::gutter(glyphs).to_vec());
    let (first, last) = (words.spans.first(), words.spans.last().filter(|_| width >= ROOMY));
    let own = first.into_iter().chain(last.filter(|_| words.spans.len() > 1)).cloned().collect();
    row.spans.extend(trusted::quiet(Line::new(own)).spans);
    row.push(glyphs.own(" │ ", Tone::Dim));
    row.spans.extend(glyphs.line(&foreign).spans);
    vec![wrap::clip(&row, width, glyphs.ellipsis())]
}
