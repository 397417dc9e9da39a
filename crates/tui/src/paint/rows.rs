//! The form's rows as a terminal reflows them.
//!
//! - Where a row is wider than a narrower terminal, it is broken, and the rows below move down.
//! - What is broken is counted, and where a row goes on in the next one, both are one when there is
//!   room for both again.
//! - So the cursor is found after a resize, and as many rows can be made to go on as were broken:
//!   becoming wide again then undoes what becoming narrow did, also to the rows above the form.

/// The rows from the form's first on, as far as the form made them.
#[derive(Debug, Default)]
pub(super) struct Rows {
    rows: Vec<Row>,
    /// How many rows of the terminal were made by breaking.
    broken: usize,
    /// The same when the first of these was drawn.
    before: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Row {
    /// Columns that were written since the row was empty.
    used: u16,
    /// It is full, and the terminal takes the next one for its continuation.
    goes_on: bool,
}

impl Rows {
    /// How many there are; 0: nothing is on the screen.
    pub(super) fn len(&self) -> u16 {
        self.rows.len() as u16
    }

    /// There are this many rows now; new ones are empty.
    pub(super) fn grow(&mut self, len: u16) {
        self.rows.resize(self.rows.len().max(usize::from(len)), Row::default());
    }

    /// Nothing is on the screen any more. What was broken stays so.
    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.before = self.broken;
    }

    /// The form begins elsewhere.
    pub(super) fn forget(&mut self) {
        *self = Rows::default();
    }

    /// A row was written up to this column.
    pub(super) fn written(&mut self, y: u16, to: u16) {
        if let Some(row) = self.rows.get_mut(usize::from(y)) {
            row.used = row.used.max(to);
        }
    }

    /// A row is empty.
    pub(super) fn emptied(&mut self, y: u16) {
        if let Some(row) = self.rows.get_mut(usize::from(y)) {
            row.used = 0;
        }
    }

    /// All rows from this one on were erased.
    pub(super) fn erased(&mut self, from: u16) {
        let from = usize::from(from);
        self.rows.iter_mut().skip(from).for_each(|row| *row = Row::default());
        if let Some(row) = from.checked_sub(1).and_then(|y| self.rows.get_mut(y)) {
            row.goes_on = false;
        }
    }

    /// The terminal went from `old` columns, where it cut off what did not fit, to `new` and reflowed: how far below the form's first
    /// row the cell at (x, y) is now.
    pub(super) fn reflow(&mut self, (x, y): (u16, u16), old: u16, new: u16) -> u16 {
        let (old, new) = (usize::from(old.max(1)), usize::from(new.max(1)));
        let (mut there, mut cells, mut height) = (0, 0, 0);
        for (i, row) in self.rows.iter().enumerate() {
            if i == usize::from(y) {
                there = height + (cells + usize::from(x).min(old - 1)) / new;
            }
            if row.goes_on && i + 1 < self.rows.len() {
                cells += old;
            } else {
                height += (cells + usize::from(row.used).min(old)).div_ceil(new).max(1);
                cells = 0;
            }
        }
        self.broken = (self.before + height).saturating_sub(self.rows.len());
        there as u16
    }

    /// Whether a row goes on in the next.
    pub(super) fn joined(&self) -> bool {
        self.rows.iter().any(|row| row.goes_on)
    }

    /// The rows that should go on in the next, so that as many go on as were broken; those first
    /// that need the fewest columns to be one again. They are taken to be full from now on.
    pub(super) fn going_on(&mut self, columns: u16) -> Vec<u16> {
        let last = self.rows.len().saturating_sub(1);
        let mut open: Vec<usize> = (0..last).filter(|y| !self.rows[*y].goes_on).collect();
        open.sort_by_key(|y| self.rows[y + 1].used);
        let mut missing = self.broken.saturating_sub(last - open.len());
        for y in open {
            let chained = self.rows[y + 1].goes_on || (y > 0 && self.rows[y - 1].goes_on);
            if missing > 0 && !chained {
                self.rows[y].goes_on = true;
                missing -= 1;
            }
        }
        let all: Vec<u16> = (0..last).filter(|y| self.rows[*y].goes_on).map(|y| y as u16).collect();
        for y in &all {
            self.written(*y, columns);
            self.written(y + 1, 1);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::Rows;

    fn rows(used: &[u16]) -> Rows {
        let mut rows = Rows::default();
        rows.grow(used.len() as u16);
        for (used, y) in used.iter().zip(0..) {
            rows.written(y, *used);
        }
        rows
    }

    #[test]
    fn a_cell_moves_down_by_what_breaks_above_and_before_it() {
        let mut rows = rows(&[79, 0, 30, 61]);
        assert_eq!(rows.reflow((0, 2), 100, 60), 3);
        assert_eq!(rows.broken, 2);
    }

    #[test]
    fn what_was_broken_is_made_to_go_on_and_is_one_again() {
        let mut first = rows(&[79, 0, 30, 61]);
        first.reflow((0, 0), 100, 60);
        first.clear();
        let broken = first.broken;
        let mut rows = Rows { broken, before: broken, ..rows(&[50, 29, 0, 30, 42, 19]) };
        assert_eq!(rows.going_on(60), [1, 4]);
        assert_eq!(rows.going_on(60), [1, 4], "the same again");
        assert_eq!(rows.reflow((5, 5), 60, 100), 3);
        assert_eq!(rows.broken, 0);
    }

    #[test]
    fn what_goes_on_breaks_no_sooner_than_two_rows_would() {
        let mut rows = Rows { broken: 1, before: 1, ..rows(&[10, 0, 10]) };
        assert_eq!(rows.going_on(60), [0]);
        rows.reflow((0, 0), 60, 31);
        assert_eq!(rows.broken, 1);
    }

    #[test]
    fn erased_rows_go_on_nowhere() {
        let mut rows = Rows { broken: 1, before: 1, ..rows(&[10, 0, 10]) };
        rows.going_on(60);
        rows.erased(1);
        assert_eq!(rows.reflow((0, 2), 60, 10), 2 + 5);
    }
}
