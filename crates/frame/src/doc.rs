//! The document: blocks below each other, with or without the empty lines between them.
//!
//! - Lines are made on demand, by their place in the document.
//! - It knows what must be in sight: the caret or the focused row first, then all of the row, then its neighbours.
//! - It knows which of its lines belong to which row, and which to the context above the rows.

use crate::block::ScreenBlock;
use asq_core::text::Line;
use std::ops::Range;

#[derive(Clone, Debug, Default)]
pub(crate) struct Doc {
    blocks: Vec<ScreenBlock>,
    /// The first line of each block, and at the end the total height.
    starts: Vec<usize>,
    gaps: bool,
}

impl Doc {
    /// The document with its empty lines.
    pub(crate) fn new(blocks: Vec<ScreenBlock>) -> Doc {
        let mut doc = Doc { blocks, starts: Vec::new(), gaps: true };
        doc.place();
        doc
    }

    /// Removes the empty lines.
    pub(crate) fn close_gaps(&mut self) {
        self.gaps = false;
        self.place();
    }

    /// Removes the empty lines that only set asq's own rows apart.
    pub(crate) fn join_own_rows(&mut self) {
        for block in self.blocks.iter_mut().filter(|block| block.apart) {
            block.gap = false;
        }
        self.place();
    }

    fn place(&mut self) {
        self.starts.clear();
        let mut at = 0;
        for (i, block) in self.blocks.iter().enumerate() {
            if self.gaps && block.gap && i > 0 {
                at += 1;
            }
            self.starts.push(at);
            at += block.height();
        }
        self.starts.push(at);
    }

    pub(crate) fn remove(&mut self, block: usize) {
        self.blocks.remove(block);
        self.place();
    }

    /// Whether it begins with text that isn't part of a row.
    pub(crate) fn has_heading(&self) -> bool {
        self.blocks.first().is_some_and(|b| b.row.is_none())
    }

    /// How many lines it has.
    pub(crate) fn height(&self) -> usize {
        self.starts.last().copied().unwrap_or(0)
    }

    /// One of its lines; an empty one between blocks.
    pub(crate) fn line(&self, at: usize) -> Line {
        let block = self.starts.partition_point(|start| *start <= at).saturating_sub(1);
        match self.blocks.get(block) {
            Some(found) => found.line(at - self.starts[block]),
            None => Line::default(),
        }
    }

    /// Some of its lines.
    pub(crate) fn lines(&self, range: Range<usize>) -> impl Iterator<Item = Line> {
        range.map(|at| self.line(at))
    }

    /// The lines of the context above the rows.
    pub(crate) fn context(&self) -> Option<Range<usize>> {
        let at = self.blocks.iter().position(|b| b.context)?;
        Some(self.starts[at]..self.starts[at] + self.blocks[at].height())
    }

    /// Where the caret is: line and column.
    pub(crate) fn caret(&self) -> Option<(usize, usize)> {
        let (i, block) = self.blocks.iter().enumerate().find(|(_, b)| b.caret.is_some())?;
        let (line, column) = block.caret?;
        Some((self.starts[i] + line, column))
    }

    /// The rows that can be focused, with their lines.
    pub(crate) fn selectable(&self) -> impl Iterator<Item = (usize, Range<usize>)> {
        let blocks = self.blocks.iter().enumerate().filter(|(_, b)| b.selectable);
        blocks.filter_map(|(i, b)| Some((b.row?, self.starts[i]..self.starts[i] + b.height())))
    }

    /// The rows that can be focused, with those of their lines that are among the shown ones, which begin at a line of
    /// the frame.
    pub(crate) fn hits(&self, shown: Range<usize>, first: usize) -> Vec<(usize, Range<usize>)> {
        let inside = |(row, lines): (usize, Range<usize>)| {
            let (from, to) = (lines.start.max(shown.start), lines.end.min(shown.end));
            (from < to).then(|| (row, first + from - shown.start..first + to - shown.start))
        };
        self.selectable().filter_map(inside).collect()
    }

    /// What must be in sight, most important first: the caret's or the row's first line, the row, the row and one line
    /// of its neighbours.
    pub(crate) fn wanted(&self, focus: Option<usize>) -> [Option<Range<usize>>; 3] {
        let at = focus.and_then(|row| self.blocks.iter().position(|b| b.row == Some(row)));
        let Some(at) = at else {
            return [self.caret().map(|(line, _)| line..line + 1), None, None];
        };
        let row = self.starts[at]..self.starts[at] + self.blocks[at].height();
        let first = self.caret().map_or(row.start, |(line, _)| line);
        let last = self.height();
        let before = if at > 0 { row.start.saturating_sub(1) } else { row.start };
        let near = before..(row.end + 1).min(last).max(row.end);
        [Some(first..first + 1), Some(row), Some(near)]
    }
}

#[cfg(test)]
mod tests {
    use super::{Doc, ScreenBlock};
    use crate::block::Part;
    use asq_core::text::Line;

    /// Each part has only its own lines, without the empty ones between.
    #[test]
    fn a_part_of_the_document_has_its_own_lines() {
        let lines = |n| vec![Part::Ready(vec![Line::default(); n])];
        let heading = ScreenBlock { parts: lines(2), ..ScreenBlock::default() };
        let context = ScreenBlock { parts: lines(3), context: true, gap: true, ..ScreenBlock::default() };
        let row = ScreenBlock {
            parts: lines(1),
            row: Some(0),
            selectable: true,
            gap: true,
            ..ScreenBlock::default()
        };
        let mut doc = Doc::new(vec![heading, context, row]);
        let told = |doc: &Doc| (doc.context(), doc.selectable().collect::<Vec<_>>());
        assert_eq!(told(&doc), (Some(3..6), vec![(0, 7..8)]));
        doc.close_gaps();
        assert_eq!(told(&doc), (Some(2..5), vec![(0, 5..6)]));
    }
}
