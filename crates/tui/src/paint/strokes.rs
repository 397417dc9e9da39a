//! Writing a buffer's cells with a pen.
//!
//! - A few unchanged cells are written again if that is shorter than a jump over them.

use super::cells::{blank, ink};
use super::pen::TermPen;
use ratatui_core::buffer::{Buffer, Cell, CellDiffOption};

/// Gaps of up to this many cells are written again instead of jumped over.
// A jump takes four to six bytes.
const JUMP: u16 = 4;

/// Goes to the first column, of the next row if others began this one: in that case two spaces at the end of the row
/// wrap.
pub(super) fn fresh_row(pen: &mut TermPen, columns: u16) {
    if columns > 3 {
        pen.raw(format!("\x1b[?7h\x1b[{}C  \r\x1b[K", columns - 2).as_bytes());
    }
}

/// Writes a few unchanged cells if that is shorter than a jump.
pub(super) fn bridge(pen: &mut TermPen, row: &[Cell], x: u16, y: u16) {
    let (Some(from), true) = (pen.at().0, pen.at().1 == y) else {
        return;
    };
    let gap = from..x;
    let cheap = |i: u16| {
        let cell = &row[usize::from(i)];
        cell.symbol().len() == 1
            && !covered(cell)
            && (ink(cell) == pen.ink() || (blank(cell) && !pen.ink().shows_on_blank()))
    };
    if !gap.is_empty() && x - from <= JUMP && gap.clone().all(cheap) {
        for i in gap {
            let cell = &row[usize::from(i)];
            pen_cell(pen, cell);
        }
    }
}

pub(super) fn covered(cell: &Cell) -> bool {
    cell.diff_option == CellDiffOption::Skip
}

pub(super) fn pen_cell(pen: &mut TermPen, cell: &Cell) {
    if covered(cell) {
        return;
    }
    let same = blank(cell) && !pen.ink().shows_on_blank();
    pen.write(cell.symbol(), if same { pen.ink() } else { ink(cell) });
}

pub(super) fn row(buffer: &Buffer, y: u16) -> &[Cell] {
    let width = usize::from(buffer.area().width);
    let from = usize::from(y) * width;
    &buffer.content()[from..from + width]
}
