//! Draws along and across the layers of a chart in any direction.

use super::canvas::{Canvas, Weight};
use super::graph::{Direction, EdgeEnd};
use asq_core::text::{Line, Shown, Style, Tone};

/// Draws along and across the layers.
pub(super) struct Pen {
    pub(super) canvas: Canvas,
    pub(super) direction: Direction,
    /// The length along the layers.
    pub(super) along: usize,
}

impl Pen {
    fn at(&self, across: usize, along: usize) -> (usize, usize) {
        match self.direction {
            Direction::Down => (across, along),
            Direction::Up => (across, self.along - 1 - along),
            Direction::Right => (along, across),
            Direction::Left => (self.along - 1 - along, across),
        }
    }

    /// Column, row, width and height of a piece, given its start and length across and along.
    pub(super) fn rectangle(
        &self,
        across: (usize, usize),
        along: (usize, usize),
    ) -> (usize, usize, usize, usize) {
        let mirrored = self.along.saturating_sub(along.0 + along.1);
        match self.direction {
            Direction::Down => (across.0, along.0, across.1, along.1),
            Direction::Up => (across.0, mirrored, across.1, along.1),
            Direction::Right => (along.0, across.0, along.1, across.1),
            Direction::Left => (mirrored, across.0, along.1, across.1),
        }
    }

    pub(super) fn line(
        &mut self,
        across: usize,
        along: usize,
        sides: u8,
        owner: usize,
        weight: Weight,
    ) -> Option<()> {
        let (x, y) = self.at(across, along);
        self.canvas.line(x, y, sides, owner, weight)
    }

    pub(super) fn branch(&mut self, across: usize, along: usize, side: u8) {
        let (x, y) = self.at(across, along);
        self.canvas.branch(x, y, side);
    }

    pub(super) fn put(&mut self, x: usize, y: usize, line: &Line, style: Style) {
        let text: Shown = line.spans.iter().map(|s| &s.text).collect();
        self.canvas.text(x, y, &text, style);
    }

    pub(super) fn head(&mut self, across: usize, along: usize, head: EdgeEnd, forth: bool) {
        let [forwards, backwards, hollow, wollof] = match self.direction {
            Direction::Down => ["▼", "▲", "▽", "△"],
            Direction::Up => ["▲", "▼", "△", "▽"],
            Direction::Right => ["►", "◄", "▷", "◁"],
            Direction::Left => ["◄", "►", "◁", "▷"],
        };
        let sign = match head {
            EdgeEnd::None => return,
            EdgeEnd::Arrow if forth => forwards,
            EdgeEnd::Arrow => backwards,
            EdgeEnd::Circle => "○",
            EdgeEnd::Cross => "×",
            EdgeEnd::Triangle if forth => hollow,
            EdgeEnd::Triangle => wollof,
            EdgeEnd::Diamond => "◆",
            EdgeEnd::Hollow => "◇",
        };
        let (x, y) = self.at(across, along);
        self.canvas.mark(x, y, sign, Style::of(Tone::Dim));
    }
}
