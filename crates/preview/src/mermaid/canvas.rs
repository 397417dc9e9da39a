//! A grid of cells for lines and texts.
//!
//! - Lines know their directions, so corners and branches appear by themselves.
//! - If two lines cross, the vertical one goes on top: a cross is always a branch of one line.
//! - Lines that would merge are refused; a misleading drawing is worse than the source.
//! - Nothing lands outside the grid.

use asq_core::text::{Line, Shown, Span, Style, Tone, width};
use unicode_segmentation::UnicodeSegmentation;

/// Directions in which a line leaves a cell.
pub(super) const UP: u8 = 1;
pub(super) const DOWN: u8 = 2;
pub(super) const LEFT: u8 = 4;
pub(super) const RIGHT: u8 = 8;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Weight {
    #[default]
    Thin,
    Dotted,
    Heavy,
}

#[derive(Clone, Debug, Default, PartialEq)]
enum Cell {
    #[default]
    Blank,
    /// A line: its directions and its owner.
    Line { sides: u8, owner: usize, weight: Weight },
    /// One of asq's own signs.
    Mark(&'static str, Style),
    /// One grapheme of a text.
    Text(Shown, Style),
    /// The second cell of a wide grapheme.
    Covered,
}

#[derive(Clone, Debug)]
pub(super) struct Canvas {
    width: usize,
    cells: Vec<Cell>,
}

/// Most cells of a grid.
const MOST: usize = 200_000;

impl Canvas {
    /// An empty grid; `None` if it would be too large.
    pub(super) fn new(width: usize, height: usize) -> Option<Canvas> {
        let size = width.checked_mul(height).filter(|size| *size <= MOST)?;
        Some(Canvas { width, cells: vec![Cell::Blank; size] })
    }

    fn cell(&mut self, x: usize, y: usize) -> Option<&mut Cell> {
        if x < self.width { self.cells.get_mut(y * self.width + x) } else { None }
    }

    /// Adds a piece of a line; `None` if it would merge with another one.
    pub(super) fn line(&mut self, x: usize, y: usize, sides: u8, owner: usize, weight: Weight) -> Option<()> {
        let cell = self.cell(x, y)?;
        let upright = |sides: u8| sides & (LEFT | RIGHT) == 0;
        let level = |sides: u8| sides & (UP | DOWN) == 0;
        match cell {
            Cell::Blank => *cell = Cell::Line { sides, owner, weight },
            Cell::Line { sides: old, owner: whose, .. } if *whose == owner => *old |= sides,
            Cell::Line { sides: old, .. } if level(*old) && upright(sides) => {
                *cell = Cell::Line { sides, owner, weight };
            }
            Cell::Line { sides: old, .. } if upright(*old) && level(sides) => {}
            Cell::Line { .. } | Cell::Mark(..) | Cell::Text(..) | Cell::Covered => return None,
        }
        Some(())
    }

    pub(super) fn blank(&mut self, x: usize, y: usize) {
        if let Some(cell) = self.cell(x, y) {
            *cell = Cell::Blank;
        }
    }

    /// Puts a sign over anything.
    pub(super) fn mark(&mut self, x: usize, y: usize, sign: &'static str, style: Style) {
        if let Some(cell) = self.cell(x, y) {
            *cell = Cell::Mark(sign, style);
        }
    }

    /// Lets a line of another owner branch off here.
    pub(super) fn branch(&mut self, x: usize, y: usize, side: u8) {
        if let Some(Cell::Line { sides, .. }) = self.cell(x, y) {
            *sides |= side;
        }
    }

    /// Finds this many cells in a row that hold a horizontal piece of this line and nothing else.
    pub(super) fn level(
        &self,
        (from, to): (usize, usize),
        y: usize,
        owner: usize,
        cells: usize,
    ) -> Option<usize> {
        let row = self.cells.get(y * self.width + from..(y * self.width + to).min(self.cells.len()))?;
        let own = |cell: &Cell| matches!(cell, Cell::Line { sides, owner: whose, .. } if *whose == owner && sides & (UP | DOWN) == 0);
        row.windows(cells.max(1)).position(|window| window.iter().all(own)).map(|at| from + at)
    }

