//! The form's rows as a terminal reflows them.
//!
//! - A row that is wider than the terminal breaks, and the rows below move down.
//! - A wide character never breaks in two: if only half of it fits, it begins the next row.

use super::cells::wide;
use super::strokes::row;
use ratatui_core::buffer::Buffer;

/// The rows from the form's first on, as far as the form created them: how many columns of each were written since it
/// was empty.
#[derive(Debug, Default)]
pub(super) struct ScreenRows(Vec<u16>);

impl ScreenRows {
    /// The number of rows; 0 if nothing is on the screen.
    pub(super) fn len(&self) -> u16 {
        self.0.len() as u16
    }

    /// How many columns of a row were written since it was empty.
    pub(super) fn used(&self, y: usize) -> u16 {
        self.0.get(y).copied().unwrap_or(0)
    }

    /// Sets the number of rows; new ones are empty.
    pub(super) fn grow(&mut self, len: u16) {
        self.0.resize(self.0.len().max(usize::from(len)), 0);
    }

    /// Notes that nothing is on the screen any more.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Notes that a row was written up to this column.
    pub(super) fn written(&mut self, y: u16, to: u16) {
        if let Some(used) = self.0.get_mut(usize::from(y)) {
            *used = to.max(*used);
        }
    }

    /// Notes that a row is empty.
    pub(super) fn emptied(&mut self, y: u16) {
        if let Some(used) = self.0.get_mut(usize::from(y)) {
            *used = 0;
        }
    }

    /// Notes that all rows from this one on were erased.
    pub(super) fn erased(&mut self, from: u16) {
        self.0.iter_mut().skip(usize::from(from)).for_each(|used| *used = 0);
    }

    /// How far below the form's first row the cell at (x, y) is, in a terminal of `new` columns; the rows,
    /// which show these cells, were drawn in one of `old`.
    pub(super) fn above(&self, shown: &Buffer, (x, y): (u16, u16), old: u16, new: u16) -> u16 {
        let pieces = |y: u16, to: u16| {
            let used = self.0.get(usize::from(y)).map_or(0, |used| to.min(*used).min(old));
            let cells = if y < shown.area().height { row(shown, y) } else { &[] };
            pieces(cells.iter().map(wide).chain(std::iter::repeat(1)), used, new.max(1))
        };
        let above: u16 = (0..y).map(|y| pieces(y, u16::MAX)).sum();
        above + pieces(y, x.saturating_add(1)) - 1
    }
}

/// Into how many rows of `columns` a row with `used` written columns breaks, with cells of these widths.
fn pieces(mut widths: impl Iterator<Item = u16>, used: u16, columns: u16) -> u16 {
    let (mut at, mut filled, mut pieces) = (0, 0, 1);
    while at < used {
        let wide = widths.next().unwrap_or(1);
        if filled + wide > columns && filled > 0 {
            pieces += 1;
            filled = 0;
        }
        filled += wide;
        at += wide;
        // The cells that it covers have no width of their own.
        for _ in 1..wide {
            widths.next();
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::{ScreenRows, pieces};
    use ratatui_core::buffer::Buffer;
    use ratatui_core::layout::Rect;

    fn rows(used: &[u16]) -> ScreenRows {
        ScreenRows(used.to_vec())
    }

    fn above(rows: &ScreenRows, at: (u16, u16), old: u16, new: u16) -> u16 {
        rows.above(&Buffer::empty(Rect::ZERO), at, old, new)
    }

    #[test]
    fn a_cell_moves_down_by_what_breaks_above_and_before_it() {
        let rows = rows(&[79, 0, 30, 61]);
        assert_eq!(above(&rows, (0, 2), 100, 60), 3);
        assert_eq!(above(&rows, (60, 3), 100, 60), 5);
        assert_eq!(above(&rows, (59, 3), 100, 60), 4);
        assert_eq!(above(&rows, (60, 3), 100, 120), 3, "nothing breaks in a wider terminal");
    }

    #[test]
    fn what_was_cut_off_breaks_nowhere() {
        assert_eq!(above(&rows(&[79, 10]), (0, 1), 60, 60), 1);
    }

    #[test]
    fn a_wide_character_is_never_broken_in_two() {
        let wide = || [1, 2, 1, 2, 1, 2, 1].into_iter();
        assert_eq!(pieces(wide(), 7, 3), 3, "a你| 你 | 你");
        assert_eq!(pieces(wide(), 7, 4), 2);
        assert_eq!(pieces(wide(), 7, 7), 1);
    }

    #[test]
    fn erased_rows_break_nowhere() {
        let mut rows = rows(&[10, 20, 10]);
        rows.erased(1);
        assert_eq!(above(&rows, (0, 2), 60, 10), 2);
    }
}
