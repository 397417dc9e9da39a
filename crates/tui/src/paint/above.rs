//! The rows above an inline form, and whether they are enough.
//!
//! - A terminal that becomes narrower breaks rows, and each further row pushes the topmost one into its history, before
//!   any program hears of it.
//! - With at least as many rows above as the form is high, those are what half the width pushes there.
//! - With fewer rows, the form may stay only if it would lose no row in a terminal of a third of the columns, nor in
//!   one of 20×6.
//! - Only the terminal knows how many there are. It is asked together with a frame, and nobody waits for the reply.

use asq_core::text::Line;

/// The smallest terminal in which such a form still loses no row.
const SMALLEST: (u16, u16) = (20, 6);
/// How much narrower a terminal may become at its height.
const NARROWER: u16 = 3;

/// What is known about the rows above the form on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowsAbove {
    Unknown,
    /// The terminal was asked.
    Asked,
    Known(u16),
    /// The terminal doesn't reply.
    Silent,
}

impl RowsAbove {
    /// At most so many rows are above a form of this height.
    pub(super) fn most(self, rows: u16, height: u16) -> u16 {
        let room = rows.saturating_sub(height);
        match self {
            RowsAbove::Unknown | RowsAbove::Asked | RowsAbove::Silent => room,
            RowsAbove::Known(above) => above.min(room),
        }
    }
}

/// Whether a form of these lines keeps all its rows when the terminal becomes narrower.
pub(super) fn suffice(
    above: u16,
    lines: &[Line],
    caret: Option<(u16, u16)>,
    (columns, rows): (u16, u16),
) -> bool {
    let smaller = [(columns / NARROWER, rows), SMALLEST];
    usize::from(above) >= lines.len()
        || smaller.iter().all(|size| lost(above, lines, caret, rows, *size) == 0)
}

/// How many rows of the form such a smaller terminal pushes into its history. First it removes rows below the cursor,
/// then rows at the top, then it breaks what is left.
fn lost(
    above: u16,
    lines: &[Line],
    caret: Option<(u16, u16)>,
    rows: u16,
    (columns, lower): (u16, u16),
) -> u16 {
    let cursor = above + caret.map_or(0, |(_, y)| y);
    let kept = usize::from(lower.max(cursor + 1).min(rows).saturating_sub(above));
    let broken = lines.iter().take(kept).map(|line| pieces(line, columns));
    let blank = kept.saturating_sub(lines.len());
    let pushed = broken.sum::<usize>() + blank;
    u16::try_from(pushed).unwrap_or(u16::MAX).saturating_sub(lower)
}

/// How many rows a line becomes at most: the last column may be too narrow for a wide character.
fn pieces(line: &Line, columns: u16) -> usize {
    let (width, columns) = (line.width(), usize::from(columns.max(2)));
    if width <= columns { 1 } else { width.div_ceil(columns - 1) }
}

#[cfg(test)]
mod tests {
    use super::suffice;
    use asq_core::text::{Line, Shown, Style};

    /// Lines of so many columns.
    fn lines(widths: &[usize]) -> Vec<Line> {
        widths.iter().map(|n| Line::of(Shown::repeat("x", *n), Style::default())).collect()
    }

    #[test]
    fn as_many_rows_above_as_it_is_high_are_enough() {
        let form = lines(&[79, 79, 79, 79]);
        assert_eq!([3, 4].map(|above| suffice(above, &form, None, (80, 24))), [false, true]);
    }

    #[test]
    fn nearer_to_the_top_as_many_rows_are_enough_as_break_at_a_third_of_the_width() {
        // 33 columns: three pieces and two, which are three rows more.
        let form = lines(&[70, 0, 20, 20, 0, 40]);
        assert_eq!([0, 2, 3].map(|above| suffice(above, &form, None, (100, 30))), [false, false, true]);
        assert!(suffice(0, &lines(&[20, 0, 20, 20]), None, (100, 30)), "nothing breaks");
    }

    #[test]
    fn in_a_lower_terminal_rows_above_a_caret_are_lost() {
        let form = lines(&[10; 9]);
        assert_eq!(
            [None, Some((0, 5)), Some((0, 6))].map(|caret| suffice(2, &form, caret, (80, 24))),
            [true, true, false]
        );
    }
}