    /// Puts a text over anything.
    pub(super) fn text(&mut self, x: usize, y: usize, text: &Shown, style: Style) {
        let mut x = x;
        for (at, grapheme) in text.as_str().grapheme_indices(true) {
            let cells = width::of_grapheme(grapheme);
            if x + cells > self.width {
                return;
            }
            if let Some(cell) = self.cell(x, y) {
                *cell = Cell::Text(text.part(at..at + grapheme.len()), style);
            }
            if cells == 2
                && let Some(cell) = self.cell(x + 1, y)
            {
                *cell = Cell::Covered;
            }
            x += cells;
        }
    }

    /// The drawing, without trailing blanks.
    pub(super) fn lines(&self) -> Vec<Line> {
        let rows = self.cells.chunks(self.width.max(1));
        let mut lines: Vec<Line> = rows.map(row).collect();
        while lines.last().is_some_and(|l| l.spans.is_empty()) {
            lines.pop();
        }
        lines
    }
}

fn row(cells: &[Cell]) -> Line {
    let end = cells.iter().rposition(|c| *c != Cell::Blank).map_or(0, |at| at + 1);
    let mut spans: Vec<Span> = Vec::new();
    let mut text = Shown::default();
    let mut style = Style::default();
    for cell in &cells[..end] {
        let (piece, look) = match cell {
            Cell::Blank => (Shown::own(" "), style),
            Cell::Line { sides, weight, .. } => (Shown::own(glyph(*sides, *weight)), Style::of(Tone::Dim)),
            Cell::Mark(sign, style) => (Shown::own(sign), *style),
            Cell::Text(grapheme, style) => (grapheme.clone(), *style),
            Cell::Covered => continue,
        };
        if look != style && !text.is_empty() {
            spans.push(Span::new(std::mem::take(&mut text), style));
        }
        style = look;
        text.push(&piece);
    }
    if !text.is_empty() {
        spans.push(Span::new(text, style));
    }
    Line::new(spans)
}

fn glyph(sides: u8, weight: Weight) -> &'static str {
    const THIN: [&str; 16] = [" ", "│", "│", "│", "─", "┘", "┐", "┤", "─", "└", "┌", "├", "─", "┴", "┬", "┼"];
    const HEAVY: [&str; 16] =
        [" ", "┃", "┃", "┃", "━", "┛", "┓", "┫", "━", "┗", "┏", "┣", "━", "┻", "┳", "╋"];
    let at = usize::from(sides & 15);
    match weight {
        Weight::Thin => THIN[at],
        Weight::Heavy => HEAVY[at],
        Weight::Dotted if sides & (LEFT | RIGHT) == 0 => "┆",
        Weight::Dotted if sides & (UP | DOWN) == 0 => "┄",
        Weight::Dotted => THIN[at],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(canvas: &Canvas) -> Vec<String> {
        canvas.lines().iter().map(Line::text).collect()
    }

    #[test]
    fn lines_join_their_own_and_are_kept_apart_from_others() {
        let mut canvas = Canvas::new(3, 2).unwrap();
        let mut put = |x, y, sides, owner| canvas.line(x, y, sides, owner, Weight::Thin).is_some();
        let own = [put(0, 0, RIGHT, 1), put(0, 0, DOWN, 1), put(1, 0, LEFT | RIGHT, 1), put(2, 0, LEFT, 1)];
        let over = [put(1, 0, UP | DOWN, 2), put(1, 0, LEFT | RIGHT, 3)];
        let into = [put(2, 0, LEFT | RIGHT, 2), put(1, 0, LEFT | DOWN, 3), put(0, 0, UP | DOWN, 2)];
        let outside = [put(3, 0, LEFT, 1), put(0, 2, UP, 1)];
        assert_eq!((own, over, into, outside), ([true; 4], [true; 2], [false; 3], [false; 2]));
        assert_eq!(drawn(&canvas), ["┌│─"]);
    }

    #[test]
    fn nothing_is_put_outside() {
        let mut canvas = Canvas::new(3, 2).unwrap();
        canvas.mark(3, 0, "►", Style::default());
        canvas.mark(0, 2, "►", Style::default());
        canvas.text(1, 1, &Shown::own("abc"), Style::default());
        assert_eq!(drawn(&canvas), ["", " ab"]);
    }
}
