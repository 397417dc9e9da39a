//! Tables: columns as wide as their widest cell, a rule below the head.

use asq_core::text::{Line, Shown, Span, Style, Tone};
use pulldown_cmark::Alignment;

/// A table while its cells come in.
#[derive(Default)]
pub(crate) struct Table {
    alignments: Vec<Alignment>,
    rows: Vec<Vec<Line>>,
}

impl Table {
    pub(crate) fn new(alignments: Vec<Alignment>) -> Table {
        Table { alignments, rows: Vec::new() }
    }

    pub(crate) fn row(&mut self) {
        self.rows.push(Vec::new());
    }

    pub(crate) fn cell(&mut self, cell: Vec<Line>) {
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

    pub(crate) fn lines(self) -> Vec<Line> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns)
            .map(|c| self.rows.iter().filter_map(|r| r.get(c)).map(Line::width).max().unwrap_or(0))
            .collect();
        let mut lines = Vec::new();
        for (i, row) in self.rows.into_iter().enumerate() {
            let mut line = Line::default();
            for (c, width) in widths.iter().enumerate() {
                if c > 0 {
                    line.push(Span::own(" │ ", Tone::Dim));
                }
                let cell = row.get(c).cloned().unwrap_or_default();
                let room = width.saturating_sub(cell.width());
                let before = match self.alignments.get(c) {
                    Some(Alignment::Right) => room,
                    Some(Alignment::Center) => room / 2,
                    Some(Alignment::Left | Alignment::None) | None => 0,
                };
                line.push(blanks(before));
                for span in cell.spans {
                    let style = if i == 0 { span.style.bold() } else { span.style };
                    line.push(Span::new(span.text, style));
                }
                line.push(blanks(room - before));
            }
            lines.push(line);
            if i == 0 {
                let mut rule = Line::default();
                for (c, width) in widths.iter().enumerate() {
                    if c > 0 {
                        rule.push(Span::own("─┼─", Tone::Dim));
                    }
                    rule.push(Span::new(Shown::repeat("─", *width), Style::of(Tone::Dim)));
                }
                lines.push(rule);
            }
        }
        lines
    }
}

fn blanks(n: usize) -> Span {
    Span::new(Shown::repeat(" ", n), Style::default())
}
