//! Tables: columns as wide as their widest cell, a rule below the head.
//!
//! - If that is too wide, the widest columns shrink and their cells wrap.
//! - If a word or a number would be cut, each row becomes lines of `head: cell`.
//! - The head is bold; cells are aligned as the table says.

use asq_core::text::{Line, Shown, Span, Style, Tone, width, wrap};
use pulldown_cmark::Alignment;

/// The narrowest width of a column.
const NARROW: usize = 4;
/// Between two columns: ` │ `.
const BETWEEN: usize = 3;

/// A table, while its cells arrive.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    alignments: Vec<Alignment>,
    rows: Vec<Vec<Line>>,
    headless: bool,
}

impl Table {
    pub(super) fn new(alignments: Vec<Alignment>) -> Table {
        Table { alignments, ..Table::default() }
    }

    /// The first row is an ordinary row.
    pub(super) fn headless(&mut self) {
        self.headless = true;
    }

    pub(super) fn row(&mut self) {
        self.rows.push(Vec::new());
    }

    pub(super) fn cell(&mut self, cell: Vec<Line>) {
        let mut one = Line::default();
        for line in cell {
            if !one.spans.is_empty() {
                one.push(Span::own(" ", Tone::Plain));
            }
            one.spans.extend(line.spans);
        }
        if let Some(row) = self.rows.last_mut() {
            row.push(one);
        }
    }

    /// No line is wider than `room`.
    pub(super) fn lines(self, room: usize) -> Vec<Line> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let natural: Vec<usize> = (0..columns)
            .map(|c| self.rows.iter().filter_map(|r| r.get(c)).map(Line::width).max().unwrap_or(0))
            .collect();
        let words: Vec<usize> = (0..columns)
            .map(|c| self.rows.iter().filter_map(|r| r.get(c)).map(longest_word).max().unwrap_or(0))
            .collect();
        match shrunk(&natural, &words, room) {
            Some(widths) => self.columns(&widths),
            None => self.records(room),
        }
    }

    fn columns(self, widths: &[usize]) -> Vec<Line> {
        let mut lines = Vec::new();
        for (i, row) in self.rows.into_iter().enumerate() {
            let cells: Vec<Vec<Line>> = widths
                .iter()
                .enumerate()
                .map(|(c, width)| {
                    let cell = row.get(c).cloned().unwrap_or_default();
                    wrap::wrap(&if i == 0 && !self.headless { bold(cell) } else { cell }, (*width).max(1))
                })
                .collect();
            let height = cells.iter().map(Vec::len).max().unwrap_or(1);
            for y in 0..height {
                let mut line = Line::default();
                for (c, width) in widths.iter().enumerate() {
                    if c > 0 {
                        line.push(Span::own(" │ ", Tone::Dim));
                    }
                    let cell = cells[c].get(y).cloned().unwrap_or_default();
                    let room = width.saturating_sub(cell.width());
                    let before = match self.alignments.get(c) {
                        Some(Alignment::Right) => room,
                        Some(Alignment::Center) => room / 2,
                        Some(Alignment::Left | Alignment::None) | None => 0,
                    };
                    line.push(blanks(before));
                    line.spans.extend(cell.spans);
                    line.push(blanks(room - before));
                }
                lines.push(line);
            }
            if i == 0 && !self.headless {
                lines.push(rule(widths));
            }
        }
        lines
    }

    /// Each row as lines of `head: cell`.
    fn records(self, room: usize) -> Vec<Line> {
        let mut rows = self.rows.into_iter();
        let head = if self.headless { Vec::new() } else { rows.next().unwrap_or_default() };
        let mut lines = Vec::new();
        if rows.len() == 0 {
            return head.into_iter().flat_map(|cell| wrap::wrap(&bold(cell), room)).collect();
        }
        for row in rows {
            if !lines.is_empty() {
                lines.push(Line::default());
            }
            for (c, cell) in row.into_iter().enumerate() {
                let mut line = head.get(c).cloned().map(bold).unwrap_or_default();
                if !line.spans.is_empty() {
                    line.push(Span::own(": ", Tone::Dim));
                }
                line.spans.extend(cell.spans);
                lines.extend(wrap::wrap_indent(&line, room, 0, 2));
            }
        }
        lines
    }
}

/// Column widths that fit the room; `None` if there is too little, or if a word would be cut.
fn shrunk(natural: &[usize], words: &[usize], room: usize) -> Option<Vec<usize>> {
    let room = room.checked_sub(BETWEEN * natural.len().saturating_sub(1))?;
    if natural.iter().sum::<usize>() <= room {
        return Some(natural.to_vec());
    }
    // No column is narrower than its longest word.
    let at = |level: usize| {
        let width = |(natural, word): (&usize, &usize)| (*natural).min(level.max(*word).max(NARROW));
        natural.iter().zip(words).map(width).collect::<Vec<_>>()
    };
    let sum = |level: usize| at(level).iter().sum::<usize>();
    let mut left = room.checked_sub(sum(0))?;
    let mut level = 0;
    // The widest level that still fits; the remainder goes to the first columns that were cut.
    while sum(level + 1) <= room {
        level += 1;
        left = room - sum(level);
    }
    let mut widths = at(level);
    for (width, natural) in widths.iter_mut().zip(natural) {
        if *width < *natural && left > 0 {
            *width += 1;
            left -= 1;
        }
    }
    Some(widths)
}

/// The cells of the longest run that wrapping would cut. Wide characters break anywhere.
fn longest_word(cell: &Line) -> usize {
    let text = cell.text();
    let cells = |word: &str| {
        let pieces =
            word.split_inclusive(|c: char| !c.is_ascii() && width::of(c.encode_utf8(&mut [0; 4])) > 1);
        pieces.map(width::of).max().unwrap_or(0)
    };
    text.split(' ').map(cells).max().unwrap_or(0)
}

fn rule(widths: &[usize]) -> Line {
    let mut rule = Line::default();
    for (c, width) in widths.iter().enumerate() {
        if c > 0 {
            rule.push(Span::own("─┼─", Tone::Dim));
        }
        rule.push(Span::new(Shown::repeat("─", *width), Style::of(Tone::Dim)));
    }
    rule
}

fn bold(mut cell: Line) -> Line {
    for span in &mut cell.spans {
        span.style.bold = true;
    }
    cell
}

fn blanks(n: usize) -> Span {
    Span::new(Shown::repeat(" ", n), Style::default())
}
