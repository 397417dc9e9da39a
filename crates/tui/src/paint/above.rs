//! The rows above an inline form, and whether they are enough.
//!
//! - A terminal that becomes narrower breaks rows, and each further row pushes the topmost one into its history, before
//!   any program hears of it.
//! - With at least as many rows above as the form is high, those are what half the width pushes there.
//! - With fewer rows, the form may stay only if it would lose no row in a terminal of three eighths of the columns, nor
//!   in one of 20×6. Empty rows before the form make up for missing ones, if the screen has room for them.
//! - Only the terminal knows how many there are. It is asked together with a frame, and nobody waits for the reply.

/// The smallest terminal in which such a form still loses no row.
const SMALLEST: (u16, u16) = (20, 6);
/// How much narrower a terminal may become at its height: to so many eighths of its columns.
const EIGHTHS: u16 = 3;

/// What is known about the rows above the form on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowsAbove {
    Unknown,
    /// The terminal was asked.
    Asked,
    /// The terminal was asked, and hasn't replied in time.
    Late,
    Known(u16),
    /// The terminal doesn't reply.
    Silent,
}

impl RowsAbove {
    /// At most so many rows are above a form of this height.
    pub(super) fn most(self, rows: u16, height: u16) -> u16 {
        let room = rows.saturating_sub(height);
        match self {
            RowsAbove::Unknown | RowsAbove::Asked | RowsAbove::Late | RowsAbove::Silent => room,
            RowsAbove::Known(above) => above.min(room),
        }
    }
}

/// A form on the screen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing<'a> {
    /// The columns of its lines.
    pub(super) widths: &'a [usize],
    pub(super) caret: Option<(u16, u16)>,
    /// Rows above the form and its empty rows.
    pub(super) above: u16,
    /// Empty rows that come before the lines.
    pub(super) lead: u16,
    /// Columns and rows of the terminal.
    pub(super) size: (u16, u16),
}

impl Standing<'_> {
    /// Whether it keeps all its lines when the terminal becomes narrower.
    pub(super) fn is_safe(&self) -> bool {
        let (columns, rows) = self.size;
        let narrower = u16::try_from(u32::from(columns) * u32::from(EIGHTHS) / 8).unwrap_or(columns);
        usize::from(self.above) >= self.widths.len()
            || [(narrower, rows), SMALLEST].into_iter().all(|size| self.lost(size) <= self.lead)
    }

    /// The fewest empty rows from `least` on that make it safe; `None` if the screen has no room for them.
    pub(super) fn led(self, least: u16) -> Option<u16> {
        let height = u16::try_from(self.widths.len()).unwrap_or(u16::MAX);
        let room = self.size.1.saturating_sub(height).saturating_sub(self.above);
        (least.min(room)..=room).find(|lead| Standing { lead: *lead, ..self }.is_safe())
    }

    /// How many of its rows such a smaller terminal pushes into its history, the empty ones first. First it removes rows
    /// below the cursor, then rows at the top, then it breaks what is left.
    fn lost(&self, (columns, lower): (u16, u16)) -> u16 {
        let cursor = self.above + self.caret.map_or(0, |(_, y)| self.lead + y);
        let kept = usize::from(lower.max(cursor + 1).min(self.size.1).saturating_sub(self.above));
        let lead = kept.min(usize::from(self.lead));
        let broken = self.widths.iter().take(kept - lead).map(|width| pieces(*width, columns));
        let blank = (kept - lead).saturating_sub(self.widths.len());
        let pushed = lead + broken.sum::<usize>() + blank;
        u16::try_from(pushed).unwrap_or(u16::MAX).saturating_sub(lower)
    }
}

/// How many rows a line becomes at most: the last column may be too narrow for a wide character.
fn pieces(width: usize, columns: u16) -> usize {
    let columns = usize::from(columns.max(2));
    if width <= columns { 1 } else { width.div_ceil(columns - 1) }
}

#[cfg(test)]
mod tests {
    use super::Standing;

    fn standing(widths: &[usize], above: u16, size: (u16, u16)) -> Standing<'_> {
        Standing { widths, caret: None, above, lead: 0, size }
    }

    #[test]
    fn as_many_rows_above_as_it_is_high_are_enough() {
        let form = [79, 79, 79, 79];
        assert_eq!([3, 4].map(|above| standing(&form, above, (80, 24)).is_safe()), [false, true]);
    }

    #[test]
    fn nearer_to_the_top_as_many_rows_are_enough_as_break_at_three_eighths_of_the_width() {
        // 37 columns: three pieces and two, which are three rows more.
        let form = [75, 0, 20, 20, 0, 40];
        assert_eq!([0, 2, 3].map(|above| standing(&form, above, (100, 30)).is_safe()), [false, false, true]);
        assert!(standing(&[20, 0, 20, 20], 0, (100, 30)).is_safe(), "nothing breaks");
    }

    #[test]
    fn empty_rows_make_up_for_missing_ones_above() {
        let form = [75, 0, 20, 20, 0, 40];
        assert_eq!(
            [0, 1, 2, 3].map(|above| standing(&form, above, (100, 30)).led(0)),
            [3, 2, 1, 0].map(Some)
        );
        assert_eq!(standing(&form, 1, (100, 30)).led(4), Some(4), "rows that are there stay");
        assert_eq!([9, 8].map(|rows| standing(&form, 1, (100, rows)).led(4)), [Some(2), None]);
    }

    #[test]
    fn in_a_lower_terminal_rows_above_a_caret_are_lost_and_empty_rows_do_not_help() {
        let form = [10; 9];
        let led = |caret| Standing { caret, ..standing(&form, 2, (80, 24)) }.led(0);
        assert_eq!([None, Some((0, 5)), Some((0, 6))].map(led), [Some(0), Some(0), None]);
    }
}
