//! The lengths of many rows.
//!
//! - Rows are stored as lengths in blocks, so that an edit touches one block and moves nothing after it.
//! - A lookup of a row by number or byte visits every block: some thousand for a megabyte of line breaks.
//! - There is always at least one row; only the last one can be empty.

use std::ops::Range;

/// The rows of a new block.
const ROWS: usize = 512;

#[derive(Clone, Debug)]
struct Block {
    lengths: Vec<u32>,
    bytes: usize,
}

impl Block {
    fn new(lengths: &[u32]) -> Block {
        Block { lengths: lengths.to_vec(), bytes: lengths.iter().map(|&length| length as usize).sum() }
    }
}

/// The rows of a text, in bytes.
#[derive(Clone, Debug)]
pub(super) struct FlowRows {
    blocks: Vec<Block>,
    count: usize,
}

/// A row in a block.
#[derive(Clone, Copy)]
struct RowPlace {
    block: usize,
    index: usize,
    /// The start of the row in the text.
    start: usize,
}

impl Default for FlowRows {
    fn default() -> FlowRows {
        FlowRows::new(&[0])
    }
}

impl FlowRows {
    pub(super) fn new(lengths: &[usize]) -> FlowRows {
        let lengths: Vec<u32> = lengths.iter().map(|&length| length as u32).collect();
        FlowRows { blocks: lengths.chunks(ROWS).map(Block::new).collect(), count: lengths.len() }
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The bytes of a row; an empty range after the last row.
    pub(super) fn range(&self, row: usize) -> Range<usize> {
        let place = self.place(row);
        let length = self.blocks.get(place.block).and_then(|block| block.lengths.get(place.index));
        place.start..place.start + length.map_or(0, |&length| length as usize)
    }

    /// The row of a byte, and the start of that row.
    pub(super) fn of_byte(&self, byte: usize) -> (usize, usize) {
        let (mut row, mut start) = (0, 0);
        for (i, block) in self.blocks.iter().enumerate() {
            let last = i + 1 == self.blocks.len();
            if !last && byte >= start + block.bytes {
                row += block.lengths.len();
                start += block.bytes;
                continue;
            }
            for &length in &block.lengths {
                if byte < start + length as usize || row + 1 == self.count {
                    return (row, start);
                }
                row += 1;
                start += length as usize;
            }
        }
        (row, start)
    }

    /// The numbers and starts of the rows from `row` on.
    pub(super) fn starts_from(&self, row: usize) -> impl Iterator<Item = (usize, usize)> {
        let RowPlace { block, index, mut start } = self.place(row);
        let head = self.blocks.get(block).map_or(&[][..], |block| &block.lengths[index..]);
        let tail = self.blocks.iter().skip(block + 1).flat_map(|block| &block.lengths);
        head.iter().chain(tail).enumerate().map(move |(i, &length)| {
            let at = start;
            start += length as usize;
            (row + i, at)
        })
    }

    /// Replaces rows with rows of these lengths.
    pub(super) fn replace(&mut self, rows: Range<usize>, lengths: &[usize]) {
        let (from, to) = (self.place(rows.start), self.place(rows.end));
        let mut merged: Vec<u32> = self.blocks[from.block].lengths[..from.index].to_vec();
        merged.extend(lengths.iter().map(|&length| length as u32));
        if let Some(block) = self.blocks.get(to.block) {
            merged.extend(&block.lengths[to.index..]);
        }
        self.count = self.count - rows.len() + lengths.len();
        let end = (to.block + 1).min(self.blocks.len());
        let size = if merged.len() <= 2 * ROWS { merged.len().max(1) } else { ROWS };
        self.blocks.splice(from.block..end, merged.chunks(size).map(Block::new));
    }

    /// The place of a row; the row after the last one is after the last block.
    fn place(&self, row: usize) -> RowPlace {
        let (mut left, mut start) = (row, 0);
        for (block, Block { lengths, bytes }) in self.blocks.iter().enumerate() {
            if left < lengths.len() {
                let start = start + lengths[..left].iter().map(|&length| length as usize).sum::<usize>();
                return RowPlace { block, index: left, start };
            }
            left -= lengths.len();
            start += bytes;
        }
        RowPlace { block: self.blocks.len(), index: 0, start }
    }
}
